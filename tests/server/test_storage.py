"""SQLite as the keeper of games: what is written is there, for every process, and nothing is written by halves."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from server.games.problems import Problem
from server.games.seats import Change, Seating, SeatRow, TokenRow
from server.games.storage import Addition, Status, StoredMove
from server.storage.migrations import migrations
from server.storage.sqlite import IDLE_KEPT, SqliteStorage

SEATS = [SeatRow(0, "person", True, True), SeatRow(1, "ai", False, True)]
SEATING = Seating(0, SEATS, [TokenRow("f" * 64, 0)])
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
    storage = open_storage()
    assert storage.create("GAME", HEADER, SEATING, Addition([], Status(0, finished=False, ai_to_move=True)))
    return storage


def entry(n: int) -> dict:
    return {"n": n, "move": n, "seat": 0, "choice": {"kind": "pass"}}


def addition(*numbers: int, key: str = "", ai_to_move: bool = False, finished: bool = False) -> Addition:
    move = StoredMove(key, "digest", numbers[0] - 1, numbers[-1]) if key else None
    return Addition([entry(n) for n in numbers], Status(numbers[-1], finished, ai_to_move), move)


def test_a_new_game_can_be_loaded(storage: SqliteStorage):
    stored = storage.load("GAME")
    assert (stored.header, stored.entries, stored.seating) == (HEADER, [], SEATING)
    assert stored.status == Status(0, finished=False, ai_to_move=True)


def test_a_code_is_given_once(storage: SqliteStorage):
    assert not storage.create("GAME", HEADER, SEATING, Addition([], Status(0, finished=False, ai_to_move=False)))


def test_an_unknown_game_is_refused_everywhere(storage: SqliteStorage):
    for ask in (storage.status, storage.load, lambda game: storage.append(game).__enter__()):
        with pytest.raises(Problem) as refused:
            ask("NONE")
        assert refused.value.code == "unknown-game"


def test_entries_and_the_press_behind_them_are_kept(storage: SqliteStorage):
    with storage.append("GAME") as writing:
        assert writing.status.revision == 0
        assert writing.find_move("one") is None
        writing.add(addition(1, 2, key="one"))
    with storage.append("GAME") as writing:
        assert writing.status.revision == 2
        assert writing.find_move("one") == StoredMove("one", "digest", 0, 2)
    assert storage.load("GAME").entries == [entry(1), entry(2)]
    assert storage.load("GAME", since=1).entries == [entry(2)]


def test_what_fails_writes_nothing(storage: SqliteStorage):
    def fail() -> None:
        with storage.append("GAME") as writing:
            writing.add(addition(1, key="one"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert storage.status("GAME").revision == 0
    assert storage.load("GAME").entries == []
    with storage.append("GAME") as writing:
        assert writing.find_move("one") is None


def test_a_place_in_the_log_is_taken_once(storage: SqliteStorage):
    with storage.append("GAME") as writing:
        writing.add(addition(1))
    with pytest.raises(sqlite3.IntegrityError), storage.append("GAME") as writing:
        writing._db.table("entries").insert({"game": "GAME", "n": 1, "seat": 0, "body": "{}", "at": "now"})


def test_changed_settings_of_a_seat_are_kept(storage: SqliteStorage):
    changed = replace(SEATS[0], confirm_turns=False)
    with storage.append("GAME") as writing:
        writing.add(Addition([], Status(0, finished=False, ai_to_move=True), change=Change([changed])))
    assert storage.seating("GAME") == replace(SEATING, seats=[changed, SEATS[1]], version=1)


def test_games_in_which_a_rival_is_to_move_are_found(storage: SqliteStorage):
    assert storage.games_awaiting_ai() == ["GAME"]
    with storage.append("GAME") as writing:
        writing.add(addition(1, ai_to_move=False))
    assert storage.games_awaiting_ai() == []
    with storage.append("GAME") as writing:
        writing.add(addition(2, ai_to_move=True, finished=True))
    assert storage.games_awaiting_ai() == []


def test_writers_come_one_after_the_other(storage: SqliteStorage):
    """Each reads the revision and writes the next entry: with a lock from the start none of them meets another."""

    def write() -> None:
        for _ in range(10):
            with storage.append("GAME") as writing:
                writing.add(addition(writing.status.revision + 1))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [e["n"] for e in storage.load("GAME").entries] == list(range(1, 41))


def test_fifty_writers_at_two_storages_get_their_turn_behind_another_program(
    storage: SqliteStorage, open_storage: Callable[[], SqliteStorage]
):
    def write(at: SqliteStorage) -> None:
        for _ in range(4):
            with at.append("GAME") as writing:
                writing.add(addition(writing.status.revision + 1))

    both = (storage, open_storage())
    with ThreadPoolExecutor(50) as pool, closing(sqlite3.connect(storage._path, isolation_level=None)) as other:
        other.execute("begin immediate")
        writers = [pool.submit(write, both[n % 2]) for n in range(50)]
        time.sleep(1)
        other.rollback()
        for writer in writers:
            writer.result()
    assert [e["n"] for e in storage.load("GAME").entries] == list(range(1, 201))


def test_a_writer_that_waits_too_long_is_told_that_the_store_is_busy(
    storage: SqliteStorage, monkeypatch: pytest.MonkeyPatch, open_storage: Callable[[], SqliteStorage]
):
    monkeypatch.setattr("server.storage.sqlite.BUSY_MS", 50)
    other = open_storage()
    with storage.append("GAME"), pytest.raises(Problem) as refused, other.append("GAME"):
        pass
    assert refused.value.code == "busy"


def test_a_watcher_is_woken_by_what_another_process_writes(
    storage: SqliteStorage, open_storage: Callable[[], SqliteStorage]
):
    woken = threading.Event()
    stop = storage.watch("GAME", woken.set)
    woken.wait(0.2)  # it may look once at the beginning
    woken.clear()
    with open_storage().append("GAME") as writing:
        writing.add(addition(1))
    assert woken.wait(10)
    stop()


def test_a_watcher_that_has_stopped_is_left_alone(storage: SqliteStorage):
    woken, still = threading.Event(), threading.Event()
    stop = storage.watch("GAME", woken.set)
    storage.watch("GAME", still.set)
    assert still.wait(10)
    stop()
    woken.clear()
    still.clear()
    with storage.append("GAME") as writing:
        writing.add(addition(1))
    assert still.wait(10)
    assert not woken.is_set()


def test_after_a_rush_few_connections_stay_open(storage: SqliteStorage):
    with ExitStack() as rush:
        opened = [rush.enter_context(storage._connection()) for _ in range(3 * IDLE_KEPT)]
        assert len({id(db) for db in opened}) == 3 * IDLE_KEPT
    assert len(storage._idle) == IDLE_KEPT


def test_the_file_is_safe_against_a_power_cut(storage: SqliteStorage):
    with storage._connection() as db:
        assert db.execute("pragma journal_mode").fetchone() == ("wal",)
        assert db.execute("pragma synchronous").fetchone() == (2,)
        assert db.execute("pragma foreign_keys").fetchone() == (1,)


def test_an_old_file_is_brought_up_to_date_once(storage: SqliteStorage, open_storage: Callable[[], SqliteStorage]):
    again = open_storage()
    with again._connection() as db:
        assert migrations.pending(db) == []
    assert again.load("GAME").header == HEADER


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match="file"):
        SqliteStorage(tmp_path / "file" / "data")


def test_a_file_that_is_no_database_is_named(tmp_path: Path):
    (tmp_path / "games.db").write_bytes(b"nothing of the kind, but long enough to be looked at" * 40)
    with pytest.raises(Problem) as refused:
        SqliteStorage(tmp_path)
    assert refused.value.code == "storage-failed"
    assert str(tmp_path) in refused.value.detail
