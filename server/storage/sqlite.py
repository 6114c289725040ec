"""Games in one SQLite file: write-ahead log, full synchronisation, one writer at a time, by sqlite-utils."""

import json
import math
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from server.games.problems import Problem
from server.games.seats import Seating, SeatRow, TokenRow
from server.games.storage import UNCHECKED, Addition, Code, Guessing, Json, Status, Stored, StoredMove
from server.storage.change_poller import Poller
from server.storage.migrations import migrations

FILE = "games.db"
BUSY_MS = 5000
TRY_AGAIN_S = 0.001
IDLE_KEPT = 8
"""Connections that wait to be used again; each has a cache of its own."""

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
GIVE = """
    insert into tokens (hash, game, seat, invites, created) values (:hash, :game, :seat, :invites, :created)
    on conflict (hash) do update set invites = excluded.invites
"""
PRIMARY = 0xFF
"""SQLite's extended result codes keep the primary one in the low byte."""


class SqliteStorage:
    """A folder with the file `games.db`; several processes may use it at once. `refused` hears each refusal."""

    def __init__(self, folder: Path, refused: Callable[[str], None] = lambda code: None) -> None:
        self._path, self._refused = folder / FILE, refused
        self._lock, self._writers = threading.Lock(), threading.Lock()
        self._idle: list[Database] = []
        self._closed = False
        self._open_folder(folder)
        self._poller = Poller(self._connect, self._moments)

    def create(self, game: str, header: Json, seating: Seating, addition: Addition) -> bool:
        with self._writing() as db:
            if _row(db, "select 1 from games where id = ?", game):
                return False
            if any(_row(db, "select 1 from tokens where hash = ?", token.hash) for token in seating.tokens):
                raise Problem("key-reused", "a token of the game opens another one")
            row = {"id": game, "header": _dump(header), "host": seating.host, "seating": 0, "created": _now()}
            db.table("games").insert({**row, **_status(addition)})
            db.table("seats").insert_all(_seat_row(game, seat) for seat in seating.seats)
            db.table("tokens").insert_all(_token_row(game, token) for token in seating.tokens)
            _insert(db, game, addition)
        return True

    def status(self, game: str) -> Status:
        with self._reading() as db:
            return _status_of(_game_row(db, game))

    def seating(self, game: str) -> Seating:
        with self._reading() as db, _at_one_moment(db):
            return _seating(db, game)

    def load(self, game: str, since: int = 0) -> Stored:
        with self._reading() as db, _at_one_moment(db):
            return _stored(db, game, since)

    @contextmanager
    def append(self, game: str) -> Iterator["SqliteWriting"]:
        with self._writing() as db:
            yield SqliteWriting(db, game, _status_of(_game_row(db, game)))
        self._poller.look()

    def delete(self, game: str) -> None:
        with self._writing() as db:
            _game_row(db, game)
            for table in ("entries", "moves", "reasons", "seats", "tokens", "codes"):
                db.execute(f"delete from {table} where game = ?", [game])
            db.execute("delete from games where id = ?", [game])
        self._poller.look()

    def set_code(self, code: Code, now: datetime) -> bool:
        with self._writing() as db:
            _game_row(db, code.game)
            db.execute("delete from codes where game = ? or until <= ?", [code.game, _stamp(now)])
            if _row(db, "select 1 from codes where code = ?", code.code):
                return False
            db.table("codes").insert({"code": code.code, "game": code.game, "until": _stamp(code.until)})
        return True

    def find_code(self, code: str, guessing: Guessing) -> Code | None:
        with self._writing() as db:
            _check_guesses(db, guessing)
            row = _row(db, "select game, until from codes where code = ? and until > ?", code, _stamp(guessing.at))
            if row is None:
                db.execute("delete from guesses where at <= ?", [_stamp(guessing.at - guessing.within)])
                db.table("guesses").insert({"address": guessing.address, "at": _stamp(guessing.at)})
                return None
            return Code(code, row[0], datetime.fromisoformat(row[1]))

    def game_opened_by(self, hashed: str) -> str | None:
        with self._reading() as db:
            row = _row(db, "select game from tokens where hash = ?", hashed)
            return row[0] if row else None

    def games_awaiting_ai(self) -> list[str]:
        with self._reading() as db:
            waiting = "(ai_to_move and not finished) or ai_check = ?"
            rows = db.execute(f"select id from games where {waiting} order by changed", [UNCHECKED]).fetchall()
            return [row[0] for row in rows]

    def watch(self, game: str, wake: Callable[[], None]) -> Callable[[], None]:
        return self._poller.watch(game, wake)

    def probe(self) -> None:
        if not self._path.exists():
            raise Problem("storage-failed", f"{self._path} is gone")
        with self._writing() as db:
            db.execute("update games set revision = revision where 0")

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
            if not self._closed and len(self._idle) < IDLE_KEPT:
                self._idle.append(db)
                return
        db.close()

    _reading = _connection

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """One transaction that holds the write lock from its start, so that what it reads stays true.

        Decision: who has to wait does so here, the threads of a process for each other and the first of them for other
        processes, and not inside SQLite: that has all of them try again, each ever more rarely, and under load some are
        never in luck.
        """
        deadline = time.monotonic() + BUSY_MS / 1000
        with self._turn(deadline), self._connection() as db:
            _begin(db, deadline)
            try:
                yield db
                db.execute("commit")
            except BaseException:
                db.rollback()
                raise

    @contextmanager
    def _turn(self, deadline: float) -> Iterator[None]:
        """While the block lasts this is the one thread of the process that writes or tries to."""
        if not self._writers.acquire(timeout=max(0.0, deadline - time.monotonic())):
            self._refused("busy")
            raise Problem("busy", "too much waits to be written")
        try:
            yield
        finally:
            self._writers.release()

    def _moments(self, db: Database, games: Sequence[str]) -> dict[str, int]:
        """For each game a number that grows when anything of it changes, and falls to -1 when it is gone."""
        marks = ", ".join("?" for _ in games)
        query = f"select id, revision + seating from games where id in ({marks})"
        return dict.fromkeys(games, -1) | dict(db.execute(query, list(games)).fetchall())


