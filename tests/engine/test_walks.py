"""Short walks from anywhere in a game, found and shortened by hypothesis: moves, undo, redo, and what is refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine import loop
from engine.choices import Choice
from engine.content.files import load
from engine.errors import HiddenAhead, IllegalChoice, UndoClosed
from engine.game import Game, game_from_json
from engine.rng import stream
from tests.engine.players import MODES, Mode, eager, header_of
from tests.engine.watch import Watch

PLIES_A_SEAT = 200
"""A game is some 220 choices a seat."""


class Walk(RuleBasedStateMachine):
    """A game that somebody else began; every step is watched."""

    @initialize(mode=st.sampled_from(MODES), number=st.integers(0, 999), data=st.data())
    def begin(self, mode: Mode, number: int, data: st.DataObject) -> None:
        self.played, rng = Game(header_of(load(), mode, number), load()), stream("walk from", mode.name, number)
        for _ in range(data.draw(st.integers(0, PLIES_A_SEAT * mode.seats), "revisions")):
            if not self.played.state.finished:
                seat = loop.clock(self.played.state)[0]
                choice = eager(self.played.state, seat, loop.legal_choices(self.played.state, seat), rng)
                self.played.submit(seat, [choice], confirm=False)
        self.watch = Watch(self.played, rng)

    def unless_over(self) -> bool:
        return not self.played.state.finished

    def seat_that_can(self, what: str) -> int | None:
        """The seat that can undo or redo now; there is never more than one."""
        seats = range(len(self.played.players))
        if what == "undo":
            able = [seat for seat in seats if self.played.undo_state(seat)["to"] is not None]
        else:
            able = [seat for seat in seats if self.played.redo_state(seat) is not None]
        assert len(able) <= 1
        return able[0] if able else None

    @precondition(unless_over)
    @rule(data=st.data(), most=st.integers(1, 3), confirm=st.booleans(), forced=st.booleans())
    def move(self, data: st.DataObject, most: int, confirm: bool, forced: bool) -> None:
        trial, choices = self.played.state.clone(), list[Choice]()
        seat = data.draw(st.sampled_from(loop.clock(trial)), "seat")
        while len(choices) < most and (offered := loop.legal_choices(trial, seat)):
            choices.append(data.draw(st.sampled_from(offered), "choice"))
            loop.apply(trial, seat, choices[-1])
        self.check_preview(seat, choices)
        self.watch.find_move(self.played.submit(seat, choices, confirm=confirm, forced=forced))

    def check_preview(self, seat: int, choices: list[Choice]) -> None:
        """Looked at first, the choices change nothing; they are shown as far as nothing hidden lies ahead."""
        before = self.played.hash()
        with suppress(HiddenAhead):
            self.played.preview(seat, choices)
        assert self.played.hash() == before

    @precondition(lambda self: self.seat_that_can("undo") is not None)
    @rule()
    def undo(self) -> None:
        seat = self.seat_that_can("undo")
        assert seat is not None
        self.played.undo(seat)
        self.watch.took_back()

    @precondition(lambda self: self.seat_that_can("redo") is not None)
    @rule()
    def redo(self) -> None:
        seat = self.seat_that_can("redo")
        assert seat is not None
        self.played.redo(seat)
        self.watch.did_again()

    @rule()
    def what_is_not_offered_changes_nothing(self) -> None:
        before, revision = self.played.hash(), self.played.revision
        asked = loop.clock(self.played.state)
        for seat in range(len(self.played.players)):
            if self.seat_that_can("undo") != seat:
                with pytest.raises(UndoClosed):
                    self.played.undo(seat)
            if self.seat_that_can("redo") != seat:
                with pytest.raises(UndoClosed):
                    self.played.redo(seat)
            if seat not in asked:
                for choice in loop.legal_choices(self.played.state, asked[0]) if asked else ():
                    with pytest.raises(IllegalChoice):
                        self.played.submit(seat, [choice])
        assert (self.played.hash(), self.played.revision) == (before, revision)

    @rule()
    def replay(self) -> None:
        record = json.loads(json.dumps(self.played.to_json()))
        again = game_from_json(record, self.played.content)
        assert again.state == self.played.state
        assert again.to_json() == record


Walk.TestCase.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestWalk = Walk.TestCase
