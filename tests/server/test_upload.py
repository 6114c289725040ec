"""Games that were played on a device without a network come home: checked step by step, kept once, and marked."""

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


def away(table: Table, moves: int) -> Table:
    """Play on at a table that no server knows: people by chance, rivals as they are."""
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


def until_a_person_is_asked(table: Table) -> Table:
    while table.ais_asked():
        away(table, 1)
    return table


@pytest.fixture(scope="module")
def record(host: Host) -> Json:
    """A solo game of eighty moves, which was begun on a device."""
    ada = host.new_game({**PERSON, "name": "Ada"}, APPRENTICE)[0]
    return away(Table.from_record(host.record(ada.game), load()), 80).to_json()


def bring(host: Host, record: Json, key: str = KEY, origin: Json | None = None, token: str = "") -> TestResponse:
    body = {"record": record, "key": key, **({"revision": origin["revision"]} if origin else {})}
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"/api/games/{origin['game']}/upload" if origin else "/api/games/upload"
    return host.client().post(path, json=body, headers=headers)


def brought(host: Host, response: TestResponse) -> Person:
    assert response.status_code == 201, response.text
    created = response.json
    assert created is not None
    return host.person(created["game"], created["seat"], created["seats"][0]["token"])


def test_a_game_comes_home_with_every_step_and_goes_on(host: Host, record: Json) -> None:
    ada = brought(host, bring(host, record))
    assert host.record(ada.game) == record
    assert ada.seats["played_offline"]
    host.games.move_ai(ada.game)
    assert ada.revision >= len(record["log"])


def test_an_upload_that_is_repeated_has_one_effect(host: Host, record: Json) -> None:
    first, second = (brought(host, bring(host, record, "k" * 32)) for _ in range(2))
    assert (first.game, first.token) == (second.game, second.token)
    other = brought(host, bring(host, record, "o" * 32))
    assert other.game != first.game


