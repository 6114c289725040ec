"""AI worker processes: started on demand, replaced when they die, and all ended with the pool."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.ai import worker
from server.ai.worker_pool import WorkerPool
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
    file = tmp_path / "games.log"
    file.write_text("")
    return file


@pytest.fixture
def open_pool(log: Path) -> Iterator[Callable[[int], WorkerPool]]:
    opened: list[WorkerPool] = []

    def open_pool(count: int) -> WorkerPool:
        opened.append(WorkerPool([sys.executable, "-c", CHILD, str(log)], count))
        return opened[-1]

    yield open_pool
    for pool in opened:
        pool.close()


def requested(log: Path, count: int, seconds: float = 20) -> list[str]:
    """The games that the processes were given, once there are so many."""
    deadline = time.monotonic() + seconds
    while len(lines := log.read_text().split()) < count:
        assert time.monotonic() < deadline, f"only {lines}"
        time.sleep(0.01)
    return lines


def test_a_woken_game_is_given_to_a_process(open_pool: Callable[[int], WorkerPool], log: Path):
    open_pool(1).wake("GAME")
    assert requested(log, 1) == ["GAME"]


def test_no_process_starts_before_one_is_needed(open_pool: Callable[[int], WorkerPool]):
    pool = open_pool(2)
    assert pool._processes == set()


def test_a_pool_of_size_0_starts_no_process(open_pool: Callable[[int], WorkerPool], log: Path):
    open_pool(0).wake("GAME")
    time.sleep(0.1)
    assert log.read_text() == ""


def test_a_game_woken_while_it_is_in_progress_is_played_once_more(open_pool: Callable[[int], WorkerPool], log: Path):
    pool = open_pool(2)
    pool.wake("SLOW")
    requested(log, 1)
    pool.wake("SLOW")
    pool.wake("SLOW")
    assert requested(log, 2) == ["SLOW", "SLOW"]


def test_several_games_are_given_to_several_processes(open_pool: Callable[[int], WorkerPool], log: Path):
    pool = open_pool(2)
    pool.wake("SLOW")
    requested(log, 1)
    pool.wake("GAME")
    requested(log, 2)
    assert len(pool._processes) == 2


def test_a_process_that_dies_is_replaced_and_its_game_retried(open_pool: Callable[[int], WorkerPool], log: Path):
    pool = open_pool(1)
    pool.wake("DIESONCE")
    assert requested(log, 2) == ["DIESONCE", "DIESONCE"]
    pool.wake("GAME")
    assert requested(log, 3)[-1] == "GAME"


def test_a_game_that_kills_every_process_is_abandoned_and_others_go_on(
    open_pool: Callable[[int], WorkerPool], log: Path, caplog: pytest.LogCaptureFixture
):
    pool = open_pool(1)
    pool.wake("DIES")
    pool.wake("GAME")
    assert requested(log, 4) == ["DIES", "DIES", "DIES", "GAME"]
    assert "no AI worker can play game DIES" in caplog.text


def test_closing_ends_every_process(open_pool: Callable[[int], WorkerPool], log: Path):
    pool = open_pool(2)
    pool.wake("GAME")
    requested(log, 1)
    (process,) = pool._processes
    pool.close()
    assert process.poll() is not None
    pool.wake("GAME")
    assert log.read_text().split() == ["GAME"]


# --- the worker's loop -----------------------------------------------------------------------------------------------


class BusyGames:
    """Games whose storage is busy for some calls before a move can be made."""

    def __init__(self, failures: int) -> None:
        self.failures, self.moves = failures, 0

    def move_ai(self, game: str) -> bool:
        if self.failures:
            self.failures -= 1
            raise Problem("busy", game)
        self.moves += 1
        return self.moves < 3


def test_a_worker_retries_while_the_storage_is_busy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker, "RETRY_S", 0)
    games = BusyGames(failures=3)
    worker.make_ai_moves(games, "GAME")
    assert games.moves == 3


def test_a_worker_abandons_a_game_after_too_many_failures(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(worker, "RETRY_S", 0)
    games = BusyGames(failures=100)
    worker.make_ai_moves(games, "GAME")
    assert games.moves == 0
    assert "wait until somebody opens it" in caplog.text


class WaitingGames:
    """Games awaiting an AI: each number is how many moves there are to make in one pass."""

    def __init__(self, *moves: int) -> None:
        self._left = list(moves)
        self.passes = 0

    def games_awaiting_ai(self) -> list[str]:
        return ["GAME"] if self._left else []

    def move_ai(self, game: str) -> bool:
        if self._left and self._left[0]:
            self._left[0] -= 1
            return True
        self._left = self._left[1:]
        self.passes += 1
        return False


class GrantedLocks:
    """Locks of which only the first ones are granted."""

    def __init__(self, granted: int) -> None:
        self._granted = granted

    @contextmanager
    def try_lock(self, game: str) -> Iterator[bool]:
        self._granted -= 1
        yield self._granted >= 0


def test_a_worker_leaves_a_game_alone_that_another_process_has_locked():
    games = WaitingGames(1)
    worker.play_ais(games, GrantedLocks(0), "GAME")
    assert games.passes == 0


def test_a_worker_checks_once_more_after_it_has_released_the_lock():
    """Another worker may have been refused the lock just before, for a move that was submitted meanwhile."""
    games = WaitingGames(2, 1)
    worker.play_ais(games, GrantedLocks(5), "GAME")
    assert games.passes == 2


def test_a_move_submitted_just_before_a_worker_found_nothing_to_do_is_not_missed():
    games = WaitingGames(0, 3)
    worker.play_ais(games, GrantedLocks(5), "GAME")
    assert (games.passes, games.games_awaiting_ai()) == (2, [])


def test_a_worker_does_not_loop_where_nothing_can_be_done():
    games = WaitingGames(*[0] * 100)
    worker.play_ais(games, GrantedLocks(100), "GAME")
    assert games.passes == 2


def test_a_worker_abandons_a_deleted_game_at_once():
    class DeletedGames:
        calls = 0

        def move_ai(self, game: str) -> bool:
            self.calls += 1
            raise Problem("unknown-game", game)

    games = DeletedGames()
    worker.play_ais(games, GrantedLocks(5), "GAME")
    assert games.calls == 1
