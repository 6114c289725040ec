"""What a page of the rulebook offers at its location, and the one table from location words to pages.

`Page` is a bench; `BoardPage` a location of the main board; `CardPage` one with face-up cards, of which the common part
(tiers, Search) is in `cards.py`.
"""

from functools import cache

from engine.choices import Choice
from engine.content.cards import Goods
from engine.rules import cards
from engine.state import State
from engine.steps import Outlook


class Page:
    """A location or bench: its actions beside the 2 money."""

    location: str

    def choices(self, state: State, seat: int) -> list[Choice]:
        """The main actions that the seat could do now."""
        raise NotImplementedError

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        raise NotImplementedError

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        return Outlook()


class BoardPage(Page):
    """A location of the main board, with alternates and a bonus for skill 4+ (RES-6)."""

    def alternates(self, state: State, seat: int) -> list[Goods]:
        raise NotImplementedError

    def bonus(self, state: State, seat: int) -> None:
        raise NotImplementedError


class CardPage(BoardPage):
    """A location with face-up cards. `token`: the kind of token that its card places, none for patrons."""

    token = ""

    def choices(self, state: State, seat: int) -> list[Choice]:
        return cards.offers(state, seat, self) if self.has_room(state, seat) else []

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        cards.take(state, seat, self, choice)

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook:
        return cards.outlook(state, seat, self, choice)

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
def _card_pages() -> dict[str, CardPage]:
    from engine.rules import guild, perform, repair, salon  # here, since these pages are made of the classes above

    return {p.location: p for p in (salon.Salon(), guild.Guild(), perform.Perform(), repair.Repair())}


@cache
def _board_pages() -> dict[str, BoardPage]:
    from engine.rules import balcony

    return {**_card_pages(), "balcony": balcony.Balcony()}


@cache
def _pages() -> dict[str, Page]:
    from engine.rules import finishing, roughing

    return {**_board_pages(), "roughing": roughing.RoughingBench(), "finishing": finishing.FinishingBench()}


def page(location: str) -> Page:
    """The page of any location or bench."""
    return _pages()[location]


def board_page(location: str) -> BoardPage:
    return _board_pages()[location]


def card_page(location: str) -> CardPage:
    return _card_pages()[location]
