"""What a rival is handed to think with: tables dealt anew as its seat may imagine them, and a stream of its own."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.determinize import determinize
from engine.rng import Rng, stream
from engine.state import State


@dataclass(frozen=True, slots=True)
class Sample:
    """`sample(k)` is the k-th table that fits all that the seat knows; the real one is out of reach.

    `choice_count` is the number of choices in force; `stream(*names)` depends on the seed and the seat alone, so that
    what an AI draws from it does not change with every choice.
    """

    choice_count: int
    deal: Callable[[int], State]
    stream: Callable[..., Rng]

    def __call__(self, k: int) -> State:
        return self.deal(k)


def sample_of(state: State, seat: int, seed: str, choice_count: int) -> Sample:
    """The sample of a seat; only the host, which knows the real table, calls this.

    Equal for every host that plays the same game, so that all come to the same choice.
    """

    def deal(k: int) -> State:
        return determinize(state, seat, stream(seed, "automa", seat, choice_count, k))

    return Sample(choice_count, deal, lambda *names: stream(seed, "automa", seat, *names))
