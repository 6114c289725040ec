"""Cards, tiers and Search: RES-10 to RES-12, RES-16 to RES-22; drawing instrument cards: TRK-R2, GEN-14, GEN-15."""

from dataclasses import replace

from engine.abilities import stat
from engine.choices import Choice, Done, KeepCard, Search, Take
from engine.constants import SEARCH_PRICE, TIER_PRICES
from engine.content.cards import Content
from engine.events import CardKept, CardsDrawn, CardTaken, DeckSearched
from engine.goods import draw, price_steps, priced
from engine.rules import locations, patrons
from engine.state import Player, State
from engine.steps import Decision, Effect, Outcome, step

DECKS = {"salon": "patrons", "guild": "instruments", "perform": "performances", "repair": "repairs"}
FREE_TIERS = {2: 3, 3: 6}
"""The reputation step from which cards of a tier are free (TRK-R3, TRK-R6)."""


def kind_of(content: Content, location: str, card: str) -> str:
    """The kind printed on the card's back, as a Search names it (RES-12)."""
    match location:
        case "salon":
            return content.patrons[card].type
        case "guild":
            return content.instruments[card].section
        case "perform":
            return content.performances[card].era
        case _:
            return content.repairs[card].section


def tier_price(state: State, seat: int, tier: int) -> int:
    """What a face-up card of this tier costs the seat now (RES-10)."""
    if tier == 1 or state.players[seat].reputation >= FREE_TIERS[tier]:
        return 0
    return max(0, TIER_PRICES[tier] - stat(state, seat, "tier_discount", 0))


def offers(state: State, seat: int, page: "locations.CardLocation") -> list[Choice]:
    """The face-up cards that the seat can pay, then the kinds it can search."""
    location, player = page.location, state.players[seat]
    found: list[Choice] = [
        Take(slot, card)
        for slot, (card, tier) in enumerate(zip(state.displays[location], state.tiers(location), strict=True), 1)
        if card and page.affordable(state, seat, card, tier_price(state, seat, tier))
    ]
    return found + [Search(kind) for kind in searchable(state, player, location)]


def searchable(state: State, player: Player, location: str) -> list[str]:
    """The kinds that a Search may name, in order of the alphabet (RES-12, RES-18, RES-19)."""
    acting = state.active_worker
    if player.searched or acting is None or not acting.apprentices or player.coins < SEARCH_PRICE:
        return []
    deck = DECKS[location]
    return sorted({kind_of(state.content, location, card) for card in state.decks[deck] + state.discards[deck]})


def take(state: State, seat: int, page: "locations.CardLocation", choice: Choice) -> None:
    """Take the face-up card, or search the deck; pay; use the card."""
    location = page.location
    match choice:
        case Take(slot, card):
            price = tier_price(state, seat, state.tiers(location)[slot - 1])
            shown = state.displays[location]
            state.displays[location] = (*shown[: slot - 1], "", *shown[slot:])
            state.emit(CardTaken(seat, location, slot, card))
            reserve = page.reserve(state, seat, card)
            state.then(*price_steps(seat, price, "take", card, reserve), UseCard(seat, location, card))
        case Search(wanted):
            assert state.active_worker is not None
            state.active_worker = replace(state.active_worker, searched=True)
            state.players[seat].searched = True
            state.then(*price_steps(seat, SEARCH_PRICE, "search", wanted), SearchDeck(seat, location, wanted))


def outcome(state: State, seat: int, page: "locations.CardLocation", choice: Choice) -> Outcome:
    location = page.location
    match choice:
        case Take(slot, card):
            price = tier_price(state, seat, state.tiers(location)[slot - 1])
            serves = sum(patrons.would_accept(state, seat, p, page.token, card) for p in state.players[seat].waiting)
            details = (*page.details(state, seat, card), ("serves", serves))
            return Outcome((f"slot:{location}:{slot}",), "take", details, cost=priced(price))
        case Search(wanted):
            details = (("wanted", wanted),)
            return Outcome((f"deck:{location}",), "search", details, priced(SEARCH_PRICE) + priced(1, "apprentice"))
    return Outcome()


@step
class UseCard(Effect):
    """The taken or found card is used as its location says."""

    location: str
    card: str
    found: bool = False

    def run(self, state: State) -> None:
        locations.card_location(self.location).use(state, self.seat, self.card, self.found)


@step
class SearchDeck(Effect):
    """The first card of the kind leaves the deck; those passed over stay on top in their order (RES-12, RES-19)."""

    location: str
    wanted: str

    def run(self, state: State) -> None:
        name = DECKS[self.location]
        state.close("deck-seen")
        if self._find(state) is None:
            state.decks[name] += state.rng.shuffled(state.discards[name])
            state.discards[name] = ()
        at = self._find(state)
        assert at is not None, f"a Search named {self.wanted}, which nowhere is"
        deck = state.decks[name]
        state.decks[name] = deck[:at] + deck[at + 1 :]
        open_card = "" if self.location == "guild" else deck[at]
        state.emit(DeckSearched(self.seat, self.location, self.wanted, at, open_card, deck[at]))
        state.then(UseCard(self.seat, self.location, deck[at], found=True))

    def _find(self, state: State) -> int | None:
        deck = state.decks[DECKS[self.location]]
        kinds = (kind_of(state.content, self.location, card) for card in deck)
        return next((at for at, kind in enumerate(kinds) if kind == self.wanted), None)


def draw_and_keep(state: State, seat: int, count: int, keep: int, source: str, *, optional: bool) -> None:
    """Draw instrument cards, keep some, put the others at the bottom in the order drawn (TRK-R2)."""
    if drawn := draw(state, "instruments", count):
        state.emit(CardsDrawn(seat, len(drawn), source, drawn))
        state.then(KeepDrawn(seat, drawn, min(keep, len(drawn)), source, optional))


@step
class KeepDrawn(Decision):
    """Which of the drawn cards to keep, one at a time; the rest goes under the deck."""

    cards: tuple[str, ...]
    keep: int
    source: str
    optional: bool
    kind = "keep-card"
    rule = "TRK-R2"
    secret = True

    def choices(self, state: State, seat: int) -> list[Choice]:
        kept: list[Choice] = [KeepCard(card) for card in dict.fromkeys(self.cards)]
        return [*kept, Done()] if self.optional else kept

    def resolve(self, state: State, seat: int, choice: Choice) -> None:
        rest = list(self.cards)
        if isinstance(choice, KeepCard):
            rest.remove(choice.card)
            state.players[seat].hand += (choice.card,)
            state.emit(CardKept(seat, choice.card))
            if self.keep > 1 and rest:
                state.then(replace(self, cards=tuple(rest), keep=self.keep - 1))
                return
        state.decks["instruments"] += tuple(rest)
