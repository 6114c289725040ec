"""Locations as classes; taking face-up cards and Search (RES-10 to RES-12, RES-16 to RES-22).

Each location has a file of its own, where the decorator `location` registers it.
"""

from dataclasses import replace
from typing import Any, Generic, TypeVar

from engine.choices import Choice, Search, Take
from engine.constants import SEARCH_PRICE
from engine.content.cards import Goods
from engine.events import CardTaken, DeckSearched
from engine.goods import price_steps, priced
from engine.requirements import accepting_patrons
from engine.rules.display_cards import DECKS, kind_of, searchable, tier_price
from engine.state import State
from engine.steps import Effect, Outcome, step

C = TypeVar("C", bound=Choice)


class Location(Generic[C]):
    """A location or bench; C is the type of its main actions."""

    name: str
    skill_bonus: int | None = None
    """Skill from which 2 money forgo a bonus; None on the main board, which pays it anyway (RES-6)."""

    def choices(self, state: State, seat: int) -> list[C]:
        """Main actions that the seat could do."""
        raise NotImplementedError

    def resolve(self, state: State, seat: int, choice: C) -> None:
        raise NotImplementedError

    def outcome(self, state: State, seat: int, choice: C) -> Outcome:
        return Outcome()


class BoardLocation(Location[C]):
    """A location of the main board, with alternates and a bonus from skill 4 on (RES-6)."""

    bonus_track = ""
    """The track that the bonus advances, if any."""

    def alternates(self, state: State, seat: int) -> list[Goods]:
        raise NotImplementedError

    def bonus(self, state: State, seat: int) -> None:
        raise NotImplementedError


class CardLocation(BoardLocation[Take | Search]):
    """A location with face-up cards. `token`: the kind of token of its cards; empty for patrons."""

    token = ""

    def choices(self, state: State, seat: int) -> list[Take | Search]:
        """Face-up cards that the seat can pay, then the kinds that it can search."""
        if not self.has_room(state, seat):
            return []
        name = self.name
        found: list[Take | Search] = [
            Take(slot, card)
            for slot, (card, tier) in enumerate(zip(state.displays[name], state.tiers(name), strict=True), 1)
            if card and self.affordable(state, seat, card, tier_price(state, seat, tier))
        ]
        return found + [Search(kind) for kind in searchable(state, state.players[seat], name)]

    def resolve(self, state: State, seat: int, choice: Take | Search) -> None:
        """Take a face-up card or search the deck: steps to pay for the card and to use it."""
        name = self.name
        match choice:
            case Take(slot, card):
                price = tier_price(state, seat, state.tiers(name)[slot - 1])
                shown = state.displays[name]
                state.displays[name] = (*shown[: slot - 1], "", *shown[slot:])
                state.emit(CardTaken(seat, name, slot, card))
                reserve = self.reserve(state, seat, card)
                state.then(*price_steps(seat, price, "take", card, reserve), UseCard(seat, name, card))
            case Search(wanted):
                assert state.active_worker is not None
                state.active_worker = replace(state.active_worker, searched=True)
                state.players[seat].searched = True
                state.then(*price_steps(seat, SEARCH_PRICE, "search", wanted), SearchDeck(seat, name, wanted))

    def outcome(self, state: State, seat: int, choice: Take | Search) -> Outcome:
        name = self.name
        match choice:
            case Take(slot, card):
                price = tier_price(state, seat, state.tiers(name)[slot - 1])
                serves = accepting_patrons(state, seat, self.token, card)
                details = (*self.details(state, seat, card), ("serves", serves))
                return Outcome((f"slot:{name}:{slot}",), "take", details, cost=priced(price))
            case Search(wanted):
                cost = priced(SEARCH_PRICE) + priced(1, "apprentice")
                return Outcome((f"deck:{name}",), "search", (("wanted", wanted),), cost)

    def has_room(self, state: State, seat: int) -> bool:
        """Whether the seat has room for a card."""
        return True

    def affordable(self, state: State, seat: int, card: str, price: int) -> bool:
        """Whether the seat can pay all costs of a face-up card (RES-16)."""
        return state.players[seat].coins >= price

    def reserve(self, state: State, seat: int, card: str) -> int:
        """Inspiration that must remain after the tier price, for other costs of the card."""
        return 0

    def details(self, state: State, seat: int, card: str) -> tuple[tuple[str, int | str], ...]:
        """Details of the card for a prompt."""
        raise NotImplementedError

    def use(self, state: State, seat: int, card: str, found: bool) -> None:
        """Use the card that was taken, or `found` by a Search."""
        raise NotImplementedError


# --- by name --------------------------------------------------------------------------------------------------------

BY_NAME: dict[str, Location[Any]] = {}
BOARD_BY_NAME: dict[str, BoardLocation[Any]] = {}
CARD_BY_NAME: dict[str, CardLocation] = {}
"""Locations by name: all, those of the main board, those with face-up cards. Filled by `location`."""

L = TypeVar("L", bound=type[Location[Any]])


def location(cls: L) -> L:
    """Register a location under its name."""
    made = BY_NAME[cls.name] = cls()
    if isinstance(made, BoardLocation):
        BOARD_BY_NAME[cls.name] = made
    if isinstance(made, CardLocation):
        CARD_BY_NAME[cls.name] = made
    return cls


# --- the steps of a card that is taken or found ---------------------------------------------------------------------


@step
class UseCard(Effect):
    """Use a card that was taken, or `found` by a Search."""

    location: str
    card: str
    found: bool = False

    def run(self, state: State) -> None:
        CARD_BY_NAME[self.location].use(state, self.seat, self.card, self.found)


@step
class SearchDeck(Effect):
    """Take the first card of a kind from the deck; the cards above it stay in order (RES-12, RES-19)."""

    location: str
    wanted: str

    def run(self, state: State) -> None:
        name = DECKS[self.location]
        state.close("deck-seen")
        if self._find(state) is None:
            state.decks[name] += state.rng.shuffled(state.discards[name])
            state.discards[name] = ()
        at = self._find(state)
        assert at is not None, f"a Search for {self.wanted}, of which there is no card"
        deck = state.decks[name]
        state.decks[name] = deck[:at] + deck[at + 1 :]
        open_card = "" if self.location == "guild" else deck[at]
        state.emit(DeckSearched(self.seat, self.location, self.wanted, at, open_card, deck[at]))
        state.then(UseCard(self.seat, self.location, deck[at], found=True))

    def _find(self, state: State) -> int | None:
        deck = state.decks[DECKS[self.location]]
        kinds = (kind_of(state.content, self.location, card) for card in deck)
        return next((at for at, kind in enumerate(kinds) if kind == self.wanted), None)
