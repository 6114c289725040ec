"""The abilities in force for a seat, and the numbers and rules that they change.

VOCABULARY sections 2, 6 and 7. Queries only; abilities that act on an event are in `effects.py`.
"""

from engine.constants import APPRENTICES, STORAGE, STORAGE_OF_AWARD
from engine.content.cards import Ability, Content
from engine.state import State


def abilities_of(content: Content, card: str) -> tuple[Ability, ...]:
    """Abilities printed on a family, patron or specialty card."""
    return content.abilities.get(card, ())


def in_force(state: State, seat: int, number: int | None, patrons: int | None = None) -> list[str]:
    """Cards whose abilities are in force for a seat, in the order of resolution (GEN-12).

    `number`: the worker concerned, whose specialty card counts too. `patrons`: only the first so many completed
    patrons, for an event that happened before the later ones were completed (PAT-13).
    """
    player = state.players[seat]
    cards = [player.family] if player.family else []
    cards += player.completed[:patrons]
    if number is not None and (card := player.specialist(number)):
        cards.append(card)
    return cards


def stat(
    state: State,
    seat: int,
    name: str,
    base: int,
    *,
    low: int | None = None,
    number: int | None = None,
    location: str = "",
) -> int:
    """A number as changed by cards (GEN-18), at least `low`.

    `number`: the worker concerned; None for the active worker, if any.
    """
    amounts = [a.amount for a in _constant(state, seat, number, location) if a.stat == name]
    if amounts:
        base = max([base, *amounts]) if name == "die_floor" else base + sum(amounts)
    return base if low is None else max(low, base)


def permits(state: State, seat: int, rule: str, *, number: int | None = None, location: str = "") -> bool:
    """Whether a card in force gives the seat this rule (VOCABULARY section 7)."""
    return any(a.rule == rule for a in _constant(state, seat, number, location))


def _constant(state: State, seat: int, number: int | None, location: str) -> list[Ability]:
    """Abilities in force with trigger `always` whose conditions hold."""
    acting, constant = state.active_worker, state.content.constant
    if number is None and acting is not None and acting.seat == seat:
        number, location = acting.number, location or acting.location
    return [
        ability
        for card in in_force(state, seat, number)
        if card in constant
        for ability in constant[card]
        if not ability.when or ability.fits(location=location)
    ]


def storage_limit(state: State, seat: int) -> int:
    """Number of materials that the seat may keep (GEN-5, AWD-5)."""
    award = STORAGE_OF_AWARD if state.players[seat].unlocked("storage") else 0
    return stat(state, seat, "storage", STORAGE + award, low=0)


def at_market(state: State, seat: int) -> int:
    """The seat's apprentices at the Market: those not held, placed or removed (GEN-4)."""
    player = state.players[seat]
    return APPRENTICES - player.apprentices_removed - player.apprentices - placed_apprentices(state, seat)


def placed_apprentices(state: State, seat: int) -> int:
    return sum(w.apprentices for w in state.workers if w.seat == seat)
