"""The journeyman: weighs each choice by what it is worth from here.

It tries its choices on tables as its seat may imagine them, plays on by habit to the end of the round or of the action,
and values where that leads. All choices are tried on the same imagined tables; the better ones on a few more.
"""

from collections.abc import Sequence

from automa.habits import habit, keeping
from automa.outlook import places_for, plans
from automa.reasons import END, NOW, Part, Reason, Second, latest, part
from automa.sample import Sample
from automa.trial import Rest, action_over, round_over, tried
from automa.valuation import Topic, Worths, total
from engine import choices as c
from engine import game
from engine.choices import Choice
from engine.rules.cards import KeepDrawn
from engine.rules.perform import AskInspiration
from engine.rules.planning import ChooseLocation, ChooseWorker, RelocateWorker
from engine.state import State
from engine.view import View

LEVEL = "journeyman"

FAR = ("turn", "act", "bench", "market", "relocate", "make-room", "patron-space", "plan-worker", "plan-location")
"""Decisions whose worth shows at the end of the round; of the others, at the end of the action."""

STAGES: dict[str, tuple[tuple[int, int], ...]] = {
    "plan-worker": ((1, 3), (2, 2)),
    "plan-location": ((1, 2), (1, 2)),
    "act": ((1, 3), (2, 2)),
}
"""On how many tables all choices are tried, how many of them stay, on how many more those are tried, and so on."""
USUAL_STAGES = ((2, 2),)

