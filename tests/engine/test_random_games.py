"""Whole random games, from the deal to the final scoring: what must hold at every step, undo and redo included."""

import pytest
from ledger import Ledger, check_offers, check_saving, check_secrets, check_told, check_trials
from players import MODES, Mode, Policy, anything, dice_of, eager, play
from words import Curious, Listener

from engine import codec, game
from engine.content.cards import Content
from engine.determinize import determinize
from engine.record import Game, SeatHeader, game_from_json, header_for
from engine.rng import Rng, stream
from engine.setup import ChooseKept
from engine.state import State

FEW, MANY, WALKS, AT_ONCE = 8, 200, 40, 10
POLICIES: tuple[Policy, ...] = (anything, eager)


FEW_GAMES = [pytest.param(mode, number, id=f"{mode.name}-{number}") for mode in MODES for number in range(FEW)]
MANY_WALKS = [
    pytest.param(mode, range(first, first + AT_ONCE), id=f"{mode.name}-{first}")
    for mode in MODES
    for first in range(FEW, FEW + WALKS, AT_ONCE)
]
MANY_GAMES = [
    pytest.param(mode, range(first, first + AT_ONCE), id=f"{mode.name}-{first}")
    for mode in MODES
    for first in range(FEW, FEW + MANY, AT_ONCE)
]


# --- everything holds at every step ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "number"), FEW_GAMES)
def test_a_random_game_keeps_its_books_at_every_step(content: Content, mode: Mode, number: int) -> None:
    play_and_check(content, mode, number, one_in=12)


@pytest.mark.long
@pytest.mark.parametrize(("mode", "numbers"), MANY_GAMES)
def test_many_random_games_keep_their_books_at_every_step(content: Content, mode: Mode, numbers: range) -> None:
    for number in numbers:
        play_and_check(content, mode, number, one_in=10)


def play_and_check(content: Content, mode: Mode, number: int, one_in: int) -> None:
    """Check every state of a game; those of the setup and one in so many others also by what costs more."""
    state, looks = mode.begin(content, number), stream("looks", mode.name, number)
    ledger = Ledger(state)
    state.events = []
    ledger.check(state)
    look_closer(state, looks)
    policy = POLICIES[number % len(POLICIES)]
    for _ in play(state, policy, dice_of(mode, number)):
        ledger.check(state)
        check_told(state)
        if looks.below(one_in) == 0 or state.finished or isinstance(state.agenda[-1], ChooseKept):
            look_closer(state, looks)
    assert state.round == 6
    assert state.winners


def look_closer(state: State, looks: Rng) -> None:
    check_saving(state)
    check_trials(state, looks)
    check_secrets(state, looks)


# --- a game as it is kept -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.name) for mode in MODES])
def test_a_game_can_be_replayed_after_any_walk_of_presses_undo_and_redo(content: Content, mode: Mode) -> None:
    Walk(content, mode, 0).to_the_end()


@pytest.mark.long
@pytest.mark.parametrize(("mode", "numbers"), MANY_WALKS)
def test_many_games_can_be_replayed_after_any_walk(content: Content, mode: Mode, numbers: range) -> None:
    for number in numbers:
        Walk(content, mode, number).to_the_end()


class Walk:
    """A random game through the record: presses of some choices, some taken back, some of these done again."""

    def __init__(self, content: Content, mode: Mode, number: int) -> None:
        seats = [SeatHeader(colour, "person") for colour in ("azure", "gules", "vert", "purpure")[: mode.seats]]
        header = header_for(
            content, mode.seed(number), seats, automa="1.0.0", neutral=mode.neutral(content, number), options={}
        )
        self.content, self.rng = content, stream("walk", mode.name, number)
        self.played = Game(header, content)
        self.confirm, self.forced = number % 2 == 0, number % 3 == 0
        self.hashes, self.undone = [self.played.hash()], list[str]()

    def to_the_end(self) -> None:
        while not self.played.state.finished:
            self._step()
            assert self.played.hash() == self.hashes[-1]
            if self.rng.below(150) == 0:
                self._check_replay()
        self._check_replay()

    def _step(self) -> None:
        asked = self.rng.below(len(self.played.players))
        match self.rng.below(8):
            case 0 | 1 if self.played.undo_state(asked)["to"] is not None:
                self.played.undo(asked)
                self.undone.append(self.hashes.pop())
            case 2 | 3 if self.played.redo_state(asked) is not None:
                self.played.redo(asked)
                self.hashes.append(self.undone.pop())
            case _:
                self._press()

    def _press(self) -> None:
        clock = game.clock(self.played.state)
        seat = clock[self.rng.below(len(clock))]
        trial, choices = self.played.state.clone(), []
        while game.legal_choices(trial, seat) and (not choices or self.rng.below(2)):
            choices.append(anything(trial, seat, game.legal_choices(trial, seat), self.rng))
            game.apply(trial, seat, choices[-1])
        self.played.press(seat, choices, confirm=self.confirm, forced=self.forced)
        self.hashes.append(self.played.hash())
        self.undone = []

    def _check_replay(self) -> None:
        """The log tells the same game, told anew and at an earlier point of it."""
        record = self.played.to_json()
        assert game_from_json(record, self.content).hash() == self.played.hash()
        ply = self.rng.below(self.played.ply + 1)
        earlier = self.played.at(ply)
        assert earlier.ply == ply
        assert earlier.hash() == Game.replay(self.played.header, self.played.entries, self.content, ply).hash()
        assert earlier.to_json()["log"] == record["log"][:ply]


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
        for seat in game.clock(state) if rng.below(150) == 0 else ():
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
    for number in range(MANY):
        for mode in MODES:
            state = mode.begin(content, number)
            for played in play(state, Curious(listener), dice_of(mode, number)):
                listener.played(played)
                listener.happened(content, state.events)
        if not listener.unheard:
            break
    assert not listener.unheard
