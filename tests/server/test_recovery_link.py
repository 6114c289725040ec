"""`luthier link`: a recovery link for a player who has lost every token of a seat."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from server.cli.main import main
from tests.server.people import APPRENTICE, PERSON, REMOTE_PERSON, Host, Person
from tests.server.server_process import ServerProcess

Out = pytest.CaptureFixture[str]


def made(capsys: Out, folder: Path, *arguments: str) -> tuple[str, str]:
    """The game and the token of the link that the command prints."""
    assert main(["link", *arguments, "--data", str(folder)]) == 0
    path, _, token = capsys.readouterr().out.splitlines()[-1].partition("#")
    return path.removeprefix("/seat/"), token


def test_a_recovery_link_gives_the_host_access_again(open_app: Callable[..., Flask], tmp_path: Path, capsys: Out):
    host = Host(open_app())
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    game, token = made(capsys, tmp_path / "data", ada.game.lower())
    again: Person = host.person(game, 0, token)
    assert again.open_session().json == {"game": ada.game, "seat": 0, "token": token}
    assert ada.view["you"] == 0, "the other keys are as good as before"
    assert again.delete("/links?seat=0").status_code == 204
    assert again.seats["seats"][0]["devices"] == 1


def test_a_recovery_link_is_for_any_persons_seat_but_no_ais(
    open_app: Callable[..., Flask], tmp_path: Path, capsys: Out
):
    host = Host(open_app())
    ada, _ = host.new_game(PERSON, APPRENTICE, PERSON)
    game, token = made(capsys, tmp_path / "data", ada.game, "--seat", "3")
    assert host.person(game, 2, token).view["you"] == 2
    for number in ("2", "0", "4"):
        assert main(["link", ada.game, "--seat", number, "--data", str(tmp_path / "data")]) == 1
        assert "people sit at the seats 1, 3" in capsys.readouterr().err


def test_a_folder_without_games_is_named_and_nothing_is_created(tmp_path: Path, capsys: Out):
    assert main(["link", "7QK4MN", "--data", str(tmp_path / "none")]) == 1
    assert capsys.readouterr() == ("", f"luthier: there are no games in {tmp_path / 'none'}\n")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_game_is_refused(open_app: Callable[..., Flask], tmp_path: Path, capsys: Out):
    Host(open_app()).new_game()
    assert main(["link", "7QK4MN", "--data", str(tmp_path / "data")]) == 1
    assert "7QK4MN" in capsys.readouterr().err


def test_a_recovery_link_made_while_the_server_runs_works_at_once(server: ServerProcess, capsys: Out):
    address, _ = server.create_game(PERSON, APPRENTICE)
    _, token = made(capsys, server.folder, address.rpartition("/")[2])
    assert server.connect(token).request_ok("GET", address)["view"]["you"] == 0