class SqliteWriting:
    """The write transaction on one game."""

    def __init__(self, db: Database, game: str, status: Status) -> None:
        self._db, self._game, self.status = db, game, status

    def seating(self) -> Seating:
        return _seating(self._db, self._game)

    def find_move(self, key: str) -> StoredMove | None:
        query = "select key, digest, before, after from moves where game = ? and key = ?"
        row = _row(self._db, query, self._game, key)
        return StoredMove(*row) if row else None

    def add(self, addition: Addition) -> None:
        assert addition.status.revision == self.status.revision + len(addition.entries)
        self._db.table("games").update(self._game, _status(addition))
        _insert(self._db, self._game, addition)
        if change := addition.change:
            self._db.execute("update games set seating = seating + 1 where id = ?", [self._game])
            for seat in change.seats:
                self._db.table("seats").update((self._game, seat.seat), _seat_row(self._game, seat))
            for token in change.given:
                self._db.execute(GIVE, _token_row(self._game, token))
            for taken in change.taken:
                self._db.execute("delete from tokens where game = ? and hash = ?", [self._game, taken])
            if change.ends_code:
                self._db.execute("delete from codes where game = ?", [self._game])


def _begin(db: Database, deadline: float) -> None:
    """Take the write lock, as soon as no other process has it; raises SQLite's refusal when the deadline is over."""
    db.execute("pragma busy_timeout = 0")
    try:
        while True:
            try:
                db.execute("begin immediate")
                return
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            time.sleep(TRY_AGAIN_S)
    finally:
        db.execute(f"pragma busy_timeout = {BUSY_MS}")


# --- rows ------------------------------------------------------------------------------------------------------------


