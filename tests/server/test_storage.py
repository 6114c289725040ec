"""SQLite storage: every process reads what another has written, and a failed transaction writes nothing."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlite_utils import Database

from server.games.problems import Problem
from server.games.seats import SeatChange, SeatRow, StoredSeats, TokenRow
from server.games.storage import Append, Status, StoredMove
from server.storage import migrations
from server.storage.sqlite import MAX_IDLE_CONNECTIONS, SqliteStorage

SEAT_ROWS = [SeatRow(0, "person", True, True), SeatRow(1, "ai", False, True)]
SEATS = StoredSeats(0, SEAT_ROWS, [TokenRow("f" * 64, 0)])
HEADER = {"seed": "LUTE"}


@pytest.fixture
def open_storage(tmp_path: Path) -> Iterator[Callable[[], SqliteStorage]]:
    opened: list[SqliteStorage] = []

    def open_storage() -> SqliteStorage:
        opened.append(SqliteStorage(tmp_path / "data"))
        return opened[-1]

    yield open_storage
    for storage in opened:
        storage.close()


@pytest.fixture
def storage(open_storage: Callable[[], SqliteStorage]) -> SqliteStorage:
    """A storage with one game without entries, in which an AI is to move."""
    storage = open_storage()
    assert storage.create("GAME", HEADER, SEATS, Append([], Status(0, finished=False, ai_to_move=True)))
    return storage


def entry(n: int) -> dict:
    return {"n": n, "move": n, "seat": 0, "choice": {"kind": "pass"}}


def entries(*numbers: int, key: str = "", ai_to_move: bool = False, finished: bool = False) -> Append:
    move = StoredMove(key, "digest", numbers[0] - 1, numbers[-1]) if key else None
    return Append([entry(n) for n in numbers], Status(numbers[-1], finished, ai_to_move), move)


def test_a_new_game_can_be_loaded(storage: SqliteStorage):
    stored = storage.load("GAME")
    assert (stored.header, stored.entries, stored.seats) == (HEADER, [], SEATS)
    assert stored.status == Status(0, finished=False, ai_to_move=True)


def test_a_name_is_given_to_one_game(storage: SqliteStorage):
    assert not storage.create("GAME", HEADER, SEATS, Append([], Status(0, finished=False, ai_to_move=False)))


def test_an_unknown_game_is_refused_by_every_method(storage: SqliteStorage):
    for method in (storage.status, storage.load, lambda game: storage.transaction(game).__enter__()):
        with pytest.raises(Problem) as raised:
            method("NONE")
        assert raised.value.code == "unknown-game"


def test_entries_and_their_move_are_stored(storage: SqliteStorage):
    with storage.transaction("GAME") as transaction:
        assert transaction.status.revision == 0
        assert transaction.find_move("one") is None
        transaction.write(entries(1, 2, key="one"))
    with storage.transaction("GAME") as transaction:
        assert transaction.status.revision == 2
        assert transaction.find_move("one") == StoredMove("one", "digest", 0, 2)
    assert storage.load("GAME").entries == [entry(1), entry(2)]
    assert storage.load("GAME", since=1).entries == [entry(2)]


def test_a_failed_transaction_writes_nothing(storage: SqliteStorage):
    def fail() -> None:
        with storage.transaction("GAME") as transaction:
            transaction.write(entries(1, key="one"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert storage.status("GAME").revision == 0
    assert storage.load("GAME").entries == []
    with storage.transaction("GAME") as transaction:
        assert transaction.find_move("one") is None


def test_a_number_in_the_log_is_used_once(storage: SqliteStorage):
    with storage.transaction("GAME") as transaction:
        transaction.write(entries(1))
    with pytest.raises(sqlite3.IntegrityError), storage.transaction("GAME") as transaction:
        transaction._db.table("entries").insert({"game": "GAME", "n": 1, "seat": 0, "body": "{}", "at": "2026"})


def test_changed_settings_of_a_seat_are_stored(storage: SqliteStorage):
    changed = replace(SEAT_ROWS[0], confirm_turns=False)
    with storage.transaction("GAME") as transaction:
        status = Status(0, finished=False, ai_to_move=True)
        transaction.write(Append([], status, seat_change=SeatChange([changed])))
    assert storage.seats("GAME") == replace(SEATS, seats=[changed, SEAT_ROWS[1]], revision=1)


def test_unfinished_games_in_which_an_ai_is_to_move_are_found(storage: SqliteStorage):
    assert storage.games_awaiting_ai() == ["GAME"]
    with storage.transaction("GAME") as transaction:
        transaction.write(entries(1, ai_to_move=False))
    assert storage.games_awaiting_ai() == []
    with storage.transaction("GAME") as transaction:
        transaction.write(entries(2, ai_to_move=True, finished=True))
    assert storage.games_awaiting_ai() == []


# --- concurrent writers ----------------------------------------------------------------------------------------------


def test_concurrent_writers_each_append_the_next_entry(storage: SqliteStorage):
    """Each reads the revision and writes the next entry: with a lock from the start none of them meets another."""

    def write() -> None:
        for _ in range(10):
            with storage.transaction("GAME") as transaction:
                transaction.write(entries(transaction.status.revision + 1))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [e["n"] for e in storage.load("GAME").entries] == list(range(1, 41))


def test_fifty_writers_at_two_storages_all_succeed_while_another_program_holds_the_lock(
    storage: SqliteStorage, open_storage: Callable[[], SqliteStorage]
):
    def write(at: SqliteStorage) -> None:
        for _ in range(4):
            with at.transaction("GAME") as transaction:
                transaction.write(entries(transaction.status.revision + 1))

    both = (storage, open_storage())
    with ThreadPoolExecutor(50) as pool, closing(sqlite3.connect(storage._path, isolation_level=None)) as other:
        other.execute("begin immediate")
        writers = [pool.submit(write, both[n % 2]) for n in range(50)]
        time.sleep(1)
        other.rollback()
        for writer in writers:
            writer.result()
    assert [e["n"] for e in storage.load("GAME").entries] == list(range(1, 201))


def test_a_writer_that_waits_too_long_gets_busy(
    storage: SqliteStorage, monkeypatch: pytest.MonkeyPatch, open_storage: Callable[[], SqliteStorage]
):
    monkeypatch.setattr("server.storage.sqlite.BUSY_MS", 50)
    other = open_storage()
    with storage.transaction("GAME"), pytest.raises(Problem) as raised, other.transaction("GAME"):
        pass
    assert raised.value.code == "busy"


# --- watching --------------------------------------------------------------------------------------------------------


def test_a_watcher_is_called_when_another_process_writes(
    storage: SqliteStorage, open_storage: Callable[[], SqliteStorage]
):
    called = threading.Event()
    stop = storage.watch("GAME", called.set)
    called.wait(0.2)  # it may be called once at the beginning
    called.clear()
    with open_storage().transaction("GAME") as transaction:
        transaction.write(entries(1))
    assert called.wait(10)
    stop()


def test_a_stopped_watcher_is_not_called(storage: SqliteStorage):
    stopped, active = threading.Event(), threading.Event()
    stop = storage.watch("GAME", stopped.set)
    storage.watch("GAME", active.set)
    assert active.wait(10)
    stop()
    stopped.clear()
    active.clear()
    with storage.transaction("GAME") as transaction:
        transaction.write(entries(1))
    assert active.wait(10)
    assert not stopped.is_set()


# --- the database ----------------------------------------------------------------------------------------------------


def test_after_many_simultaneous_connections_few_stay_open(storage: SqliteStorage):
    with ExitStack() as stack:
        opened = [stack.enter_context(storage._connection()) for _ in range(3 * MAX_IDLE_CONNECTIONS)]
        assert len({id(db) for db in opened}) == 3 * MAX_IDLE_CONNECTIONS
    assert len(storage._idle) == MAX_IDLE_CONNECTIONS


def test_the_file_survives_a_power_cut(storage: SqliteStorage):
    with storage._connection() as db:
        assert db.execute("pragma journal_mode").fetchone() == ("wal",)
        assert db.execute("pragma synchronous").fetchone() == (2,)
        assert db.execute("pragma foreign_keys").fetchone() == (1,)


def test_an_empty_folder_gets_every_migration_and_a_second_start_none(
    storage: SqliteStorage, open_storage: Callable[[], SqliteStorage]
):
    again = open_storage()
    with again._connection() as db:
        assert migrations.migrations.pending(db) == []
    assert again.load("GAME").header == HEADER


def problem_of_opening(folder: Path) -> Problem:
    with pytest.raises(Problem) as raised:
        SqliteStorage(folder)
    assert raised.value.code == "storage-failed"
    return raised.value


def test_games_from_before_the_first_release_are_refused_with_the_reason_and_left_alone(tmp_path: Path):
    """Their schema had other names, and nothing migrates it."""
    with closing(Database(tmp_path / "games.db")) as db:
        db.table("games").create({"id": str, "ply": int}, pk="id")
        row = {"migration_set": "luthier", "name": "games_and_their_logs", "applied_at": "2026-01-01"}
        db.table("_sqlite_migrations").insert(row)
    problem = problem_of_opening(tmp_path)
    assert "before the first release" in problem.detail
    assert str(tmp_path) in problem.detail
    with closing(Database(tmp_path / "games.db")) as db:
        assert db.table_names() == ["games", "_sqlite_migrations"]


def test_a_database_of_a_newer_version_is_refused_with_the_reason(storage: SqliteStorage, tmp_path: Path):
    with storage._connection() as db:
        row = {"migration_set": "luthier", "name": "leagues", "applied_at": "2030-01-01"}
        db.table("_sqlite_migrations").insert(row)
    problem = problem_of_opening(tmp_path / "data")
    assert "a newer version" in problem.detail
    assert "leagues" in problem.detail


def test_a_database_of_another_program_is_refused_with_the_reason(tmp_path: Path):
    with closing(Database(tmp_path / "games.db")) as db:
        db.table("games").create({"id": str, "title": str}, pk="id")
    assert "another program" in problem_of_opening(tmp_path).detail


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match="file"):
        SqliteStorage(tmp_path / "file" / "data")


def test_a_file_that_is_no_database_is_named(tmp_path: Path):
    (tmp_path / "games.db").write_bytes(b"no SQLite file, but long enough to be read as one" * 40)
    assert str(tmp_path) in problem_of_opening(tmp_path).detail
