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
from server.games.seats import SeatChange, SeatRow, StoredSeats, TokenRow
from server.games.storage import UNCHECKED, Append, JoinAttempt, JoinCode, Json, Status, StoredGame, StoredMove
from server.storage.change_poller import ChangePoller
from server.storage.migrations import migrate

FILE = "games.db"
BUSY_MS = 5000
LOCK_RETRY_S = 0.001
MAX_IDLE_CONNECTIONS = 8
"""Each connection has a cache of its own."""

PROBLEM_CODES = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "storage-full",
    sqlite3.SQLITE_READONLY: "storage-failed",
    sqlite3.SQLITE_IOERR: "storage-failed",
    sqlite3.SQLITE_CANTOPEN: "storage-failed",
    sqlite3.SQLITE_CORRUPT: "storage-failed",
    sqlite3.SQLITE_NOTADB: "storage-failed",
}
UPSERT_TOKEN = """
    insert into tokens (hash, game, seat, is_invitation, created) values (:hash, :game, :seat, :is_invitation, :created)
    on conflict (hash) do update set is_invitation = excluded.is_invitation
"""
PRIMARY = 0xFF
"""The low byte of SQLite's extended result codes is the primary code."""


class SqliteStorage:
    """A folder with the file `games.db`, which several processes may use at once.

    `on_error` is called with the problem code of each SQLite error.
    """

    def __init__(self, folder: Path, on_error: Callable[[str], None] = lambda code: None) -> None:
        self._path, self._on_error = folder / FILE, on_error
        self._lock, self._writer_lock = threading.Lock(), threading.Lock()
        self._idle: list[Database] = []
        self._closed = False
        self._open_folder(folder)
        self._poller = ChangePoller(self._connect, self._change_counters)

    def create(self, game: str, header: Json, seats: StoredSeats, append: Append) -> bool:
        with self._write() as db:
            if _row(db, "select 1 from games where id = ?", game):
                return False
            if any(_row(db, "select 1 from tokens where hash = ?", token.hash) for token in seats.tokens):
                raise Problem("key-reused", "a token of the game belongs to another one")
            row = {"id": game, "header": _dump(header), "host": seats.host, "seat_revision": 0, "created": _now()}
            db.table("games").insert({**row, **_status_columns(append)})
            db.table("seats").insert_all(_seat_columns(game, seat) for seat in seats.seats)
            db.table("tokens").insert_all(_token_columns(game, token) for token in seats.tokens)
            _insert(db, game, append)
        return True

    def status(self, game: str) -> Status:
        with self._read() as db:
            return _status(_game_row(db, game))

    def seats(self, game: str) -> StoredSeats:
        with self._read() as db, _read_transaction(db):
            return _stored_seats(db, game)

    def load(self, game: str, since: int = 0) -> StoredGame:
        with self._read() as db, _read_transaction(db):
            return _stored_game(db, game, since)

    @contextmanager
    def transaction(self, game: str) -> Iterator["SqliteTransaction"]:
        with self._write() as db:
            yield SqliteTransaction(db, game, _status(_game_row(db, game)))
        self._poller.poll_now()

    def delete(self, game: str) -> None:
        with self._write() as db:
            _game_row(db, game)
            for table in ("entries", "moves", "reasons", "seats", "tokens", "join_codes"):
                db.execute(f"delete from {table} where game = ?", [game])
            db.execute("delete from games where id = ?", [game])
        self._poller.poll_now()

    def set_join_code(self, code: JoinCode, now: datetime) -> bool:
        with self._write() as db:
            _game_row(db, code.game)
            db.execute("delete from join_codes where game = ? or expires_at <= ?", [code.game, _timestamp(now)])
            if _row(db, "select 1 from join_codes where code = ?", code.code):
                return False
            row = {"code": code.code, "game": code.game, "expires_at": _timestamp(code.expires_at)}
            db.table("join_codes").insert(row)
        return True

    def try_join_code(self, code: str, attempt: JoinAttempt) -> JoinCode | None:
        with self._write() as db:
            _check_rate_limit(db, attempt)
            query = "select game, expires_at from join_codes where code = ? and expires_at > ?"
            row = _row(db, query, code, _timestamp(attempt.at))
            if row is None:
                _insert_failed_attempt(db, attempt)
                return None
            return JoinCode(code, row[0], datetime.fromisoformat(row[1]))

    def game_of_token(self, token_hash: str) -> str | None:
        with self._read() as db:
            row = _row(db, "select game from tokens where hash = ?", token_hash)
            return row[0] if row else None

    def games_awaiting_ai(self) -> list[str]:
        with self._read() as db:
            condition = "(ai_to_move and not finished) or ai_check = ?"
            rows = db.execute(f"select id from games where {condition} order by changed", [UNCHECKED]).fetchall()
            return [row[0] for row in rows]

    def watch(self, game: str, on_change: Callable[[], None]) -> Callable[[], None]:
        return self._poller.watch(game, on_change)

    def probe(self) -> None:
        if not self._path.exists():
            raise Problem("storage-failed", f"{self._path} is gone")
        with self._write() as db:
            db.execute("update games set revision = revision where 0")

    def close(self) -> None:
        self._poller.close()
        with self._lock:
            self._closed, idle, self._idle = True, self._idle, []
        for db in idle:
            db.close()

    # --- connections -------------------------------------------------------------------------------------------------

    def _open_folder(self, folder: Path) -> None:
        """Create the folder, migrate the database, and check that it can be written."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Problem("storage-failed", f"the folder {folder} cannot be created: {error.strerror}") from error
        try:
            with self._connection() as db:
                db.execute("pragma journal_mode = wal")
            with self._write() as db:
                migrate(db)
            self.probe()
        except Problem as problem:
            raise Problem(problem.code, f"the folder {folder} cannot hold the games: {problem.detail}") from problem

    def _connect(self) -> Database:
        connection = sqlite3.connect(self._path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        db = Database(connection, execute_plugins=False)
        db.execute("pragma synchronous = full")
        db.execute("pragma foreign_keys = on")
        return db

    @contextmanager
    def _connection(self) -> Iterator[Database]:
        """A connection for this thread alone while the block lasts; idle ones are reused."""
        with _problems(self._on_error):
            with self._lock:
                db = self._idle.pop() if self._idle else None
            db = db or self._connect()
            try:
                yield db
            finally:
                self._put_back(db)

    def _put_back(self, db: Database) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < MAX_IDLE_CONNECTIONS:
                self._idle.append(db)
                return
        db.close()

    _read = _connection

    @contextmanager
    def _write(self) -> Iterator[Database]:
        """One transaction that holds the write lock from its start, so that what it reads stays valid.

        Decision: writers wait here, the threads of a process for each other and one of them for other processes, and
        not inside SQLite: there all of them retry, each with growing pauses, and under load some never succeed.
        """
        deadline = time.monotonic() + BUSY_MS / 1000
        with self._only_writer(deadline), self._connection() as db:
            _begin(db, deadline)
            try:
                yield db
                db.execute("commit")
            except BaseException:
                db.rollback()
                raise

    @contextmanager
    def _only_writer(self, deadline: float) -> Iterator[None]:
        """Only one thread of the process writes or tries to."""
        if not self._writer_lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
            self._on_error("busy")
            raise Problem("busy", "too many writes are waiting")
        try:
            yield
        finally:
            self._writer_lock.release()

    def _change_counters(self, db: Database, games: Sequence[str]) -> dict[str, int]:
        """A number for each game that grows with each change, and is -1 when the game is deleted."""
        marks = ", ".join("?" for _ in games)
        query = f"select id, revision + seat_revision from games where id in ({marks})"
        return dict.fromkeys(games, -1) | dict(db.execute(query, list(games)).fetchall())


class SqliteTransaction:
    """The write transaction on one game."""

    def __init__(self, db: Database, game: str, status: Status) -> None:
        self._db, self._game, self.status = db, game, status

    def seats(self) -> StoredSeats:
        return _stored_seats(self._db, self._game)

    def find_move(self, key: str) -> StoredMove | None:
        query = "select key, digest, before, after from moves where game = ? and key = ?"
        row = _row(self._db, query, self._game, key)
        return StoredMove(*row) if row else None

    def write(self, append: Append) -> None:
        assert append.status.revision == self.status.revision + len(append.entries)
        self._db.table("games").update(self._game, _status_columns(append))
        _insert(self._db, self._game, append)
        if append.seat_change:
            self._write_seats(append.seat_change)

    def _write_seats(self, change: SeatChange) -> None:
        self._db.execute("update games set seat_revision = seat_revision + 1 where id = ?", [self._game])
        for seat in change.updated_seats:
            self._db.table("seats").update((self._game, seat.seat), _seat_columns(self._game, seat))
        for token in change.added_tokens:
            self._db.execute(UPSERT_TOKEN, _token_columns(self._game, token))
        for token_hash in change.removed_tokens:
            self._db.execute("delete from tokens where game = ? and hash = ?", [self._game, token_hash])
        if change.revokes_join_code:
            self._db.execute("delete from join_codes where game = ?", [self._game])


def _begin(db: Database, deadline: float) -> None:
    """Take the write lock once no other process has it; raises SQLite's error after the deadline."""
    db.execute("pragma busy_timeout = 0")
    try:
        while True:
            try:
                db.execute("begin immediate")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            time.sleep(LOCK_RETRY_S)
    finally:
        db.execute(f"pragma busy_timeout = {BUSY_MS}")


