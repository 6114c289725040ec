"""A locked database and a full disk: requests are refused in time, nothing is half done, and the server recovers."""

import itertools
import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from sqlite_utils import Database

from engine.content.files import load
from server.storage.sqlite import SqliteStorage
from tests.server.people import APPRENTICE, PERSON, Host, Person, play_on, problem_code
from tests.server.random_players import AcknowledgedMove, Player, export, faults
from tests.server.server_process import ServerProcess, move_of, until

CONTENT = load()
DISK = "2m"


def check_integrity(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]


# --- a locked database -----------------------------------------------------------------------------------------------


def test_while_another_program_locks_the_database_moves_are_refused_and_views_are_not(server: ServerProcess):
    address, (ada,) = server.create_game(PERSON, APPRENTICE)
    move = move_of(server.request("GET", address, token=ada).body, "once")
    with server.write_lock(), ThreadPoolExecutor(2) as pool:
        submitted = pool.submit(server.request, "POST", f"{address}/choices", move, ada)
        created = pool.submit(server.request, "POST", "/api/games", {"seats": [PERSON, PERSON]})
        for refused in (submitted.result(), created.result()):
            assert (refused.status, refused.body["code"]) == (503, "busy")
        assert server.request("GET", address, token=ada).body["view"]["prompt"]
    player = Player(server, address, 0, ada, Random(0))
    assert server.request("POST", f"{address}/choices", move, ada).status == 200
    player.acknowledged.append(AcknowledgedMove(move["key"], 0, move["revision"], move["choices"][0]))
    player.submit_one_more()
    assert faults(export([player]), [player], CONTENT) == []
    check_integrity(server.file)


def test_a_process_that_starts_while_the_database_is_locked_waits_for_it(server: ServerProcess):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    victim, other = server.workers
    with server.write_lock():
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(server.workers) == 2 and victim not in server.workers, "no new process is there")
        refused = server.connect_to(other, ada)
        move = move_of(refused.request_ok("GET", address), "late")
        assert refused.request("POST", f"{address}/choices", move).status == 503, (
            "by now the new one has waited as long"
        )
    (new,) = set(server.workers) - {other}
    assert server.connect_to(new, ada).request_ok("GET", address)["revision"] == 0
    assert server.connect_to(other, ada).request_ok("POST", f"{address}/choices", move)["revision"] == 1


# --- a full disk -----------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if (
        not mount
        or subprocess.run([mount, "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], check=False).returncode
    ):
        pytest.skip("no file system can be mounted here (it takes Linux, and root)")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder: Path) -> Path:
    """A file that takes all free space."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as filler:
        try:
            while filler.write(b"f" * 4096):
                pass
        except OSError:
            return file
    raise AssertionError("the disk has no end")


def test_on_a_full_disk_moves_are_refused_until_there_is_space(disk: Path):
    server = ServerProcess(disk / "data", "--processes", "2")
    server.start()
    try:
        address, (ada,) = server.create_game(PERSON, APPRENTICE)
        player = Player(server, address, 0, ada, Random(3))
        player.submit_one_more()
        until(lambda: player.view()["prompt"], "the AI did not move")
        before = server.request("GET", address, token=ada).body
        filler = fill(disk)
        move = move_of(before, "once there is space")
        for _ in range(3):
            refused = server.request("POST", f"{address}/choices", move, ada)
            assert (refused.status, refused.body["code"]) == (507, "storage-full")
        made = server.request("POST", "/api/games", {"seats": [PERSON, PERSON]})
        assert (made.status, made.body["code"]) == (507, "storage-full")
        assert server.request("GET", address, token=ada).body == before
        for pid in server.workers:
            os.kill(pid, signal.SIGKILL)
        until(lambda: len(server.workers) == 2, "no new processes are there")
        filler.unlink()
        until(lambda: server.request("POST", f"{address}/choices", move, ada).status == 200, "it is refused for ever")
        player.acknowledged.append(AcknowledgedMove(move["key"], 0, move["revision"], move["choices"][0]))
        player.submit_one_more()
        assert faults(export([player]), [player], CONTENT) == []
        server.stop()
        check_integrity(server.file)
    finally:
        server.close()


def moves(person: Person) -> bool:
    """Whether a choice of this person is stored; else there is no space for it."""
    response = person.try_submit(person.legal_choices[0])
    assert response.status_code == 200 or problem_code(response) == "storage-full", response.text
    return response.status_code == 200


def test_a_write_that_fails_for_want_of_space_changes_nothing(
    open_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
):
    """A database that may not grow fails in the middle of a transaction."""
    connect, room = SqliteStorage._connect, [1 << 30]

    def connect_with_little_room(storage: SqliteStorage) -> Database:
        db = connect(storage)
        db.execute(f"pragma max_page_count = {room[0]}")
        return db

    monkeypatch.setattr(SqliteStorage, "_connect", connect_with_little_room)
    people = Host(open_app()).new_game()
    room[0] = 1  # SQLite uses the present size where a smaller one is requested
    host = Host(open_app())
    ada, bo = (host.person(person.game, person.seat, person.token) for person in people)
    asked = next(person for person in itertools.cycle((ada, bo)) if person.legal_choices and not moves(person))
    record = host.record(ada.game)
    assert problem_code(asked.try_submit(asked.legal_choices[0])) == "storage-full"
    assert host.record(ada.game) == record
    room[0] = 1 << 30
    later = Host(open_app())
    assert later.record(ada.game) == record
    assert play_on(tuple(later.person(p.game, p.seat, p.token) for p in people), 20) == 20
