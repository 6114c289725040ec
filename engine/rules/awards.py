"""Public awards (AWD-1 to AWD-8): levels, and the markers that they unlock."""

from engine import counters
from engine.choices import Decline, ScoreAward, TakeMarker, TakeRoyal
from engine.events import AwardScored, MarkerTaken
from engine.rules import patrons
from engine.state import AwardTile, State
from engine.steps import Decision, Effect, Outcome, step


def claims(state: State, seat: int) -> list[ScoreAward]:
    """Free levels that the seat reaches, on tiles where it has no level yet (AWD-1 to AWD-3)."""
    if not state.players[seat].markers:
        return []
    return [
        ScoreAward(tile.award, level)
        for tile in state.awards
        if seat not in tile.levels and None in tile.levels
        for level in _reached(state, seat, tile)
    ]


def _reached(state: State, seat: int, tile: AwardTile) -> list[int]:
    award = state.content.awards[tile.award]
    own = counters.count(state, seat, award.counter)
    levels = zip(award.levels, tile.levels, strict=True)
    return [number for number, (level, taken) in enumerate(levels, 1) if taken is None and own >= level.need]


def outcome(state: State, choice: ScoreAward) -> Outcome:
    prestige = state.content.awards[choice.award].levels[choice.level - 1].prestige
    return Outcome((f"award:{choice.award}:{choice.level}",), "scores", gain=(("prestige", prestige),))


def score(state: State, seat: int, choice: ScoreAward) -> None:
    """Take a level: its prestige, then the choice of a marker (AWD-4)."""
    level = choice.level - 1
    prestige = state.content.awards[choice.award].levels[level].prestige
    state.awards = tuple(
        AwardTile(t.award, (*t.levels[:level], seat, *t.levels[level + 1 :])) if t.award == choice.award else t  # type: ignore[arg-type]
        for t in state.awards
    )
    state.players[seat].score("awards", prestige)
    state.emit(AwardScored(seat, choice.award, choice.level, prestige))
    state.then(ChooseMarker(seat, choice.award))


@step
class AskAward(Decision[ScoreAward | Decline]):
    """Score a public award, or not (TRK-R7)."""

    kind = "award"
    rule = "TRK-R7"

    def choices(self, state: State, seat: int) -> list[ScoreAward | Decline]:
        found = claims(state, seat)
        return [*found, Decline()] if found else []

    def resolve(self, state: State, seat: int, choice: ScoreAward | Decline) -> None:
        if isinstance(choice, ScoreAward):
            score(state, seat, choice)

    def outcome(self, state: State, seat: int, choice: ScoreAward | Decline) -> Outcome:
        return outcome(state, choice) if isinstance(choice, ScoreAward) else Outcome()


@step
class ChooseMarker(Decision[TakeMarker]):
    """Choose the marker that leaves the workbench (AWD-4)."""

    award: str
    kind = "marker"
    rule = "AWD-4"

    def choices(self, state: State, seat: int) -> list[TakeMarker]:
        return [TakeMarker(marker) for marker in state.players[seat].markers]

    def resolve(self, state: State, seat: int, choice: TakeMarker) -> None:
        player = state.players[seat]
        player.markers = tuple(m for m in player.markers if m != choice.marker)
        state.emit(MarkerTaken(seat, choice.marker))
        if choice.marker == "royal":
            state.then(LookForRoyal(seat))

    def outcome(self, state: State, seat: int, choice: TakeMarker) -> Outcome:
        useless = choice.marker == "royal" and not _royal_possible(state, seat)
        return Outcome((f"marker:{choice.marker}",), "no-space" if useless else choice.marker)


def _royal_possible(state: State, seat: int) -> bool:
    return bool(state.players[seat].free_spaces() and state.decks["royals"])


@step
class LookForRoyal(Effect):
    """Look through the royal deck if a patron space is free (AWD-6, PAT-11)."""

    def run(self, state: State) -> None:
        if _royal_possible(state, self.seat):
            state.close("deck-seen")
            state.then(ChooseRoyal(self.seat))


@step
class ChooseRoyal(Decision[TakeRoyal]):
    """Take a royal from the deck and place it like any patron (AWD-6)."""

    kind = "royal"
    rule = "AWD-6"
    secret = True

    def choices(self, state: State, seat: int) -> list[TakeRoyal]:
        return [TakeRoyal(card) for card in sorted(state.decks["royals"])]

    def resolve(self, state: State, seat: int, choice: TakeRoyal) -> None:
        state.decks["royals"] = tuple(c for c in state.decks["royals"] if c != choice.card)
        state.then(patrons.PlaceNewPatron(seat, choice.card))

    def outcome(self, state: State, seat: int, choice: TakeRoyal) -> Outcome:
        return Outcome((f"royal:{choice.card}",))
