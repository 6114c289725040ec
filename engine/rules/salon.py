"""The Salon: SAL-1 to SAL-4. Patrons come to the workbench."""

from engine.abilities import at_market
from engine.choices import Choice
from engine.content.cards import Goods
from engine.rules import cards, patrons
from engine.state import State
from engine.steps import Outlook

token = ""
"""A patron card meets no requirement of another."""


def choices(state: State, seat: int) -> list[Choice]:
    return cards.offers(state, seat, "salon")


def has_room(state: State, seat: int) -> bool:
    """A patron needs an empty patron space (SAL-1, PAT-1)."""
    return bool(state.players[seat].free_spaces())


def affordable(state: State, seat: int, card: str, price: int) -> bool:
    return state.players[seat].coins >= price


def reserve(state: State, seat: int, card: str) -> int:
    return 0


def details(state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
    return (("prestige", state.content.patrons[card].prestige),)


def resolve(state: State, seat: int, choice: Choice) -> None:
    cards.take(state, seat, "salon", choice)


def outlook(state: State, seat: int, choice: Choice) -> Outlook:
    return cards.outlook(state, seat, "salon", choice)


def use(state: State, seat: int, card: str, found: bool) -> None:
    state.then(patrons.PlaceNewPatron(seat, card))


def alternates(state: State, seat: int) -> list[Goods]:
    """2 inspiration and 1 apprentice, without one if none is at the Market (SAL-2)."""
    return [(("inspiration", 2), ("apprentice", 1)) if at_market(state, seat) > 0 else (("inspiration", 2),)]


def bonus(state: State, seat: int) -> None:
    """Skill 4+: one own waiting patron's cube one space left, and any one of its gifts (SAL-4)."""
    state.then(patrons.AskGift(seat, soothes=1))
