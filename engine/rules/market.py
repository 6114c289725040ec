"""The Market (MKT-1 to MKT-7): materials, apprentices and training, without a worker."""

from dataclasses import replace

from engine.abilities import at_market, stat
from engine.choices import Buy, Hire, LeaveMarket, Sell, Train
from engine.constants import HIRING_PRICE, TRAINING_PRICE
from engine.content.cards import MATERIALS
from engine.events import MarketLeft
from engine.goods import GainGoods, gain, price_steps, priced, spend
from engine.rules import tracks
from engine.state import State
from engine.steps import Decision, Outcome, step

Deal = Buy | Sell | Hire | Train

LAST_TRAINED = 5
"""Last track space that training can reach; the ones after it pay 2 prestige (MKT-5)."""


def buying_price(state: State, seat: int, material: str) -> int:
    price = state.content.markets[state.market].price(material)
    return stat(state, seat, "buy_price", price, low=1)


def selling_price(state: State, material: str) -> int:
    return state.content.markets[state.market].price(material)


def hiring_price(state: State, seat: int) -> int:
    return stat(state, seat, "apprentice_price", HIRING_PRICE, low=0)


def training_price(state: State, seat: int) -> int:
    return stat(state, seat, "training_price", TRAINING_PRICE, low=0)


def deals(state: State, seat: int, bought: tuple[str, ...] = (), sold: tuple[str, ...] = ()) -> list[Deal]:
    """Deals that the seat can make (MKT-2 to MKT-5)."""
    player = state.players[seat]
    found: list[Deal] = [Buy(m) for m in MATERIALS if m not in sold and player.coins >= buying_price(state, seat, m)]
    found += [Sell(m) for m in player.held_materials() if m not in bought]
    if at_market(state, seat) > 0 and player.coins >= hiring_price(state, seat):
        found.append(Hire())
    if player.coins >= training_price(state, seat):
        found += [Train(t) for t in ("performance", "craft") if player.tracks.space(t) < LAST_TRAINED]
    return found


def open_to(state: State, seat: int) -> bool:
    """Whether a visit offers a deal; any material can be sold, which is tested first."""
    return bool(state.players[seat].materials or deals(state, seat))


@step
class Visit(Decision[Deal | LeaveMarket]):
    """Deals one after another, at least one (MKT-6)."""

    bought: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()
    visited: bool = False
    kind = "market"
    rule = "MKT-2"

    def choices(self, state: State, seat: int) -> list[Deal | LeaveMarket]:
        found = deals(state, seat, self.bought, self.sold)
        return [*found, *([LeaveMarket()] if self.visited else [])]

    def resolve(self, state: State, seat: int, choice: Deal | LeaveMarket) -> None:
        again = replace(self, visited=True)
        match choice:
            case Buy(material):
                again = replace(again, bought=_with(self.bought, material))
                price = price_steps(seat, buying_price(state, seat, material), "buy", material)
                state.then(*price, GainGoods(seat, ((material, 1),), "market"), again)
            case Sell(material):
                state.then(replace(again, sold=_with(self.sold, material)))
                spend(state, seat, ((material, 1),), "sell", material)
                gain(state, seat, priced(selling_price(state, material)), "market", material)
            case Hire():
                price = price_steps(seat, hiring_price(state, seat), "hire")
                state.then(*price, GainGoods(seat, (("apprentice", 1),), "market"), again)
            case Train(track):
                price = price_steps(seat, training_price(state, seat), "train", track)
                state.then(*price, tracks.Advance(seat, track), again)
            case _:
                state.emit(MarketLeft(seat))

    def outcome(self, state: State, seat: int, choice: Deal | LeaveMarket) -> Outcome:
        match choice:
            case Buy(material):
                price = buying_price(state, seat, material)
                return Outcome((f"market:{material}",), "buys", (), priced(price), ((material, 1),))
            case Sell(material):
                price = selling_price(state, material)
                return Outcome((f"market:{material}",), "sells", (), ((material, 1),), priced(price))
            case Hire():
                price = hiring_price(state, seat)
                return Outcome(("market:hire",), "hires", (), priced(price), (("apprentice", 1),))
            case Train(track):
                return Outcome((f"market:{track}",), "trains", (), priced(training_price(state, seat)))
        return Outcome(("market",))


def _with(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return words if word in words else tuple(sorted((*words, word)))
