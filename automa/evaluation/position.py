"""The value of a position to a seat, feature by feature.

The difference of two positions is therefore the reason for preferring one of them.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from automa.evaluation import weights
from automa.evaluation.features import END, NOW, Evaluation, Feature
from automa.evaluation.terms import (
    abilities_value,
    completion_value,
    counter_growth,
    diminishing,
    game_progress,
    good_value,
    goods_value,
    levels_value,
    needed_materials,
    permanent_value,
    reach_percent,
    rounds_left,
    share,
    track_value,
)
from automa.evaluation.weights import ACTION, LEFTOVER, PRESTIGE
from engine.constants import LOSS, PATIENCE_SPACES
from engine.content.cards import MATERIALS, TRACKS, Content, Counter, Level, Patron
from engine.counters import count
from engine.requirements import met_by, unmet
from engine.rules import finishing
from engine.rules.material_costs import cost_of
from engine.rules.orchestra import seating_result, seats_for
from engine.scoring import FIRST_CHAIRS
from engine.state import Player, State, WaitingPatron

Supply = Mapping[str, tuple[int, ...]]
"""Instruments on their way on which no patron counts yet: their chances in percent by section, most valuable first."""


class ComingInstrument(NamedTuple):
    """An instrument in hand or on a bench, with the value of finishing it and the chance of that."""

    value: int
    percent: int
    card: str
    stage: str


def evaluate(state: State, seat: int) -> Evaluation:
    """The value of everything that the position holds for a seat."""
    if state.finished:
        return {Feature("prestige"): PRESTIGE * state.players[seat].prestige}
    evaluator = PositionEvaluator(state, seat)
    evaluator.add_prestige()
    evaluator.add_goods()
    evaluator.add_instruments()
    evaluator.add_patrons()
    evaluator.add_permanent_bonuses()
    evaluator.add_goals()
    evaluator.add_awards()
    evaluator.add_first_chairs()
    evaluator.add_tracks()
    evaluator.add_specialists()
    evaluator.add_turn_order()
    return evaluator.evaluation


class PositionEvaluator:
    """Evaluates a seat's position; the `add` methods enter features into `evaluation`."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.content: Content = state.content
        self.player: Player = state.players[seat]
        self.progress = game_progress(state)
        self.rounds = rounds_left(state)
        self.evaluation: Evaluation = {}
        self._completions: dict[str, int] = {}

    def _add(self, value: int, word: str, detail: str = "", id: str = "", opens: str = NOW) -> None:
        if value:
            feature = Feature(word, detail, id, opens)
            self.evaluation[feature] = self.evaluation.get(feature, 0) + value

    # --- possessions -------------------------------------------------------------------------------------------------

    def add_prestige(self) -> None:
        self._add(PRESTIGE * self.player.prestige, "prestige")

    def add_goods(self) -> None:
        player = self.player
        money, inspiration = self._good("money"), self._good("inspiration")
        self._add(diminishing(player.money, money, weights.PLENTY_OF_MONEY), "money")
        self._add(diminishing(player.inspiration, inspiration, weights.PLENTY_OF_INSPIRATION), "inspiration")
        self._add(player.apprentices * self._good("apprentice"), "apprentices")
        self._add(-player.apprentices_removed * weights.REMOVED_APPRENTICE * self.rounds, "apprentices")
        needed = needed_materials(self.state, self.seat)
        for material in MATERIALS:
            self._add(self._materials(material, needed[material]), "material", "material", material)

    def _materials(self, material: str, needed: int) -> int:
        """Materials of a kind: those that instruments need, a few to spare, and the rest."""
        held, each = self.player.material(material), self._good(material)
        used = min(held, needed)
        spare = min(held - used, weights.SPARE_MATERIALS)
        rest = held - used - spare
        value = used * share(each, weights.NEEDED_MATERIAL) + share(spare * each, weights.SPARE_MATERIAL)
        return value + rest * max(LEFTOVER, share(each, weights.BEYOND_PLENTY))

    def _good(self, word: str) -> int:
        return good_value(word, self.progress)

    # --- instruments and patrons -------------------------------------------------------------------------------------

    def add_instruments(self) -> None:
        """Instruments in hand and on benches: what finishing them will give, times the chance of that."""
        for value, percent, card, stage in self.coming:
            unfinished = self.content.instruments[card].prestige * weights.UNFINISHED if stage == "finishing" else 0
            expected = unfinished + percent * max(0, value - unfinished) // 100
            self._add(expected, "instrument", "card", card, f"card:{card}" if stage == "hand" else NOW)

    @cached_property
    def coming(self) -> list[ComingInstrument]:
        """The seat's instruments, most valuable first; each one lowers the chance of the next."""
        ranked = enumerate(sorted(self._instruments(), reverse=True))
        crowd = weights.CROWD
        return [
            ComingInstrument(value, percent * crowd[min(rank, len(crowd) - 1)] // 100, card, stage)
            for rank, (value, percent, card, stage) in ranked
        ]

    def _instruments(self) -> Iterator[ComingInstrument]:
        player = self.player
        stages = (("hand", player.hand), ("roughing", player.roughing), ("finishing", player.finishing))
        for stage, cards in stages:
            for card in cards:
                value = self.finished_value(card) - self.finishing_cost(card, stage)
                yield ComingInstrument(value, weights.FINISH_CHANCES[stage][self.rounds], card, stage)

    @cached_property
    def supply(self) -> Supply:
        """All instruments on their way."""
        found: dict[str, tuple[int, ...]] = {}
        for one in self.coming:
            section = self.content.instruments[one.card].section
            found[section] = (*found.get(section, ()), one.percent)
        return found

    def finished_value(self, card: str) -> int:
        """What finishing an instrument gives by itself, with its chair."""
        places = seats_for(self.state, self.seat, "instrument", card)
        chair = max(self._expected_chair(place) for place in places)
        return PRESTIGE * finishing.prestige(self.state, self.seat, card) + chair

    def _expected_chair(self, place: str) -> int:
        if seating_result(self.state, self.seat, "instrument", place) == "second":
            return weights.EXPECTED_SECOND_CHAIR
        return goods_value(self.content.orchestra[place].bonus, self.progress) + weights.EXPECTED_FIRST_CHAIR

    def finishing_cost(self, card: str, stage: str) -> int:
        """Materials and actions that an instrument still takes."""
        materials = goods_value(cost_of(self.state, "finish", card), self.progress)
        if stage != "finishing":
            materials += goods_value(cost_of(self.state, "rough", card), self.progress)
        return materials + weights.ACTIONS_TO_FINISH[stage] * ACTION

    def add_patrons(self) -> None:
        """Waiting patrons; one with few open requirements, then one soon to leave, has instruments first."""
        supply = self.supply
        for waiting in sorted(self.player.waiting, key=lambda p: (len(self._open_requirements(p)), -p.patience)):
            value, supply = self.patron_value(waiting, supply)
            self._add(value, "patron", "patron", waiting.card)

    def patron_value(self, waiting: WaitingPatron, supply: Supply) -> tuple[int, Supply]:
        """What a waiting patron will give or take, and the instruments that it leaves to other patrons."""
        patron = self.content.patrons[waiting.card]
        percent = 100
        moves_left = PATIENCE_SPACES - waiting.patience
        rounds = min(self.rounds, moves_left)
        for index in self._open_requirements(waiting):
            met, supply = self._met_percent(patron, index, rounds, supply)
            percent = percent * met // 100
        gained = percent * self.completion(waiting.card) // 100
        lost = (100 - percent) * min(self._loss(waiting, moves_left), PRESTIGE * self.player.prestige) // 100
        return gained - lost + self._next_gift(patron, waiting), supply

    def _open_requirements(self, waiting: WaitingPatron) -> list[int]:
        """Requirements, by index, that the cards under the patron leave open, by one way to match them."""
        patron = self.content.patrons[waiting.card]
        left = list(range(len(patron.requirements)))
        for tucked in waiting.tucked:
            options = [i for i in met_by(self.content, patron, tucked.token, tucked.card) if i in left]
            if options:
                left.remove(options[-1])
        return left

    def _met_percent(self, patron: Patron, index: int, rounds: int, supply: Supply) -> tuple[int, Supply]:
        """The chance in percent that a requirement is met, and the instruments left to other requirements."""
        requirement = patron.requirements[index]
        other = weights.BY_PERFORMANCE[rounds] if requirement.perform else 0
        if requirement.repair:
            other = max(other, weights.BY_REPAIR[rounds]) + (weights.BY_EITHER if requirement.perform else 0)
        coming = supply.get(requirement.section)
        if coming and coming[0] > other:
            return coming[0], {**supply, requirement.section: coming[1:]}
        return max(other, weights.BY_NEW_INSTRUMENT[rounds]), supply

    def completion(self, card: str) -> int:
        """The value of completing a patron, worked out once."""
        if card not in self._completions:
            self._completions[card] = completion_value(self.state, self.seat, self.content.patrons[card])
        return self._completions[card]

    def _loss(self, waiting: WaitingPatron, moves_left: int) -> int:
        """The expected loss if the patron is not completed."""
        percent = weights.PATRON_MAY_LEAVE if self.rounds > 1 else 0
        if self.rounds > moves_left:
            percent = weights.PATRON_LEAVES
        return PRESTIGE * LOSS * unmet(self.content, waiting) * percent // 100

    def _next_gift(self, patron: Patron, waiting: WaitingPatron) -> int:
        if self.rounds < 2 or waiting.patience + 1 >= PATIENCE_SPACES:
            return 0
        return goods_value(patron.gifts[waiting.patience + 1], self.progress) * weights.NEXT_GIFT // 100

    # --- permanent bonuses, goals, awards ----------------------------------------------------------------------------

    def add_permanent_bonuses(self) -> None:
        """Completed patrons and the family: abilities in the rounds to come, scores at the end."""
        for card in (*self.player.completed, self.player.family):
            if card:
                self._add(permanent_value(self.state, self.seat, card), "permanent-bonus", "card", card)

    def add_goals(self) -> None:
        for goal in self.player.goals:
            printed = self.content.goals[goal]
            self._add(levels_value(self.state, self.seat, printed.counter, printed.levels), "goal", "goal", goal, END)

    def add_awards(self) -> None:
        """Free award levels, times the chance that they are reached and claimed; no more tiles than markers."""
        found = []
        for tile in self.state.awards:
            if self.seat in tile.levels or None not in tile.levels:
                continue
            printed = self.content.awards[tile.award]
            own = count(self.state, self.seat, printed.counter)
            levels = [level for level, taken in zip(printed.levels, tile.levels, strict=True) if taken is None]
            found.append((max(self._award(own, level, printed.counter) for level in levels), tile.award))
        ranked = sorted(found, reverse=True)[: len(self.player.markers)]
        for percent, (value, award) in zip(weights.AWARD_ORDER, ranked, strict=False):
            self._add(value * percent // 100, "award", "award", award)

    def _award(self, own: int, level: Level, counter: Counter) -> int:
        percent = reach_percent(own, level.need, counter_growth(counter, self.rounds))
        percent = percent * weights.AWARD_CLAIMED[self.rounds] // 100
        marker = weights.MARKER * max(0, self.rounds - 1)
        return percent * max(0, PRESTIGE * level.prestige + marker - ACTION) // 100

    # --- orchestra, tracks, workers ----------------------------------------------------------------------------------

    def add_first_chairs(self) -> None:
        """First chairs by the scoring table, weighed with the value of one more at the number expected."""
        held = count(self.state, self.seat, FIRST_CHAIRS)
        expected = min(weights.MOST_FIRST_CHAIRS, held + counter_growth(FIRST_CHAIRS, self.rounds) // 100)
        prestige = self.content.first_chairs_prestige
        slope = PRESTIGE * (prestige(expected + 1) - prestige(max(0, expected - 1))) // 2
        foresight = weights.FIRST_CHAIR_FORESIGHT * self.rounds
        printed = PRESTIGE * prestige(held) * (100 - foresight)
        self._add((printed + held * min(slope, weights.FIRST_CHAIR_SLOPE) * foresight) // 100, "first-chairs")

    def add_tracks(self) -> None:
        for track in TRACKS:
            self._add(track_value(track, self.player.tracks.space(track), self.rounds), "track", "track", track)

    def add_specialists(self) -> None:
        """Specialty workers; one without a number does not work before the next round."""
        for owned in self.player.specialists:
            rounds = max(0, self.rounds if owned.number is not None else self.rounds - 1)
            ability = abilities_value(self.content, owned.card, self.progress, rounds)
            value = PRESTIGE * self.content.specialist_prestige + weights.SPECIALIST * rounds + ability
            self._add(value, "specialist", "card", owned.card)

    def add_turn_order(self) -> None:
        state = self.state
        if self.rounds and (self.rounds > 1 or state.phase != "resolution"):
            later = state.seats - 1 - state.order.index(self.seat) if state.order else 0
            self._add(weights.TURN_ORDER * later, "turn-order")
