"""The chances of performance results: exact odds of the dice, in percent."""

from functools import cache

from automa.evaluation.weights import REROLLS_PER_NOTE
from engine.rules import perform
from engine.state import State

Sides = tuple[int, ...]
"""The notes that each side of a die counts for."""


@cache
def note_odds(dice: tuple[Sides, ...]) -> tuple[int, ...]:
    """The chances in percent that the dice show at least 0, 1, 2 ... notes.

    >>> note_odds(((0, 1, 1, 2, 2, 3),))
    (100, 83, 50, 16)
    """
    counts = [1]
    for sides in dice:
        longer = [0] * (len(counts) + max(sides))
        for notes, number in enumerate(counts):
            for side in sides:
                longer[notes + side] += number
        counts = longer
    every = sum(counts)
    return tuple(100 * sum(counts[notes:]) // every for notes in range(len(counts)))


def at_least(odds: tuple[int, ...], notes: int) -> int:
    """The chance in percent of so many notes."""
    if notes <= 0:
        return 100
    return odds[notes] if notes < len(odds) else 0


def dice(state: State, seat: int, number: int | None = None) -> tuple[Sides, ...]:
    """The dice that a seat's worker would roll; `number` is that of a specialty worker."""
    return tuple(perform.sides(state, seat, colour, number) for colour in perform.note_dice(state, seat, number))


def expected_bonus(state: State, seat: int, number: int | None = None) -> int:
    """What abilities add to the result, and the notes that rerolls are expected to bring, rounded up."""
    rerolls = perform.rerolls(state, seat, number)
    return perform.result_bonus(state, seat, number) - (-rerolls // REROLLS_PER_NOTE)