# --- rows ------------------------------------------------------------------------------------------------------------


def _insert(db: Database, game: str, append: Append) -> None:
    now, move = _now(), append.move
    db.table("entries").insert_all(
        {"game": game, "n": e["n"], "seat": e["seat"], "body": _dump(e), "key": move and move.key, "at": now}
        for e in append.entries
    )
    if move:
        row = {"key": move.key, "digest": move.digest, "before": move.before, "after": move.after}
        db.table("moves").insert({"game": game, **row})
    db.table("reasons").insert_all({"game": game, "n": r["n"], "body": _dump(r)} for r in append.reasons)


def _stored_game(db: Database, game: str, since: int) -> StoredGame:
    row = _game_row(db, game)
    entries, reasons = _bodies(db, "entries", game, since), _bodies(db, "reasons", game, since)
    return StoredGame(game, json.loads(row[0]), _status(row), entries, reasons, _stored_seats(db, game))


def _stored_seats(db: Database, game: str) -> StoredSeats:
    row = _row(db, "select host, seat_revision from games where id = ?", game)
    if row is None:
        raise _unknown(game)
    host, revision = row
    query = "select seat, player, confirm_turns, auto_forced from seats where game = ? order by seat"
    seats = [SeatRow(seat, player, bool(c), bool(f)) for seat, player, c, f in db.execute(query, [game]).fetchall()]
    query = "select hash, seat, is_invitation from tokens where game = ? order by created, rowid"
    tokens = [TokenRow(token_hash, seat, bool(i)) for token_hash, seat, i in db.execute(query, [game]).fetchall()]
    return StoredSeats(host, seats, tokens, revision)


