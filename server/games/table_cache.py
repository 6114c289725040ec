"""The games in a process's memory: those used last, and none that nobody has touched for a while."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from automa.table import Table

KEPT = 128
IDLE_S = 15 * 60.0
CHECKS = 10
"""How often it is looked for idle ones while one of them becomes idle."""


class Desk:
    """A game's place in memory: one thread at a time."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = threading.RLock()
        self.used = 0.0
        self.table: Table | None = None
        self.seating = 0
        """The version of the seating that the table knows."""
        self.ai_check: str | None = None
        """What was known of its rivals when it was loaded, and with that which reasons."""


class Desks:
    """At most `KEPT` desks. One may go at any moment: what is on it can be had from the storage again.

    Those that nobody touched for `idle` seconds go by themselves; with None they stay: a browser can start no threads.
    """

    def __init__(self, idle: float | None = IDLE_S) -> None:
        self._idle = idle
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._desks)

    @contextmanager
    def at(self, game: str) -> Iterator[Desk]:
        """A game's desk, this thread's alone while the block lasts."""
        with self._lock:
            desk = self._desks.setdefault(game, Desk(game))
            desk.used = time.monotonic()
            self._desks.move_to_end(game)
            while len(self._desks) > KEPT:
                self._desks.popitem(last=False)
            self._come_back()
        with desk.lock:
            yield desk

    def forget(self, game: str) -> None:
        """Forget a game."""
        with self._lock:
            self._desks.pop(game, None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._desks.clear()
            if self._timer:
                self._timer.cancel()

    def _come_back(self) -> None:
        """Look for idle ones some time later, as long as there are any at all."""
        if self._idle is not None and self._timer is None and self._desks and not self._closed:
            self._timer = threading.Timer(self._idle / CHECKS, self._clear_idle, (self._idle,))
            self._timer.daemon = True
            self._timer.start()

    def _clear_idle(self, idle: float) -> None:
        with self._lock:
            since = time.monotonic() - idle
            for desk in list(self._desks.values()):
                if desk.used > since:
                    break
                del self._desks[desk.game]
            self._timer = None
            self._come_back()
