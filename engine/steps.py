"""Steps: frozen values on the state's agenda for what is still to happen.

An Effect has `run`; a Decision offers `choices` to a seat and applies one with `resolve`. Steps hold ids and numbers
only, so that an unfinished turn can be saved, cloned and hashed.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, dataclass_transform

from engine.choices import Choice
from engine.content.cards import Goods
from engine.events import NothingToChoose
from engine.state import State, Step

Form = Literal["rows", "strip", "stepper"]
"""Layout of a prompt's choices."""
Warn = Literal["wastes-bonus", "patron-leaves", "overflow", "market-unused"]
"""Warnings before a choice."""

STEPS: dict[str, type[Step]] = {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The meaning of a choice for a prompt: its items (`at`), and its certain costs and gains.

    `word`: key of a message, with its numbers and ids in `details`; `warn`: warnings to confirm.
    """

    at: tuple[str, ...] = ()
    word: str = ""
    details: tuple[tuple[str, int | str], ...] = ()
    cost: Goods = ()
    gain: Goods = ()
    warn: tuple[Warn, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect(Step):
    """A step without a choice."""


C = TypeVar("C", bound=Choice)


@dataclass(frozen=True, slots=True)
class Decision(Step, Generic[C]):
    """Asks a seat for a choice of type C.

    `secret`: the prompt contains something hidden from others; `open_kind`: its kind is public.
    """

    kind: ClassVar[str]
    rule: ClassVar[str]
    form: ClassVar[Form] = "rows"
    secret: ClassVar[bool] = False
    open_kind: ClassVar[bool] = True

    def run(self, state: State) -> None:
        """Skip the decision, as there is no choice."""
        state.emit(NothingToChoose(self.seat, self.kind))

    def choices(self, state: State, seat: int) -> list[C]:
        """The legal choices of a seat; none if the decision is to be skipped."""
        raise NotImplementedError

    def resolve(self, state: State, seat: int, choice: C) -> None:
        raise NotImplementedError

    def outcome(self, state: State, seat: int, choice: C) -> Outcome:
        return Outcome()

    def about(self, state: State, seat: int) -> dict[str, Any]:
        """Fields of the prompt beside those of the step."""
        return {}


AnyDecision = Decision[Any]

S = TypeVar("S", bound=type[Step])


@dataclass_transform(frozen_default=True)
def step(cls: S) -> S:
    """Make a class a frozen dataclass, registered by its name for the codec."""
    made = cast(S, dataclass(frozen=True, slots=True)(cls))
    STEPS[made.__name__] = made
    return made
