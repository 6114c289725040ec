"""Which page of the rulebook is in force at a location: the one table from location words to modules."""

from functools import cache
from typing import Protocol

from engine.choices import Choice
from engine.content.cards import Goods
from engine.state import State
from engine.steps import Outlook


class Page(Protocol):
    """A location or bench: its actions beside the 2 money, and its skill bonus."""

    def choices(self, state: State, seat: int) -> list[Choice]: ...

    def resolve(self, state: State, seat: int, choice: Choice) -> None: ...

    def outlook(self, state: State, seat: int, choice: Choice) -> Outlook: ...


class BoardPage(Page, Protocol):
    """A location of the main board, with alternates and a bonus for skill 4+ (RES-6)."""

    def alternates(self, state: State, seat: int) -> list[Goods]: ...

    def bonus(self, state: State, seat: int) -> None: ...


class DisplayPage(BoardPage, Protocol):
    """A location with face-up cards."""

    token: str

    def has_room(self, state: State, seat: int) -> bool: ...

    def affordable(self, state: State, seat: int, card: str, price: int) -> bool: ...

    def reserve(self, state: State, seat: int, card: str) -> int: ...

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]: ...

    def use(self, state: State, seat: int, card: str, found: bool) -> None: ...


@cache
def _display_pages() -> dict[str, DisplayPage]:
    from engine.rules import guild, perform, repair, salon  # here, since these pages ask for `display_page`

    return {"salon": salon, "guild": guild, "perform": perform, "repair": repair}


@cache
def _board_pages() -> dict[str, BoardPage]:
    from engine.rules import balcony

    return {**_display_pages(), "balcony": balcony}


@cache
def _pages() -> dict[str, Page]:
    from engine.rules import finishing, roughing

    return {**_board_pages(), "roughing": roughing, "finishing": finishing}


def page(location: str) -> Page:
    """The page of any location or bench."""
    return _pages()[location]


def board_page(location: str) -> BoardPage:
    return _board_pages()[location]


def display_page(location: str) -> DisplayPage:
    return _display_pages()[location]
