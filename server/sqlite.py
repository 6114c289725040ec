"""Games in one SQLite file: write-ahead log, full synchronisation, one writer at a time, by sqlite-utils."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from server.migrations import migrations
from server.poller import Poller
from server.problems import Problem
from server.storage import Addition, Json, Press, SeatRow, Status, Stored

FILE = "games.db"
BUSY_MS = 5000

REFUSALS = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "storage-full",
    sqlite3.SQLITE_READONLY: "storage-failed",
    sqlite3.SQLITE_IOERR: "storage-failed",
    sqlite3.SQLITE_CANTOPEN: "storage-failed",
    sqlite3.SQLITE_CORRUPT: "storage-failed",
    sqlite3.SQLITE_NOTADB: "storage-failed",
}
PRIMARY = 0xFF
"""SQLite's extended result codes keep the primary one in the low byte."""


class SqliteStorage:
    """A folder with the file `games.db`; several processes may use it at once. `refused` hears each refusal."""

    def __init__(self, folder: Path, refused: Callable[[str], None] = lambda code: None) -> None:
        self._path, self._refused = folder / FILE, refused
        self._lock = threading.Lock()
        self._idle: list[Database] = []
        self._closed = False
        self._open_folder(folder)
        self._poller = Poller(self._connect, self._plies)

    def create(self, game: str, header: Json, seats: Sequence[SeatRow], addition: Addition) -> bool:
        with self._writing() as db:
            if _row(db, "select 1 from games where id = ?", game):
                return False
            db.table("games").insert({"id": game, "header": _dump(header), "created": _now(), **_status(addition)})
            db.table("seats").insert_all(_seat_row(game, seat) for seat in seats)
            _insert(db, game, addition)
        return True

    def status(self, game: str) -> Status:
        with self._reading() as db:
            return _status_of(_game_row(db, game))

    def load(self, game: str, since: int = 0) -> Stored:
        with self._reading() as db:
            db.execute("begin")
            try:
                return _stored(db, game, since)
            finally:
                db.rollback()

    @contextmanager
    def append(self, game: str) -> Iterator["SqliteWriting"]:
        with self._writing() as db:
            yield SqliteWriting(db, game, _status_of(_game_row(db, game)).ply)
        self._poller.look()

    def rivals_to_move(self) -> list[str]:
        with self._reading() as db:
            rows = db.execute("select id from games where rival and not finished order by changed").fetchall()
            return [row[0] for row in rows]

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        return self._poller.watch(game, wake)

    def probe(self) -> None:
        with self._writing() as db:
            db.execute("update games set ply = ply where 0")

    def close(self) -> None:
        self._poller.close()
        with self._lock:
            self._closed, idle, self._idle = True, self._idle, []
        for db in idle:
            db.close()

    # --- connections -------------------------------------------------------------------------------------------------

    def _open_folder(self, folder: Path) -> None:
        """Make folder and tables where they are missing, and find out at once whether they can be written."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise Problem("storage-failed", f"the folder {folder} cannot be made: {fault.strerror}") from fault
        try:
            with self._connection() as db:
                db.execute("pragma journal_mode = wal")
            with self._writing() as db:
                migrations.apply(db)
            self.probe()
        except Problem as problem:
            raise Problem(problem.code, f"the folder {folder} cannot hold the games: {problem.detail}") from problem

    def _connect(self) -> Database:
        conn = sqlite3.connect(self._path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        db = Database(conn, execute_plugins=False)
        db.execute("pragma synchronous = full")
        db.execute("pragma foreign_keys = on")
        return db

    @contextmanager
    def _connection(self) -> Iterator[Database]:
        """A connection that is this thread's alone while the block lasts; idle ones are used again."""
        with _translated(self._refused):
            with self._lock:
                db = self._idle.pop() if self._idle else None
            db = db or self._connect()
            try:
                yield db
            finally:
                self._put_back(db)

    def _put_back(self, db: Database) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(db)
                return
        db.close()

    _reading = _connection

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """One transaction that holds the write lock from its start, so that what it reads stays true."""
        with self._connection() as db:
            db.execute("begin immediate")
            try:
                yield db
                db.execute("commit")
            except BaseException:
                db.rollback()
                raise

    def _plies(self, db: Database, games: Sequence[str]) -> dict[str, int]:
        marks = ", ".join("?" for _ in games)
        return dict(db.execute(f"select id, ply from games where id in ({marks})", list(games)).fetchall())


