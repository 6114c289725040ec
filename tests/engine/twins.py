"""A game beside the game for each who looks on: what is hidden from them lies differently, and they notice nothing.

Seats and spectators must hear the same events, be asked the same and see the same table in both (GEN-7). Where the two
part because a choice brings something to light, a table that differs only in what is hidden even then must do.
"""

from dataclasses import fields
from functools import cached_property

from engine import loop
from engine.choices import Bench, Choice, KeepCard, PlanWorker, SetupChoice
from engine.constants import BENCH_ROOM
from engine.determinize import determinize
from engine.rng import Rng
from engine.state import State
from engine.view import View, events_for, table_view
from tests.engine.ledger import check_imagined_cards, check_offers
from tests.engine.scramble import scrambled

Viewer = int | None


class Twins:
    """For each seat, and for spectators, a table that looks the same to them."""

    OTHERS = 3

    def __init__(self, state: State, rng: Rng) -> None:
        self.rng, self.step = rng, 0
        self.of: dict[Viewer, State] = {}
        for viewer in (*range(state.seats), None):
            self.of[viewer] = scrambled(state, viewer, rng)
            check_view(state, self.of[viewer], viewer)

    def follow(self, before: State, seat: int, choice: Choice, state: State) -> None:
        """Make the choice that led from `before` to `state` at every table; nobody notices a difference.

        Events are compared for all. The whole view, which costs more than all else, is for the seats that are asked and
        for everybody to whom something came to light; at one step in `OTHERS` for one of the others too, in turn.
        """
        looking = self._looking(state)
        for viewer, twin in self.of.items():
            true = Seen(state, viewer)
            made = alike(twin, seat, choice, viewer)
            if made:
                loop.apply(twin, seat, made[self.rng.below(len(made))])
            if not made or not true.same(twin, whole=viewer in looking):
                other = scrambled(before, viewer, self.rng, then=state)
                made = alike(other, seat, choice, viewer)
                loop.apply(other, seat, min(made, key=lambda one: unlikeness(one, choice)))
                assert true.same(other, whole=True), f"seat {viewer} notices what is hidden: {seat} did {choice}"
                self.of[viewer] = scrambled(state, viewer, self.rng)

    def _looking(self, state: State) -> tuple[Viewer, ...]:
        asked = loop.clock(state)
        self.step += 1
        if self.step % self.OTHERS:
            return asked
        others = [viewer for viewer in self.of if viewer not in asked]
        return (*asked, others[self.step // self.OTHERS % len(others)])

    def check_trials(self, state: State) -> None:
        """Every choice offered can be made; its seat learns nothing hidden unless the way back closes (GEN-10)."""
        for seat, offered in loop.offered(state).items():
            twin = self.of[seat]
            assert loop.legal_choices(twin, seat) == offered
            for choice in offered:
                here, there = state.clone(), twin.clone()
                loop.apply(here, seat, choice)
                loop.apply(there, seat, choice)
                assert here.finished or loop.clock(here)
                assert (here.floor is None) == (there.floor is None)
                if here.floor is None:
                    assert events_for(1, here.events, seat) == events_for(1, there.events, seat)
                    assert loop.clock(here) == loop.clock(there)
                    assert loop.legal_choices(here, seat) == loop.legal_choices(there, seat)

    def check_imagined(self, state: State) -> None:
        """What an AI that is asked makes of the table does not depend on what is hidden from it (GEN-17)."""
        for seat in loop.clock(state):
            start = self.rng.next()
            imagined, other = (determinize(table, seat, Rng(start)) for table in (state, self.of[seat]))
            assert imagined == other
            check_offers(imagined)
            check_imagined_cards(imagined, state)
            check_view(state, imagined, seat)


def check_view(state: State, twin: State, viewer: Viewer) -> None:
    assert table_view(twin, viewer) == table_view(state, viewer), f"seat {viewer} sees what is hidden"


class Seen:
    """What a viewer is told and sees after a choice; the view is made once, when it is first wanted."""

    def __init__(self, state: State, viewer: Viewer) -> None:
        self.state, self.viewer = state, viewer
        self.told = events_for(1, state.events, viewer)

    @cached_property
    def view(self) -> View:
        return table_view(self.state, self.viewer)

    def same(self, twin: State, *, whole: bool) -> bool:
        """Whether the twin tells the same and asks the same seats and, on the whole, looks the same."""
        if events_for(1, twin.events, self.viewer) != self.told or loop.clock(twin) != loop.clock(self.state):
            return False
        return not whole or table_view(twin, self.viewer) == self.view


def alike(twin: State, seat: int, choice: Choice, viewer: Viewer) -> list[Choice]:
    """The choices offered at the viewer's table that it cannot tell from the one made."""
    if viewer == seat:
        return [choice]
    seen = outside(twin, seat, choice)
    return [one for one in loop.legal_choices(twin, seat) if outside(twin, seat, one) == seen]


def outside(state: State, seat: int, choice: Choice) -> object:
    """What others know of a choice. A worker's chip is face down, yet a specialist's may speak up at once (PLN-6)."""
    match choice:
        case PlanWorker(number, apprentices):
            return apprentices, state.players[seat].specialist(number)
        case SetupChoice() | KeepCard():
            return choice.kind
        case Bench() if len(state.players[seat].roughing) == BENCH_ROOM:
            return choice.kind  # room is made before the card is shown
    return choice


def unlikeness(one: Choice, other: Choice) -> int:
    """In how many fields two choices of a kind differ."""
    return sum(getattr(one, field.name) != getattr(other, field.name) for field in fields(other))
