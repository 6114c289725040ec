"""A whole game told again: each choice in force, with the position before it and what it made happen."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from engine import loop
from engine.choices import Choice
from engine.content.cards import Content
from engine.events import Event
from engine.game import Game, Header
from engine.state import Chairs, State
from engine.steps import AnyDecision

C = TypeVar("C", bound=Choice)
E = TypeVar("E", bound=Event)

Pick = tuple[int, Choice]
"""A seat and what it chose."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One choice: the position before and after it, and what it made happen."""

    before: State
    after: State
    seat: int
    choice: Choice
    events: tuple[Event, ...]

    @property
    def asked(self) -> AnyDecision:
        return loop.decision(self.before)


@dataclass(frozen=True)
class Story:
    """All moments of a game, from the deal to the final scoring."""

    opening: tuple[Event, ...]
    moments: tuple[Moment, ...]
    final: State

    @property
    def content(self) -> Content:
        return self.final.content

    def chosen(self, kind: type[C]) -> list[tuple[Moment, C]]:
        """The choices of one class, each with its moment."""
        return [(moment, moment.choice) for moment in self.moments if isinstance(moment.choice, kind)]

    def told(self, kind: type[E]) -> list[tuple[Moment, E]]:
        """The events of one class after the setup, each with its moment."""
        return [(moment, event) for moment in self.moments for event in moment.events if isinstance(event, kind)]

    def in_setup(self, kind: type[E]) -> list[E]:
        """The events of one class up to the first round."""
        setup = [moment.events for moment in self.moments if moment.before.phase == "setup"]
        return [event for events in setup for event in events if isinstance(event, kind)]

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return self.opening + tuple(event for moment in self.moments for event in moment.events)


def tell(state: State, picks: Iterator[Pick] | list[Pick]) -> Story:
    """The story of these choices, from a state that nothing was chosen in yet; the state is played on."""
    opening, moments, before = tuple(state.events), [], state.clone()
    for seat, choice in picks:
        loop.apply(state, seat, choice)
        after = state.clone()
        moments.append(Moment(before, after, seat, choice, tuple(state.events)))
        before = after
    return Story(opening, tuple(moments), state)


def story_of(played: Game) -> Story:
    """The story that a record tells, without what was taken back."""
    return tell(beginning(played.header, played.content), picks_of(played))


def picks_of(played: Game) -> list[Pick]:
    """The choices in force of a record."""
    return [(entry.seat, entry.choice) for entry in played.in_force if entry.choice is not None]


def beginning(header: Header, content: Content) -> State:
    return loop.begin(content, header.seed, len(header.seats), header.neutral)


def without_violins(state: State) -> State:
    """The same table without the tokens on the violin seats, the only ones that span two eras."""
    twin = state.clone()
    for place in violin_seats(state.content):
        twin.orchestra[place] = Chairs()
    return twin


def violin_seats(content: Content) -> list[str]:
    return [place for place, seat in content.orchestra.items() if len(seat.eras) > 1]
