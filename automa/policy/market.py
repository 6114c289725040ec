"""The Market by habit: what the benches miss; at the end of a round helpers; in the end everything is sold."""

from collections.abc import Sequence

from automa.evaluation.terms import needs
from automa.evaluation.weights import ROUNDS
from engine import choices as c
from engine.choices import Choice
from engine.content.cards import BENCHES, MATERIALS
from engine.rules import market, material_costs
from engine.rules.planning import skill
from engine.state import Player, State, Worker
from engine.steps import Decision

USES = {"roughing": "rough", "finishing": "finish"}
PURSE = 5
"""Money that is kept for prices of cards."""


def market_pays(state: State, seat: int, waiting: bool) -> bool:
    """Whether a visit is due: for workers that wait at the benches, or as the last thing of a round."""
    if waiting:
        return bool(wanted(state, seat))
    return _last_deal(state, seat) is not None


def at_the_market(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    """One thing after another: what is missing, then what else there is to do."""
    missing = wanted(state, seat)
    for material in missing:
        if c.Buy(material) in choices:
            return c.Buy(material)
    deal = _last_deal(state, seat) if not _at_benches(state, seat) else None
    if deal in choices and deal is not None:
        return deal
    return c.LeaveMarket() if c.LeaveMarket() in choices else choices[0]


def _at_benches(state: State, seat: int) -> list[Worker]:
    """Own workers that wait at the benches, those at roughing first."""
    found = [w for w in state.workers if w.seat == seat and w.location in BENCHES]
    return sorted(found, key=lambda w: BENCHES.index(w.location))


def wanted(state: State, seat: int) -> list[str]:
    """Materials to buy for the workers that wait at the own benches, each as far as the purse reaches."""
    waiting = _at_benches(state, seat)
    if not waiting:
        return []
    shopping = Shopping(state, seat)
    for worker in waiting:
        shopping.provide(worker)
    return shopping.missing


class Shopping:
    """What a seat's bench workers will take, one after another, and what of it is to be bought."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        player = state.players[seat]
        self.purse = player.coins
        self.held = {material: player.material(material) for material in MATERIALS}
        self.prices = {material: market.buying_price(state, seat, material) for material in MATERIALS}
        self.lying: dict[str, list[str]] = {bench: list(player.bench(bench)) for bench in BENCHES}
        self.missing: list[str] = []

    def provide(self, worker: Worker) -> None:
        """Reserve and buy the materials of the worker's best instrument, if they can be paid."""
        use, bench = USES[worker.location], self.lying[worker.location]
        reached = skill(self.state, self.seat, worker.number, worker.apprentices, worker.location)
        units = int(reached >= material_costs.SKILL_FOR_DISCOUNT[use])
        plans = [(self._lacking(use, card, units), card) for card in bench]
        able = [(lacking, card) for lacking, card in plans if self._price(lacking) <= self.purse]
        if not able:
            return
        lacking, card = max(able, key=lambda plan: self._worth(*plan))
        bench.remove(card)
        if use == "rough":
            self.lying["finishing"].append(card)
        self.purse -= self._price(lacking)
        self.missing += lacking
        for material, amount in material_costs.cost_of(self.state, use, card):
            self.held[material] = max(0, self.held[material] - amount)

    def _lacking(self, use: str, card: str, units: int) -> list[str]:
        """Missing materials, the dearest saved."""
        cost = material_costs.cost_of(self.state, use, card)
        lacking = sorted((m for m, n in cost for _ in range(n - self.held[m])), key=lambda m: self.prices[m])
        return lacking[: max(0, len(lacking) - units)]

    def _price(self, lacking: list[str]) -> int:
        return sum(self.prices[material] for material in lacking)

    def _worth(self, lacking: list[str], card: str) -> int:
        return 3 * self.state.content.instruments[card].prestige - self._price(lacking)


def _last_deal(state: State, seat: int) -> Choice | None:
    """What is worth doing when all own workers are home."""
    player, deals = state.players[seat], market.deals(state, seat)
    if state.round == ROUNDS:
        return next((deal for deal in deals if isinstance(deal, c.Sell)), None)
    if c.Hire() in deals and player.apprentices < 2 and player.money >= market.hiring_price(state, seat) + PURSE:
        return c.Hire()
    for track in ("performance", "craft"):
        rich = player.money >= market.training_price(state, seat) + PURSE
        if c.Train(track) in deals and rich and state.round <= 4:
            return c.Train(track)
    return _for_later(state, player, deals)


def _for_later(state: State, player: Player, deals: Sequence[Choice]) -> Choice | None:
    """A material that instruments on the benches will need."""
    missing = needs(state.content, player)
    for material in MATERIALS:
        price = state.content.markets[state.market].price(material)
        if missing[material] > player.material(material) and player.money >= price + PURSE and c.Buy(material) in deals:
            return c.Buy(material)
    return None
