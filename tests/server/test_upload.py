"""Uploaded offline games: each entry is checked, each game stored once, and its AI choices are checked later."""

from copy import deepcopy
from typing import Any

import pytest
from werkzeug.test import TestResponse

from automa.table import Table
from engine.content.files import load
from engine.loop import legal_choices
from engine.rng import stream
from tests.server.people import APPRENTICE, PERSON, Host, Person, problem_code

Json = dict[str, Any]
KEY = "0123456789abcdef0123456789abcdef"


def play_offline(table: Table, moves: int) -> Table:
    """Make moves at a table outside the server: random ones for people, the AIs' own."""
    rng = stream("away", str(table.revision))
    for _ in range(moves):
        if table.finished:
            break
        if move := table.next_ai_move():
            table.apply_ai_move(move)
            continue
        seat = table.clock()[0]
        choices = legal_choices(table.game.state, seat)
        table.submit(seat, [choices[rng.below(len(choices))]])
    return table


def play_ais(table: Table) -> Table:
    while table.ais_asked():
        play_offline(table, 1)
    return table


@pytest.fixture(scope="module")
def record(host: Host) -> Json:
    """A solo game of eighty moves, created on a device."""
    ada = host.new_game({**PERSON, "name": "Ada"}, APPRENTICE)[0]
    return play_offline(Table.from_record(host.record(ada.game), load()), 80).to_json()


def upload(host: Host, record: Json, key: str = KEY, origin: Json | None = None, token: str = "") -> TestResponse:
    body = {"record": record, "key": key, **({"revision": origin["revision"]} if origin else {})}
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"/api/games/{origin['game']}/upload" if origin else "/api/games/upload"
    return host.client().post(path, json=body, headers=headers)


def uploaded(host: Host, response: TestResponse) -> Person:
    assert response.status_code == 201, response.text
    created = response.json
    assert created is not None
    return host.person(created["game"], created["seat"], created["seats"][0]["token"])


def test_an_uploaded_game_has_every_entry_and_goes_on(host: Host, record: Json) -> None:
    ada = uploaded(host, upload(host, record))
    assert host.record(ada.game) == record
    assert ada.seats["played_offline"]
    host.games.move_ai(ada.game)
    assert ada.revision >= len(record["log"])


def test_a_repeated_upload_has_one_effect(host: Host, record: Json) -> None:
    first, second = (uploaded(host, upload(host, record, "k" * 32)) for _ in range(2))
    assert (first.game, first.token) == (second.game, second.token)
    other = uploaded(host, upload(host, record, "o" * 32))
    assert other.game != first.game


