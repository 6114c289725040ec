"""Where a worker would do well: a quick forecast of each location, for planning.

Habits plan by it alone; the journeyman takes the best of it and tries them out.
"""

from dataclasses import dataclass

from automa.evaluation.cards import Eye
from automa.evaluation.position import ACTION, STAGES
from automa.evaluation.terms import track_worth
from automa.evaluation.weights import goods_worth
from engine.abilities import at_market
from engine.content.cards import LOCATIONS
from engine.counters import count
from engine.rules.display_cards import tier_price
from engine.rules.planning import skill as skill_of
from engine.state import State

CHIP = 26
"""What a number on a chip is held to be worth elsewhere."""
IDLE = 72
"""2 money."""
CONTENDED = 88
"""What is left, in percent, where a rival's worker may come first."""

THRESHOLDS = {
    "salon": (4,),
    "guild": (4,),
    "perform": (4,),
    "repair": (4,),
    "balcony": (4,),
    "roughing": (3, 5),
    "finishing": (4, 6),
}
"""Skills at which a location gives more."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A worker, its apprentices and a location, with what that is expected to bring."""

    worth: int
    number: int
    apprentices: int
    location: str


def plans(state: State, seat: int) -> list[Plan]:
    """The sensible plans, best first; one for each location and threshold at the most."""
    forecast = Forecast(state, seat)
    found: dict[tuple[str, int], Plan] = {}
    for number in state.players[seat].idle:
        for apprentices in range(state.players[seat].apprentices + 1):
            for location in LOCATIONS:
                plan = forecast.plan(number, apprentices, location)
                key = (location, forecast.band)
                if key not in found or plan.worth > found[key].worth:
                    found[key] = plan
    return sorted(found.values(), key=lambda p: -p.worth)


def places_for(state: State, seat: int, number: int, apprentices: int) -> list[Plan]:
    """The locations for a worker that is already chosen, best first."""
    forecast = Forecast(state, seat)
    return sorted((forecast.plan(number, apprentices, at) for at in LOCATIONS), key=lambda p: -p.worth)


