"""Quick values of what a seat could get next: cards, orchestra seats, performances.

The policy chooses by them, and the forecast plans by them.
"""

from functools import cached_property

from automa.evaluation import dice_odds, weights
from automa.evaluation.position import PositionEvaluator, Supply
from automa.evaluation.terms import game_progress, good_value, goods_value, rounds_left, share
from automa.evaluation.weights import ACTION, PRESTIGE
from engine.content.cards import LEVELS, Cost
from engine.requirements import accepts, unmet
from engine.rules import finishing, market
from engine.rules.material_costs import cost_of
from engine.rules.orchestra import seating_result, seats_for
from engine.state import State, WaitingPatron


class CardEvaluator:
    """Evaluates single cards and orchestra seats for a seat; it remembers what it worked out."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.content, self.player = state.content, state.players[seat]
        self.progress, self.rounds = game_progress(state), rounds_left(state)
        self.position = PositionEvaluator(state, seat)
        self._chairs: dict[tuple[str, str], int] = {}
        self._best_chairs: dict[tuple[str, str], int] = {}
        self._services: dict[tuple[str, str], int] = {}
        self._performances: dict[str, tuple[int, int, int]] = {}
        self._odds: dict[int | None, tuple[tuple[int, ...], int]] = {}

    def good(self, word: str) -> int:
        return good_value(word, self.progress)

    # --- orchestra ---------------------------------------------------------------------------------------------------

    def chair(self, token: str, place: str) -> int:
        """The value of a token at this orchestra seat."""
        key = token, place
        if key not in self._chairs:
            self._chairs[key] = self._chair(token, place)
        return self._chairs[key]

    def _chair(self, token: str, place: str) -> int:
        word = seating_result(self.state, self.seat, token, place)
        if word == "second":
            return weights.SECOND_CHAIR
        first = weights.SAFE_FIRST_CHAIR if token == "instrument" else weights.UNSAFE_FIRST_CHAIR
        holder = self.state.orchestra[place].holder
        own = word == "ousts" and holder is not None and holder.seat == self.seat
        return goods_value(self.content.orchestra[place].bonus, self.progress) + (
            weights.SECOND_CHAIR if own else first
        )

    def best_chair(self, token: str, card: str) -> int:
        """The value of the best orchestra seat for this card's token."""
        key = token, card
        if key not in self._best_chairs:
            places = seats_for(self.state, self.seat, token, card)
            self._best_chairs[key] = max((self.chair(token, place) for place in places), default=0)
        return self._best_chairs[key]

    # --- patrons -----------------------------------------------------------------------------------------------------

    def service(self, token: str, card: str) -> int:
        """The value of giving the card to the best of the waiting patrons."""
        key = token, card
        if key not in self._services:
            fitting = [p for p in self.player.waiting if accepts(self.content, p, token, card)]
            self._services[key] = max((self.given(p) for p in fitting), default=0)
        return self._services[key]

    def given(self, waiting: WaitingPatron) -> int:
        """The value of one more card under a patron: the patron's or a share of it, and its patience."""
        value = self.position.completion(waiting.card)
        missing = unmet(self.content, waiting)
        if missing == 1:
            return value
        shared = weights.SERVED_IN_PART
        in_part = value * shared[min(len(shared) - 1, self.rounds)] // 100
        return in_part // (missing - 1) + weights.PATIENCE * waiting.patience * (self.rounds > 1)

    def patron(self, card: str) -> int:
        """The value of a new patron, which counts on instruments that no waiting patron counts on."""
        value, _ = self.position.patron_value(WaitingPatron(card, 0), self._unclaimed)
        return value + weights.NEW_PATRON

    @cached_property
    def _unclaimed(self) -> Supply:
        """Coming instruments on which no waiting patron counts."""
        supply = self.position.supply
        for waiting in self.player.waiting:
            _, supply = self.position.patron_value(waiting, supply)
        return supply

    # --- instruments and repairs -------------------------------------------------------------------------------------

    def instrument(self, card: str) -> int:
        """The value of an instrument card for the hand."""
        crowd = weights.CROWD[min(len(weights.CROWD) - 1, len(self.position.coming))]
        percent = weights.FINISH_CHANCES["hand"][self.rounds] * crowd // 100
        value = self.position.finished_value(card) - self.position.finishing_cost(card, "hand")
        return percent * (max(0, value) + self._wanted(card)) // 100

    def _wanted(self, card: str) -> int:
        """A share of the patron that waits for an instrument of its section, if none is coming."""
        if self.content.instruments[card].section in self.position.supply:
            return 0
        return share(self.service("instrument", card), weights.WANTED_INSTRUMENT)

    def finished(self, card: str) -> int:
        """The value of finishing an instrument, before its materials."""
        prestige = PRESTIGE * finishing.prestige(self.state, self.seat, card)
        return prestige + self.best_chair("instrument", card) + self.service("instrument", card)

    def roughed(self, card: str) -> int:
        """The value of roughing an instrument, before its materials: a share of what finishing it will leave."""
        later = self.finished(card) - goods_value(cost_of(self.state, "finish", card), self.progress) - ACTION
        percent = weights.FINISH_CHANCES["finishing"][self.rounds]
        return share(max(0, later) * percent // 100, weights.ROUGHED)

    def benched(self, card: str) -> int:
        """The value of an instrument card on the roughing bench."""
        rough, finish = (goods_value(cost_of(self.state, use, card), self.progress) for use in ("rough", "finish"))
        return self.finished(card) - rough - finish

    def repair(self, card: str) -> int:
        """The value of a repair, after its materials."""
        prestige = PRESTIGE * self.content.repairs[card].prestige
        gained = prestige + self.best_chair("repair", card) + self.service("repair", card)
        return gained - goods_value(cost_of(self.state, "repair", card), self.progress)

    def missing_price(self, cost: Cost, discount: int) -> int:
        """Money for the missing materials at the Market's printed prices; a discount saves the dearest ones."""
        missing = [
            market.selling_price(self.state, material)
            for material, amount in cost
            for _ in range(amount - self.player.material(material))
        ]
        return sum(sorted(missing)[: max(0, len(missing) - discount)])

    # --- performances ------------------------------------------------------------------------------------------------

    def performance(self, card: str, skill: int, number: int | None) -> int:
        """The expected value of a performance with this skill; `number`: that of a specialty worker."""
        if number not in self._odds:
            self._odds[number] = self._note_odds(number)
        if card not in self._performances:
            self._performances[card] = self._levels(card)
        odds, bonus = self._odds[number]
        low, medium, high = self._performances[card]
        printed = self.content.performances[card]
        some = dice_odds.at_least(odds, printed.medium - skill - bonus)
        most = dice_odds.at_least(odds, printed.high - skill - bonus)
        return (low * (100 - some) + medium * (some - most) + high * most) // 100

    def _note_odds(self, number: int | None) -> tuple[tuple[int, ...], int]:
        """The odds of the dice, and what is expected to be added to them beside the skill."""
        bonus = dice_odds.expected_bonus(self.state, self.seat, number) + self._inspiration
        return dice_odds.note_odds(dice_odds.dice(self.state, self.seat, number)), bonus

    @property
    def _inspiration(self) -> int:
        """Inspiration that a performance is expected to take."""
        return min(weights.INSPIRATION_PER_PERFORMANCE, self.player.inspiration)

    def _levels(self, card: str) -> tuple[int, int, int]:
        """The value of each level, less inspiration; from medium on with token and service to a patron."""
        token = self.best_chair("performance", card) + self.service("performance", card)
        spent = share(self.good("inspiration") * self._inspiration, weights.INSPIRATION_SPENT)
        printed = self.content.performances[card]
        low, medium, high = (goods_value(printed.reward(level), self.progress) - spent for level in LEVELS)
        return low, medium + token, high + token
