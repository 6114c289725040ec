"""The processes in which rivals think: started when needed, replaced when they die, ended without a trace."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.ai import worker
from server.ai.worker_pool import Thinkers
from server.games.problems import Problem

CHILD = """
import os, pathlib, sys, time
log = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    game = line.strip()
    with log.open("a") as file:
        file.write(game + "\\n")
    if game == "DIES" or (game == "DIESONCE" and log.read_text().count(game) == 1):
        os._exit(1)
    time.sleep(0.3 if game == "SLOW" else 0)
    print("done", flush=True)
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "asked.log"
    file.write_text("")
    return file


@pytest.fixture
def open_thinkers(log: Path) -> Iterator[Callable[[int], Thinkers]]:
    opened: list[Thinkers] = []

    def open_thinkers(count: int) -> Thinkers:
        opened.append(Thinkers([sys.executable, "-c", CHILD, str(log)], count))
        return opened[-1]

    yield open_thinkers
    for thinkers in opened:
        thinkers.close()


def asked(log: Path, count: int, seconds: float = 20) -> list[str]:
    """The games that were asked about, once there are so many."""
    deadline = time.monotonic() + seconds
    while len(lines := log.read_text().split()) < count:
        assert time.monotonic() < deadline, f"only {lines}"
        time.sleep(0.01)
    return lines


def test_a_game_is_handed_to_a_process(open_thinkers: Callable[[int], Thinkers], log: Path):
    open_thinkers(1).wake("GAME")
    assert asked(log, 1) == ["GAME"]


def test_no_process_is_started_before_one_is_needed(open_thinkers: Callable[[int], Thinkers]):
    thinkers = open_thinkers(2)
    assert thinkers._children == set()


def test_with_no_processes_nobody_is_moved(open_thinkers: Callable[[int], Thinkers], log: Path):
    open_thinkers(0).wake("GAME")
    time.sleep(0.1)
    assert log.read_text() == ""


def test_a_game_that_is_woken_while_it_is_thought_about_is_looked_at_again(
    open_thinkers: Callable[[int], Thinkers], log: Path
):
    thinkers = open_thinkers(2)
    thinkers.wake("SLOW")
    asked(log, 1)
    thinkers.wake("SLOW")
    thinkers.wake("SLOW")
    assert asked(log, 2) == ["SLOW", "SLOW"]


def test_several_games_go_to_several_processes(open_thinkers: Callable[[int], Thinkers], log: Path):
    thinkers = open_thinkers(2)
    thinkers.wake("SLOW")
    asked(log, 1)
    thinkers.wake("GAME")
    asked(log, 2)
    assert len(thinkers._children) == 2


def test_a_process_that_dies_is_replaced_and_its_game_is_taken_up_again(
    open_thinkers: Callable[[int], Thinkers], log: Path
):
    thinkers = open_thinkers(1)
    thinkers.wake("DIESONCE")
    assert asked(log, 2) == ["DIESONCE", "DIESONCE"]
    thinkers.wake("GAME")
    assert asked(log, 3)[-1] == "GAME"


def test_a_game_over_which_every_process_dies_is_given_up_and_others_go_on(
    open_thinkers: Callable[[int], Thinkers], log: Path, caplog: pytest.LogCaptureFixture
):
    thinkers = open_thinkers(1)
    thinkers.wake("DIES")
    thinkers.wake("GAME")
    assert asked(log, 4) == ["DIES", "DIES", "DIES", "GAME"]
    assert "rivals of game DIES cannot move" in caplog.text


def test_closing_ends_every_process(open_thinkers: Callable[[int], Thinkers], log: Path):
    thinkers = open_thinkers(2)
    thinkers.wake("GAME")
    asked(log, 1)
    (child,) = thinkers._children
    thinkers.close()
    assert child.poll() is not None
    thinkers.wake("GAME")
    assert log.read_text().split() == ["GAME"]


class Stubborn:
    """Games whose storage is busy some times before a move can be made."""

    def __init__(self, refusals: int) -> None:
        self.refusals, self.moves = refusals, 0

    def move_ai(self, game: str) -> bool:
        if self.refusals:
            self.refusals -= 1
            raise Problem("busy", game)
        self.moves += 1
        return self.moves < 3


def test_a_thinker_tries_again_where_the_store_is_busy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker, "RETRY_S", 0)
    games = Stubborn(refusals=3)
    worker.move_ais(games, "GAME")
    assert games.moves == 3


def test_a_thinker_gives_a_game_up_that_is_refused_again_and_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(worker, "RETRY_S", 0)
    games = Stubborn(refusals=100)
    worker.move_ais(games, "GAME")
    assert games.moves == 0
    assert "wait until somebody looks at it" in caplog.text


class Waiting:
    """Games in which rivals wait: each number tells how many move when somebody looks next."""

    def __init__(self, *moves: int) -> None:
        self._left = list(moves)
        self.looks = 0

    def games_awaiting_ai(self) -> list[str]:
        return ["GAME"] if self._left else []

    def move_ai(self, game: str) -> bool:
        if self._left and self._left[0]:
            self._left[0] -= 1
            return True
        self._left = self._left[1:]
        self.looks += 1
        return False


class Claimed:
    """Claims of which the first ones are granted."""

    def __init__(self, granted: int) -> None:
        self._granted = granted

    @contextmanager
    def claim(self, game: str) -> Iterator[bool]:
        self._granted -= 1
        yield self._granted >= 0


def test_a_thinker_leaves_a_game_alone_that_another_process_is_at():
    games = Waiting(1)
    worker.think(games, Claimed(0), "GAME")
    assert games.looks == 0


def test_a_thinker_looks_once_more_after_it_has_let_go():
    """Somebody may have pressed, and been turned away, just before it let go."""
    games = Waiting(2, 1)
    worker.think(games, Claimed(5), "GAME")
    assert games.looks == 2


def test_a_press_just_before_a_thinker_found_nothing_to_do_is_not_overlooked():
    games = Waiting(0, 3)
    worker.think(games, Claimed(5), "GAME")
    assert (games.looks, games.games_awaiting_ai()) == (2, [])


def test_a_thinker_does_not_turn_in_circles_where_nothing_can_be_done():
    games = Waiting(*[0] * 100)
    worker.think(games, Claimed(100), "GAME")
    assert games.looks == 2


def test_a_thinker_gives_a_game_up_at_once_that_is_gone():
    class Gone:
        looks = 0

        def move_ai(self, game: str) -> bool:
            self.looks += 1
            raise Problem("unknown-game", game)

    games = Gone()
    worker.think(games, Claimed(5), "GAME")
    assert games.looks == 1
