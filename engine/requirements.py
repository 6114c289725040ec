"""What is told of requirements: how those of a waiting patron stand, and which cards could meet which (PAT-3, PAT-10).

Nothing here decides anything: which card a patron takes is settled in `rules/patrons.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from engine.content.cards import Content, Patron, Requirement
from engine.rules.orchestra import belongs
from engine.rules.patrons import matchable, met_by
from engine.state import WaitingPatron

Options = tuple[tuple[int, ...], ...]
RequirementState = Literal["met", "either", "open"]


def takes(content: Content, waiting: WaitingPatron) -> tuple[int, ...]:
    """The requirements, by index, that one more card could meet beside the cards already there (PAT-10)."""
    patron = content.patrons[waiting.card]
    return _takes(_options(content, patron, waiting), len(patron.requirements))


@lru_cache(maxsize=4096)
def _takes(options: Options, rows: int) -> tuple[int, ...]:
    return tuple(i for i in range(rows) if matchable((*options, (i,))))


def standing(content: Content, waiting: WaitingPatron) -> list[tuple[RequirementState, str | None]]:
    """Each requirement: met, open, or "either" where a card could meet it or another; with the card that met it."""
    patron = content.patrons[waiting.card]
    where = _standing(patron.requirements, _options(content, patron, waiting))
    return [(state, None if at is None else waiting.tucked[at].card) for state, at in where]


@lru_cache(maxsize=4096)
def _standing(rows: tuple[Requirement, ...], options: Options) -> tuple[tuple[RequirementState, int | None], ...]:
    """By the first way to match the cards, in their order; a card that could move to an open row leaves both in doubt,
    but for a row that is only narrower than the open one: nothing is lost by calling that met."""
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
    """Every way to give each card a requirement of its own; `held` says which card each has so far."""
    if card == len(options):
        yield held
        return
    for i in options[card]:
        if held[i] is None:
            yield from _matchings(options, (*held[:i], card, *held[i + 1 :]), card + 1)


def _covers(broad: Requirement, narrow: Requirement) -> bool:
    """Whether all that meets the narrow requirement also meets the broad one."""
    return broad.section == narrow.section and broad.perform >= narrow.perform and broad.repair >= narrow.repair


def _options(content: Content, patron: Patron, waiting: WaitingPatron) -> Options:
    return tuple(met_by(content, patron, under.token, under.card) for under in waiting.tucked)


# --- the same for every card of the set -----------------------------------------------------------------------------


def requirements_met_by(content: Content) -> dict[str, dict[str, Sequence[int]]]:
    """For each patron: the cards that could meet something, with the requirements that they could meet, by index."""
    cards = [(token, card) for token, pile in _piles(content).items() for card in pile]
    return {
        patron.id: {card: rows for token, card in cards if (rows := met_by(content, patron, token, card))}
        for patron in content.patrons.values()
    }


def chairs_for_card(content: Content) -> dict[str, Sequence[str]]:
    """For each card: the orchestra seats to which its token may go without any ability (ORC-2)."""
    basic = [seat for seat in content.orchestra.values() if not seat.rare]
    return {card.id: card.seats for card in content.instruments.values()} | {
        card: [seat.id for seat in basic if belongs(content, token, card, seat)]
        for token, pile in _piles(content).items()
        for card in pile
        if token != "instrument"
    }


def _piles(content: Content) -> dict[str, Mapping[str, object]]:
    return {
        "instrument": content.instruments,
        "performance": content.performances,
        "repair": content.repairs,
    }