class Forecast:
    """What each location promises a seat now, given where its workers of this round already lie."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.eye = Eye(state, seat)
        self.player = state.players[seat]
        own = [w.location for w in state.workers if w.seat == seat]
        self.own = {location: own.count(location) for location in LOCATIONS}
        self.others = {
            location: any(w.location == location and w.seat != seat for w in state.workers) for location in LOCATIONS
        }
        self.base: dict[str, int] = {}
        self.concerts: dict[tuple[int, int | None], int] = {}
        self.prices = {tier: tier_price(state, seat, tier) for tier in (1, 2, 3)}
        self.more: dict[tuple[int, str], int] = {}
        self.band = 0
        """How many thresholds the last plan reached."""

    def plan(self, number: int, apprentices: int, location: str) -> Plan:
        """What this worker would bring there, less what worker and apprentices are worth elsewhere."""
        skill = number + apprentices + self._more(number, location)
        self.band = sum(skill >= least for least in THRESHOLDS[location])
        worth = self.action(location, skill, number) + self.bonus(location)
        cost = number * CHIP + apprentices * self.eye.rate("apprentice") * 4 // 5
        return Plan(worth - cost, number, apprentices, location)

    def _more(self, number: int, location: str) -> int:
        """What comes to a worker's skill there; the same for all but specialty workers."""
        key = (number if self.player.specialist(number) else 0), location
        if key not in self.more:
            self.more[key] = skill_of(self.state, self.seat, number, 0, location) - number
        return self.more[key]

    # --- actions ----------------------------------------------------------------------------------------------------

    def action(self, location: str, skill: int, number: int) -> int:
        if location == "perform":
            return self._perform(skill, number)
        if location == "finishing":
            return self._finishing(skill)
        if location == "roughing":
            return self._roughing(skill)
        if location not in self.base:
            self.base[location] = getattr(self, f"_{location}")()
        return self.base[location]

    def _best(self, location: str, worths: list[int], otherwise: int) -> int:
        """The best card that own workers already there leave, or the alternate."""
        ranked = sorted(worths, reverse=True)
        taken = self.own[location]
        best = ranked[taken] if taken < len(ranked) else 0
        share = CONTENDED if self.others[location] else 100
        return max(otherwise, best * share // 100)

    def _offers(self, location: str) -> list[tuple[str, int]]:
        """Face-up cards that can be paid, with the worth of their price."""
        shown = zip(self.state.displays[location], self.state.tiers(location), strict=True)
        money, coins = self.eye.rate("money"), self.player.coins
        priced = ((card, self.prices[tier]) for card, tier in shown if card)
        return [(card, price * money) for card, price in priced if price <= coins]

    def _salon(self) -> int:
        alternate = 2 * self.eye.rate("inspiration")
        if at_market(self.state, self.seat) > 0:
            alternate += self.eye.rate("apprentice")
        if len(self.player.free_spaces()) <= self.own["salon"]:
            return alternate
        return self._best("salon", [self.eye.patron(c) - price for c, price in self._offers("salon")], alternate)

    def _guild(self) -> int:
        worths = [self.eye.instrument(card) - price for card, price in self._offers("guild")]
        return self._best("guild", worths, self.eye.rate("metal"))

    def _repair(self) -> int:
        held, rate = self.player.inspiration, 2
        worths = []
        for card, price in self._offers("repair"):
            cost = self.state.content.repairs[card].cost
            missing = sum(max(0, n - self.player.material(m)) for m, n in cost)
            if missing * rate <= held:
                worths.append(self.eye.repair(card) - price)
        return self._best("repair", worths, 2 * self.eye.rate("wood"))

    def _perform(self, skill: int, number: int) -> int:
        worker = number if self.player.specialist(number) else None
        if (skill, worker) not in self.concerts:
            worths = [self.eye.concert(c, skill, worker) - price for c, price in self._offers("perform")]
            self.concerts[skill, worker] = self._best("perform", worths, 3 * self.eye.rate("animal"))
        return self.concerts[skill, worker]

    def _balcony(self) -> int:
        """The best award within reach, or money; and an earlier place in the turn order."""
        order = 25 * self.state.order.index(self.seat) * (self.eye.rounds > 1)
        found = []
        for tile in self.state.awards:
            if self.seat in tile.levels or not self.player.markers:
                continue
            printed = self.state.content.awards[tile.award]
            own = count(self.state, self.seat, printed.counter)
            free = [
                lv.prestige
                for lv, taken in zip(printed.levels, tile.levels, strict=True)
                if taken is None and own >= lv.need
            ]
            if free:
                found.append(100 * max(free) + 40 * (self.eye.rounds - 1))
        return self._best("balcony", found, 6 * self.eye.rate("money")) + order

    # --- benches ----------------------------------------------------------------------------------------------------

    def _roughing(self, skill: int) -> int:
        """The best instrument there that the own workers already sent there leave."""
        units = int(skill >= 5)
        found = []
        for card in self.player.roughing:
            cost = self.state.content.instruments[card].rough
            lack = self.eye.lack(cost, units)
            if self._affordable(lack):
                found.append(self.eye.roughing(card) - goods_worth(cost, self.eye.when) - lack * 8)
        ranked = sorted(found, reverse=True)
        best = ranked[self.own["roughing"]] if self.own["roughing"] < len(ranked) else 0
        if best <= IDLE:
            return IDLE
        return (
            best + self.eye.rate("inspiration") * 2 * (skill >= 3) + self.eye.rate("material") * (skill >= 5) * 2 // 3
        )

    def _finishing(self, skill: int) -> int:
        """The best instrument there; one that is still to be roughed this round, if a worker is sent to do so."""
        units = int(skill >= 4)
        found = []
        for card in self.player.finishing:
            found.append(self._finish(card, (), units))
        if self.own["roughing"]:
            for card in self.player.roughing:
                found.append(self._finish(card, self.state.content.instruments[card].rough, units))
        ranked = sorted(found, reverse=True)
        best = ranked[self.own["finishing"]] if self.own["finishing"] < len(ranked) else 0
        if best <= IDLE:
            return IDLE
        return best + self.eye.rate("material") * (skill >= 4) * 2 // 3 + 90 * (skill >= 6)

    def _finish(self, card: str, before: tuple[tuple[str, int], ...], units: int) -> int:
        cost = self.state.content.instruments[card].finish
        lack = self.eye.lack(before + cost, units)
        if not self._affordable(lack):
            return 0
        worth = self.eye.finishing(card) - goods_worth(cost, self.eye.when) - lack * 8
        kept = 0 if before else self.state.content.instruments[card].prestige * 50
        if before:
            worth = worth * STAGES["finishing"][self.eye.rounds] // 100 - ACTION // 2
        return worth - kept * (self.eye.rounds == 1)

    def _affordable(self, lack: int) -> bool:
        """Whether what is missing can still be bought."""
        return lack == 0 or (not self.player.market_used and lack <= self.player.coins)

    # --- bonuses ----------------------------------------------------------------------------------------------------

    def bonus(self, location: str) -> int:
        """What the skill bonus of a board location is worth, where the last plan reached it."""
        if not self.band or location in ("roughing", "finishing"):
            return 0
        if location not in ("salon", "guild"):
            track = {"perform": "performance", "repair": "craft", "balcony": "reputation"}[location]
            reached = getattr(self.player, track)
            rounds = self.eye.rounds
            return track_worth(track, reached + 1, rounds) - track_worth(track, reached, rounds) + 40
        return 150 if location == "salon" else self.eye.rate("material") + 60
