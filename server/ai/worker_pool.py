"""Where rivals think: a few processes of their own, so that no move of theirs holds up the threads that answer people.

A process is started when the first rival has to move, is told the game's code on its input, and answers when no rival
of that game is to move any more. It plays through the same door as everybody. Ending at any moment loses nothing: the
game stays in the database with a rival to move, and is taken up again at the next start or when it is next looked at.
Every web process has thinkers of its own; a game that one of them is at is left alone by all others (`claims.py`).
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

RETRIES = 3
GRACE_S = 2.0

log = logging.getLogger(__name__)


class Thinkers:
    """Hands games to at most `count` processes; each game to one at a time."""

    def __init__(self, command: Sequence[str], count: int) -> None:
        self._command, self._count = command, count
        self._changed = threading.Condition()
        self._waiting: deque[str] = deque()
        self._thinking: set[str] = set()
        self._again: set[str] = set()
        self._threads: list[threading.Thread] = []
        self._children: set[subprocess.Popen[str]] = set()
        self._idle = 0
        self._failing = self._closed = False

    @property
    def alive(self) -> bool:
        """Whether rivals can think here, as far as is known: the last one that was asked to could."""
        with self._changed:
            return not (self._closed or self._failing) and all(thread.is_alive() for thread in self._threads)

    def wake(self, game: str) -> None:
        """A rival of this game may have to move; returns at once."""
        with self._changed:
            if self._closed or not self._count or game in self._waiting:
                return
            if game in self._thinking:
                self._again.add(game)
                return
            self._waiting.append(game)
            if self._idle < len(self._waiting) and len(self._threads) < self._count:
                self._start_one()
            self._changed.notify()

    def close(self) -> None:
        """End all processes; those that are in the middle of a thought get a short while."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            children = list(self._children)
        for child in children:
            _close_input(child)
        deadline = time.monotonic() + GRACE_S
        for child in children:
            _end(child, deadline)
        for thread in self._threads:
            thread.join()

    def _start_one(self) -> None:
        thread = threading.Thread(target=self._run, name=f"thinker-{len(self._threads) + 1}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _run(self) -> None:
        child: subprocess.Popen[str] | None = None
        while (game := self._next()) is not None:
            child = self._think(child, game)
        if child is not None:
            self._forget(child)

    def _next(self) -> str | None:
        with self._changed:
            self._idle += 1
            while not self._waiting and not self._closed:
                self._changed.wait()
            self._idle -= 1
            if self._closed:
                return None
            game = self._waiting.popleft()
            self._thinking.add(game)
            return game

    def _think(self, child: subprocess.Popen[str] | None, game: str) -> subprocess.Popen[str] | None:
        """Have the rivals of a game move, in a new process where the old one has died; gives the living one."""
        for _ in range(RETRIES):
            if child is None and (child := self._spawn()) is None:
                break
            if _ask(child, game):
                self._failing = False
                break
            if not self._closed:
                log.warning("a thinker ended in the middle of game %s; starting another", game)
            self._forget(child)
            child = None
        else:
            self._failing = True
            log.error("the rivals of game %s cannot move", game)
        self._done(game)
        return child

    def _spawn(self) -> subprocess.Popen[str] | None:
        with self._changed:
            if self._closed:
                return None
            child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            self._children.add(child)
            return child

    def _forget(self, child: subprocess.Popen[str]) -> None:
        with self._changed:
            self._children.discard(child)
        _close_input(child)
        _end(child, time.monotonic() + GRACE_S)

    def _done(self, game: str) -> None:
        with self._changed:
            self._thinking.discard(game)
            again = game in self._again
            self._again.discard(game)
        if again:
            self.wake(game)


def command(config: Config) -> list[str]:
    """How a thinking process is started: it runs this very code and reads the same games and cards.

    `-P`: a folder `server` where the command was given is none of ours.
    """
    told = {
        "data": str(config.data.resolve()),
        "content": str(config.content.resolve()),
        "log_level": config.log_level,
    }
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from server.ai.worker import main; main()"
    return [sys.executable, "-P", "-c", start, json.dumps(told)]


def _ask(child: subprocess.Popen[str], game: str) -> bool:
    """Tell a game's code and wait for the answer; False where the process died over it."""
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        child.stdin.write(f"{game}\n")
        child.stdin.flush()
        return bool(child.stdout.readline())
    except (OSError, ValueError):
        return False


def _close_input(child: subprocess.Popen[str]) -> None:
    """It ends by itself at that, after the thoughts that it is in."""
    assert child.stdin is not None
    with suppress(OSError):
        child.stdin.close()


def _end(child: subprocess.Popen[str], deadline: float) -> None:
    """Wait until then for a process whose input is closed, and kill it."""
    assert child.stdout is not None
    try:
        child.wait(max(0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    child.stdout.close()
