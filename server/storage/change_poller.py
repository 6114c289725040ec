"""Detects writes of any process: one thread polls every 10 ms while somebody watches a game, and sleeps otherwise."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing

from sqlite_utils import Database

INTERVAL_S = 0.010
RETRY_S = 1.0

log = logging.getLogger(__name__)

OnChange = Callable[[], None]


class ChangePoller:
    """Calls the watchers of a game when its change counter changed.

    `PRAGMA data_version` changes when another connection has committed; it takes microseconds and reads no table.
    """

    def __init__(
        self, connect: Callable[[], Database], change_counters: Callable[[Database, Sequence[str]], dict[str, int]]
    ) -> None:
        self._connect, self._change_counters = connect, change_counters
        self._condition = threading.Condition()
        self._watchers: dict[str, list[OnChange]] = {}
        self._last_counters: dict[str, int] = {}
        self._due = self._closed = False
        self._thread: threading.Thread | None = None

    def watch(self, game: str, on_change: OnChange) -> Callable[[], None]:
        """Start to watch; the returned function stops it."""
        with self._condition:
            self._watchers.setdefault(game, []).append(on_change)
            self._start()
            self._condition.notify()
        return lambda: self._unwatch(game, on_change)

    def poll_now(self) -> None:
        """Skip the rest of the interval: this process has just written."""
        with self._condition:
            self._due = True
            self._condition.notify()

    def close(self) -> None:
        with self._condition:
            self._closed, thread = True, self._thread
            self._condition.notify()
        if thread:
            thread.join()

    def _unwatch(self, game: str, on_change: OnChange) -> None:
        with self._condition:
            left = [watcher for watcher in self._watchers.get(game, ()) if watcher is not on_change]
            if left:
                self._watchers[game] = left
            else:
                self._watchers.pop(game, None)
                self._last_counters.pop(game, None)

    def _start(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="change-poller", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """Poll until closed; after a database error, reconnect."""
        while self._wait():
            try:
                with closing(self._connect()) as db:
                    self._poll(db)
            except sqlite3.Error:
                log.exception("the database cannot be polled; retrying")
                time.sleep(RETRY_S)

    def _poll(self, db: Database) -> None:
        last_version = None
        while True:
            version = db.execute("pragma data_version").fetchone()[0]
            if version != last_version:
                last_version = version
                self._notify(db)
            if not self._wait():
                return

    def _wait(self) -> bool:
        """Wait until the next poll is due; False when closed."""
        with self._condition:
            self._condition.wait_for(lambda: self._watchers or self._closed)
            if not self._due and not self._closed:
                self._condition.wait(INTERVAL_S)
            self._due = False
            return not self._closed

    def _notify(self, db: Database) -> None:
        with self._condition:
            games = list(self._watchers)
        if not games:
            return
        for game, counter in self._change_counters(db, games).items():
            if self._last_counters.get(game) != counter:
                self._last_counters[game] = counter
                for on_change in self._watchers_of(game):
                    on_change()

    def _watchers_of(self, game: str) -> list[OnChange]:
        with self._condition:
            return list(self._watchers.get(game, ()))
