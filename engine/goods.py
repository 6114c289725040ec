"""Gains of goods with their choices, prices in money and inspiration (GEN-3, GEN-4, GEN-5)."""

from dataclasses import replace

from engine.abilities import at_market, storage_limit
from engine.choices import Discard, Pay, TakeGoods, TakeMaterial
from engine.content.cards import MATERIALS, Goods
from engine.events import CardsDrawn, Gained, MaterialDiscarded, Paid
from engine.state import State
from engine.steps import Decision, Effect, Outcome, step

PRESTIGE_SOURCES = {
    "level": "performances",
    "gift": "gifts",
    "chair": "chairs",
    "track": "tracks",
    "award": "awards",
    "ability": "abilities",
    "dice": "dice",
}
"""Source of a gain -> source under which its prestige is counted, where the words differ."""


def gain(state: State, seat: int, goods: Goods, source: str, card: str = "") -> None:
    """Receive a table of goods; choices and a discard that it requires come next (GEN-5, GEN-11).

    Apprentices come from the Market, as many as are there (GEN-4); cards are drawn from the instrument deck.
    """
    player = state.players[seat]
    held = player.materials
    received: list[tuple[str, int]] = []
    choose = cards = 0
    for word, amount in goods:
        match word:
            case "material":
                choose = amount
                continue
            case "instrument":
                cards = amount
                continue
            case "apprentice":
                amount = min(amount, at_market(state, seat))
                player.apprentices += amount
            case "prestige":
                player.score(PRESTIGE_SOURCES.get(source, source), amount)
            case _:
                setattr(player, word, getattr(player, word) + amount)
        if amount:
            received.append((word, amount))
    if received:
        state.emit(Gained(seat, tuple(received), source, card))
    if cards:
        draw_to_hand(state, seat, cards, source)
    if choose:
        state.then(ChooseMaterial(seat, choose, source, card))
    elif player.materials > held and player.materials > storage_limit(state, seat):
        state.then(CheckStorage(seat))


def draw(state: State, deck: str, count: int) -> tuple[str, ...]:
    """Remove cards from the top of a deck, refilled from its discard pile (GEN-6, GEN-14)."""
    drawn: tuple[str, ...] = ()
    while len(drawn) < count:
        if not state.decks[deck]:
            if not state.discards[deck]:
                break
            state.decks[deck] = state.rng.shuffled(state.discards[deck])
            state.discards[deck] = ()
        missing = count - len(drawn)
        drawn += state.decks[deck][:missing]
        state.decks[deck] = state.decks[deck][missing:]
        state.close("deck-seen")
    return drawn


def can_draw(state: State, deck: str) -> bool:
    """Whether deck and discard pile together hold a card (GEN-14)."""
    return bool(state.decks[deck] or state.discards[deck])


def draw_to_hand(state: State, seat: int, count: int, source: str) -> None:
    """Draw instrument cards to the hand; only their owner sees them (GEN-15)."""
    if cards := draw(state, "instruments", count):
        state.players[seat].hand += cards
        state.emit(CardsDrawn(seat, len(cards), source, cards))


def discard(state: State, deck: str, *cards: str) -> None:
    """Put cards on a deck's discard pile, face up."""
    state.discards[deck] += cards


def priced(price: int, name: str = "money") -> Goods:
    return ((name, price),) if price else ()


@step
class GainGoods(Effect):
    """Receive a table of goods."""

    goods: Goods
    source: str
    card: str = ""

    def run(self, state: State) -> None:
        gain(state, self.seat, self.goods, self.source, self.card)


@step
class ChooseGoods(Decision[TakeGoods]):
    """Choose one of several tables of goods."""

    options: tuple[Goods, ...]
    source: str
    card: str = ""
    kind = "goods"
    rule = "GEN-13"

    def choices(self, state: State, seat: int) -> list[TakeGoods]:
        return [TakeGoods(goods) for goods in self.options]

    def resolve(self, state: State, seat: int, choice: TakeGoods) -> None:
        gain(state, seat, choice.goods, self.source, self.card)

    def outcome(self, state: State, seat: int, choice: TakeGoods) -> Outcome:
        return Outcome(gain=choice.goods)


