"""`luthier backup FILE`: an intact copy of all games, made while they are played."""

import shutil
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from server.cli.main import main
from server.storage.sqlite import SqliteStorage
from tests.server.people import APPRENTICE, PERSON
from tests.server.random_players import Json, Player, PlayerGroup, export
from tests.server.server_process import ServerProcess, until

Out = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with no game in it."""
    SqliteStorage(tmp_path / "data").close()
    return tmp_path / "data"


def backup(folder: Path, file: Path, *options: str) -> int:
    return main(["backup", str(file), "--data", str(folder), *options])


def check_integrity(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert db.execute("pragma foreign_key_check").fetchall() == []


def test_backups_under_load_are_intact_and_can_be_served(tmp_path: Path):
    server = ServerProcess(tmp_path / "data", "--processes", "2")
    server.start()
    parties = [
        PlayerGroup(server, seats, Random(n)) for n, seats in enumerate([(PERSON, APPRENTICE), (PERSON, PERSON)])
    ]
    stop = threading.Event()
    copies = [tmp_path / f"copy-{n}.db" for n in range(3)]
    try:
        with ThreadPoolExecutor(len(parties)) as pool:
            playing = [pool.submit(party.play, stop) for party in parties]
            try:
                for copy in copies:
                    wait_for_moves(parties, 10)
                    assert backup(server.folder, copy) == 0
                    check_integrity(copy)
            finally:
                stop.set()
            for played in playing:
                played.result()
        games = [game for party in parties for game in party.games]
        logs = [export(players)["log"] for players in games]
    finally:
        server.close()

    (tmp_path / "restored").mkdir()
    shutil.copy(copies[-1], tmp_path / "restored" / "games.db")
    restored = ServerProcess(tmp_path / "restored")
    restored.start()
    try:
        copied_logs = [log_of(restored, players) for players in games]
    finally:
        restored.close()
    assert any(copied_logs)
    for copied, log in zip(copied_logs, logs, strict=True):
        common = min(len(copied), len(log))
        assert copied[:common] == log[:common]


def wait_for_moves(parties: Sequence[PlayerGroup], more: int) -> None:
    """Wait until so many more moves are acknowledged: a backup does not block the games."""
    before = count_moves(parties)
    until(lambda: count_moves(parties) >= before + more, "nobody plays")


def count_moves(parties: Sequence[PlayerGroup]) -> int:
    return sum(len(player.acknowledged) for party in parties for players in party.games for player in players)


def log_of(server: ServerProcess, players: Sequence[Player]) -> list[Json]:
    """The log of a game at another server; empty if the game was created after the backup."""
    tokens = ", ".join(player.token for player in players)
    answer = server.request("GET", f"{players[0].address}/export", token=tokens)
    assert answer.status == 200 or answer.body["code"] == "unknown-game", answer
    log: list[Json] = answer.body.get("log", [])
    return log


def test_a_backup_is_one_file_and_prints_the_number_of_games(folder: Path, tmp_path: Path, capsys: Out):
    target = tmp_path / "backups" / "luthier.db"
    target.parent.mkdir()
    assert backup(folder, target) == 0
    assert capsys.readouterr().out == f"{target} holds 0 games.\n"
    assert [file.name for file in target.parent.iterdir()] == ["luthier.db"]
    check_integrity(target)


def test_an_existing_file_is_overwritten_only_with_force(folder: Path, tmp_path: Path, capsys: Out):
    target = tmp_path / "luthier.db"
    target.write_text("precious")
    assert backup(folder, target) == 1
    assert "exists already; --force overwrites it" in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert backup(folder, target, "--force") == 0
    check_integrity(target)


def test_the_database_itself_is_never_overwritten(folder: Path, capsys: Out):
    assert backup(folder, folder / "games.db", "--force") == 1
    assert "is the file that is to be copied" in capsys.readouterr().err
    check_integrity(folder / "games.db")


@pytest.mark.parametrize("target", ["", "none/luthier.db"])
def test_an_impossible_target_is_named(folder: Path, tmp_path: Path, capsys: Out, target: str):
    assert backup(folder, tmp_path / target) == 1
    assert str(tmp_path / target) in capsys.readouterr().err


def test_a_folder_without_games_is_named_and_not_created(tmp_path: Path, capsys: Out):
    assert backup(tmp_path / "none", tmp_path / "luthier.db") == 1
    assert f"there are no games in {tmp_path / 'none'}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_failed_backup_leaves_no_partial_file(tmp_path: Path, capsys: Out):
    (tmp_path / "games.db").write_bytes(b"no SQLite file, but long enough to be read as one" * 40)
    target = tmp_path / "luthier.db"
    assert backup(tmp_path, target) == 1
    assert "the games cannot be copied" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]
