"""`luthier backup`: copy all games at one moment into one file, while they are played."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from server.storage.sqlite import BUSY_MS, FILE


class BackupFailed(Exception):
    """The copy cannot be made; the text says why, in a sentence."""


def backup(folder: Path, target: Path, force: bool = False) -> int:
    """Copy the games of a folder into one file. Returns their number. `target` appears only when it is complete.

    Raises BackupFailed, also where `target` exists and is not to be overwritten.
    """
    source = folder / FILE
    if not source.is_file():
        raise BackupFailed(f"there are no games in {folder}")
    if target.is_dir():
        raise BackupFailed(f"{target} is a folder; name a file")
    if target.exists() and target.samefile(source):
        raise BackupFailed(f"{target} is the file that is to be copied")
    if target.exists() and not force:
        raise BackupFailed(f"{target} exists already; --force overwrites it")
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        games = _copy(source, partial)
        _fsync(partial)
        partial.replace(target)
        _fsync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"the games cannot be copied to {target}: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    return games


def _copy(source: Path, partial: Path) -> int:
    """Copy all pages in one read transaction, while writers go on. The copy has no write-ahead log beside it."""
    with closing(_open(source)) as original, closing(_open(partial)) as copy:
        original.backup(copy)
        copy.execute("pragma journal_mode = delete")
        if (verdict := copy.execute("pragma integrity_check").fetchone()[0]) != "ok":
            raise BackupFailed(f"the copy of {source} is damaged: {verdict}")
        games: int = copy.execute("select count(*) from games").fetchone()[0]
    return games


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=BUSY_MS / 1000, isolation_level=None)


def _fsync(path: Path) -> None:
    """Flush a file, or a folder's entries, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
