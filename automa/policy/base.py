"""The shape of a habit, and the plainest ones."""

from collections.abc import Callable, Sequence

from engine.choices import Choice
from engine.state import State
from engine.steps import Decision

Habit = Callable[[State, int, Decision, Sequence[Choice]], Choice]
"""The usual choice of a seat, of those that a decision offers it."""


def best(choices: Sequence[Choice], worth: Callable[[Choice], int]) -> Choice:
    """The choice of most worth, the first of equals."""
    return max(choices, key=worth)


def first(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return choices[0]


def last(state: State, seat: int, asked: Decision, choices: Sequence[Choice]) -> Choice:
    return choices[-1]
