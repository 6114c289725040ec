"""The journeyman: weighs each choice by what it is worth from here.

It tries its choices on tables as its seat may imagine them, plays on by habit to the end of the round or of the action,
and values where that leads. All choices are tried on the same imagined tables; the better ones on a few more.
"""

from collections.abc import Sequence

from automa.evaluation.forecast import places_for, plans
from automa.evaluation.position import Topic, Worths, total
from automa.evaluation.terms import needs
from automa.evaluation.weights import ROUNDS
from automa.policy import habit
from automa.policy.setup import keeping
from automa.reasons.explain import Teller, Weighed
from automa.reasons.parts import END, Reason, part
from automa.search.determinization import Sample
from automa.search.rollout import Rest, action_over, round_over, tried
from engine import choices as c
from engine import loop
from engine.choices import Choice
from engine.rules.perform import AskInspiration
from engine.rules.planning import ChooseLocation, ChooseWorker
from engine.state import State
from engine.view import View

LEVEL = "journeyman"

FAR = ("turn", "act", "bench", "market", "relocate", "make-room", "patron-space", "plan-worker", "plan-location")
"""Decisions whose worth shows at the end of the round; of the others, at the end of the action."""

STAGES: dict[str, tuple[tuple[int, int], ...]] = {
    "plan-worker": ((1, 3), (1, 2)),
}
"""On how many tables all choices are tried, how many of them stay, on how many more those are tried, and so on."""
USUAL_STAGES = ((1, 2), (1, 2))

MOST_PLANS, MOST_PLACES = 8, 4
"""So many plans, and places for a worker, are tried at the most."""
SPARE = 2
"""So many materials beyond what is needed are kept before any are sold, till the last round."""

Option = tuple[Choice, ...]
"""Choices that are tried together; the first one is the answer."""


def choose(view: View, choices: Sequence[Choice], sample: Sample) -> tuple[Choice, Reason]:
    """The choice of most worth."""
    seat = view["you"]
    assert seat is not None, "a spectator chooses nothing"
    if len(choices) == 1:
        return choices[0], Reason(LEVEL, (part("only-choice"),))
    return Journeyman(sample, seat).choose(choices)


class Journeyman:
    """One decision: what the seat may know of the table, and what it is asked."""

    def __init__(self, sample: Sample, seat: int) -> None:
        self.sample, self.seat = sample, seat
        self.table = sample(0)
        self.player = self.table.players[seat]
        self.asked = loop.decision(self.table)

    def choose(self, choices: Sequence[Choice]) -> tuple[Choice, Reason]:
        if self.asked.kind == "setup":
            ranked = sorted((Weighed(x, self.kept(x)) for x in choices), key=lambda w: -total(w.worths))
            tables = 1
        else:
            ranked, tables = self.weighed(self.options(choices))
        return ranked[0].choice, Teller(self.table, self.seat, LEVEL).reason(ranked, tables)

    # --- what is weighed --------------------------------------------------------------------------------------------

    def options(self, choices: Sequence[Choice]) -> list[Option]:
        """What is tried: the sensible of many, the habit first, so that it is taken among equals."""
        if isinstance(self.asked, ChooseWorker):
            best = plans(self.table, self.seat)[:MOST_PLANS]
            return [(c.PlanWorker(p.number, p.apprentices), c.PlanLocation(p.location)) for p in best]
        if isinstance(self.asked, ChooseLocation):
            places = places_for(self.table, self.seat, self.asked.number, self.asked.apprentices)
            return [(c.PlanLocation(p.location),) for p in places[:MOST_PLACES]]
        usual = habit(self.table, self.seat, self.asked, choices)
        return [(usual,), *((x,) for x in choices if x != usual and self._sensible(x))]

    def _sensible(self, choice: Choice) -> bool:
        """Whether a choice is worth a trial."""
        match choice:
            case c.SpendInspiration(amount) if isinstance(self.asked, AskInspiration):
                printed = self.table.content.performances[self.asked.card]
                return amount + self.asked.result in (self.asked.result, printed.medium, printed.high)
            case c.Buy(material):
                return self._wanted()[material] > self.player.material(material)
            case c.Sell(material):
                last = self.table.round == ROUNDS
                return last or self._wanted()[material] + SPARE < self.player.material(material)
        return not isinstance(choice, c.ThrowAway)

    def _wanted(self) -> dict[str, int]:
        """Materials that its instruments still take, those in hand too."""
        return needs(self.table.content, self.player, self.player.hand)

    def weighed(self, options: list[Option]) -> tuple[list[Weighed], int]:
        """The options that stayed, best first, weighed on all tables together, and how many tables those were."""
        sums: list[Worths] = [{} for _ in options]
        live = list(range(len(options)))
        tables = 0
        for number, stay in STAGES.get(self.asked.kind, USUAL_STAGES):
            for _ in range(number):
                table = self.sample(tables)
                tables += 1
                for i in live:
                    _add(sums[i], tried(table, self.seat, options[i], self._rest(table)))
            live = sorted(live, key=lambda i: -total(sums[i]))[:stay]
        return [Weighed(options[i][0], sums[i]) for i in live], tables

    def _rest(self, table: State) -> Rest:
        return round_over(table) if self.asked.kind in FAR else action_over(table, self.seat)

    def kept(self, choice: Choice) -> Worths:
        """What the cards kept are worth, by card."""
        assert isinstance(choice, c.SetupChoice)
        worths = keeping(self.table, choice)
        topics = {
            Topic("permanent-bonus", "card", choice.family): choice.family,
            Topic("patron", "patron", choice.patron): choice.patron,
            Topic("instrument", "card", choice.instrument, f"card:{choice.instrument}"): choice.instrument,
            **{Topic("goal", "goal", goal, END): goal for goal in choice.goals},
        }
        return {topic: worths[card] for topic, card in topics.items()}


def _add(sums: Worths, worths: Worths) -> None:
    for topic, worth in worths.items():
        sums[topic] = sums.get(topic, 0) + worth
