"""Invalid requests: each kind gets a problem with a stable code and no traceback, and the game is unchanged."""

import json
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from server.games.problems import PROBLEMS, Problem
from tests.server.people import APPRENTICE, PERSON, Host, choose_setups, problem_code

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def test_every_problem_has_a_status_and_a_title():
    for code, (status, title) in PROBLEMS.items():
        body = Problem(code).to_json()
        assert body["code"] == code
        assert 400 <= status < 600
        assert title
        assert body["type"].endswith(code)


def test_without_a_token_a_game_cannot_be_read(host: Host):
    ada, _ = host.new_game()
    for response in (
        host.client().get(ada.address),
        host.client().get(f"{ada.address}/log"),
        host.client().get(f"{ada.address}/export"),
        host.client().get(f"{ada.address}/reasons/1"),
        host.client().post(f"{ada.address}/choices", json=ada.body(ada.legal_choices[0])),
        host.client().post(f"{ada.address}/undo", json=ada.undo_body()),
    ):
        assert (response.status_code, problem_code(response)) == (401, "no-token")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    assert host.record(ada.game)["log"] == []


def test_an_unknown_token_gives_no_access(host: Host):
    ada, _ = host.new_game()
    thief = host.person(ada.game, 0, "x" * 43)
    assert problem_code(thief.get()) == "no-token"
    assert problem_code(thief.try_submit(ada.legal_choices[0])) == "no-token"
    assert host.record(ada.game)["log"] == []


def test_the_token_of_another_game_gives_no_access(host: Host):
    ada, _ = host.new_game()
    cy, _ = host.new_game()
    assert problem_code(host.person(ada.game, 0, cy.token).get()) == "no-token"


def test_a_token_gives_access_to_its_own_seat_alone(host: Host):
    ada, bo = host.new_game()
    other = host.person(ada.game, 1, ada.token)
    response = other.try_submit(bo.legal_choices[0])
    assert (response.status_code, problem_code(response)) == (403, "foreign-seat")
    assert problem_code(ada.get("?seat=1")) == "foreign-seat"
    assert problem_code(other.undo()) == "foreign-seat"
    assert host.record(ada.game)["log"] == []


def test_nobody_moves_for_an_ai(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert problem_code(host.person(ada.game, 1, ada.token).try_submit({"kind": "pass"}, revision=0)) == "foreign-seat"


@pytest.mark.parametrize("path", ["", "/log", "/export", "/reasons/1"])
def test_an_unknown_game_is_not_found(host: Host, path: str):
    response = host.person("NOSUCH", 0, "token").get(path)
    assert (response.status_code, problem_code(response)) == (404, "unknown-game")


def test_a_move_in_an_unknown_game_is_refused(host: Host):
    nobody = host.person("NOSUCH", 0, "token")
    assert problem_code(
        nobody.post("/choices", {"seat": 0, "revision": 0, "key": "k", "choices": [{"kind": "pass"}]})
    ) == ("unknown-game")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seat": "0"}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": 4}, "seat"),
        ({"seat": None}, "seat"),
        ({"revision": -1}, "revision"),
        ({"revision": 0.5}, "revision"),
        ({"revision": 1e-30}, "revision"),
        ({"revision": 1 << 63}, "revision"),
        ({"key": ""}, "key"),
        ({"key": "k" * 101}, "key"),
        ({"key": 7}, "key"),
        ({"choices": []}, "choices"),
        ({"choices": {}}, "choices"),
        ({"choices": [{}]}, "choices.0"),
        ({"choices": [{"kind": "fly"}]}, "choices.0"),
        ({"choices": [{"kind": "pay"}]}, "choices.0"),
        ({"choices": [{"kind": "pay", "money": "4"}]}, "choices.0"),
        ({"choices": [{"kind": "pay", "money": True}]}, "choices.0"),
        ({"choices": [{"kind": "pay", "money": 1, "more": 2}]}, "choices.0"),
        ({"choices": [{"kind": "goods", "goods": {"gold": 1}}]}, "choices.0"),
        ({"choices": ["pass"]}, "choices.0"),
        ({"choices": [{"kind": "pass"}] * 65}, "choices"),
        ({"more": 1}, "more"),
        ({"key": "\ud800"}, "key"),
        ({"key": "a\0b"}, "key"),
    ],
)
def test_a_malformed_move_is_refused_with_the_name_of_the_faulty_field(host: Host, change: dict, where: str):
    ada, _ = host.new_game()
    response = ada.post("/choices", {**ada.body(ada.legal_choices[0]), **change})
    assert (response.status_code, problem_code(response)) == (422, "malformed")
    assert response.json["detail"].startswith(where)
    assert host.record(ada.game)["log"] == []