class SqliteWriting:
    """The write transaction on one game."""

    def __init__(self, db: Database, game: str, ply: int) -> None:
        self._db, self._game, self.ply = db, game, ply

    def pressed(self, key: str) -> Press | None:
        query = "select key, digest, before, after from presses where game = ? and key = ?"
        row = _row(self._db, query, self._game, key)
        return Press(*row) if row else None

    def seats(self) -> Sequence[SeatRow]:
        return _seats(self._db, self._game)

    def add(self, addition: Addition) -> None:
        assert addition.status.ply == self.ply + len(addition.entries)
        self._db.table("games").update(self._game, _status(addition))
        _insert(self._db, self._game, addition)
        for seat in addition.seats:
            self._db.table("seats").update((self._game, seat.seat), _seat_row(self._game, seat))


# --- rows ------------------------------------------------------------------------------------------------------------


def _insert(db: Database, game: str, addition: Addition) -> None:
    now, press = _now(), addition.press
    db.table("entries").insert_all(
        {"game": game, "n": e["n"], "seat": e["seat"], "body": _dump(e), "key": press and press.key, "at": now}
        for e in addition.entries
    )
    if press:
        row = {"key": press.key, "digest": press.digest, "before": press.before, "after": press.after}
        db.table("presses").insert({"game": game, **row})
    db.table("reasons").insert_all({"game": game, "n": r["n"], "body": _dump(r)} for r in addition.reasons)


def _stored(db: Database, game: str, since: int) -> Stored:
    row = _game_row(db, game)
    return Stored(
        game,
        json.loads(row[0]),
        _status_of(row),
        _bodies(db, "entries", game, since),
        _bodies(db, "reasons", game, since),
        _seats(db, game),
    )


def _seats(db: Database, game: str) -> list[SeatRow]:
    rows = db.execute(
        "select seat, player, token, confirm_turns, auto_forced from seats where game = ? order by seat", [game]
    ).fetchall()
    return [SeatRow(seat, player, token, bool(confirm), bool(forced)) for seat, player, token, confirm, forced in rows]


def _bodies(db: Database, table: str, game: str, since: int) -> list[Json]:
    rows = db.execute(f"select body from {table} where game = ? and n > ? order by n", [game, since]).fetchall()
    return [json.loads(body) for (body,) in rows]


def _game_row(db: Database, game: str) -> tuple[str, int, int, int]:
    row = _row(db, "select header, ply, finished, rival from games where id = ?", game)
    if row is None:
        raise Problem("unknown-game", f"there is no game {game!r} here")
    header, ply, finished, rival = row
    return header, ply, finished, rival


def _row(db: Database, query: str, *values: str) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = db.execute(query, values).fetchone()
    return row


def _status_of(row: tuple[str, int, int, int]) -> Status:
    return Status(row[1], bool(row[2]), bool(row[3]))


def _status(addition: Addition) -> Json:
    status = addition.status
    return {"ply": status.ply, "finished": status.finished, "rival": status.rival, "changed": _now()}


def _seat_row(game: str, seat: SeatRow) -> Json:
    fields = ("seat", "player", "token", "confirm_turns", "auto_forced")
    return {"game": game, **{name: getattr(seat, name) for name in fields}}


def _dump(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def _translated(refused: Callable[[str], None]) -> Iterator[None]:
    """SQLite's refusals as ours; what is neither lack of room nor of access is a mistake and stays what it is."""
    try:
        yield
    except sqlite3.Error as fault:
        code = REFUSALS.get((getattr(fault, "sqlite_errorcode", None) or 0) & PRIMARY)
        if code is None:
            raise
        refused(code)
        raise Problem(code, str(fault)) from fault
