"""Policy for the Market: missing materials first, then apprentices and training; at last sales."""

from collections.abc import Sequence

from automa.evaluation.terms import needed_materials
from engine import choices as c
from engine.choices import Choice
from engine.constants import ROUNDS
from engine.content.cards import BENCHES, MATERIALS
from engine.rules import market as rules
from engine.rules.material_costs import USES, cost_of, discount_by_skill
from engine.rules.planning import skill
from engine.state import State, Worker
from engine.steps import AnyDecision

RESERVE = 5
"""Money that is kept for the prices of cards."""
ENOUGH_APPRENTICES = 2
"""Apprentices held with which none is hired."""
LAST_TRAINING = 4
"""Last round in which training pays."""
INSTRUMENT_PRESTIGE = 3
"""Money that each prestige of an instrument is worth when materials are bought."""


def should_visit(state: State, seat: int, *, workers_wait: bool) -> bool:
    """Whether a visit is due: for workers that wait at the benches, or as the last turn of a round."""
    return bool(missing_materials(state, seat)) if workers_wait else _extra_deal(state, seat) is not None


def market(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    """One deal after another: missing materials, then, with no worker at the benches, an extra deal."""
    for material in missing_materials(state, seat):
        if c.Buy(material) in choices:
            return c.Buy(material)
    deal = _extra_deal(state, seat) if not _at_benches(state, seat) else None
    if deal is not None and deal in choices:
        return deal
    return c.LeaveMarket() if c.LeaveMarket() in choices else choices[0]


def _at_benches(state: State, seat: int) -> list[Worker]:
    """The seat's workers that wait at the benches, those at roughing first."""
    found = [w for w in state.workers if w.seat == seat and w.location in BENCHES]
    return sorted(found, key=lambda w: BENCHES.index(w.location))


def missing_materials(state: State, seat: int) -> list[str]:
    """Materials to buy for the workers that wait at the seat's benches, as far as its coins reach."""
    waiting = _at_benches(state, seat)
    if not waiting:
        return []
    shopping = ShoppingList(state, seat)
    for worker in waiting:
        shopping.add(worker)
    return shopping.missing


class ShoppingList:
    """The missing materials of a seat's bench workers, taken one worker after another."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        player = state.players[seat]
        self.coins = player.coins
        self.held = {material: player.material(material) for material in MATERIALS}
        self.prices = {material: rules.buying_price(state, seat, material) for material in MATERIALS}
        self.benches: dict[str, list[str]] = {bench: list(player.bench(bench)) for bench in BENCHES}
        self.missing: list[str] = []

    def add(self, worker: Worker) -> None:
        """Reserve and buy the materials of the worker's best instrument, if they can be paid."""
        use, bench = USES[worker.location], self.benches[worker.location]
        reached = skill(self.state, self.seat, worker.number, worker.apprentices, worker.location)
        discount = discount_by_skill(use, reached)
        options = [(self._missing(use, card, discount), card) for card in bench]
        affordable = [(missing, card) for missing, card in options if self._price(missing) <= self.coins]
        if not affordable:
            return
        missing, card = max(affordable, key=lambda option: self._value(*option))
        bench.remove(card)
        if use == "rough":
            self.benches["finishing"].append(card)
        self.coins -= self._price(missing)
        self.missing += missing
        for material, amount in cost_of(self.state, use, card):
            self.held[material] = max(0, self.held[material] - amount)

    def _missing(self, use: str, card: str, discount: int) -> list[str]:
        """Missing materials; a discount saves the dearest."""
        cost = cost_of(self.state, use, card)
        missing = sorted((m for m, n in cost for _ in range(n - self.held[m])), key=lambda m: self.prices[m])
        return missing[: max(0, len(missing) - discount)]

    def _price(self, missing: list[str]) -> int:
        return sum(self.prices[material] for material in missing)

    def _value(self, missing: list[str], card: str) -> int:
        return INSTRUMENT_PRESTIGE * self.state.content.instruments[card].prestige - self._price(missing)


def _extra_deal(state: State, seat: int) -> Choice | None:
    """A deal that pays when all of the seat's workers are back."""
    player, deals = state.players[seat], rules.deals(state, seat)
    if state.round == ROUNDS:
        return next((deal for deal in deals if isinstance(deal, c.Sell)), None)
    spare = player.money - RESERVE
    if c.Hire() in deals and player.apprentices < ENOUGH_APPRENTICES and spare >= rules.hiring_price(state, seat):
        return c.Hire()
    training = next((deal for deal in deals if isinstance(deal, c.Train)), None)
    if training and state.round <= LAST_TRAINING and spare >= rules.training_price(state, seat):
        return training
    return _material_for_later(state, seat, deals)


def _material_for_later(state: State, seat: int, deals: Sequence[Choice]) -> Choice | None:
    """A material that instruments on the benches will need."""
    player, needed = state.players[seat], needed_materials(state, seat)
    spare = player.money - RESERVE
    for material in MATERIALS:
        missing = needed[material] > player.material(material)
        if missing and spare >= rules.selling_price(state, material) and c.Buy(material) in deals:
            return c.Buy(material)
    return None
