"""The effect words, with their parameters, triggers and functions (VOCABULARY section 5)."""

from dataclasses import replace

from engine.choices import Decline, Draw, Echo, Trade
from engine.content.cards import BOARD, Ability, Goods
from engine.events import WorkerGained
from engine.goods import ChooseGoods, can_draw, gain, spend
from engine.rules import benches, display_cards, orchestra, patrons, planning, tracks
from engine.state import State
from engine.steps import Decision, Outcome, step
from engine.triggers import EVENTS, UseAbility, effect

AFTER_SETUP = tuple(trigger for trigger in EVENTS if trigger != "setup")


@effect("gain", "goods")
def _gain(state: State, use: UseAbility, ability: Ability) -> None:
    if len(ability.goods) > 1:
        state.then(ChooseGoods(use.seat, ability.goods, "ability", use.card))
    else:
        gain(state, use.seat, ability.goods[0], "ability", use.card)


@effect("trade", "cost", "goods", "times", optional=True)
def _trade(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(OfferTrade(use.seat, use.card, ability.cost, ability.goods[0], ability.times))


@effect("advance", "track", "spaces")
def _advance(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(*(tracks.Advance(use.seat, ability.track) for _ in range(ability.spaces)))


@effect("draw", "cards", "keep", optional=True)
def _draw(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(OfferDraw(use.seat, use.card, ability.cards, ability.keep))


@effect("bench", optional=True)
def _bench(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(benches.BenchCards(use.seat, 1, "ability"))


@effect("soothe", "spaces", triggers=AFTER_SETUP, optional=True)
def _soothe(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(patrons.SoothePatron(use.seat, ability.spaces))


@effect("gift", optional=True)
def _gift(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(patrons.AskGift(use.seat, 0, optional=True))


@effect("echo", triggers=("seated",), optional=True)
def _echo(state: State, use: UseAbility, ability: Ability) -> None:
    if use.bonus is not None:
        state.then(OfferEcho(use.seat, *use.bonus))


@effect("peek", triggers=("placed",), optional=True, locations=BOARD)
def _peek(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(planning.PeekUnder(use.seat, use.placement))


@effect("relocate", triggers=("planned",), optional=True)
def _relocate(state: State, use: UseAbility, ability: Ability) -> None:
    state.then(planning.RelocateWorker(use.seat, use.placement))


@effect("worker", "number", triggers=("setup",))
def _worker(state: State, use: UseAbility, ability: Ability) -> None:
    gain_worker(state, use.seat, ability.number)


effect("modify", "stat", "amount", triggers=("always",), text="card.stat.{stat}")  # read by `abilities.stat`
effect("permit", "rule", triggers=("always",), text="card.rule.{rule}")  # read by `abilities.permits`
effect("score", "counter", "per", "prestige", triggers=("game_end",))  # read by `scoring.lines`


def gain_worker(state: State, seat: int, number: int) -> None:
    """A seat gains a worker, unless its family gave it that number already (EOR-6)."""
    player = state.players[seat]
    if number not in player.numbers:
        player.numbers = tuple(sorted((*player.numbers, number)))
        player.idle = tuple(sorted((*player.idle, number)))
        state.emit(WorkerGained(seat, number))


@step
class OfferTrade(Decision[Trade | Decline]):
    """Pay the cost and receive the goods, up to `left` times."""

    card: str
    cost: Goods
    goods: Goods
    left: int
    kind = "trade"
    rule = "GEN-12"

    def choices(self, state: State, seat: int) -> list[Trade | Decline]:
        player = state.players[seat]
        able = all(getattr(player, word) >= amount for word, amount in self.cost)
        return [Trade(), Decline()] if able else []

    def resolve(self, state: State, seat: int, choice: Trade | Decline) -> None:
        if choice != Trade():
            return
        if self.left > 1:
            state.then(replace(self, left=self.left - 1))
        spend(state, seat, self.cost, "ability", self.card)
        gain(state, seat, self.goods, "ability", self.card)

    def outcome(self, state: State, seat: int, choice: Trade | Decline) -> Outcome:
        return Outcome(cost=self.cost, gain=self.goods) if choice == Trade() else Outcome()


@step
class OfferDraw(Decision[Draw | Decline]):
    """Draw instrument cards and keep some; can be declined before drawing."""

    card: str
    cards: int
    keep: int
    kind = "draw"
    rule = "GEN-15"

    def choices(self, state: State, seat: int) -> list[Draw | Decline]:
        return [Draw(), Decline()] if can_draw(state, "instruments") else []

    def resolve(self, state: State, seat: int, choice: Draw | Decline) -> None:
        if choice == Draw():
            display_cards.draw_and_keep(state, seat, self.cards, self.keep, "ability", optional=True)


@step
class OfferEcho(Decision[Echo | Decline]):
    """Take the chair bonus that the token just received once more."""

    orchestra_seat: str
    first: bool
    kind = "echo"
    rule = "ORC-3"

    def choices(self, state: State, seat: int) -> list[Echo | Decline]:
        return [Echo(), Decline()]

    def resolve(self, state: State, seat: int, choice: Echo | Decline) -> None:
        if choice == Echo():
            state.then(orchestra.ChairBonus(seat, self.orchestra_seat, self.first))

    def outcome(self, state: State, seat: int, choice: Echo | Decline) -> Outcome:
        bonus = state.content.orchestra[self.orchestra_seat].bonus if self.first else ()
        return Outcome((f"orchestra:{self.orchestra_seat}",), gain=bonus) if choice == Echo() else Outcome()
