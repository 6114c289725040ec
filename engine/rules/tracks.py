"""The tracks (TRK-1 to TRK-C6). Permanent bonuses are read by the rules that use them."""

from dataclasses import replace

from engine.constants import LAST_BONUS_SPACE, SPECIALIST_SPACES, TRACK_SPACES
from engine.events import TrackAdvanced
from engine.goods import gain
from engine.rules import awards, display_cards, specialists
from engine.state import State
from engine.steps import Effect, step


def rerolls(performance: int) -> int:
    """Rerolls by the performance track (TRK-P1, TRK-P4)."""
    return (performance >= 1) + (performance >= 4)


def black_dice(performance: int) -> int:
    """White dice that became black (TRK-P2, TRK-P5)."""
    return (performance >= 2) + (performance >= 5)


def bench_skill(craft: int) -> int:
    """Skill at both benches (TRK-C2, TRK-C5)."""
    return (craft >= 2) + (craft >= 5)


@step
class Advance(Effect):
    """Advance one space on a track and take what it gives (TRK-1)."""

    track: str

    def run(self, state: State) -> None:
        player = state.players[self.seat]
        last = TRACK_SPACES[self.track]
        reached = min(player.tracks.space(self.track) + 1, last)
        player.tracks = replace(player.tracks, **{self.track: reached})
        state.emit(TrackAdvanced(self.seat, self.track, reached))
        if reached == last:
            gain(state, self.seat, (("prestige", 2),), "track", self.track)
        if reached == SPECIALIST_SPACES[self.track]:
            state.close("deck-seen")
            state.then(specialists.ChooseSpecialist(self.seat, self.track))
        match self.track, reached:
            case "reputation", 1:
                gain(state, self.seat, (("apprentice", 1),), "track", self.track)
            case "reputation", 2:
                display_cards.draw_and_keep(state, self.seat, 3, 1, "track", optional=False)
            case "reputation", 7 | 8:
                player.tracks = replace(player.tracks, reputation=LAST_BONUS_SPACE["reputation"])
                state.then(awards.AskAward(self.seat))
