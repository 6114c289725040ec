"""What a golden game is kept for: who plays it, how it is steered, and what must have happened in it.

A reason is a function over the story of a game; its name is the name of the file, its docstring what the file says of
itself. `make` searches seeds until the reason holds, the test holds every file against it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from automa import AUTOMA_VERSION
from engine.content.cards import Content
from engine.game import COLOURS, Header, SeatHeader, header_for
from engine.setup import neutral_of
from engine.state import State
from tests.engine.players import Policy
from tests.golden.steer import Attempt, Chooser, Rival, brisk
from tests.golden.story import Story, beginning, tell

Reason = Callable[[Story], bool]
PERSON = "person"


@dataclass(frozen=True, slots=True)
class Case:
    """A golden game that ought to be there."""

    name: str
    why: str
    holds: Reason
    players: tuple[str, ...]
    """Who sits where: a person, or an AI by its level."""
    card: str | None
    """The setup card of a two-seat game (TWO-1)."""
    policy: Policy
    """How the people play."""
    ends: Callable[[State], bool] | None
    """What the final position alone must be like: most seeds fail by it, at little cost."""
    wanders: bool
    """Whether people take moves back and do them again."""
    changes_hands: bool
    """Whether a rival plays a seat for a while."""

    def header(self, content: Content, seed: str) -> Header:
        seats = [
            SeatHeader(colour, "person") if who == PERSON else SeatHeader(colour, "ai", level=who)
            for colour, who in zip(COLOURS, self.players, strict=False)
        ]
        neutral = neutral_of(self.card, content) if self.card else None
        return header_for(content, seed, seats, automa=AUTOMA_VERSION, neutral=neutral)

    def attempts(self, content: Content) -> Iterator[Header]:
        """Headers to try, one seed after another."""
        return (self.header(content, f"{self.name} {number}") for number in count(1))

    def play(self, header: Header, content: Content) -> Story | None:
        """The game with this header, if it came to the reason."""
        choosers: list[Chooser] = [self.policy if who == PERSON else Rival(who) for who in self.players]
        attempt, state = Attempt(header.seed, choosers), beginning(header, content)
        if self.ends is None:
            story = tell(state, attempt.play(state))
        else:
            attempt.to_the_end(state)
            if not self.ends(state):
                return None
            story = tell(beginning(header, content), attempt.picks)
        return story if self.holds(story) else None


CASES: dict[str, Case] = {}


def golden(
    *players: str,
    card: str | None = None,
    policy: Policy = brisk,
    ends: Callable[[State], bool] | None = None,
    wanders: bool = False,
    changes_hands: bool = False,
) -> Callable[[Reason], Reason]:
    """Make a function the reason of a golden game of that name."""

    def register(holds: Reason) -> Reason:
        name = holds.__name__.replace("_", "-")
        why = " ".join((holds.__doc__ or "").split())
        CASES[name] = Case(name, why, holds, players, card, policy, ends, wanders, changes_hands)
        return holds

    return register


def people(number: int) -> tuple[str, ...]:
    return (PERSON,) * number
