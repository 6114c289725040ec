"""What a worker would bring at each location: a quick forecast for planning.

The policy plans by it alone; the journeyman takes its best plans as candidates.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from automa.evaluation import weights
from automa.evaluation.cards import CardEvaluator
from automa.evaluation.terms import goods_value, next_space_value, share
from automa.evaluation.weights import ACTION, IDLE, PRESTIGE
from engine.constants import INSPIRATION_RATE, SKILL_FOR_BONUS, TIER_PRICES
from engine.content.cards import BOARD, LOCATIONS, Cost
from engine.rules import awards, finishing, material_costs, planning, roughing
from engine.rules.display_cards import tier_price
from engine.rules.locations import BOARD_BY_NAME
from engine.rules.material_costs import SKILL_FOR_DISCOUNT, cost_of, discount_by_skill
from engine.state import State

SKILL_THRESHOLDS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(BOARD, (SKILL_FOR_BONUS,)),
    "roughing": (roughing.SKILL_FOR_INSPIRATION, SKILL_FOR_DISCOUNT["rough"]),
    "finishing": (SKILL_FOR_DISCOUNT["finish"], finishing.SKILL_FOR_DOUBLE),
}
"""Skills from which a location gives more."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A worker, its apprentices and a location, with the value and the skill thresholds reached."""

    value: int
    number: int
    apprentices: int
    location: str
    thresholds: int


def plans(state: State, seat: int) -> list[Plan]:
    """The sensible plans, best first: at most one for each location and number of skill thresholds."""
    forecast = Forecast(state, seat)
    found: dict[tuple[str, int], Plan] = {}
    for worker in planning.ChooseWorker(seat).choices(state, seat):
        for location in LOCATIONS:
            plan = forecast.plan(worker.number, worker.apprentices, location)
            key = location, plan.thresholds
            if key not in found or plan.value > found[key].value:
                found[key] = plan
    return sorted(found.values(), key=lambda plan: -plan.value)


def plans_for_worker(state: State, seat: int, number: int, apprentices: int) -> list[Plan]:
    """A plan for each location, best first, for a worker that is already chosen."""
    forecast = Forecast(state, seat)
    return sorted((forecast.plan(number, apprentices, at) for at in LOCATIONS), key=lambda plan: -plan.value)