MOST_PLANS, MOST_PLACES = 10, 4
"""So many plans, and places for a worker, are tried at the most."""
MOST_PARTS = 4
"""So many parts are told of a reason."""

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
        self.asked = game.decision(self.table)

    def choose(self, choices: Sequence[Choice]) -> tuple[Choice, Reason]:
        if self.asked.kind == "keep":
            best = sorted(choices, key=lambda x: -total(self.kept(x)))[:2]
            return best[0], self.reason([(x,) for x in best], [self.kept(x) for x in best], 1)
        ranked, worths, tables = self.weighed(self.options(choices))
        return ranked[0][0], self.reason(ranked, worths, tables)

    # --- what is weighed --------------------------------------------------------------------------------------------

    def options(self, choices: Sequence[Choice]) -> list[Option]:
        """What is tried: the sensible of many, the habit first, so that it is taken among equals."""
        if isinstance(self.asked, ChooseWorker):
            best = plans(self.table, self.seat)[:MOST_PLANS]
            return [(c.PlanWorker(p.disc, p.apprentices), c.PlanLocation(p.location)) for p in best]
        if isinstance(self.asked, ChooseLocation):
            places = places_for(self.table, self.seat, self.asked.disc, self.asked.apprentices)
            return [(c.PlanLocation(p.location),) for p in places[:MOST_PLACES]]
        usual = habit(self.table, self.seat, self.asked, choices)
        return [(usual,), *((x,) for x in choices if x != usual and self._sensible(x))]

    def _sensible(self, choice: Choice) -> bool:
        """Whether a choice is worth a trial."""
        if isinstance(choice, c.SpendInspiration) and isinstance(self.asked, AskInspiration):
            printed = self.table.content.performances[self.asked.card]
            return choice.amount + self.asked.result in (self.asked.result, printed.medium, printed.high)
        return not isinstance(choice, c.ThrowAway)

    def weighed(self, options: list[Option]) -> tuple[list[Option], list[Worths], int]:
        """The options that stayed, best first; what they were worth on all tables together; how many tables."""
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
        return [options[i] for i in live], [sums[i] for i in live], tables

    def _rest(self, table: State) -> Rest:
        return round_over(table) if self.asked.kind in FAR else action_over(table, self.seat)

    def kept(self, choice: Choice) -> Worths:
        """What the cards kept are worth, by card."""
        assert isinstance(choice, c.Keep)
        worths = keeping(self.table, choice)
        topics = {
            Topic("lasting-effect", "card", choice.family): choice.family,
            Topic("patron", "patron", choice.patron): choice.patron,
            Topic("instrument", "card", choice.instrument, f"card:{choice.instrument}"): choice.instrument,
            **{Topic("goal", "goal", goal, END): goal for goal in choice.goals},
        }
        return {topic: worths[card] for topic, card in topics.items()}

    # --- why --------------------------------------------------------------------------------------------------------

    def reason(self, ranked: Sequence[Option], worths: Sequence[Worths], tables: int) -> Reason:
        """What speaks for the best against the second best, and the other way round."""
        if len(ranked) < 2:
            return Reason(LEVEL, (part("only-sensible", opens=self._moment()),))
        better, worse = self._parts(worths[0], worths[1], tables)
        behind = (total(worths[0]) - total(worths[1])) // tables
        because = tuple(better[:MOST_PARTS]) or (part("even", opens=self._moment()),)
        second = Second(ranked[1][0], tuple(worse[:MOST_PARTS]), behind, self._second_opens([*better, *worse]))
        return Reason(LEVEL, because, None, second)

    def _parts(self, first: Worths, second: Worths, tables: int) -> tuple[list[Part], list[Part]]:
        """Where the one is worth more, and where the other, greatest first; on an average of the tables."""
        sums: Worths = {}
        for topic in {**first, **second}:
            told = self.told(topic)
            sums[told] = sums.get(told, 0) + first.get(topic, 0) - second.get(topic, 0)
        ranked = sorted(sums.items(), key=lambda item: -abs(item[1]))
        better = [_part(topic, worth // tables) for topic, worth in ranked if worth >= tables]
        return better, [_part(topic, -worth // tables) for topic, worth in ranked if -worth >= tables]

    def told(self, topic: Topic) -> Topic:
        """The topic as it may be told: not naming what is only imagined, and no sooner than the others may know."""
        opens = self._moment() if topic.opens == NOW else topic.opens
        if topic.word == "instrument":
            if topic.what in self.player.hand or topic.what in self._drawn():
                opens = f"card:{topic.what}"
            elif topic.what not in self._open_cards():
                return Topic(topic.word, opens=self._moment())
        elif topic.word in ("patron", "lasting-effect", "expert") and topic.what not in self._open_cards():
            return Topic(topic.word, opens=self._moment())
        return Topic(topic.word, topic.name, topic.what, opens)

    def _open_cards(self) -> tuple[str, ...]:
        """Cards that lie open, and those that it is asked about."""
        player, state = self.player, self.table
        asked = [str(getattr(x, "card", "")) for x in game.legal_choices(state, self.seat)]
        shown = [card for display in state.displays.values() for card in display]
        patrons = [p.card for p in player.waiting]
        experts = [s.card for s in player.specialists]
        own = [*player.roughing, *player.finishing, *patrons, *player.completed, *experts, player.family]
        kept = player.deal.families + player.deal.patrons if player.deal is not None else ()
        return (*asked, *shown, *own, *kept)

    def _drawn(self) -> tuple[str, ...]:
        """Instrument cards that it alone looks at."""
        if isinstance(self.asked, KeepDrawn):
            return self.asked.cards
        return self.player.deal.instruments if self.player.deal is not None else ()

    def _moment(self) -> str:
        """When the others may know what this decision is about: with its worker, in planning."""
        if isinstance(self.asked, ChooseWorker | ChooseLocation):
            return f"placing:{self.table.placed + 1}"
        return f"placing:{self.asked.placing}" if isinstance(self.asked, RelocateWorker) else NOW

    def _second_opens(self, parts: Sequence[Part]) -> str:
        """When all that made the difference is open; a chip that stayed at home is told at the end."""
        if isinstance(self.asked, ChooseWorker):
            return END
        return latest([self._moment(), *(p.opens for p in parts)])


def _part(topic: Topic, worth: int) -> Part:
    return Part(topic.word, worth, topic.opens, ((topic.name, topic.what),) if topic.name else ())


def _add(sums: Worths, worths: Worths) -> None:
    for topic, worth in worths.items():
        sums[topic] = sums.get(topic, 0) + worth
