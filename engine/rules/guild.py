"""The Guild (GLD-1 to GLD-3): instrument cards for the hand."""

from engine.content.cards import Goods
from engine.goods import GainGoods
from engine.rules import benches
from engine.rules.locations import CardLocation, location
from engine.state import State


@location
class Guild(CardLocation):
    """Main action: take an instrument card to hand; there is no limit (GEN-16)."""

    name = "guild"
    token = "instrument"

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
        return (("prestige", state.content.instruments[card].prestige),)

    def use(self, state: State, seat: int, card: str, found: bool) -> None:
        state.players[seat].hand += (card,)

    def alternates(self, state: State, seat: int) -> list[Goods]:
        """1 metal (GLD-2)."""
        return [(("metal", 1),)]

    def bonus(self, state: State, seat: int) -> None:
        """1 material of choice; then a card from hand may go to the roughing bench (GLD-3)."""
        state.then(GainGoods(seat, (("material", 1),), "bonus", "guild"), benches.BenchCards(seat, 1, "guild"))
