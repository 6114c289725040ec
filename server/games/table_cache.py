"""An LRU cache of the tables in a process's memory; idle ones expire."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from automa.table import Table

MAX_TABLES = 128
IDLE_S = 15 * 60.0
SWEEPS_PER_IDLE_PERIOD = 10


class CachedTable:
    """The cache entry of a game, with a lock; the table is None until it is loaded."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = threading.RLock()
        self.last_used = 0.0
        self.table: Table | None = None
        self.seat_revision = 0
        """The revision of the stored seats whose settings the table has."""
        self.ai_check: str | None = None
        """The `Status.ai_check` at which the table was loaded: it determines which reasons are stored."""


class TableCache:
    """At most `MAX_TABLES` tables. Any may be evicted at any moment: it can be loaded from the storage again.

    A table that is not used for `idle_s` seconds is evicted; with None never: a browser's Python cannot start threads.
    """

    def __init__(self, idle_s: float | None = IDLE_S) -> None:
        self._idle_s = idle_s
        self._entries: OrderedDict[str, CachedTable] = OrderedDict()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._entries)

    @contextmanager
    def lock(self, game: str) -> Iterator[CachedTable]:
        """A game's cache entry, locked for this thread while the block lasts."""
        with self._lock:
            cached = self._entries.setdefault(game, CachedTable(game))
            cached.last_used = time.monotonic()
            self._entries.move_to_end(game)
            while len(self._entries) > MAX_TABLES:
                self._entries.popitem(last=False)
            self._schedule_sweep()
        with cached.lock:
            yield cached

    def evict(self, game: str) -> None:
        with self._lock:
            self._entries.pop(game, None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._entries.clear()
            if self._timer:
                self._timer.cancel()

    def _schedule_sweep(self) -> None:
        """Start the timer of the next sweep, unless the cache is empty."""
        if self._idle_s is not None and self._timer is None and self._entries and not self._closed:
            self._timer = threading.Timer(self._idle_s / SWEEPS_PER_IDLE_PERIOD, self._evict_idle, (self._idle_s,))
            self._timer.daemon = True
            self._timer.start()

    def _evict_idle(self, idle_s: float) -> None:
        with self._lock:
            since = time.monotonic() - idle_s
            for cached in list(self._entries.values()):
                if cached.last_used > since:
                    break
                del self._entries[cached.game]
            self._timer = None
            self._schedule_sweep()
