"""Whole random games, from the deal to the final scoring: what must hold at every step, undo and redo included."""

import json
import os

import pytest

from engine import codec, loop
from engine.choices import Choice
from engine.content.cards import Content
from engine.determinize import determinize
from engine.game import Game, game_from_json
from engine.rng import Rng, stream
from tests.engine.ledger import check_offers
from tests.engine.players import MODES, Mode, Policy, anything, climbing, dice_of, eager, header_of, play
from tests.engine.watch import Watch
from tests.engine.words import Curious, Listener

FEW, AT_ONCE = 40, 10
MANY = int(os.environ.get("GAMES", "2000"))
"""Games of each mode in `make test`, and in `make random`."""
POLICIES: tuple[Policy, ...] = (anything, eager, climbing)
HEARD_IN = 200

FEW_GAMES = [pytest.param(mode, number, id=f"{mode.name}-{number}") for mode in MODES for number in range(FEW)]
MANY_GAMES = [
    pytest.param(mode, range(first, min(first + AT_ONCE, FEW + MANY)), id=f"{mode.name}-{first}")
    for mode in MODES
    for first in range(FEW, FEW + MANY, AT_ONCE)
]


# --- everything holds at every step ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "number"), FEW_GAMES)
def test_a_random_game_with_undo_and_redo_keeps_every_invariant_at_every_step(
    content: Content, mode: Mode, number: int
) -> None:
    Walk(content, mode, number).to_the_end()


@pytest.mark.long
@pytest.mark.parametrize(("mode", "numbers"), MANY_GAMES)
def test_many_random_games_keep_every_invariant_at_every_step(content: Content, mode: Mode, numbers: range) -> None:
    for number in numbers:
        Walk(content, mode, number).to_the_end()


class Walk:
    """A random game: moves of one choice or several, some taken back, some of these done again."""

    def __init__(self, content: Content, mode: Mode, number: int) -> None:
        self.content, self.rng = content, stream("walk", mode.name, number)
        self.policy = POLICIES[number % len(POLICIES)]
        self.confirm, self.forced = number % 4 < 2, number % 5 < 2
        self.played = Game(header_of(content, mode, number), content)
        self.watch = Watch(self.played, self.rng)

    def to_the_end(self) -> None:
        while not self.played.state.finished:
            self._step()
        assert self.played.state.round == 6
        assert self.played.state.winners
        self._replay()

    def _step(self) -> None:
        seat, to_redo = self.rng.below(len(self.played.players)), self.played.redo_state
        match self.rng.below(16):
            case 0 | 1 if self.played.undo_state(seat)["to"] is not None:
                self.played.undo(seat)
                self.watch.took_back()
            case 2 | 3 | 4 | 5 if to_redo(seat) is not None:
                self.played.redo(seat)
                self.watch.did_again()
            case _:
                self._press()

    def _press(self) -> None:
        """Choices of one seat, for as long as it is asked and the dice say so."""
        clock = loop.clock(self.played.state)
        seat, choices = clock[self.rng.below(len(clock))], list[Choice]()
        trial = self.played.state.clone()
        while (offered := loop.legal_choices(trial, seat)) and (not choices or self.rng.below(3) == 0):
            choices.append(self.policy(trial, seat, offered, self.rng))
            loop.apply(trial, seat, choices[-1])
        self.watch.find_move(self.played.submit(seat, choices, confirm=self.confirm, forced=self.forced))

    def _replay(self) -> None:
        """The log, written and read, tells the same game; up to an earlier entry, the same as it was then."""
        record = json.loads(json.dumps(self.played.to_json()))
        again = game_from_json(record, self.content)
        assert again.state == self.played.state
        assert again.to_json() == record
        revision = self.rng.below(self.played.revision + 1)
        earlier = self.played.at(revision)
        assert earlier.state == Game.replay(self.played.header, self.played.entries, self.content, revision).state
        assert earlier.to_json()["log"] == record["log"][:revision]


def test_the_same_seed_and_the_same_choices_give_the_same_game(content: Content) -> None:
    mode = MODES[2]
    first, second = (mode.begin(content, 3) for _ in range(2))
    steps = zip(play(first, eager, dice_of(mode, 3)), play(second, eager, dice_of(mode, 3)), strict=True)
    for one, other in steps:
        assert one == other
    assert codec.state_hash(first) == codec.state_hash(second)


def test_clones_are_played_on_without_each_other(content: Content) -> None:
    mode = MODES[1]
    state = mode.begin(content, 1)
    for _ in zip(range(200), play(state, eager, dice_of(mode, 1)), strict=False):
        pass
    before, twin = codec.state_hash(state), state.clone()
    assert codec.state_hash(twin) == before
    for _ in play(twin, anything, Rng(1)):
        pass
    assert codec.state_hash(state) == before


@pytest.mark.rule("GEN-17")
@pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.name) for mode in MODES])
def test_what_a_seat_imagines_can_be_played_to_the_end(content: Content, mode: Mode) -> None:
    state, rng = mode.begin(content, 2), stream("imagined", mode.name)
    for _ in play(state, eager, dice_of(mode, 2)):
        for seat in loop.clock(state) if rng.below(150) == 0 else ():
            imagined = determinize(state, seat, rng)
            for _ in play(imagined, anything, rng):
                check_offers(imagined)
            assert imagined.finished


# --- the whole vocabulary -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_word_of_the_vocabulary_does_something_in_random_games(
    content: Content, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener()
    listener.listen(monkeypatch)
    for number in range(HEARD_IN):
        for mode in MODES:
            state = mode.begin(content, number)
            for played in play(state, Curious(listener), dice_of(mode, number)):
                listener.played(played)
                listener.happened(content, state.events)
        if not listener.unheard:
            break
    assert not listener.unheard
