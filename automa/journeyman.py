"""The journeyman: searches one decision deep.

Each candidate is applied to sampled tables, a rollout follows to the end of the round or of the action, and the
position there is evaluated. All candidates meet the same tables; the better ones meet a few more.
"""

from collections.abc import Sequence

from automa.evaluation.features import END, Evaluation, Feature, total
from automa.evaluation.forecast import plans, plans_for_worker
from automa.evaluation.setup import setup_values
from automa.evaluation.terms import needed_materials
from automa.policy import policy_choice
from automa.reasons.explain import Evaluated, Explainer
from automa.reasons.parts import Reason, part
from automa.search.determinization import Sampler
from automa.search.rollout import StopCondition, action_over, rollout, round_over
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.constants import ROUNDS
from engine.rules.perform import AskInspiration
from engine.rules.planning import ChooseLocation, ChooseWorker
from engine.state import State
from engine.view import View

LEVEL = "journeyman"

ROUND_KINDS = (
    "turn",
    "act",
    "bench",
    "market",
    "relocate",
    "make-room",
    "patron-space",
    "plan-worker",
    "plan-location",
)
"""Decisions with rollouts to the end of the round; the others have rollouts to the end of the action."""

SCHEDULES: dict[str, tuple[tuple[int, int], ...]] = {"plan-worker": ((1, 3), (1, 2))}
"""Rounds of the search by kind of decision: number of tables, and number of candidates that are kept after them."""
USUAL_SCHEDULE = ((1, 2), (1, 2))

MOST_PLANS, MOST_LOCATIONS = 8, 4
"""The most candidates in planning: plans of a worker, and locations for a worker that is chosen."""
SPARE_MATERIALS = 2
"""Materials of a kind beyond those needed that are not sold before the last round."""

Candidate = tuple[Choice, ...]
"""Choices that are applied together; the first one is the answer."""


def choose(view: View, choices: Sequence[Choice], sampler: Sampler) -> tuple[Choice, Reason]:
    """The candidate with the highest evaluation."""
    seat = view["you"]
    assert seat is not None, "a spectator has no choices"
    if len(choices) == 1:
        return choices[0], Reason(LEVEL, (part("only-choice"),))
    return Journeyman(sampler, seat).choose(choices)


class Journeyman:
    """One decision of a seat."""

    def __init__(self, sampler: Sampler, seat: int) -> None:
        self.sampler, self.seat = sampler, seat
        self.table = sampler.table(0)
        self.player = self.table.players[seat]
        self.decision = loop.decision(self.table)

    def choose(self, choices: Sequence[Choice]) -> tuple[Choice, Reason]:
        if self.decision.kind == "setup":
            ranked = sorted((self._evaluated_setup(x) for x in choices), key=lambda one: -total(one.evaluation))
            tables = 1
        else:
            ranked, tables = self.search(self.candidates(choices))
        return ranked[0].choice, Explainer(self.table, self.seat, LEVEL).reason(ranked, tables)

    # --- candidates --------------------------------------------------------------------------------------------------

    def candidates(self, choices: Sequence[Choice]) -> list[Candidate]:
        """The sensible choices, that of the policy first, which wins among equals."""
        if isinstance(self.decision, ChooseWorker):
            best = plans(self.table, self.seat)[:MOST_PLANS]
            return [(c.PlanWorker(p.number, p.apprentices), c.PlanLocation(p.location)) for p in best]
        if isinstance(self.decision, ChooseLocation):
            best = plans_for_worker(self.table, self.seat, self.decision.number, self.decision.apprentices)
            return [(c.PlanLocation(p.location),) for p in best[:MOST_LOCATIONS]]
        usual = policy_choice(self.table, self.seat, self.decision, choices)
        return [(usual,), *((x,) for x in choices if x != usual and self._is_sensible(x))]

    def _is_sensible(self, choice: Choice) -> bool:
        match choice:
            case c.SpendInspiration(amount) if isinstance(self.decision, AskInspiration):
                printed = self.table.content.performances[self.decision.card]
                return amount + self.decision.result in (self.decision.result, printed.medium, printed.high)
            case c.Buy(material):
                return self._needed()[material] > self.player.material(material)
            case c.Sell(material):
                last = self.table.round == ROUNDS
                return last or self._needed()[material] + SPARE_MATERIALS < self.player.material(material)
        return not isinstance(choice, c.ThrowAway)

    def _needed(self) -> dict[str, int]:
        """Materials that its instruments still take, those in hand too."""
        return needed_materials(self.table, self.seat, self.player.hand)

    # --- search ------------------------------------------------------------------------------------------------------

    def search(self, candidates: list[Candidate]) -> tuple[list[Evaluated], int]:
        """The candidates kept, best first, with evaluations summed over the tables, and the tables' number."""
        sums: list[Evaluation] = [{} for _ in candidates]
        kept = list(range(len(candidates)))
        tables = 0
        for more, most in SCHEDULES.get(self.decision.kind, USUAL_SCHEDULE):
            for _ in range(more):
                table = self.sampler.table(tables)
                tables += 1
                for i in kept:
                    _add(sums[i], rollout(table, self.seat, candidates[i], self._stop(table)))
            kept = sorted(kept, key=lambda i: -total(sums[i]))[:most]
        return [Evaluated(candidates[i][0], sums[i]) for i in kept], tables

    def _stop(self, table: State) -> StopCondition:
        return round_over(table) if self.decision.kind in ROUND_KINDS else action_over(table, self.seat)

    def _evaluated_setup(self, choice: Choice) -> Evaluated:
        assert isinstance(choice, c.SetupChoice)
        values = setup_values(self.table.content, choice)
        features = {
            Feature("permanent-bonus", "card", choice.family): choice.family,
            Feature("patron", "patron", choice.patron): choice.patron,
            Feature("instrument", "card", choice.instrument, f"card:{choice.instrument}"): choice.instrument,
            **{Feature("goal", "goal", goal, END): goal for goal in choice.goals},
        }
        return Evaluated(choice, {feature: values[card] for feature, card in features.items()})


def _add(sums: Evaluation, evaluation: Evaluation) -> None:
    for feature, value in evaluation.items():
        sums[feature] = sums.get(feature, 0) + value
