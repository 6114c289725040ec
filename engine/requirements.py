"""Requirements of patrons: matching them with cards, and their state (PAT-2, PAT-3, PAT-10).

Queries only; cards are given to patrons in `rules/patrons.py`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from engine.content.cards import Content, Patron, Requirement
from engine.state import State, TuckedCard, WaitingPatron

Options = tuple[tuple[int, ...], ...]
"""For each card under a patron, the requirements that it could meet, by index."""
RequirementState = Literal["met", "either", "open"]


# --- which card meets which requirement -----------------------------------------------------------------------------


def met_by(content: Content, patron: Patron, token: str, card: str) -> tuple[int, ...]:
    """The requirements of the patron, by index, that a card could meet (PAT-2, PAT-3)."""
    rows = enumerate(patron.requirements)
    match token:
        case "instrument":
            section = content.instruments[card].section
            return tuple(i for i, row in rows if row.section == section)
        case "performance":
            fits = patron.era in ("any", content.performances[card].era)
            return tuple(i for i, row in rows if row.perform and fits)
        case _:
            section = content.repairs[card].section
            return tuple(i for i, row in rows if row.repair and row.section == section)


@lru_cache(maxsize=4096)
def matchable(options: Options) -> bool:
    """Whether the cards can be matched with different requirements, each with one of its options (PAT-10).

    >>> matchable(((0,), (0, 1))), matchable(((0,), (0,)))
    (True, False)
    """
    if not options:
        return True
    first, rest = options[0], options[1:]
    return any(matchable(tuple(tuple(i for i in other if i != taken) for other in rest)) for taken in first)


def accepts(content: Content, waiting: WaitingPatron, token: str, card: str) -> bool:
    """Whether a patron takes one more card (PAT-10)."""
    patron = content.patrons[waiting.card]
    tucked = (*waiting.tucked, TuckedCard(token, card))
    return len(tucked) <= len(patron.requirements) and matchable(
        tuple(met_by(content, patron, t.token, t.card) for t in tucked)
    )


def accepting_patrons(state: State, seat: int, token: str, card: str) -> int:
    """Number of the seat's waiting patrons that accept the card; none for a patron card (no `token`)."""
    return sum(token != "" and accepts(state.content, waiting, token, card) for waiting in state.players[seat].waiting)


def unmet(content: Content, waiting: WaitingPatron) -> int:
    """Number of requirements without a card (PAT-10)."""
    return len(content.patrons[waiting.card].requirements) - len(waiting.tucked)


def all_completed(state: State, seat: int) -> tuple[str, ...]:
    """Completed patrons, including one whose last requirement has just been met (PAT-12)."""
    player = state.players[seat]
    return player.completed + tuple(p.card for p in player.waiting if not unmet(state.content, p))


def requirements_met_by(content: Content) -> dict[str, dict[str, Sequence[int]]]:
    """Patron -> card -> indexes of the requirements that it could meet, without cards that meet none."""
    piles = {"instrument": content.instruments, "performance": content.performances, "repair": content.repairs}
    cards = [(token, card) for token, pile in piles.items() for card in pile]
    return {
        patron.id: {card: rows for token, card in cards if (rows := met_by(content, patron, token, card))}
        for patron in content.patrons.values()
    }


# --- how the requirements of a waiting patron stand -----------------------------------------------------------------


def takes(content: Content, waiting: WaitingPatron) -> tuple[int, ...]:
    """The requirements, by index, that one more card could meet (PAT-10)."""
    patron = content.patrons[waiting.card]
    return _takes(_options(content, patron, waiting), len(patron.requirements))


@lru_cache(maxsize=4096)
def _takes(options: Options, rows: int) -> tuple[int, ...]:
    return tuple(i for i in range(rows) if matchable((*options, (i,))))


def standing(content: Content, waiting: WaitingPatron) -> list[tuple[RequirementState, str | None]]:
    """State of each requirement with the card that met it; "either" if a card could meet it or another."""
    patron = content.patrons[waiting.card]
    where = _standing(patron.requirements, _options(content, patron, waiting))
    return [(state, None if at is None else waiting.tucked[at].card) for state, at in where]


@lru_cache(maxsize=4096)
def _standing(rows: tuple[Requirement, ...], options: Options) -> tuple[tuple[RequirementState, int | None], ...]:
    """States by the first matching; "either" for two rows if a card could move to the open one.

    A row that is only narrower than the open one is met: the broader one accepts all that it would.
    """
    held = next(_matchings(options, (None,) * len(rows)))

    def movable(a: int, b: int) -> bool:
        at = held[a]
        return at is not None and held[b] is None and b in options[at] and not _covers(rows[b], rows[a])

    def state(i: int) -> RequirementState:
        if any(movable(i, other) or movable(other, i) for other in range(len(rows))):
            return "either"
        return "open" if held[i] is None else "met"

    return tuple((state(i), held[i]) for i in range(len(rows)))


def _matchings(options: Options, held: tuple[int | None, ...], card: int = 0) -> Iterator[tuple[int | None, ...]]:
    """All assignments of the cards to different requirements; `held`: the card of each requirement so far."""
    if card == len(options):
        yield held
        return
    for i in options[card]:
        if held[i] is None:
            yield from _matchings(options, (*held[:i], card, *held[i + 1 :]), card + 1)


def _covers(broad: Requirement, narrow: Requirement) -> bool:
    """Whether every card that meets the narrow requirement meets the broad one."""
    return broad.section == narrow.section and broad.perform >= narrow.perform and broad.repair >= narrow.repair


def _options(content: Content, patron: Patron, waiting: WaitingPatron) -> Options:
    return tuple(met_by(content, patron, tucked.token, tucked.card) for tucked in waiting.tucked)
