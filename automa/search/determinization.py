"""Determinizations: tables sampled to fit what a seat knows.

They and its view are all that an AI sees of a game.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.determinize import determinize
from engine.rng import Rng, stream
from engine.state import State


@dataclass(frozen=True, slots=True)
class Sampler:
    """Samples for one decision of a seat; the real table is out of reach.

    `table(k)` is the k-th determinization. `choice_count` is the number of choices in force. `stream(*names)` is a
    random stream that depends on the seed and the seat alone, the same at every decision of a game.
    """

    choice_count: int
    table: Callable[[int], State]
    stream: Callable[..., Rng]


def sampler_for(state: State, seat: int, seed: str, choice_count: int) -> Sampler:
    """The sampler of a seat; only a host, which knows the real table, calls this.

    It is the same on every host that plays the same game, so that all come to the same choice.
    """

    def table(k: int) -> State:
        return determinize(state, seat, stream(seed, "automa", seat, choice_count, k))

    return Sampler(choice_count, table, lambda *names: stream(seed, "automa", seat, *names))
