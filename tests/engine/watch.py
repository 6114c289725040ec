"""Looks on while a game is played, and finds at every step that everything holds which must hold."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import codec, loop
from engine.content.cards import Content
from engine.game import Entry, Game
from engine.rng import Rng
from engine.state import State
from tests.engine.ledger import Ledger, check_told
from tests.engine.twins import Twins


@dataclass(frozen=True, slots=True)
class Page:
    """What was known at a moment to which somebody may go back."""

    mirror: State
    ledger: Ledger
    saved: dict[str, Any]


class Watch:
    """Plays along with a game, choice by choice, and looks at every state.

    At every step: the books are right; the state's JSON is read as itself; every choice offered can be made; nobody is
    told or shown what they may not know; the game itself, at which nobody looked, is the same. After an undo or redo it
    is as it was at that point. At one step in `IMAGINED` also what an AI would imagine.
    """

    IMAGINED = 12

    def __init__(self, played: Game, rng: Rng) -> None:
        self.played, self.rng = played, rng
        self.mirror = Game(played.header, played.content).state
        self.ledger, self.saved = Ledger(self.mirror), Saved(self.mirror)
        self.past, self.undone = list[Page](), list[Page]()
        for entry in played.in_force:
            if entry.move == entry.n:
                self.past.append(self._page())
            self._play(entry)
            self.ledger.note(self.mirror.events)
            self.saved.check(self.mirror)
        self.ledger.balance(self.mirror)
        self._look_around()
        self._compare()

    def find_move(self, made: Sequence[Entry]) -> None:
        """A move was made."""
        self.past.append(self._page())
        self.undone.clear()
        for entry in made:
            before = self.mirror.clone()
            self._play(entry)
            assert tuple(self.mirror.events) == self.played.events[entry.n]
            self._look(before, entry)
        self._compare()

    def took_back(self) -> None:
        """The last move was undone."""
        self.undone.append(self._page())
        self._turn_to(self.past.pop())

    def did_again(self) -> None:
        """The move undone last was done again."""
        self.past.append(self._page())
        self._turn_to(self.undone.pop())

    # --- how it is done ---------------------------------------------------------------------------------------------

    def _play(self, entry: Entry) -> None:
        assert entry.choice is not None
        loop.apply(self.mirror, entry.seat, entry.choice)
        if self.mirror.floor is not None:
            self.past.clear()

    def _look(self, before: State, entry: Entry) -> None:
        assert entry.choice is not None
        self.ledger.check(self.mirror)
        check_told(self.mirror)
        self.saved.check(self.mirror)
        self.twins.follow(before, entry.seat, entry.choice, self.mirror)
        self._look_ahead()

    def _look_ahead(self) -> None:
        self.twins.check_trials(self.mirror)
        if self.rng.below(self.IMAGINED) == 0:
            self.twins.check_imagined(self.mirror)

    def _look_around(self) -> None:
        """At a state that was not come to by a choice."""
        self.twins = Twins(self.mirror, self.rng)
        self._look_ahead()

    def _compare(self) -> None:
        """All the looking, and what was tried on clones, has changed nothing."""
        assert self.mirror == self.played.state
        assert loop.offered(self.mirror) == loop.offered(self.played.state)

    def _page(self) -> Page:
        return Page(self.mirror.clone(), self.ledger.clone(), self.saved.last)

    def _turn_to(self, page: Page) -> None:
        assert codec.state_to_json(self.played.state) == page.saved, "undo and redo lead elsewhere"
        self.mirror, self.ledger = page.mirror, page.ledger
        self.ledger.balance(self.mirror)
        self.saved.check(self.mirror)
        self._look_around()
        self._compare()


class Saved:
    """The state as JSON text, read again after each step: whatever is written otherwise than at the step before."""

    def __init__(self, state: State) -> None:
        nothing = State(state.content, Rng(0), [])
        self.blank = self.last = codec.state_to_json(nothing)
        self.read = {name: getattr(nothing, name) for name in self.blank}
        self.check(state)

    def check(self, state: State) -> None:
        saved, last = codec.state_to_json(state), self.last
        changed = {name: value for name, value in saved.items() if value != last[name]}
        seats = [n for n, player in enumerate(saved["players"]) if last["players"][n : n + 1] != [player]]
        some = {"players": [saved["players"][n] for n in seats]}
        again = read(json.dumps({**self.blank, **changed, **some}), state.content)
        players = dict(enumerate(self.read["players"])) | dict(zip(seats, again.players, strict=True))
        self.read |= {name: getattr(again, name) for name in changed} | {"players": list(players.values())}
        for name, value in self.read.items():
            assert value == getattr(state, name), f"{name} is read otherwise than it was written"
        self.last = saved


def read(text: str, content: Content) -> State:
    return codec.state_from_json(json.loads(text), content)


def check_saving(state: State) -> None:
    """A state written as JSON and read again is the same state, and offers the same in the same order."""
    again = read(json.dumps(codec.state_to_json(state)), state.content)
    assert again == state
    assert loop.offered(again) == loop.offered(state)


def look_closer(state: State, rng: Rng) -> None:
    """All that a state shows by itself."""
    check_saving(state)
    twins = Twins(state, rng)
    twins.check_trials(state)
    twins.check_imagined(state)
