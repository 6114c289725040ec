"""What cards a seat has in force, and what they change: `stat` and `permits` (VOCABULARY sections 2, 6 and 7).

Questions only; what abilities do when something happens is in `effects.py`.
"""

from engine.constants import APPRENTICES, STORAGE, STORAGE_OF_AWARD
from engine.content.cards import Ability, Content
from engine.state import State


def abilities_of(content: Content, card: str) -> tuple[Ability, ...]:
    """The abilities printed on a family, patron or specialty card."""
    return content.abilities.get(card, ())


def in_force(state: State, seat: int, number: int | None, patrons: int | None = None) -> list[str]:
    """The cards whose abilities work for a seat, in the order in which they resolve (GEN-12).

    `number` is the worker concerned, whose specialty card listens too; `patrons` limits the completed patrons to the
    first so many, for an event that the later ones do not hear (PAT-13).
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
    """A number that cards may change (GEN-18), not below `low`. Without `number` it is the acting worker's, if any."""
    amounts = [a.amount for a in _constant(state, seat, number, location) if a.stat == name]
    if amounts:
        base = max([base, *amounts]) if name == "die_floor" else base + sum(amounts)
    return base if low is None else max(low, base)


def permits(state: State, seat: int, rule: str, *, number: int | None = None, location: str = "") -> bool:
    """Whether a card gives the seat this rule, for the worker concerned (VOCABULARY section 7)."""
    return any(a.rule == rule for a in _constant(state, seat, number, location))


def _constant(state: State, seat: int, number: int | None, location: str) -> list[Ability]:
    """The abilities that hold always and fit, in force for the seat."""
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
    """How many materials the seat may keep (GEN-5, AWD-5)."""
    award = STORAGE_OF_AWARD if state.players[seat].unlocked("storage") else 0
    return stat(state, seat, "storage", STORAGE + award, low=0)


def at_market(state: State, seat: int) -> int:
    """The seat's apprentices at the Market: all that it neither holds nor has on the table nor lost (GEN-4)."""
    player = state.players[seat]
    return APPRENTICES - player.apprentices_removed - player.apprentices - placed_apprentices(state, seat)


def placed_apprentices(state: State, seat: int) -> int:
    return sum(w.apprentices for w in state.workers if w.seat == seat)
