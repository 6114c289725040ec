"""The type of a policy, and the simplest policies."""

from collections.abc import Callable, Sequence

from engine.choices import Choice
from engine.state import State
from engine.steps import AnyDecision

Policy = Callable[[State, int, AnyDecision, Sequence[Choice]], Choice]
"""The choice that a seat makes of those that a decision offers."""

NEVER = -999
"""The value of a choice that no other value is below."""


def best(choices: Sequence[Choice], value: Callable[[Choice], int]) -> Choice:
    """The choice of the highest value, the first of equals."""
    return max(choices, key=value)


def first(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    return choices[0]


def last(state: State, seat: int, decision: AnyDecision, choices: Sequence[Choice]) -> Choice:
    return choices[-1]