@pytest.mark.parametrize(
    "seats",
    [
        [],
        [PERSON],
        [PERSON] * 5,
        [APPRENTICE, APPRENTICE],
        [PERSON, {"player": "ai"}],
        [PERSON, {"player": "ai", "level": "genius"}],
        [PERSON, {"player": "dog"}],
        [PERSON, {"player": "person", "level": "journeyman"}],
        [{"player": "person", "colour": "azure"}, {"player": "person", "colour": "azure"}],
        [{"player": "person", "colour": "pink"}, PERSON],
        [{"player": "person", "name": "A" * 41}, PERSON],
        [{"player": "person", "name": "\ud800"}, PERSON],
        "two",
    ],
)
def test_an_impossible_new_game_is_malformed(host: Host, seats: Any):
    response = host.client().post("/api/games", json={"seats": seats})
    assert (response.status_code, problem_code(response)) == (422, "malformed")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[1,", b'{"seat": NaN}', b'{"seat": -Infinity}', b"9" * 5000]
)
def test_a_body_that_is_no_json_is_refused(host: Host, body: bytes):
    ada, _ = host.new_game()
    response = host.client().post(
        f"{ada.address}/choices", data=body, headers=ada.headers | {"Content-Type": "application/json"}
    )
    assert (response.status_code, problem_code(response)) == (400, "not-json")


def test_a_form_of_another_site_changes_nothing(host: Host):
    """Browsers send forms of other sites with cookies; they cannot send JSON that way."""
    ada, _ = host.new_game()
    text = json.dumps(ada.body(ada.legal_choices[0]))
    response = host.client().post(f"{ada.address}/choices", data=text, headers=ada.headers, content_type="text/plain")
    assert (response.status_code, problem_code(response)) == (415, "not-json-type")
    assert host.record(ada.game)["log"] == []


def test_a_huge_body_is_not_read(host: Host):
    ada, _ = host.new_game()
    response = ada.post("/choices", {**ada.body(ada.legal_choices[0]), "key": "k" * 300_000})
    assert (response.status_code, problem_code(response)) == (413, "too-large")
    assert host.record(ada.game)["log"] == []


def test_a_body_nested_without_end_is_refused(host: Host):
    ada, _ = host.new_game()
    text = "[" * 100_000 + "]" * 100_000
    response = host.client().post(
        f"{ada.address}/choices", data=text, headers=ada.headers | {"Content-Type": "application/json"}
    )
    assert (response.status_code, problem_code(response)) == (400, "not-json")


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/content/x", "/assets/gone.js"])
def test_an_unknown_path_is_not_found(host: Host, path: str):
    response = host.client().get(path)
    assert (response.status_code, problem_code(response)) == (404, "not-found")


def test_a_wrong_method_is_refused_with_the_allowed_methods(host: Host):
    response = host.client().delete("/api/games", json={})
    assert (response.status_code, problem_code(response)) == (405, "wrong-method")
    assert "POST" in response.headers["Allow"]