def _bodies(db: Database, table: str, game: str, since: int) -> list[Json]:
    rows = db.execute(f"select body from {table} where game = ? and n > ? order by n", [game, since]).fetchall()
    return [json.loads(body) for (body,) in rows]


def _game_row(db: Database, game: str) -> tuple[Any, ...]:
    columns = "header, revision, finished, ai_to_move, seat_revision, ai_check"
    row = _row(db, f"select {columns} from games where id = ?", game)
    if row is None:
        raise _unknown(game)
    return row


def _unknown(game: str) -> Problem:
    return Problem("unknown-game", f"there is no game {game!r} here")


def _row(db: Database, query: str, *values: str) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = db.execute(query, values).fetchone()
    return row


def _status(row: tuple[Any, ...]) -> Status:
    return Status(row[1], bool(row[2]), bool(row[3]), row[4], row[5])


def _status_columns(append: Append) -> Json:
    status = append.status
    row = {"revision": status.revision, "finished": status.finished, "ai_to_move": status.ai_to_move, "changed": _now()}
    return {**row, "ai_check": append.ai_check} if append.ai_check else row


def _seat_columns(game: str, seat: SeatRow) -> Json:
    settings = {"confirm_turns": seat.confirm_turns, "auto_forced": seat.auto_forced}
    return {"game": game, "seat": seat.seat, "player": seat.player, **settings}


def _token_columns(game: str, token: TokenRow) -> Json:
    row = {"hash": token.hash, "game": game, "seat": token.seat, "is_invitation": token.is_invitation}
    return {**row, "created": _now()}


def _check_rate_limit(db: Database, attempt: JoinAttempt) -> None:
    """Raise too-many-guesses where too many attempts failed, from this address or from all."""
    since = _timestamp(attempt.at - attempt.window)
    from_address = ("select at from failed_join_attempts where at > ? and address = ? order by at", attempt.limit)
    from_all = ("select at from failed_join_attempts where at > ? order by at", attempt.total_limit)
    for (query, limit), values in ((from_address, [since, attempt.address]), (from_all, [since])):
        times = [row[0] for row in db.execute(query, values).fetchall()]
        if len(times) >= limit:
            wait = datetime.fromisoformat(times[-limit]) + attempt.window - attempt.at
            seconds = math.ceil(wait / timedelta(seconds=1))
            raise Problem("too-many-guesses", f"try again in {seconds} s", retry_after=seconds)


def _insert_failed_attempt(db: Database, attempt: JoinAttempt) -> None:
    db.execute("delete from failed_join_attempts where at <= ?", [_timestamp(attempt.at - attempt.window)])
    db.table("failed_join_attempts").insert({"address": attempt.address, "at": _timestamp(attempt.at)})


def _dump(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _now() -> str:
    return _timestamp(datetime.now(UTC))


def _timestamp(time: datetime) -> str:
    """Text whose alphabetical order is the order of the times."""
    return time.isoformat(timespec="milliseconds")


@contextmanager
def _read_transaction(db: Database) -> Iterator[None]:
    """All reads in the block see the same snapshot."""
    db.execute("begin")
    try:
        yield
    finally:
        db.rollback()


@contextmanager
def _problems(on_error: Callable[[str], None]) -> Iterator[None]:
    """Translate SQLite's errors to problem codes; an error that is neither space nor access is a bug and passes."""
    try:
        yield
    except sqlite3.Error as error:
        code = PROBLEM_CODES.get((getattr(error, "sqlite_errorcode", None) or 0) & PRIMARY)
        if code is None:
            raise
        on_error(code)
        raise Problem(code, str(error)) from error