def test_an_upload_that_comes_twice_at_once_has_one_effect_and_both_are_told(
    host: Host, record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second was looked for before the first was kept."""
    first = brought(host, bring(host, record, "2" * 32))
    known, looks = host.storage.game_of_token, iter([None])
    monkeypatch.setattr(host.storage, "game_of_token", lambda token: next(looks, known(token)))
    second = brought(host, bring(host, record, "2" * 32))
    assert (first.game, first.token) == (second.game, second.token)


def test_rivals_that_chose_as_the_automa_does_are_verified_and_say_why(host: Host, record: Json) -> None:
    ada = brought(host, bring(host, record, "v" * 32))
    assert ada.seats["ai_check"] == "unchecked"
    assert ada.game in host.games.games_awaiting_ai()
    host.games.move_ai(ada.game)
    assert ada.seats["ai_check"] == "verified"
    told = [entry["reason"] for entry in ada.get("/log").json["entries"] if entry["seat"] == 1]
    assert any(told)


def test_rivals_that_chose_otherwise_are_marked(host: Host, record: Json) -> None:
    forged = Table.from_record(record, load())
    while not (asked := forged.ais_asked()) or len(legal_choices(forged.game.state, asked[0])) < 2:
        away(forged, 1)
    move = forged.next_ai_move()
    assert move is not None
    other = next(choice for choice in legal_choices(forged.game.state, move.seat) if choice != move.choice)
    forged.submit(move.seat, [other])
    ada = brought(host, bring(host, forged.to_json(), "f" * 32))
    host.games.move_ai(ada.game)
    assert ada.seats["ai_check"] == "not-verified"


def test_rivals_of_another_version_are_not_looked_at(host: Host, record: Json) -> None:
    older = deepcopy(record)
    older["header"]["automa"] = "0.9.0"
    ada = brought(host, bring(host, older, "a" * 32))
    assert ada.seats["ai_check"] == "not-verified"


def test_a_game_that_was_played_here_has_no_such_mark(host: Host) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    assert (ada.seats["played_offline"], ada.seats["ai_check"]) == (False, None)


def test_a_forged_step_is_named(host: Host, record: Json) -> None:
    forged = deepcopy(record)
    at = next(i for i, entry in enumerate(forged["log"]) if i > 20 and "choice" in entry)
    forged["log"][at]["choice"] = {"kind": "plan-location", "location": "balcony"}
    response = bring(host, forged, "x" * 32)
    assert problem_code(response) == "broken-record"
    assert f"entry {at + 1}" in response.json["detail"]


def test_a_log_that_was_cut_does_not_come_to_its_hash(host: Host, record: Json) -> None:
    """Nor is one taken that tells no hash."""
    cut = {**record, "log": record["log"][:-3]}
    assert problem_code(bring(host, cut, "y" * 32)) == "broken-record"
    del cut["hash"]
    assert problem_code(bring(host, cut, "y" * 32)) == "broken-record"


def test_the_rivals_are_looked_at_by_themselves_where_none_is_to_move(
    host: Host, record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the game comes, as more of it comes, and whenever somebody looks at it until that is done."""
    woken: list[str] = []
    monkeypatch.setattr(host.games, "_wake_ai", woken.append)
    first = until_a_person_is_asked(Table.from_record(record, load())).to_json()
    more = until_a_person_is_asked(away(Table.from_record(first, load()), 12)).to_json()
    ada = brought(host, bring(host, first, "s" * 32))
    assert woken == [ada.game]
    host.games.check_ai_choices(ada.game)
    origin = {"game": ada.game, "revision": len(first["log"])}
    with monkeypatch.context() as only_the_change:
        only_the_change.setattr(host.games, "touch", host.storage.status)
        assert bring(host, more, "S" * 32, origin, ada.token).status_code == 201
    assert woken == [ada.game] * 2
    assert host.games.touch(ada.game).ai_check == "unchecked"
    assert woken == [ada.game] * 3
    host.games.check_ai_choices(ada.game)
    assert host.games.touch(ada.game).ai_check == "verified"
    assert woken == [ada.game] * 3


def test_what_comes_while_the_rivals_are_looked_at_is_looked_at_too(
    host: Host, record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verdict on the beginning of a log is none on the rest."""
    ada = brought(host, bring(host, record, "w" * 32))
    more = away(Table.from_record(record, load()), 20).to_json()
    looked, unlike = 0, Table.first_divergence

    def looks(table: Table) -> int | None:
        nonlocal looked
        if not looked:
            origin = {"game": ada.game, "revision": len(record["log"])}
            assert bring(host, more, "W" * 32, origin, ada.token).status_code == 201
        looked += 1
        return unlike(table)

    monkeypatch.setattr(Table, "first_divergence", looks)
    host.games.check_ai_choices(ada.game)
    assert (looked, ada.seats["ai_check"]) == (1, "unchecked")
    host.games.check_ai_choices(ada.game)
    assert (looked, ada.seats["ai_check"]) == (2, "verified")


# --- taken along and brought back ------------------------------------------------------------------------------------


def test_a_game_that_was_taken_along_goes_on_where_it_came_from(host: Host) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    taken = ada.get("/export").json
    assert taken is not None
    played = away(Table.from_record(taken, load()), 20).to_json()
    origin = {"game": ada.game, "revision": len(taken["log"])}
    for _ in range(2):
        response = bring(host, played, "t" * 32, origin, ada.token)
        assert response.status_code == 201, response.text
        assert host.record(ada.game) == played
    assert ada.seats["played_offline"]


@pytest.mark.parametrize("moves", [0, 3], ids=["as it was taken along", "the server went on"])
def test_a_game_that_was_not_played_on_changes_and_marks_nothing(host: Host, moves: int) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    taken = ada.get("/export").json
    assert taken is not None
    for _ in range(moves):
        ada.submit(ada.legal_choices[-1])
        while host.games.move_ai(ada.game):
            pass
    before = host.record(ada.game), host.games.stored_seats(ada.game), ada.seats
    origin = {"game": ada.game, "revision": len(taken["log"])}
    assert bring(host, taken, "n" * 32, origin, ada.token).status_code == 201
    assert (host.record(ada.game), host.games.stored_seats(ada.game), ada.seats) == before
    assert not ada.seats["played_offline"]


def test_a_game_that_went_on_at_both_ends_is_left_as_it_is(host: Host) -> None:
    ada = host.new_game(PERSON, APPRENTICE)[0]
    taken = ada.get("/export").json
    assert taken is not None
    played = away(Table.from_record(taken, load()), 20).to_json()
    ada.submit(ada.legal_choices[-1])
    before = host.record(ada.game)
    origin = {"game": ada.game, "revision": len(taken["log"])}
    assert problem_code(bring(host, played, "b" * 32, origin, ada.token)) == "both-changed"
    assert host.record(ada.game) == before


def test_only_who_holds_every_persons_seat_brings_a_game_back(host: Host) -> None:
    ada, bo = host.new_game(PERSON, PERSON)
    both = f"{ada.token}, {bo.token}"
    taken = host.person(ada.game, 0, both).get("/export").json
    assert taken is not None
    played = away(Table.from_record(taken, load()), 6).to_json()
    origin = {"game": ada.game, "revision": len(taken["log"])}
    assert problem_code(bring(host, played, "z" * 32, origin, ada.token)) == "game-has-secrets"
    assert problem_code(bring(host, played, "z" * 32, origin)) == "no-token"
    assert bring(host, played, "z" * 32, origin, both).status_code == 201


def test_the_end_of_a_game_opens_its_log_to_all_but_lets_no_single_seat_bring_it_back(host: Host) -> None:
    """Who may look at everything may not mark the game of others."""
    ada, bo = host.new_game(PERSON, PERSON)
    both = f"{ada.token}, {bo.token}"
    played = away(Table.from_record(host.record(ada.game), load()), 2000)
    assert played.finished
    origin = {"game": ada.game, "revision": 0}
    record = played.game.to_json()
    assert bring(host, record, "e" * 32, origin, both).status_code == 201
    assert ada.get("/export").status_code == 200
    assert problem_code(bring(host, record, "E" * 32, origin, ada.token)) == "game-has-secrets"


def test_a_browser_brings_a_game_back_by_its_cookies(host: Host) -> None:
    """They go to the game's own addresses alone."""
    browser = host.app.test_client()
    created = browser.post("/api/games", json={"seats": [PERSON, APPRENTICE]}).json
    assert created is not None
    address = f"/api/games/{created['game']}"
    taken = browser.get(f"{address}/export").json
    assert taken is not None
    played = away(Table.from_record(taken, load()), 12).to_json()
    body = {"record": played, "key": "c" * 32, "revision": len(taken["log"])}
    assert browser.post(f"{address}/upload", json=body).status_code == 201
    assert browser.get(f"{address}/export").json == played