class Forecast:
    """Forecasts the locations for a seat, given where the workers of this round are."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.cards = CardEvaluator(state, seat)
        self.player = state.players[seat]
        own = [w.location for w in state.workers if w.seat == seat]
        self.own = {location: own.count(location) for location in LOCATIONS}
        """Workers of the seat that are there already."""
        others = {w.location for w in state.workers if w.seat != seat}
        self.contended = {location: location in others for location in LOCATIONS}
        self.prices = {tier: tier_price(state, seat, tier) for tier in TIER_PRICES}
        apprentice = self.cards.good("apprentice")
        held = range(self.player.apprentices + 1)
        self._apprentice_costs = [share(number * apprentice, weights.APPRENTICE_PLACED) for number in held]
        self._bonuses = {location: self._bonus(location) for location in LOCATIONS}
        self._actions: dict[str, int] = {}
        self._performances: dict[tuple[int, int | None], int] = {}
        self._skill_bonuses: dict[tuple[int, str], int] = {}

    def plan(self, number: int, apprentices: int, location: str) -> Plan:
        """A plan with its value: what the worker would bring there, less its cost for other locations."""
        skill = number + apprentices + self._skill_bonus(number, location)
        thresholds = sum([skill >= least for least in SKILL_THRESHOLDS[location]])
        value = self._action(location, skill, number) + (self._bonuses[location] if thresholds else 0)
        cost = number * weights.WORKER_NUMBER + self._apprentice_costs[apprentices]
        return Plan(value - cost, number, apprentices, location, thresholds)

    def _skill_bonus(self, number: int, location: str) -> int:
        """What is added to a worker's skill there; the same for all but specialty workers."""
        key = (number if self.player.specialist(number) else 0), location
        if key not in self._skill_bonuses:
            self._skill_bonuses[key] = planning.skill(self.state, self.seat, number, 0, location) - number
        return self._skill_bonuses[key]

    def _action(self, location: str, skill: int, number: int) -> int:
        """The value of the location's best action."""
        if location == "perform":
            return self._perform(skill, number)
        if location == "finishing":
            return self._finishing(skill)
        if location == "roughing":
            return self._roughing(skill)
        if location not in self._actions:
            self._actions[location] = ACTIONS[location](self)
        return self._actions[location]

    # --- locations of the main board ---------------------------------------------------------------------------------

    def _best(self, location: str, values: list[int]) -> int:
        """The best option that the seat's workers already there leave, or the first alternate."""
        best = _ranked(values, self.own[location])
        percent = weights.CONTENDED if self.contended[location] else 100
        return max(self._alternate(location), best * percent // 100)

    def _alternate(self, location: str) -> int:
        return goods_value(BOARD_BY_NAME[location].alternates(self.state, self.seat)[0], self.cards.progress)

    def _offers(self, location: str) -> list[tuple[str, int]]:
        """Face-up cards that can be paid, with the value of their price."""
        displayed = zip(self.state.displays[location], self.state.tiers(location), strict=True)
        money, coins = self.cards.good("money"), self.player.coins
        priced = ((card, self.prices[tier]) for card, tier in displayed if card)
        return [(card, price * money) for card, price in priced if price <= coins]

    def _salon(self) -> int:
        if len(self.player.free_spaces()) <= self.own["salon"]:
            return self._alternate("salon")
        return self._best("salon", [self.cards.patron(card) - price for card, price in self._offers("salon")])

    def _guild(self) -> int:
        return self._best("guild", [self.cards.instrument(card) - price for card, price in self._offers("guild")])

    def _repair(self) -> int:
        """The best repair for which materials and inspiration are there."""
        values = []
        for card, price in self._offers("repair"):
            missing = material_costs.missing(self.player, cost_of(self.state, "repair", card))
            if missing * INSPIRATION_RATE <= self.player.inspiration:
                values.append(self.cards.repair(card) - price)
        return self._best("repair", values)

    def _perform(self, skill: int, number: int) -> int:
        worker = number if self.player.specialist(number) else None
        key = skill, worker
        if key not in self._performances:
            values = [self.cards.performance(card, skill, worker) - price for card, price in self._offers("perform")]
            self._performances[key] = self._best("perform", values)
        return self._performances[key]

    def _balcony(self) -> int:
        """The best award within reach, or the alternate; and an earlier place in the turn order."""
        levels: dict[str, int] = {}
        for claim in awards.claims(self.state, self.seat):
            prestige = self.state.content.awards[claim.award].levels[claim.level - 1].prestige
            levels[claim.award] = max(levels.get(claim.award, 0), prestige)
        later = weights.MARKER * (self.cards.rounds - 1)
        order = weights.TURN_ORDER * self.state.order.index(self.seat) * (self.cards.rounds > 1)
        return self._best("balcony", [PRESTIGE * prestige + later for prestige in levels.values()]) + order

    # --- benches -----------------------------------------------------------------------------------------------------

    def _roughing(self, skill: int) -> int:
        """The best instrument that the seat's workers already there leave."""
        discount = discount_by_skill("rough", skill)
        found = []
        for card in self.player.roughing:
            cost = cost_of(self.state, "rough", card)
            price = self.cards.missing_price(cost, discount)
            if self._affordable(price):
                missing = price * weights.MISSING_MATERIAL
                found.append(self.cards.roughed(card) - goods_value(cost, self.cards.progress) - missing)
        best = _ranked(found, self.own["roughing"])
        if best <= IDLE:
            return IDLE
        inspired = skill >= roughing.SKILL_FOR_INSPIRATION
        return best + goods_value(roughing.SKILL_BONUS, self.cards.progress) * inspired + self._saved(discount)

    def _finishing(self, skill: int) -> int:
        """The best instrument; also one that a worker of the seat at the roughing bench may rough before."""
        discount = discount_by_skill("finish", skill)
        found = [self._finished(card, discount) for card in self.player.finishing]
        if self.own["roughing"]:
            found += [self._roughed_and_finished(card, discount) for card in self.player.roughing]
        best = _ranked(found, self.own["finishing"])
        if best <= IDLE:
            return IDLE
        doubled = weights.DOUBLED_CHAIR * (skill >= finishing.SKILL_FOR_DOUBLE)
        return best + self._saved(discount) + doubled

    def _saved(self, discount: int) -> int:
        return share(self.cards.good("material") * discount, weights.SKILL_DISCOUNT)

    def _finished(self, card: str, discount: int) -> int:
        """In the last round, less what the instrument would count unfinished."""
        value = self._finish(card, (), discount)
        if value is None:
            return 0
        last = self.cards.rounds == 1
        return value - self.state.content.instruments[card].prestige * weights.UNFINISHED * last

    def _roughed_and_finished(self, card: str, discount: int) -> int:
        value = self._finish(card, cost_of(self.state, "rough", card), discount)
        if value is None:
            return 0
        percent = weights.FINISH_CHANCES["finishing"][self.cards.rounds]
        return value * percent // 100 - share(ACTION, weights.FINISH_AFTER_ROUGHING)

    def _finish(self, card: str, before: Cost, discount: int) -> int | None:
        """The value of finishing a card once the cost before it is paid; None where that cannot be paid."""
        cost = cost_of(self.state, "finish", card)
        price = self.cards.missing_price(before + cost, discount)
        if not self._affordable(price):
            return None
        return self.cards.finished(card) - goods_value(cost, self.cards.progress) - price * weights.MISSING_MATERIAL

    def _affordable(self, price: int) -> bool:
        """Whether the missing materials can still be bought this round."""
        return price == 0 or (not self.player.market_used and price <= self.player.coins)

    # --- skill bonuses -----------------------------------------------------------------------------------------------

    def _bonus(self, location: str) -> int:
        """The value of a location's skill bonus, beside what it adds to the action itself."""
        if location not in BOARD:
            return 0
        if track := BOARD_BY_NAME[location].bonus_track:
            return next_space_value(track, self.player.tracks.space(track), self.cards.rounds) + weights.TRACK_BONUS
        return weights.SALON_BONUS if location == "salon" else self.cards.good("material") + weights.BENCH_BONUS


ACTIONS: Mapping[str, Callable[[Forecast], int]] = {
    "salon": Forecast._salon,
    "guild": Forecast._guild,
    "repair": Forecast._repair,
    "balcony": Forecast._balcony,
}
"""The locations whose action does not depend on the worker."""


def _ranked(values: list[int], taken: int) -> int:
    """The best value after so many better ones are taken; 0 if none is left."""
    ranked = sorted(values, reverse=True)
    return ranked[taken] if taken < len(ranked) else 0
