"""A pool of AI worker processes, so that no AI move holds up the threads that answer people.

A process starts when the first AI has to move, reads the game's name from its input, and answers when no AI of that
game is to move any more. Ending at any moment loses nothing: the game stays in the database with an AI to move, and is
resumed at the next start of the server or the next request for it.
Every web process has a pool of its own; `game_locks.py` keeps two workers from playing the same game.
"""

import json
import logging
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from server.config import ROOT, Config

MAX_ATTEMPTS = 3
GRACE_S = 2.0

log = logging.getLogger(__name__)


class WorkerPool:
    """Assigns games to at most `size` worker processes; each game to one at a time."""

    def __init__(self, command: Sequence[str], size: int) -> None:
        self._command, self._size = command, size
        self._condition = threading.Condition()
        self._queue: deque[str] = deque()
        self._in_progress: set[str] = set()
        self._requeue: set[str] = set()
        """Games to queue again when their worker is done."""
        self._threads: list[threading.Thread] = []
        self._processes: set[subprocess.Popen[str]] = set()
        self._idle_threads = 0
        self._failing = self._closed = False

    @property
    def is_working(self) -> bool:
        """Whether the pool can make AI moves: it is open, and the last game did not end all processes."""
        with self._condition:
            return not (self._closed or self._failing) and all(thread.is_alive() for thread in self._threads)

    def wake(self, game: str) -> None:
        """Queue a game in which an AI may have to move; returns at once."""
        with self._condition:
            if self._closed or not self._size or game in self._queue:
                return
            if game in self._in_progress:
                self._requeue.add(game)
                return
            self._queue.append(game)
            if self._idle_threads < len(self._queue) and len(self._threads) < self._size:
                self._start_thread()
            self._condition.notify()

    def close(self) -> None:
        """End all processes; those in the middle of a move get a short grace period."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
            processes = list(self._processes)
        for process in processes:
            _close_input(process)
        deadline = time.monotonic() + GRACE_S
        for process in processes:
            _end(process, deadline)
        for thread in self._threads:
            thread.join()

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._run, name=f"ai-worker-{len(self._threads) + 1}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _run(self) -> None:
        process: subprocess.Popen[str] | None = None
        while (game := self._next_game()) is not None:
            process = self._play(process, game)
        if process is not None:
            self._discard(process)

    def _next_game(self) -> str | None:
        with self._condition:
            self._idle_threads += 1
            while not self._queue and not self._closed:
                self._condition.wait()
            self._idle_threads -= 1
            if self._closed:
                return None
            game = self._queue.popleft()
            self._in_progress.add(game)
            return game

    def _play(self, process: subprocess.Popen[str] | None, game: str) -> subprocess.Popen[str] | None:
        """Have the AI moves of a game made, in a new process if the old one has died. Returns the living process."""
        for _ in range(MAX_ATTEMPTS):
            if process is None and (process := self._spawn()) is None:
                break
            if _request_moves(process, game):
                self._failing = False
                break
            if not self._closed:
                log.warning("an AI worker ended in the middle of game %s; starting another", game)
            self._discard(process)
            process = None
        else:
            self._failing = True
            log.error("no AI worker can play game %s", game)
        self._finish(game)
        return process

    def _spawn(self) -> subprocess.Popen[str] | None:
        with self._condition:
            if self._closed:
                return None
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            self._processes.add(process)
            return process

    def _discard(self, process: subprocess.Popen[str]) -> None:
        with self._condition:
            self._processes.discard(process)
        _close_input(process)
        _end(process, time.monotonic() + GRACE_S)

    def _finish(self, game: str) -> None:
        with self._condition:
            self._in_progress.discard(game)
            requeue = game in self._requeue
            self._requeue.discard(game)
        if requeue:
            self.wake(game)


def worker_command(config: Config) -> list[str]:
    """The command that starts a worker process with this very code, and the same games and cards.

    `-P`: a folder `server` in the current directory must not be imported instead of this package.
    """
    arguments = {
        "data": str(config.data.resolve()),
        "content": str(config.content.resolve()),
        "log_level": config.log_level,
    }
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from server.ai.worker import main; main()"
    return [sys.executable, "-P", "-c", start, json.dumps(arguments)]


def _request_moves(process: subprocess.Popen[str], game: str) -> bool:
    """Write a game's name and wait for the answer; False where the process died meanwhile."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{game}\n")
        process.stdin.flush()
        return bool(process.stdout.readline())
    except (OSError, ValueError):
        return False


def _close_input(process: subprocess.Popen[str]) -> None:
    """The process ends by itself after the game in progress."""
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()


def _end(process: subprocess.Popen[str], deadline: float) -> None:
    """Wait until the deadline for a process whose input is closed, then kill it."""
    assert process.stdout is not None
    try:
        process.wait(max(0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