def test_a_future_revision_or_entry_is_unknown(host: Host):
    ada, _ = host.new_game()
    assert problem_code(ada.get("?revision=5")) == "unknown-entry"
    assert problem_code(ada.get("/reasons/1")) == "unknown-entry"
    assert problem_code(ada.get("/reasons/0")) == "unknown-entry"


def test_a_query_that_is_no_number_is_malformed(host: Host):
    ada, _ = host.new_game()
    assert problem_code(ada.get("?revision=soon")) == "malformed"


def test_an_export_with_secrets_of_others_is_refused(host: Host):
    ada, bo = host.new_game()
    response = ada.get("/export")
    assert (response.status_code, problem_code(response)) == (403, "game-has-secrets")
    both = host.client().get(f"{ada.address}/export", headers={"Authorization": f"Bearer {ada.token}, {bo.token}"})
    assert both.json["header"]["seed"] == "LUTE 4817"


def test_a_player_without_human_opponents_may_export_at_any_time(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert ada.get("/export").json["log"] == []


def test_an_unexpected_error_shows_no_traceback(host: Host, monkeypatch: pytest.MonkeyPatch):
    ada, _ = host.new_game()

    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret of seat 1")

    monkeypatch.setattr(host.games, "frame", fail)
    response = ada.get()
    assert (response.status_code, problem_code(response)) == (500, "internal")
    assert "secret" not in response.text
    assert "Traceback" not in response.text


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (sqlite3.SQLITE_FULL, 507, "storage-full"),
        (sqlite3.SQLITE_BUSY, 503, "busy"),
        (sqlite3.SQLITE_IOERR, 503, "storage-failed"),
        (sqlite3.SQLITE_READONLY, 503, "storage-failed"),
    ],
)
def test_a_move_that_cannot_be_stored_is_not_made(
    host: Host, monkeypatch: pytest.MonkeyPatch, fault: int, status: int, code: str
):
    """A move that is not in the log has no effect: nobody sees it, and the same move can be sent again."""
    ada, _ = host.new_game()
    before, body = ada.view, ada.body(ada.legal_choices[0])

    def fail(*_: object) -> None:
        error = sqlite3.OperationalError("from the test")
        error.sqlite_errorcode = fault
        raise error

    with monkeypatch.context() as broken:
        broken.setattr("server.storage.sqlite._insert", fail)
        response = ada.post("/choices", body)
        assert (response.status_code, problem_code(response)) == (status, code)
        assert ada.view == before
    assert ada.post("/choices", body).status_code == 200


def test_a_game_made_with_other_cards_is_refused(open_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch):
    ada, _ = Host(open_app()).new_game()
    monkeypatch.setattr("server.games.games.Games._is_playable", lambda self, header: False)
    response = Host(open_app()).person(ada.game, 0, ada.token).get()
    assert (response.status_code, problem_code(response)) == (409, "content-missing")


def test_a_choice_with_half_a_surrogate_pair_is_refused(host: Host):
    ada, _ = host.new_game()
    response = ada.try_submit({"kind": "take", "slot": 1, "card": "\ud800"})
    assert problem_code(response) == "malformed"


@settings(max_examples=30, deadline=None)
@given(body=JSON)
def test_no_generated_body_makes_the_server_fail(host: Host, body: Any):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    for path in ("/choices", "/undo", "/redo", "/preview", "/session"):
        assert 400 <= ada.post(path, body).status_code < 500
    assert 400 <= host.client().post("/api/games", json=body).status_code < 500
    assert host.record(ada.game)["log"] == []


@settings(max_examples=30, deadline=None)
@given(choice=JSON, field=st.sampled_from(["kind", "card", "slot", "money", "goods", "family"]))
def test_no_generated_choice_makes_the_server_fail(host: Host, choice: Any, field: str):
    ada, bo = host.new_game()
    choose_setups(ada, bo)
    asked = ada if ada.legal_choices else bo
    response = asked.try_submit({**asked.legal_choices[0], field: choice})
    assert response.status_code in (200, 409, 422)
