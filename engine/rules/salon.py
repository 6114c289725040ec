"""The Salon (SAL-1 to SAL-4): patrons for the workbench."""

from engine.abilities import at_market
from engine.content.cards import Goods
from engine.rules import patrons
from engine.rules.locations import CardLocation, location
from engine.state import State


@location
class Salon(CardLocation):
    """Main action: take a patron to an empty patron space."""

    name = "salon"

    def has_room(self, state: State, seat: int) -> bool:
        """Whether a patron space is empty (SAL-1, PAT-1)."""
        return bool(state.players[seat].free_spaces())

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
        return (("prestige", state.content.patrons[card].prestige),)

    def use(self, state: State, seat: int, card: str, found: bool) -> None:
        state.then(patrons.PlaceNewPatron(seat, card))

    def alternates(self, state: State, seat: int) -> list[Goods]:
        """2 inspiration, and 1 apprentice if one is at the Market (SAL-2)."""
        return [(("inspiration", 2), ("apprentice", 1)) if at_market(state, seat) > 0 else (("inspiration", 2),)]

    def bonus(self, state: State, seat: int) -> None:
        """Any gift of a waiting patron, whose patience moves one space back (SAL-4)."""
        state.then(patrons.AskGift(seat, soothes=1))
