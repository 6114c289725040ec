"""Reasons made of valuations: where the best choice is worth more than the second best, and where less.

What may be told when is settled here: what only the rival sees opens with the card or at the end, and what it merely
imagined (a card drawn on an imagined table) is not named.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from automa.evaluation.position import Topic, Worths, total
from automa.reasons.parts import END, NOW, Part, Reason, Second, latest, part
from engine import loop
from engine.choices import Choice
from engine.rules.display_cards import KeepDrawn
from engine.rules.planning import ChooseLocation, ChooseWorker, RelocateWorker
from engine.state import State

MOST_PARTS = 4
"""So many parts are told for a choice."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice, and what it was worth on all tables together."""

    choice: Choice
    worths: Worths


class Teller:
    """What a rival of some level tells of one decision."""

    def __init__(self, table: State, seat: int, level: str) -> None:
        self.table, self.seat, self.level = table, seat, level
        self.player = table.players[seat]
        self.asked = loop.decision(table)
        self.shown = self._shown()
        self.hidden = self._hidden()

    def reason(self, ranked: Sequence[Weighed], tables: int) -> Reason:
        """Why the first of the ranked choices, against the next that is another one."""
        best = ranked[0]
        other = next((w for w in ranked[1:] if w.choice != best.choice), None)
        against = other or (ranked[1] if len(ranked) > 1 else None)
        if against is None:
            return Reason(self.level, (part("only-sensible", opens=self.moment()),))
        better, worse = self._parts(best.worths, against.worths, tables)
        because = tuple(better[:MOST_PARTS]) or (part("even", opens=self.moment()),)
        if other is None:
            return Reason(self.level, because)
        behind = (total(best.worths) - total(other.worths)) // tables
        second = Second(other.choice, tuple(worse[:MOST_PARTS]), behind, self._second_opens([*better, *worse]))
        return Reason(self.level, because, None, second)

    def _parts(self, first: Worths, second: Worths, tables: int) -> tuple[list[Part], list[Part]]:
        """Where the one is worth more, and where the other, greatest first; on an average of the tables."""
        sums: Worths = {}
        for topic in {**first, **second}:
            told = self.told(topic)
            sums[told] = sums.get(told, 0) + first.get(topic, 0) - second.get(topic, 0)
        ranked = sorted(sums.items(), key=lambda item: -abs(item[1]))
        better = [_part(topic, worth // tables) for topic, worth in ranked if worth >= tables]
        return better, [_part(topic, -worth // tables) for topic, worth in ranked if -worth >= tables]

    # --- when it may be told ----------------------------------------------------------------------------------------

    def told(self, topic: Topic) -> Topic:
        """The topic as it may be told: no sooner than others may know, and not naming what is only imagined."""
        opens = self.moment() if topic.opens == NOW else topic.opens
        if topic.word == "instrument" and topic.what in self.hidden:
            return Topic(topic.word, topic.name, topic.what, f"card:{topic.what}")
        if topic.word in ("instrument", "patron", "permanent-bonus", "specialist") and topic.what not in self.shown:
            return Topic("cards-to-come", opens=self.moment())
        return Topic(topic.word, topic.name, topic.what, opens)

    def moment(self) -> str:
        """When the others may know what this decision is about: in planning, with its worker."""
        if isinstance(self.asked, ChooseWorker | ChooseLocation):
            return f"placement:{self.table.placed + 1}"
        return f"placement:{self.asked.placement}" if isinstance(self.asked, RelocateWorker) else NOW

    def _second_opens(self, parts: Sequence[Part]) -> str:
        """When all that made the difference is open; that a chip was still at home, at the end."""
        if isinstance(self.asked, ChooseWorker):
            return END
        return latest([self.moment(), *(p.opens for p in parts)])

    def _shown(self) -> tuple[str, ...]:
        """Cards that lie open, and those that it is asked about."""
        player, state = self.player, self.table
        asked = [str(getattr(choice, "card", "")) for choice in loop.legal_choices(state, self.seat)]
        displays = [card for display in state.displays.values() for card in display]
        patrons = [p.card for p in player.waiting]
        experts = [s.card for s in player.specialists]
        kept = player.deal.families + player.deal.patrons if player.deal is not None else ()
        benches = player.roughing + player.finishing
        return (*asked, *displays, *patrons, *experts, *kept, *benches, *player.completed, player.family)

    def _hidden(self) -> tuple[str, ...]:
        """Instrument cards that it alone sees."""
        drawn = self.asked.cards if isinstance(self.asked, KeepDrawn) else ()
        dealt = self.player.deal.instruments if self.player.deal is not None else ()
        return (*self.player.hand, *drawn, *dealt)


def _part(topic: Topic, worth: int) -> Part:
    return part(topic.word, worth, topic.opens, **({topic.name: topic.what} if topic.name else {}))
