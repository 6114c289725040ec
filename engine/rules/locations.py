"""What a page of the rulebook offers at its location, and the one table from location words to pages.

`Location` is a bench; `BoardLocation` a location of the main board; `CardLocation` one with face-up cards, whose
common part (tiers, Search) is in `display_cards.py`.
"""

from functools import cache

from engine.choices import Choice
from engine.content.cards import Goods
from engine.rules import display_cards
from engine.state import State
from engine.steps import Outcome


class Location:
    """A location or bench: its actions beside the 2 money."""

    location: str
    skill_bonus: int | None = None
    """The skill from which the 2 money forgo a bonus; none on the main board, where it is paid anyway (RES-6)."""

    def choices(self, state: State, seat: int) -> list[Choice]:
        """The main actions that the seat could do now."""
        raise NotImplementedError

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        raise NotImplementedError

    def outcome(self, state: State, seat: int, choice: Choice) -> Outcome:
        return Outcome()


class BoardLocation(Location):
    """A location of the main board, with alternates and a bonus for skill 4+ (RES-6)."""

    bonus_track = ""
    """The track that the bonus advances, if it does."""

    def alternates(self, state: State, seat: int) -> list[Goods]:
        raise NotImplementedError

    def bonus(self, state: State, seat: int) -> None:
        raise NotImplementedError


class CardLocation(BoardLocation):
    """A location with face-up cards. `token`: the kind of token that its card places, none for patrons."""

    token = ""

    def choices(self, state: State, seat: int) -> list[Choice]:
        return display_cards.offers(state, seat, self) if self.has_room(state, seat) else []

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        display_cards.take(state, seat, self, choice)

    def outcome(self, state: State, seat: int, choice: Choice) -> Outcome:
        return display_cards.outcome(state, seat, self, choice)

    def has_room(self, state: State, seat: int) -> bool:
        """Whether a card could be used at all."""
        return True

    def affordable(self, state: State, seat: int, card: str, price: int) -> bool:
        """Whether the seat can pay all that taking a face-up card costs (RES-16)."""
        return state.players[seat].coins >= price

    def reserve(self, state: State, seat: int, card: str) -> int:
        """Inspiration that paying the tier price must leave for what the card costs beside it."""
        return 0

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
        """What a prompt tells of the card."""
        raise NotImplementedError

    def use(self, state: State, seat: int, card: str, found: bool) -> None:
        """The card was taken, or `found` by a Search."""
        raise NotImplementedError


@cache
def _card_locations() -> dict[str, CardLocation]:
    from engine.rules import guild, perform, repair, salon

    return {p.location: p for p in (salon.Salon(), guild.Guild(), perform.Perform(), repair.Repair())}


@cache
def _board_locations() -> dict[str, BoardLocation]:
    from engine.rules import balcony

    return {**_card_locations(), "balcony": balcony.Balcony()}


@cache
def _locations() -> dict[str, Location]:
    from engine.rules import finishing, roughing

    return {**_board_locations(), "roughing": roughing.RoughingBench(), "finishing": finishing.FinishingBench()}


def location(location: str) -> Location:
    """The page of any location or bench."""
    return _locations()[location]


def board_location(location: str) -> BoardLocation:
    return _board_locations()[location]


def card_location(location: str) -> CardLocation:
    return _card_locations()[location]
