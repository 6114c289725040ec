"""Final scoring (END-1 to END-8)."""

from dataclasses import dataclass

from engine.abilities import abilities_of
from engine.content.cards import Counter
from engine.counters import count
from engine.events import GameEnded, PhaseBegun, SourceScored
from engine.state import NOBODY, State
from engine.steps import Effect, step

LEFTOVERS_FOR_PRESTIGE = 10
FIRST_CHAIRS = Counter("first_chairs")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a seat's final scoring: source, prestige, the counted number, and the card, if any."""

    source: str
    prestige: int
    count: int
    card: str = ""


@step
class FinalScoring(Effect):
    """Score all sources of all seats, and find the winners. Reveals goals: sets the undo floor (GEN-10)."""

    def run(self, state: State) -> None:
        state.phase = "scoring"
        state.close("deck-seen")
        state.emit(PhaseBegun(NOBODY, state.round, state.phase))
        for player in state.players:
            for line in lines(state, player.seat):
                player.score(line.source, line.prestige)
                state.emit(SourceScored(player.seat, line.source, line.prestige, line.count, line.card))
        state.phase = "finished"
        state.winners = winners(state)
        state.emit(GameEnded(NOBODY, state.winners, tuple(p.prestige for p in state.players)))


def lines(state: State, seat: int) -> list[Line]:
    """The final scoring of a seat, in the order of the rules."""
    player, content = state.players[seat], state.content
    chairs = count(state, seat, FIRST_CHAIRS)
    found = [Line("first_chairs", content.first_chairs_prestige(chairs), chairs)]
    found += [line for card in player.completed for line in _patron_effects(state, seat, card)]
    found += [Line("finishing_bench", _half(content.instruments[card].prestige), 1, card) for card in player.finishing]
    found += [_goal(state, seat, goal) for goal in player.goals]
    specialists = len(player.specialists)
    found.append(Line("specialists", specialists * content.specialist_prestige, specialists))
    left = player.coins + player.materials + player.apprentices
    return [*found, Line("leftovers", left // LEFTOVERS_FOR_PRESTIGE, left)]


def _patron_effects(state: State, seat: int, card: str) -> list[Line]:
    """Lines of the `game_end` effects of a completed B patron (END-2)."""
    found = []
    for ability in abilities_of(state.content, card):
        if ability.trigger == "game_end" and ability.counter is not None:
            value = count(state, seat, ability.counter)
            found.append(Line("patron_effects", value // ability.per * ability.prestige, value, card))
    return found


def _half(prestige: int) -> int:
    """Half, rounded up (END-3)."""
    return (prestige + 1) // 2


def _goal(state: State, seat: int, card: str) -> Line:
    """The line of a personal goal: the highest level reached (END-4)."""
    goal = state.content.goals[card]
    value = count(state, seat, goal.counter)
    reached = [level.prestige for level in goal.levels if value >= level.need]
    return Line("goals", max(reached, default=0), value, card)


def winners(state: State) -> tuple[int, ...]:
    """Seats with most prestige, then with most money; several share the victory (END-7)."""
    best = max((p.prestige, p.money) for p in state.players)
    return tuple(p.seat for p in state.players if (p.prestige, p.money) == best)
