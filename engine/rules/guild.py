"""The Guild: GLD-1 to GLD-3. Instrument cards for the hand."""

from engine.choices import Choice
from engine.content.cards import Goods
from engine.goods import GainGoods
from engine.rules import benches, cards
from engine.state import State
from engine.steps import Outlook

token = "instrument"


def choices(state: State, seat: int) -> list[Choice]:
    return cards.offers(state, seat, "guild")


def has_room(state: State, seat: int) -> bool:
    """There is no limit to the hand (GEN-16)."""
    return True


def affordable(state: State, seat: int, card: str, price: int) -> bool:
    return state.players[seat].coins >= price


def reserve(state: State, seat: int, card: str) -> int:
    return 0


def details(state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
    return (("prestige", state.content.instruments[card].prestige),)


def resolve(state: State, seat: int, choice: Choice) -> None:
    cards.take(state, seat, "guild", choice)


def outlook(state: State, seat: int, choice: Choice) -> Outlook:
    return cards.outlook(state, seat, "guild", choice)


def use(state: State, seat: int, card: str, found: bool) -> None:
    state.players[seat].hand += (card,)


def alternates(state: State, seat: int) -> list[Goods]:
    """1 metal (GLD-2)."""
    return [(("metal", 1),)]


def bonus(state: State, seat: int) -> None:
    """Skill 4+: 1 material of choice, and a card from hand may go straight to the roughing bench (GLD-3)."""
    state.then(GainGoods(seat, (("material", 1),), "bonus", "guild"), benches.BenchCards(seat, 1, "guild"))
