"""Cross-process lock per game, for AI workers: one byte of a shared lock file.

The kernel releases the locks of a process that dies. On a system without such locks, which runs one web process, every
lock is granted; at worst two workers compute the same move, and it is made once.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl

FILE = "ai.lock"
OFFSET_BYTES = 7
"""The size of the hash that is a game's offset in the empty file: wide enough that no two games share a byte."""


class GameLocks:
    """The locks of this process in a folder; one object per process, and one game at a time."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / FILE).open("ab")

    @contextmanager
    def try_lock(self, game: str) -> Iterator[bool]:
        """Whether this process has the lock of the game while the block lasts."""
        locked = self._acquire(game)
        try:
            yield locked
        finally:
            if locked:
                self._release(game)

    def close(self) -> None:
        self._file.close()

    if sys.platform == "win32":

        def _acquire(self, game: str) -> bool:
            return True

        def _release(self, game: str) -> None: ...

    else:

        def _acquire(self, game: str) -> bool:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _offset(game))
            except (BlockingIOError, PermissionError):  # which of them depends on the system
                return False
            return True

        def _release(self, game: str) -> None:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _offset(game))


def _offset(game: str) -> int:
    return int.from_bytes(hashlib.sha256(game.encode()).digest()[:OFFSET_BYTES])
