"""The random number generator (GEN-8): SplitMix64, whose state is one integer, equal on every Python."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


class Rng:
    """A stream of random numbers; `state` determines all that follow.

    >>> Rng(1).shuffled("abcd") == Rng(1).shuffled("abcd")
    True
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def __repr__(self) -> str:
        return f"Rng({self.state:#018x})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and other.state == self.state

    __hash__ = None  # type: ignore[assignment]

    def clone(self) -> "Rng":
        return Rng(self.state)

    def next(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + GAMMA) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        limit = (1 << 64) - (1 << 64) % n
        while (z := self.next()) >= limit:
            pass
        return z % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


def stream(*names: object) -> Rng:
    """The stream of a name: its state is the first 8 bytes of the SHA-256 of the names, joined by a bar.

    >>> stream("LUTE 4817")
    Rng(0x1e8b6f8fcb9dc0bb)
    """
    text = "|".join(str(name) for name in names)
    return Rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))
