"""Positions for the tests of the AIs: games played to some decision."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from automa.orchestra_setup import draw
from automa.policy import policy_choice
from automa.search.determinization import Sampler, sampler_for
from engine import loop
from engine.choices import Choice
from engine.content.cards import Content
from engine.content.files import load
from engine.rng import stream
from engine.state import State, Worker

SEED = "LUTE 4817"
Chooser = Callable[[State, int, list[Choice]], Choice]


def content() -> Content:
    return load()


def by_policy(state: State, seat: int, choices: list[Choice]) -> Choice:
    return policy_choice(state, seat, loop.decision(state), choices)


def at_random(seed: str) -> Chooser:
    """Chooses at random, the same way each time."""
    rng = stream(seed, "lots")
    return lambda state, seat, choices: choices[rng.below(len(choices))]


def new_game(seed: str = SEED, seats: int = 2) -> State:
    return loop.begin(content(), seed, seats, draw(seed, content()) if seats == 2 else None)


def decisions(state: State, chooser: Chooser) -> Iterator[tuple[State, int]]:
    """Plays the game to its end; yields the state at each decision with several choices, and its seat."""
    while not state.finished:
        seat, choices = next(iter(loop.offered(state).items()))
        if len(choices) > 1:
            yield state, seat
        loop.apply(state, seat, chooser(state, seat, choices) if len(choices) > 1 else choices[0])


def planning(seat: int = 0, seed: str = SEED, **possessions: Any) -> State:
    """The first planning of the seat, with some of its possessions replaced."""
    state = next(s for s, asked in decisions(new_game(seed), by_policy) if s.phase == "planning" and asked == seat)
    for name, value in possessions.items():
        assert hasattr(state.players[seat], name), f"a player has no {name}"
        setattr(state.players[seat], name, value)
    state.offered_cache = None
    return state


def with_worker(state: State, seat: int, location: str) -> State:
    """The state with one more worker of the seat, as if it had been placed this round."""
    player = state.players[seat]
    state.placed += 1
    player.placements += 1
    state.workers = (*state.workers, Worker(state.placed, seat, player.idle[0], 0, location, player.placements))
    player.idle = player.idle[1:]
    state.offered_cache = None
    return state


@cache
def positions(count: int, seats: int = 2) -> tuple[tuple[State, int], ...]:
    """Positions from games played at random, of as many kinds of decision as there are."""
    found: dict[str, list[tuple[State, int]]] = {}
    for number in range(4):
        seed = f"positions {seats} {number}"
        for state, seat in decisions(new_game(seed, seats), at_random(seed)):
            found.setdefault(loop.decision(state).kind, []).append((state.clone(), seat))
    picked: list[tuple[State, int]] = []
    turn = 0
    while len(picked) < count:
        for of_kind in found.values():
            if turn < len(of_kind):
                picked.append(of_kind[turn * 7 % len(of_kind)])
        turn += 1
    return tuple(picked[:count])


def sampler(state: State, seat: int, seed: str = SEED, choice_count: int = 1) -> Sampler:
    return sampler_for(state, seat, seed, choice_count)
