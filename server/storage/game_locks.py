"""Which game a thinker has in hand, told to all processes: a lock on one byte of a file.

The kernel frees the locks of a process that dies, however it dies. Where a system has no such locks (it runs one web
process then), every claim is granted; at worst a move is thought out twice and made once.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl

FILE = "thinking.lock"
OFFSET_BYTES = 7
"""A game's byte in the file, which holds none: wide enough that no two games meet, and still a file offset."""


class Claims:
    """The claims of this process in a folder; one object a process, and one game at a time."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / FILE).open("ab")

    @contextmanager
    def claim(self, game: str) -> Iterator[bool]:
        """Whether the game is this process's alone while the block lasts."""
        taken = self._take(game)
        try:
            yield taken
        finally:
            if taken:
                self._free(game)

    def close(self) -> None:
        self._file.close()

    if sys.platform == "win32":

        def _take(self, game: str) -> bool:
            return True

        def _free(self, game: str) -> None: ...

    else:

        def _take(self, game: str) -> bool:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _offset(game))
            except (BlockingIOError, PermissionError):  # which of them differs by system
                return False
            return True

        def _free(self, game: str) -> None:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _offset(game))


def _offset(game: str) -> int:
    return int.from_bytes(hashlib.sha256(game.encode()).digest()[:OFFSET_BYTES])
