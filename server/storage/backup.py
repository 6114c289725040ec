"""`luthier backup`: one file with all games as they were at one moment, taken while they are played."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from server.storage.sqlite import BUSY_MS, FILE


class NoBackup(Exception):
    """The copy cannot be made; the text says why, in a sentence."""


def backup(folder: Path, target: Path, force: bool = False) -> int:
    """Copy the games of a folder into one file; gives their number. `target` is there only when it is whole and sound.

    Raises NoBackup, also where `target` is there already and is not to be overwritten.
    """
    source = folder / FILE
    if not source.is_file():
        raise NoBackup(f"no games are kept in {folder}")
    if target.is_dir():
        raise NoBackup(f"{target} is a folder; name a file")
    if target.exists() and target.samefile(source):
        raise NoBackup(f"{target} is the file that is to be copied")
    if target.exists() and not force:
        raise NoBackup(f"{target} is there already; --force overwrites it")
    half = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        games = _copy(source, half)
        _synchronise(half)
        half.replace(target)
        _synchronise(target.parent)
    except (sqlite3.Error, OSError) as fault:
        raise NoBackup(f"the games cannot be copied to {target}: {fault}") from fault
    finally:
        half.unlink(missing_ok=True)
    return games


def _copy(source: Path, half: Path) -> int:
    """All pages in one read transaction: writers go on meanwhile. The copy is a plain file, with no log beside it."""
    with closing(_open(source)) as there, closing(_open(half)) as here:
        there.backup(here)
        here.execute("pragma journal_mode = delete")
        if (verdict := here.execute("pragma integrity_check").fetchone()[0]) != "ok":
            raise NoBackup(f"the copy of {source} is damaged: {verdict}")
        games: int = here.execute("select count(*) from games").fetchone()[0]
    return games


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=BUSY_MS / 1000, isolation_level=None)


def _synchronise(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
