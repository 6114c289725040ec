"""What is still to happen, as data: small frozen steps on the state's agenda, the last one next.

An **Effect** has `run`; a **Decision** asks a seat with `choices` and goes on with `resolve`. Steps hold ids and
numbers only, so that an unfinished turn can be saved, cloned and hashed. `outcome` says what a choice would mean,
for people's prompts; it changes nothing.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, dataclass_transform

from engine.choices import Choice
from engine.content.cards import Goods
from engine.events import NothingToChoose
from engine.state import State, Step

Form = Literal["rows", "strip", "stepper"]
"""How a question is best put to people."""
Warn = Literal["wastes-bonus", "patron-leaves", "overflow", "market-unused"]
"""What is asked about once before a choice."""

STEPS: dict[str, type[Step]] = {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a choice would mean: what lights up (`at`), in which word it ends, what it costs and gives for sure.

    `word` is a key of the message files, `details` its numbers and ids; `warn` are words to ask once about.
    """

    at: tuple[str, ...] = ()
    word: str = ""
    details: tuple[tuple[str, int | str], ...] = ()
    cost: Goods = ()
    gain: Goods = ()
    warn: tuple[Warn, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect(Step):
    """Happens by itself."""


C = TypeVar("C", bound=Choice)


@dataclass(frozen=True, slots=True)
class Decision(Step, Generic[C]):
    """Asks a seat for a choice of type C.

    `secret`: what is asked would show others something hidden; `open_kind`: they may know its kind.
    """

    kind: ClassVar[str]
    rule: ClassVar[str]
    form: ClassVar[Form] = "rows"
    secret: ClassVar[bool] = False
    open_kind: ClassVar[bool] = True

    def run(self, state: State) -> None:
        """Nobody can take it: it is dropped, and its seat told."""
        state.emit(NothingToChoose(self.seat, self.kind))

    def choices(self, state: State, seat: int) -> list[C]:
        """The legal choices of a seat; none where the decision is skipped."""
        raise NotImplementedError

    def resolve(self, state: State, seat: int, choice: C) -> None:
        raise NotImplementedError

    def outcome(self, state: State, seat: int, choice: C) -> Outcome:
        return Outcome()

    def about(self, state: State, seat: int) -> dict[str, Any]:
        """What the prompt tells of the question beside the step's own fields."""
        return {}


AnyDecision = Decision[Any]

S = TypeVar("S", bound=type[Step])


@dataclass_transform(frozen_default=True)
def step(cls: S) -> S:
    """A frozen dataclass, findable by name when a saved game is loaded."""
    made = cast(S, dataclass(frozen=True, slots=True)(cls))
    STEPS[made.__name__] = made
    return made
