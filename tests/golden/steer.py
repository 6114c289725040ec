"""Players who steer a game towards what it is wanted for, and the search for a seed that gets there.

A policy leans towards some choices and away from others; whatever it does not care about is left to an eager player
(tests/engine/players.py). With a seed per attempt, `search` plays until a game has its reason.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from automa import choose
from automa.search.determinization import sampler_for
from engine import loop
from engine.choices import Choice, PlanWorker, ThrowAway
from engine.rng import Rng, stream
from engine.state import State
from engine.view import table_view
from tests.engine.players import Policy, chosen, weight
from tests.golden.story import Pick

Like = Callable[[State, int, Choice], float | None]
"""How much likelier a choice becomes: 0 is never, 1 does not change it; None has nothing to say of it."""

IDLE: tuple[type[Choice], ...] = (ThrowAway,)
"""What only makes a log longer."""


def leaning(*likes: Like) -> Policy:
    """An eager player who has these likes too; the first that has something to say of a choice counts."""

    def policy(state: State, seat: int, offered: list[Choice], rng: Rng) -> Choice:
        weights = [int(100 * weight(state, seat, choice) * _factor(likes, state, seat, choice)) for choice in offered]
        return chosen(weights if any(weights) else [1] * len(offered), offered, rng)

    return policy


def _factor(likes: Sequence[Like], state: State, seat: int, choice: Choice) -> float:
    return next((wish for like in likes if (wish := like(state, seat, choice)) is not None), 1.0)


def liking(factor: float, *wanted: type[Choice] | Choice) -> Like:
    """More (or less) of some kinds of choices, or of choices like these."""

    def like(state: State, seat: int, choice: Choice) -> float | None:
        hit = any(isinstance(choice, wish) if isinstance(wish, type) else choice == wish for wish in wanted)
        return factor if hit else None

    return like


def never(*unwanted: type[Choice] | Choice) -> Like:
    return liking(0, *unwanted)


def strong(state: State, seat: int, choice: Choice) -> float | None:
    """Workers of skill 4 and more, for the bonus of their location."""
    return (9 if choice.number + choice.apprentices >= 4 else 1) if isinstance(choice, PlanWorker) else None


brisk = leaning(never(*IDLE))
"""Eager, and without a choice that leads nowhere."""


def by_chance(state: State, seat: int, offered: list[Choice], rng: Rng) -> Choice:
    """Takes anything, but does not throw things away."""
    found = [choice for choice in offered if not isinstance(choice, IDLE)]
    return found[rng.below(len(found))]


@dataclass(frozen=True, slots=True)
class Rival:
    """An AI at a seat; it is asked as the host of a game would ask it."""

    level: str

    def pick(self, state: State, seat: int, offered: list[Choice], seed: str, step: int) -> Choice:
        sampler = sampler_for(state, seat, seed, step)
        return choose(table_view(state, seat), offered, sampler, self.level)[0]


Chooser = Policy | Rival


@dataclass(frozen=True, slots=True)
class Attempt:
    """A game being played for a reason: who chooses at each seat, by which seed."""

    seed: str
    choosers: Sequence[Chooser]
    picks: list[Pick] = field(default_factory=list)

    def play(self, state: State) -> Iterator[Pick]:
        """Choose until the game is over; who takes what is told has to apply it before asking for more."""
        rng = stream("steer", self.seed)
        while seats := loop.clock(state):
            seat = seats[0]
            self.picks.append((seat, self._pick(state, seat, rng)))
            yield self.picks[-1]

    def to_the_end(self, state: State) -> None:
        """Play the whole game for its end alone."""
        for seat, choice in self.play(state):
            loop.apply(state, seat, choice)

    def _pick(self, state: State, seat: int, rng: Rng) -> Choice:
        offered, chooser = loop.legal_choices(state, seat), self.choosers[seat]
        if len(offered) == 1:
            return offered[0]
        if isinstance(chooser, Rival):
            return chooser.pick(state, seat, offered, self.seed, len(self.picks))
        return chooser(state, seat, offered, rng)
