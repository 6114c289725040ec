"""Reasons made of evaluations: the features in which the best candidate and the second differ most.

What only the AI's seat sees opens later: with its worker or card, or at the end. A card that was drawn in a rollout
alone is not named.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from automa.evaluation.features import END, NOW, Evaluation, Feature, total
from automa.reasons.parts import Part, Reason, Second, latest, part
from engine import loop
from engine.choices import Choice
from engine.rules.display_cards import KeepDrawn
from engine.rules.planning import ChooseLocation, ChooseWorker, RelocateWorker
from engine.state import State

MOST_PARTS = 4
"""The most parts of a reason."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A choice with its evaluation, summed over the tables of a search."""

    choice: Choice
    evaluation: Evaluation


class Explainer:
    """Explains one decision of a seat."""

    def __init__(self, table: State, seat: int, level: str) -> None:
        self.table, self.seat, self.level = table, seat, level
        self.player = table.players[seat]
        self.decision = loop.decision(table)
        self.opens = self._opens()
        self._known = self._known_cards()
        self._private = self._private_instruments()

    def reason(self, ranked: Sequence[Evaluated], tables: int) -> Reason:
        """Why the first of the ranked choices, compared with the next that is another one."""
        best = ranked[0]
        other = next((one for one in ranked[1:] if one.choice != best.choice), None)
        compared = other or (ranked[1] if len(ranked) > 1 else None)
        if compared is None:
            return Reason(self.level, (part("only-sensible", opens=self.opens),))
        better, worse = self._parts(best.evaluation, compared.evaluation, tables)
        because = tuple(better[:MOST_PARTS]) or (part("even", opens=self.opens),)
        if other is None:
            return Reason(self.level, because)
        behind = (total(best.evaluation) - total(other.evaluation)) // tables
        second = Second(other.choice, tuple(worse[:MOST_PARTS]), behind, self._second_opens([*better, *worse]))
        return Reason(self.level, because, None, second)

    def _parts(self, first: Evaluation, second: Evaluation, tables: int) -> tuple[list[Part], list[Part]]:
        """The features in which each has a higher value, by their difference, averaged over the tables."""
        sums: Evaluation = {}
        for feature in {**first, **second}:
            public = self.public(feature)
            sums[public] = sums.get(public, 0) + first.get(feature, 0) - second.get(feature, 0)
        ranked = sorted(sums.items(), key=lambda item: -abs(item[1]))
        better = [_part(feature, value // tables) for feature, value in ranked if value >= tables]
        return better, [_part(feature, -value // tables) for feature, value in ranked if -value >= tables]

    # --- when it opens -----------------------------------------------------------------------------------------------

    def public(self, feature: Feature) -> Feature:
        """The feature with its final `opens`; a card known from rollouts alone is not named."""
        if feature.word == "instrument" and feature.id in self._private:
            return Feature(feature.word, feature.detail, feature.id, f"card:{feature.id}")
        if feature.word in ("instrument", "patron", "permanent-bonus", "specialist") and feature.id not in self._known:
            return Feature("cards-to-come", opens=self.opens)
        opens = self.opens if feature.opens == NOW else feature.opens
        return Feature(feature.word, feature.detail, feature.id, opens)

    def _opens(self) -> str:
        """When others may know what the decision is about: in planning, with its worker."""
        if isinstance(self.decision, ChooseWorker | ChooseLocation):
            return f"placement:{self.table.placed + 1}"
        return f"placement:{self.decision.placement}" if isinstance(self.decision, RelocateWorker) else NOW

    def _second_opens(self, parts: Sequence[Part]) -> str:
        """When all that made the difference is open; at the end where it names another worker at home."""
        if isinstance(self.decision, ChooseWorker):
            return END
        return latest([self.opens, *(p.opens for p in parts)])

    def _known_cards(self) -> tuple[str, ...]:
        """Cards that lie open on displays or before the seat, and those among which it chooses."""
        player, state = self.player, self.table
        offered = [str(getattr(choice, "card", "")) for choice in loop.legal_choices(state, self.seat)]
        displays = [card for display in state.displays.values() for card in display]
        patrons = [p.card for p in player.waiting]
        specialists = [s.card for s in player.specialists]
        dealt = player.deal.families + player.deal.patrons if player.deal is not None else ()
        benches = player.roughing + player.finishing
        return (*offered, *displays, *patrons, *specialists, *dealt, *benches, *player.completed, player.family)

    def _private_instruments(self) -> tuple[str, ...]:
        """Instrument cards that the seat alone sees."""
        drawn = self.decision.cards if isinstance(self.decision, KeepDrawn) else ()
        dealt = self.player.deal.instruments if self.player.deal is not None else ()
        return (*self.player.hand, *drawn, *dealt)


def _part(feature: Feature, value: int) -> Part:
    return part(feature.word, value, feature.opens, **({feature.detail: feature.id} if feature.detail else {}))
