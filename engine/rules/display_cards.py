"""Face-up cards: prices by tier, kinds for a Search (RES-10 to RES-12); drawing cards (TRK-R2)."""

from dataclasses import replace

from engine.abilities import stat
from engine.choices import Done, KeepCard
from engine.constants import SEARCH_PRICE, TIER_PRICES
from engine.content.cards import Content
from engine.events import CardKept, CardsDrawn
from engine.goods import draw
from engine.state import Player, State
from engine.steps import Decision, step

DECKS = {"salon": "patrons", "guild": "instruments", "perform": "performances", "repair": "repairs"}
FREE_TIERS = {2: 3, 3: 6}
"""Reputation space from which cards of a tier are free (TRK-R3, TRK-R6)."""


def kind_of(content: Content, location: str, card: str) -> str:
    """The kind that a Search names for the card, printed on its back (RES-12)."""
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
    """Price of a face-up card of a tier for the seat (RES-10)."""
    if tier == 1 or state.players[seat].tracks.reputation >= FREE_TIERS[tier]:
        return 0
    return max(0, TIER_PRICES[tier] - stat(state, seat, "tier_discount", 0))


def searchable(state: State, player: Player, location: str) -> list[str]:
    """Kinds that a Search may name, in alphabetical order (RES-12, RES-18, RES-19)."""
    acting = state.active_worker
    if player.searched or acting is None or not acting.apprentices or player.coins < SEARCH_PRICE:
        return []
    deck = DECKS[location]
    return sorted({kind_of(state.content, location, card) for card in state.decks[deck] + state.discards[deck]})


def draw_and_keep(state: State, seat: int, count: int, keep: int, source: str, *, optional: bool) -> None:
    """Draw instrument cards and keep some; the others go below the deck in the order drawn (TRK-R2)."""
    if drawn := draw(state, "instruments", count):
        state.emit(CardsDrawn(seat, len(drawn), source, drawn))
        state.then(KeepDrawn(seat, drawn, min(keep, len(drawn)), source, optional))


@step
class KeepDrawn(Decision[KeepCard | Done]):
    """Choose a drawn card to keep, one at a time; the rest goes below the deck."""

    cards: tuple[str, ...]
    keep: int
    source: str
    optional: bool
    kind = "keep-card"
    rule = "TRK-R2"
    secret = True

    def choices(self, state: State, seat: int) -> list[KeepCard | Done]:
        kept: list[KeepCard | Done] = [KeepCard(card) for card in dict.fromkeys(self.cards)]
        return [*kept, Done()] if self.optional else kept

    def resolve(self, state: State, seat: int, choice: KeepCard | Done) -> None:
        rest = list(self.cards)
        if isinstance(choice, KeepCard):
            rest.remove(choice.card)
            state.players[seat].hand += (choice.card,)
            state.emit(CardKept(seat, choice.card))
            if self.keep > 1 and rest:
                state.then(replace(self, cards=tuple(rest), keep=self.keep - 1))
                return
        state.decks["instruments"] += tuple(rest)
