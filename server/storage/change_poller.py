"""Notices what any process wrote: one thread, which looks every 10 ms while somebody watches and sleeps otherwise."""

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

Wake = Callable[[], None]


class Poller:
    """Wakes the watchers of a game when its revision changed.

    `PRAGMA data_version` tells whether another connection has committed; it takes microseconds and reads no table.
    """

    def __init__(
        self, connect: Callable[[], Database], revisions: Callable[[Database, Sequence[str]], dict[str, int]]
    ) -> None:
        self._connect, self._revisions = connect, revisions
        self._changed = threading.Condition()
        self._watchers: dict[str, list[Wake]] = {}
        self._seen: dict[str, int] = {}
        self._look = self._closed = False
        self._thread: threading.Thread | None = None

    def watch(self, game: str, wake: Wake) -> Callable[[], None]:
        """Start to watch; what is returned ends it."""
        with self._changed:
            self._watchers.setdefault(game, []).append(wake)
            self._start()
            self._changed.notify()
        return lambda: self._unwatch(game, wake)

    def look(self) -> None:
        """Look at once: this process itself has just written."""
        with self._changed:
            self._look = True
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._closed, thread = True, self._thread
            self._changed.notify()
        if thread:
            thread.join()

    def _unwatch(self, game: str, wake: Wake) -> None:
        with self._changed:
            left = [w for w in self._watchers.get(game, ()) if w is not wake]
            if left:
                self._watchers[game] = left
            else:
                self._watchers.pop(game, None)
                self._seen.pop(game, None)

    def _start(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name="poller", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """Look until closed; a database that cannot be read for a while is tried again."""
        while self._wait():
            try:
                with closing(self._connect()) as db:
                    self._look_on(db)
            except sqlite3.Error:
                log.exception("the database cannot be watched; trying again")
                time.sleep(RETRY_S)

    def _look_on(self, db: Database) -> None:
        version = None
        while True:
            now = db.execute("pragma data_version").fetchone()[0]
            if now != version:
                version = now
                self._tell(db)
            if not self._wait():
                return

    def _wait(self) -> bool:
        """Until the next look is due; False when there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._watchers or self._closed)
            if not self._look and not self._closed:
                self._changed.wait(INTERVAL_S)
            self._look = False
            return not self._closed

    def _tell(self, db: Database) -> None:
        with self._changed:
            games = list(self._watchers)
        if not games:
            return
        for game, revision in self._revisions(db, games).items():
            if self._seen.get(game) != revision:
                self._seen[game] = revision
                for wake in self._watchers_of(game):
                    wake()

    def _watchers_of(self, game: str) -> list[Wake]:
        with self._changed:
            return list(self._watchers.get(game, ()))