def _insert(db: Database, game: str, addition: Addition) -> None:
    now, move = _now(), addition.move
    db.table("entries").insert_all(
        {"game": game, "n": e["n"], "seat": e["seat"], "body": _dump(e), "key": move and move.key, "at": now}
        for e in addition.entries
    )
    if move:
        row = {"key": move.key, "digest": move.digest, "before": move.before, "after": move.after}
        db.table("moves").insert({"game": game, **row})
    db.table("reasons").insert_all({"game": game, "n": r["n"], "body": _dump(r)} for r in addition.reasons)


def _stored(db: Database, game: str, since: int) -> Stored:
    row = _game_row(db, game)
    header, status, seating = json.loads(row[0]), _status_of(row), _seating(db, game)
    return Stored(
        game, header, status, _bodies(db, "entries", game, since), _bodies(db, "reasons", game, since), seating
    )


def _seating(db: Database, game: str) -> Seating:
    row = _row(db, "select host, seating from games where id = ?", game)
    if row is None:
        raise _unknown(game)
    host, version = row
    query = "select seat, player, confirm_turns, auto_forced from seats where game = ? order by seat"
    seats = [SeatRow(seat, player, bool(c), bool(f)) for seat, player, c, f in db.execute(query, [game]).fetchall()]
    query = "select hash, seat, invites from tokens where game = ? order by created, rowid"
    tokens = [TokenRow(hashed, seat, bool(invites)) for hashed, seat, invites in db.execute(query, [game]).fetchall()]
    return Seating(host, seats, tokens, version)


def _bodies(db: Database, table: str, game: str, since: int) -> list[Json]:
    rows = db.execute(f"select body from {table} where game = ? and n > ? order by n", [game, since]).fetchall()
    return [json.loads(body) for (body,) in rows]


def _game_row(db: Database, game: str) -> tuple[Any, ...]:
    row = _row(db, "select header, revision, finished, ai_to_move, seating, ai_check from games where id = ?", game)
    if row is None:
        raise _unknown(game)
    return row


def _unknown(game: str) -> Problem:
    return Problem("unknown-game", f"there is no game {game!r} here")


def _row(db: Database, query: str, *values: str) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = db.execute(query, values).fetchone()
    return row


def _status_of(row: tuple[Any, ...]) -> Status:
    return Status(row[1], bool(row[2]), bool(row[3]), row[4], row[5])


def _status(addition: Addition) -> Json:
    status = addition.status
    row = {"revision": status.revision, "finished": status.finished, "ai_to_move": status.ai_to_move, "changed": _now()}
    return {**row, "ai_check": addition.ai_check} if addition.ai_check else row


def _seat_row(game: str, seat: SeatRow) -> Json:
    fields = ("seat", "player", "confirm_turns", "auto_forced")
    return {"game": game, **{name: getattr(seat, name) for name in fields}}


def _token_row(game: str, token: TokenRow) -> Json:
    return {"hash": token.hash, "game": game, "seat": token.seat, "invites": token.invites, "created": _now()}


def _check_guesses(db: Database, guessing: Guessing) -> None:
    """Refuse any code where too many wrong ones came, from this address or in all."""
    since = _stamp(guessing.at - guessing.within)
    asked = ("select at from guesses where at > ? and address = ? order by at", [since, guessing.address])
    in_all = ("select at from guesses where at > ? order by at", [since])
    for (query, values), most in ((asked, guessing.most), (in_all, guessing.most_in_all)):
        times = [row[0] for row in db.execute(query, values).fetchall()]
        if len(times) >= most:
            left = datetime.fromisoformat(times[-most]) + guessing.within - guessing.at
            seconds = math.ceil(left / timedelta(seconds=1))
            raise Problem("too-many-guesses", f"try again in {seconds} s", retry_after=seconds)


def _dump(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _now() -> str:
    return _stamp(datetime.now(UTC))


def _stamp(time: datetime) -> str:
    """As text that sorts as the times do."""
    return time.isoformat(timespec="milliseconds")


@contextmanager
def _at_one_moment(db: Database) -> Iterator[None]:
    """All that is read in the block is of one moment."""
    db.execute("begin")
    try:
        yield
    finally:
        db.rollback()


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