@step
class ChooseMaterial(Decision[TakeMaterial]):
    """Choose the kind of each material of choice, one at a time (VOCABULARY 1.1)."""

    left: int
    source: str
    card: str = ""
    kind = "material"
    rule = "GEN-13"

    def choices(self, state: State, seat: int) -> list[TakeMaterial]:
        return [TakeMaterial(material) for material in MATERIALS]

    def resolve(self, state: State, seat: int, choice: TakeMaterial) -> None:
        player = state.players[seat]
        setattr(player, choice.material, player.material(choice.material) + 1)
        state.emit(Gained(seat, ((choice.material, 1),), self.source, self.card))
        state.then(replace(self, left=self.left - 1) if self.left > 1 else CheckStorage(seat))

    def outcome(self, state: State, seat: int, choice: TakeMaterial) -> Outcome:
        full = state.players[seat].materials + self.left > storage_limit(state, seat)
        return Outcome((f"till:{choice.material}",), gain=((choice.material, 1),), warn=("overflow",) if full else ())


@step
class CheckStorage(Effect):
    """A seat over its storage limit discards at once (GEN-5)."""

    def run(self, state: State) -> None:
        over = state.players[self.seat].materials - storage_limit(state, self.seat)
        if over > 0:
            state.then(DiscardOver(self.seat, over))


@step
class DiscardOver(Decision[Discard]):
    """Discard one material at a time until the storage limit is kept (GEN-5)."""

    over: int
    kind = "discard"
    rule = "GEN-5"
    form = "stepper"

    def choices(self, state: State, seat: int) -> list[Discard]:
        return [Discard(material) for material in state.players[seat].held_materials()]

    def resolve(self, state: State, seat: int, choice: Discard) -> None:
        lose_material(state, seat, choice.material, thrown=False)
        state.then(CheckStorage(seat))

    def outcome(self, state: State, seat: int, choice: Discard) -> Outcome:
        return Outcome((f"till:{choice.material}",), cost=((choice.material, 1),))


def lose_material(state: State, seat: int, material: str, *, thrown: bool) -> None:
    """Return one material to the supply."""
    player = state.players[seat]
    setattr(player, material, player.material(material) - 1)
    state.emit(MaterialDiscarded(seat, material, thrown))


def spend(state: State, seat: int, goods: Goods, source: str, card: str = "") -> None:
    """Pay goods that the seat has."""
    player = state.players[seat]
    for word, amount in goods:
        left = getattr(player, word) - amount
        assert left >= 0, f"seat {seat} cannot pay {amount} {word}"
        setattr(player, word, left)
    if goods:
        state.emit(Paid(seat, goods, source, card))


@step
class PayPrice(Decision[Pay]):
    """Pay a price in money and inspiration (GEN-3); `reserve` inspiration must remain."""

    price: int
    what: str
    card: str = ""
    reserve: int = 0
    kind = "pay"
    rule = "GEN-3"
    form = "stepper"

    def choices(self, state: State, seat: int) -> list[Pay]:
        player = state.players[seat]
        least = max(0, self.price - max(0, player.inspiration - self.reserve))
        return [Pay(money) for money in range(min(self.price, player.money), least - 1, -1)]

    def resolve(self, state: State, seat: int, choice: Pay) -> None:
        spend(state, seat, self._mix(choice), self.what, self.card)

    def outcome(self, state: State, seat: int, choice: Pay) -> Outcome:
        return Outcome(cost=self._mix(choice))

    def _mix(self, choice: Pay) -> Goods:
        return priced(choice.money) + priced(self.price - choice.money, "inspiration")


def price_steps(seat: int, price: int, what: str, card: str = "", reserve: int = 0) -> tuple[PayPrice, ...]:
    """The step that asks for a price; none for a price of 0."""
    return (PayPrice(seat, price, what, card, reserve),) if price > 0 else ()