def test_two_simultaneous_uploads_have_one_effect_and_the_same_answer(
    host: Host, record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second looks for its game before the first has stored it."""
    first = uploaded(host, upload(host, record, "2" * 32))
    game_of_token, first_answer = host.storage.game_of_token, iter([None])
    monkeypatch.setattr(host.storage, "game_of_token", lambda token: next(first_answer, game_of_token(token)))
    second = uploaded(host, upload(host, record, "2" * 32))
    assert (first.game, first.token) == (second.game, second.token)


def test_choices_that_our_ais_make_are_verified_and_get_reasons(host: Host, record: Json) -> None:
    ada = uploaded(host, upload(host, record, "v" * 32))
    assert ada.seats["ai_check"] == "unchecked"
    assert ada.game in host.games.games_awaiting_ai()
    host.games.move_ai(ada.game)
    assert ada.seats["ai_check"] == "verified"
    assert any(entry["reason"] for entry in ada.get("/log").json["entries"] if entry["seat"] == 1)


def test_other_ai_choices_are_not_verified(host: Host, record: Json) -> None:
    forged = Table.from_record(record, load())
    while not (asked := forged.ais_asked()) or len(legal_choices(forged.game.state, asked[0])) < 2:
        play_offline(forged, 1)
    move = forged.next_ai_move()
    assert move is not None
    other = next(choice for choice in legal_choices(forged.game.state, move.seat) if choice != move.choice)
    forged.submit(move.seat, [other])
    ada = uploaded(host, upload(host, forged.to_json(), "f" * 32))
    host.games.move_ai(ada.game)
    assert ada.seats["ai_check"] == "not-verified"


def test_choices_of_another_automa_version_are_not_checked(host: Host, record: Json) -> None:
    older = deepcopy(record)
    older["header"]["automa"] = "0.9.0"
    ada = uploaded(host, upload(host, older, "a" * 32))
    assert ada.seats["ai_check"] == "not-verified"


def test_a_game_played_on_the_server_has_no_ai_check(host: Host) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    assert (ada.seats["played_offline"], ada.seats["ai_check"]) == (False, None)


def test_an_illegal_choice_is_refused_and_its_entry_named(host: Host, record: Json) -> None:
    forged = deepcopy(record)
    index = next(i for i, entry in enumerate(forged["log"]) if i > 20 and "choice" in entry)
    forged["log"][index]["choice"] = {"kind": "plan-location", "location": "balcony"}
    response = upload(host, forged, "x" * 32)
    assert problem_code(response) == "broken-record"
    assert f"entry {index + 1}" in response.json["detail"]


def test_a_truncated_log_or_one_without_a_hash_is_refused(host: Host, record: Json) -> None:
    cut = {**record, "log": record["log"][:-3]}
    assert problem_code(upload(host, cut, "y" * 32)) == "broken-record"
    del cut["hash"]
    assert problem_code(upload(host, cut, "y" * 32)) == "broken-record"


def test_the_check_of_ai_choices_is_woken_where_no_ai_is_to_move(
    host: Host, record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the upload, by another upload of the same game, and by each request until the check is done."""
    woken: list[str] = []
    monkeypatch.setattr(host.games, "_wake_ai", woken.append)
    first = play_ais(Table.from_record(record, load())).to_json()
    more = play_ais(play_offline(Table.from_record(first, load()), 12)).to_json()
    ada = uploaded(host, upload(host, first, "s" * 32))
    assert woken == [ada.game]
    host.games.check_ai_choices(ada.game)
    origin = {"game": ada.game, "revision": len(first["log"])}
    with monkeypatch.context() as only_the_commit:
        only_the_commit.setattr(host.games, "touch", host.storage.status)
        assert upload(host, more, "S" * 32, origin, ada.token).status_code == 201
    assert woken == [ada.game] * 2
    assert host.games.touch(ada.game).ai_check == "unchecked"
    assert woken == [ada.game] * 3
    host.games.check_ai_choices(ada.game)
    assert host.games.touch(ada.game).ai_check == "verified"
    assert woken == [ada.game] * 3


def test_entries_uploaded_during_a_check_are_checked_too(
    host: Host, record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result for a part of the log is not stored for the whole."""
    ada = uploaded(host, upload(host, record, "w" * 32))
    more = play_offline(Table.from_record(record, load()), 20).to_json()
    checks, first_divergence = 0, Table.first_divergence

    def upload_meanwhile(table: Table) -> int | None:
        nonlocal checks
        if not checks:
            origin = {"game": ada.game, "revision": len(record["log"])}
            assert upload(host, more, "W" * 32, origin, ada.token).status_code == 201
        checks += 1
        return first_divergence(table)

    monkeypatch.setattr(Table, "first_divergence", upload_meanwhile)
    host.games.check_ai_choices(ada.game)
    assert (checks, ada.seats["ai_check"]) == (1, "unchecked")
    host.games.check_ai_choices(ada.game)
    assert (checks, ada.seats["ai_check"]) == (2, "verified")


# --- downloaded and uploaded again -----------------------------------------------------------------------------------


def test_a_downloaded_game_is_continued_on_the_server(host: Host) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    downloaded = ada.get("/export").json
    assert downloaded is not None
    played = play_offline(Table.from_record(downloaded, load()), 20).to_json()
    origin = {"game": ada.game, "revision": len(downloaded["log"])}
    for _ in range(2):
        response = upload(host, played, "t" * 32, origin, ada.token)
        assert response.status_code == 201, response.text
        assert host.record(ada.game) == played
    assert ada.seats["played_offline"]


@pytest.mark.parametrize("moves", [0, 3], ids=["as it was downloaded", "the server went on"])
def test_an_upload_without_new_entries_changes_nothing(host: Host, moves: int) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    downloaded = ada.get("/export").json
    assert downloaded is not None
    for _ in range(moves):
        ada.submit(ada.legal_choices[-1])
        while host.games.move_ai(ada.game):
            pass
    before = host.record(ada.game), host.games.stored_seats(ada.game), ada.seats
    origin = {"game": ada.game, "revision": len(downloaded["log"])}
    assert upload(host, downloaded, "n" * 32, origin, ada.token).status_code == 201
    assert (host.record(ada.game), host.games.stored_seats(ada.game), ada.seats) == before
    assert not ada.seats["played_offline"]


def test_a_game_that_went_on_in_both_places_is_not_changed(host: Host) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    downloaded = ada.get("/export").json
    assert downloaded is not None
    played = play_offline(Table.from_record(downloaded, load()), 20).to_json()
    ada.submit(ada.legal_choices[-1])
    before = host.record(ada.game)
    origin = {"game": ada.game, "revision": len(downloaded["log"])}
    assert problem_code(upload(host, played, "b" * 32, origin, ada.token)) == "both-changed"
    assert host.record(ada.game) == before


def test_continuing_a_game_requires_every_persons_seat(host: Host) -> None:
    ada, bo = host.new_game(PERSON, PERSON)
    both = f"{ada.token}, {bo.token}"
    downloaded = host.person(ada.game, 0, both).get("/export").json
    assert downloaded is not None
    played = play_offline(Table.from_record(downloaded, load()), 6).to_json()
    origin = {"game": ada.game, "revision": len(downloaded["log"])}
    assert problem_code(upload(host, played, "z" * 32, origin, ada.token)) == "game-has-secrets"
    assert problem_code(upload(host, played, "z" * 32, origin)) == "no-token"
    assert upload(host, played, "z" * 32, origin, both).status_code == 201


def test_continuing_a_finished_game_requires_every_persons_seat_too(host: Host) -> None:
    """After the end every seat may read the whole log, but not mark the game as played offline."""
    ada, bo = host.new_game(PERSON, PERSON)
    both = f"{ada.token}, {bo.token}"
    played = play_offline(Table.from_record(host.record(ada.game), load()), 2000)
    assert played.finished
    origin = {"game": ada.game, "revision": 0}
    record = played.game.to_json()
    assert upload(host, record, "e" * 32, origin, both).status_code == 201
    assert ada.get("/export").status_code == 200
    assert problem_code(upload(host, record, "E" * 32, origin, ada.token)) == "game-has-secrets"


def test_a_browser_continues_a_game_by_its_cookies(host: Host) -> None:
    """Their path is the game's."""
    browser = host.app.test_client()
    created = browser.post("/api/games", json={"seats": [PERSON, APPRENTICE]}).json
    assert created is not None
    address = f"/api/games/{created['game']}"
    downloaded = browser.get(f"{address}/export").json
    assert downloaded is not None
    played = play_offline(Table.from_record(downloaded, load()), 12).to_json()
    body = {"record": played, "key": "c" * 32, "revision": len(downloaded["log"])}
    assert browser.post(f"{address}/upload", json=body).status_code == 201
    assert browser.get(f"{address}/export").json == played
