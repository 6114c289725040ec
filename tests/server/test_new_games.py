"""New games from a record, from a position of another game, and as a rematch; and deleting games."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from automa.table import Table
from engine.content.files import load
from engine.game import game_from_json
from tests.golden.files import names, read
from tests.server.people import (
    APPRENTICE,
    PERSON,
    REMOTE_PERSON,
    Host,
    Person,
    choose_setups,
    play_on,
    problem_code,
    until,
)

Json = dict[str, Any]


def both(people: tuple[Person, ...]) -> Person:
    """One person with the tokens of all the people's seats, as at one device."""
    host, game = people[0].host, people[0].game
    return host.person(game, people[0].seat, ", ".join(person.token for person in people))


def created(host: Host, response: TestResponse) -> tuple[Person, ...]:
    """The people of a new game."""
    assert response.status_code == 201, response.text
    body = response.json
    assert body is not None
    assert body["host"] == body["seat"] == body["seats"][0]["seat"]
    return tuple(host.person(body["game"], seat["seat"], seat["token"]) for seat in body["seats"])


def import_record(host: Host, record: Any) -> TestResponse:
    return host.client().post("/api/games/import", json=record)


def position(view: Json) -> Json:
    """The view without the game's name, revision and prompt, and without who plays the seats."""
    seats = [{k: v for k, v in seat.items() if k not in ("player", "level")} for seat in view["seats"]]
    return {
        **{k: v for k, v in view.items() if k not in ("game", "revision", "undo", "redo", "prompt")},
        "seats": seats,
    }


def move_ais(person: Person) -> None:
    while person.host.games.move_ai(person.game):
        pass


# --- import ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record(host: Host) -> Json:
    """A record in the middle of a round, with an undone move and a seat that an AI played for a while."""
    people = host.new_game({**PERSON, "name": "Ada"}, PERSON, APPRENTICE, confirm_turns=True)
    ada, bo, *_ = people
    choose_setups(ada, bo)
    for turn in range(120):
        move_ais(ada)
        play_on((ada, bo), 1, f"record {turn}")
    bo.reseat(1, "apprentice")
    move_ais(ada)
    bo.reseat(1)
    asked = until(people[:2], "plan-worker") if host.table(ada.game).clock() else ada
    asked.submit(asked.legal_choices[0])
    assert asked.undo().status_code == 200
    exported: Json = both((ada, bo)).get("/export").json
    return exported


def test_an_exported_game_is_imported_as_a_new_game_and_goes_on(host: Host, record: Json):
    people = created(host, import_record(host, record))
    assert [person.seat for person in people] == [0, 1]
    assert [person.view["you"] for person in people] == [0, 1]
    assert host.record(people[0].game) == {k: v for k, v in record.items() if k != "reasons"}
    assert people[0].view["seats"][0]["name"] == "Ada"
    for turn in range(40):
        move_ais(people[0])
        play_on(people, 1, f"imported {turn}")
    assert people[0].revision > len(record["log"]) + 40


def test_an_undone_move_can_be_redone_in_the_imported_game(host: Host, record: Json):
    people = created(host, import_record(host, record))
    player = people[record["log"][-1]["seat"]]
    assert player.redo().status_code == 200


def test_an_imported_game_has_the_settings_of_the_request(host: Host, record: Json):
    people = created(host, import_record(host, {**record, "settings": {"confirm_turns": False, "auto_forced": False}}))
    table = host.table(people[0].game)
    assert [table._settings_at(seat).confirm_turns for seat in (0, 1, 2)] == [False, False, False]
    assert [table._settings_at(seat).auto_forced for seat in (0, 1, 2)] == [False, False, True]


def test_importing_a_game_in_which_an_ai_is_to_move_wakes_it(host: Host, monkeypatch: pytest.MonkeyPatch):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    record = ada.get("/export").json
    woken: list[str] = []
    monkeypatch.setattr(host.games, "_wake_ai", woken.append)
    (imported,) = created(host, import_record(host, record))
    assert woken == [imported.game]


@pytest.fixture(scope="module")
def finished(host: Host) -> tuple[Person, ...]:
    """The people of a finished game with an AI."""
    people = host.new_game(PERSON, PERSON, APPRENTICE, confirm_turns=False, auto_forced=True)
    for turn in range(2000):
        move_ais(people[0])
        if not play_on(people, 1, f"finished {turn}"):
            break
    assert people[0].view["phase"] == "finished"
    return people


def test_a_finished_game_is_imported_with_its_reasons_and_when_each_opened(host: Host, finished: tuple[Person, ...]):
    record = finished[0].get("/export").json
    assert len(record["reasons"]) > 20
    ada, _ = created(host, import_record(host, record))
    assert ada.get("/export").json == record
    assert ada.view["winners"] == finished[0].view["winners"]
    imported, original = host.table(ada.game), host.table(finished[0].game)
    assert imported.log_for(0) == original.log_for(0)
    for n in range(1, imported.revision, 23):
        assert imported.frame(0, n)["reasons"] == original.frame(0, n)["reasons"]


GOLDEN = [name for name in names() if any(seat.player == "person" for seat in read(name).header.seats)]


@pytest.mark.parametrize("name", GOLDEN[::6])
def test_golden_games_are_imported_to_the_same_final_state(host: Host, name: str):
    file = read(name)
    people = created(host, import_record(host, file.record))
    assert host.record(people[0].game)["hash"] == file.record["hash"]
    assert people[0].view["winners"] == file.data["winners"]


def with_value(record: Json, *path: str | int, to: Any) -> Json:
    copied = deepcopy(record)
    inner: Any = copied
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return copied


def choice_indices(record: Json) -> Iterator[int]:
    return (i for i, entry in enumerate(record["log"]) if "choice" in entry)


def test_a_record_with_an_illegal_choice_is_refused_and_the_entry_named(host: Host, record: Json):
    index = list(choice_indices(record))[50]
    forged = with_value(record, "log", index, "choice", to={"kind": "take", "slot": 1, "card": "oboe"})
    response = import_record(host, forged)
    assert (response.status_code, problem_code(response)) == (422, "broken-record")
    assert f"log entry {index + 1}:" in response.json["detail"]


def forgeries(record: Json) -> dict[str, tuple[Json, str]]:
    """Forged records, each with a part of the problem's detail."""
    reseating = next(i for i, entry in enumerate(record["log"]) if entry.get("op") == "seat")
    seats = record["header"]["seats"]
    return {
        "another seed": (with_value(record, "header", "seed", to="HARP 1"), "log entry"),
        "other cards": (with_value(record, "header", "content", "digest", to="0" * 64), "header.content"),
        "an old format": (with_value(record, "header", "format", to=1), "before the first release"),
        "rules of the future": (with_value(record, "header", "rules", to="9.0.0"), "header.rules"),
        "an unknown level": (with_value(record, "header", "seats", 2, "level", to="genius"), "header.seats"),
        "an AI without a level": (with_value(record, "header", "seats", 2, "level", to=None), "header.seats"),
        "a person with a level": (with_value(record, "header", "seats", 0, "level", to="apprentice"), "header.seats"),
        "an unknown level in the log": (
            with_value(record, "log", reseating, "level", to="genius"),
            f"log entry {reseating + 1}",
        ),
        "two seats of one colour": (
            with_value(record, "header", "seats", 1, "colour", to=seats[0]["colour"]),
            "header.seats",
        ),
        "an unknown colour": (with_value(record, "header", "seats", 1, "colour", to="pink"), "seats[1].colour"),
        "a name that is too long": (with_value(record, "header", "seats", 0, "name", to="A" * 41), "header.seats"),
        "a missing entry": (with_value(record, "log", to=record["log"][:-2] + record["log"][-1:]), "log entry"),
        "another hash": (with_value(record, "hash", to="0" * 64), "hash"),
        "a text that cannot be encoded": (with_value(record, "header", "seed", to="\ud800"), "encoded"),
        "a reason for an entry that is no choice": (
            with_value(record, "reasons", to=[reason_for(len(record["log"]))]),
            "reasons",
        ),
        "an empty entry": (with_value(record, "log", 3, to={}), "log entry"),
    }


def reason_for(n: int) -> Json:
    part = {"word": "serves", "value": 3, "opens": "now"}
    return {"n": n, "level": "apprentice", "deck_card": None, "because": [part], "second": None}


def test_a_forged_record_is_refused_and_the_place_named(host: Host, record: Json):
    for name, (forged, detail) in forgeries(record).items():
        response = import_record(host, forged)
        assert (response.status_code, problem_code(response)) == (422, "broken-record"), name
        assert detail in response.json["detail"], name


@pytest.mark.parametrize("opens", ["placement:x", "tomorrow", "card:", "placement:99999"])
def test_a_reason_with_an_unknown_opening_condition_is_malformed(host: Host, record: Json, opens: str):
    n = next(choice_indices(record)) + 1
    reason = with_value(reason_for(n), "because", 0, "opens", to=opens)
    assert problem_code(import_record(host, {**record, "reasons": [reason]})) == "malformed"


@pytest.mark.parametrize("body", [{}, [], {"header": {}}, {"header": {}, "log": {}}, {"header": [], "log": []}])
def test_a_body_that_is_no_record_is_malformed(host: Host, body: Any):
    assert problem_code(import_record(host, body)) == "malformed"


def test_a_record_without_any_person_is_refused(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    record = ada.get("/export").json
    forged = with_value(record, "header", "seats", 0, to={**record["header"]["seats"][1], "colour": "vert"})
    response = import_record(host, forged)
    assert problem_code(response) == "broken-record"
    assert "person" in response.json["detail"]


def test_a_record_may_be_larger_than_other_bodies_up_to_a_limit(host: Host, record: Json):
    padded = json.dumps(record) + " " * 1_000_000
    headers = {"Content-Type": "application/json"}
    assert host.client().post("/api/games/import", data=padded, headers=headers).status_code == 201
    response = host.client().post("/api/games/import", data=padded + " " * 1_100_000, headers=headers)
    assert (response.status_code, problem_code(response)) == (413, "too-large")


KEYS = st.sampled_from(["n", "seat", "choice", "op", "to", "player", "level", "name", "move", "kind", "auto"])
VALUES: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-3, 300) | st.text(max_size=6) | st.just([]) | st.just({})
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(index=st.integers(0, 400), key=KEYS, value=VALUES)
def test_no_changed_entry_makes_the_server_fail(host: Host, record: Json, index: int, key: str, value: Any):
    log = record["log"]
    response = import_record(host, with_value(record, "log", index % len(log), key, to=value))
    assert response.status_code in (201, 422)


# --- copies ---------------------------------------------------------------------------------------------------------


PROMPT_KINDS = [
    "setup",
    "plan-worker",
    "plan-location",
    "turn",
    "act",
    "pay",
    "patron-space",
    "market",
    "chair",
    "end-turn",
]


@pytest.mark.parametrize("kind", PROMPT_KINDS)
def test_a_copy_goes_on_from_any_kind_of_prompt(host: Host, kind: str):
    people = host.new_game(PERSON, PERSON, confirm_turns=True, auto_forced=False)
    asked = until(people, kind)
    revision = asked.revision
    play_on(people, 9, f"after {kind}")
    tokens = ", ".join([asked.token, *(person.token for person in people if person is not asked)])
    (alone,) = created(
        host, host.person(asked.game, asked.seat, tokens).post("/copy", {"revision": revision, "level": "apprentice"})
    )
    assert alone.seat == 0
    record = host.record(alone.game)
    assert record["log"][:revision] == host.record(asked.game)["log"][:revision]
    assert {(entry["seat"], entry["player"]) for entry in record["log"][revision:] if entry.get("op") == "seat"} == {
        (1, "ai")
    }
    for turn in range(12):
        move_ais(alone)
        play_on((alone,), 1, f"alone {turn}")
    record = host.record(alone.game)
    assert len(record["log"]) > revision + 12
    assert game_from_json(record, load()).hash() == record["hash"]


def test_a_copy_goes_on_from_any_revision_of_a_whole_game(host: Host, finished: tuple[Person, ...]):
    """Somebody is asked, an offered choice can be made, and the copied log is the original's."""
    ada = finished[0]
    for revision in range(0, ada.revision, 23):
        (alone,) = created(host, ada.post("/copy", {"revision": revision, "level": "apprentice"}))
        while not alone.legal_choices and host.games.move_ai(alone.game):
            pass
        if not host.table(alone.game).finished:
            assert play_on((alone,), 1, f"on {revision}") == 1
        assert host.record(alone.game)["log"][:revision] == host.record(ada.game)["log"][:revision]


@pytest.mark.parametrize("back", [0, 1, 2, 3, 5, 8])
def test_a_copy_goes_on_from_within_a_move_and_from_after_an_undo(host: Host, record: Json, back: int):
    people = created(host, import_record(host, record))
    revision = len(record["log"]) - back
    (alone,) = created(host, both(people).post("/copy", {"revision": revision, "level": "journeyman"}))
    original = both(people).get(f"?seat=0&revision={revision}").json["view"]
    copied = alone.get(f"?revision={revision}").json["view"]
    assert position(copied) == position(original)
    move_ais(alone)
    assert play_on((alone,), 1) == 1


def test_a_copy_from_the_beginning_deals_the_same_cards(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    offered = ada.legal_choices
    ada.submit(offered[0])
    (copy,) = created(host, ada.post("/copy", {"revision": 0, "level": "journeyman"}))
    assert copy.legal_choices == offered
    assert copy.view["seats"][1]["level"] == "apprentice", "it was an AI's already"


def test_a_copy_of_a_finished_game_shows_its_end(host: Host, finished: tuple[Person, ...]):
    (alone,) = created(host, finished[1].post("/copy", {"revision": finished[1].revision, "level": "apprentice"}))
    assert alone.seat == 1
    assert alone.view["phase"] == "finished"


def test_everybody_may_copy_a_finished_game_and_plays_the_own_seat(host: Host, finished: tuple[Person, ...]):
    (alone,) = created(host, finished[1].post("/copy", {"revision": 60, "level": "apprentice"}))
    assert [seat["player"] for seat in alone.view["seats"]] == ["ai", "person", "ai"]
    assert alone.get("/export").status_code == 200, "the only person has every person's seat"
    assert [seat["open"] for seat in alone.seats["seats"]] == [False, False, False]


def test_a_caller_with_several_seats_names_the_seat_to_play(host: Host):
    people = host.new_game(PERSON, PERSON)
    body = {"revision": 0, "level": "apprentice"}
    (bo,) = created(host, both(people).post("/copy", {**body, "seat": 1}))
    assert (bo.seat, [seat["player"] for seat in bo.view["seats"]]) == (1, ["ai", "person"])
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert problem_code(ada.post("/copy", {**body, "seat": 1})) == "foreign-seat"


def test_in_a_copy_the_person_plays_the_own_seat_where_an_ai_played_it(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    ada.reseat(0, "apprentice")
    move_ais(ada)
    (copy,) = created(host, ada.post("/copy", {"revision": 2, "level": "apprentice"}))
    assert [seat["player"] for seat in copy.view["seats"]] == ["person", "ai"]


def test_a_copy_keeps_the_reasons_of_its_log(host: Host, finished: tuple[Person, ...]):
    revision = 80
    (alone,) = created(host, finished[0].post("/copy", {"revision": revision, "level": "apprentice"}))
    numbers = [n for n in range(1, revision + 1) if host.table(alone.game).reason(n)]
    assert numbers
    for n in numbers:
        assert alone.get(f"/reasons/{n}").json == host.table(finished[0].game).at(revision).reason(n)


def test_a_running_game_is_copied_only_by_a_caller_with_every_seat(host: Host):
    ada, _ = host.new_game()
    for path, body in (("/copy", {"revision": 0, "level": "apprentice"}), ("/rematch", {})):
        response = ada.post(path, body)
        assert (response.status_code, problem_code(response)) == (403, "game-has-secrets")
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    assert problem_code(ada.post("/copy", {"revision": 0, "level": "apprentice"})) == "game-has-secrets"


def test_a_copy_of_an_unknown_revision_or_for_an_unknown_level_is_refused(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert problem_code(ada.post("/copy", {"revision": 1, "level": "apprentice"})) == "unknown-entry"
    assert problem_code(ada.post("/copy", {"revision": -1, "level": "apprentice"})) == "malformed"
    assert problem_code(ada.post("/copy", {"revision": 0, "level": "genius"})) == "malformed"


# --- rematch ---------------------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_seats_and_the_same_cards(host: Host):
    people = host.new_game({**PERSON, "name": "Ada", "colour": "vert"}, PERSON, APPRENTICE, confirm_turns=False)
    offered = people[0].legal_choices
    play_on(people, 20)
    rematch = created(host, both(people).post("/rematch", {}))
    assert rematch[0].legal_choices == offered
    seats = rematch[0].view["seats"]
    assert [(seat["colour"], seat["player"], seat["name"]) for seat in seats] == [
        ("vert", "person", "Ada"),
        ("azure", "person", ""),
        ("gules", "ai", ""),
    ]
    assert not host.table(rematch[0].game)._settings_at(0).confirm_turns
    assert host.record(rematch[0].game)["header"]["seed"] == "LUTE 4817"


@pytest.mark.parametrize("setup_card", [True, False])
def test_a_rematch_has_a_setup_card_if_the_game_had_one(host: Host, setup_card: bool):
    body = {"seats": [PERSON, APPRENTICE], "options": {"setup_card": setup_card}}
    (ada,) = created(host, host.client().post("/api/games", json=body))
    (rematch,) = created(host, ada.post("/rematch", {}))
    assert (host.record(rematch.game)["header"]["neutral"] is not None) == setup_card
    assert rematch.legal_choices == ada.legal_choices


def test_in_a_rematch_the_seats_of_people_on_other_devices_are_open(host: Host, finished: tuple[Person, ...]):
    response = finished[1].post("/rematch", {})
    (bo,) = created(host, response)
    assert (bo.seat, response.json["seed"]) == (1, None)
    assert [seat["open"] for seat in bo.seats["seats"]] == [True, False, False]
    assert host.join(bo.create_join_code(), 0).view["you"] == 0


def test_a_rematch_of_a_copy_is_a_game_against_ais(host: Host, finished: tuple[Person, ...]):
    (alone,) = created(host, finished[0].post("/copy", {"revision": 40, "level": "journeyman"}))
    (rematch,) = created(host, alone.post("/rematch", {}))
    assert [(seat["player"], seat["level"]) for seat in rematch.view["seats"]] == [
        ("person", None),
        ("ai", "journeyman"),
        ("ai", "apprentice"),
    ]


# --- deleting --------------------------------------------------------------------------------------------------------


def test_a_deleted_game_is_gone_for_everybody_and_leaves_no_row(open_app: Callable[..., Flask]):
    host, other_process = Host(open_app()), Host(open_app())
    ada, bo = host.new_game()
    bo_there = other_process.person(bo.game, 1, bo.token)
    assert bo_there.view["you"] == 1
    eve, code = ada.create_link(None), "GUESS9"
    assert ada.delete().status_code == 204
    for response in (
        ada.get(),
        bo.get(),
        bo_there.get(),
        eve.get("/seats"),
        bo.try_submit({"kind": "pass"}, revision=0),
    ):
        assert (response.status_code, problem_code(response)) == (404, "unknown-game")
    assert problem_code(other_process.try_join(code, 1)) == "unknown-code"
    with host.storage._connection() as db:
        for table in ("games", "seats", "tokens", "entries", "moves", "reasons", "join_codes"):
            assert db.execute(f"select count(*) from {table}").fetchone() == (0,), table


def test_the_join_code_of_a_deleted_game_is_unknown(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    ada.delete()
    assert problem_code(host.client().get(f"/api/join/{code}")) == "unknown-code"


def test_only_the_host_may_delete_a_game(host: Host):
    ada, bo = host.new_game()
    response = bo.delete()
    assert (response.status_code, problem_code(response)) == (403, "not-host")
    assert problem_code(host.client().delete(ada.address)) == "no-token"
    assert ada.view["you"] == 0


def test_an_ai_stops_when_its_game_is_deleted_during_its_move(host: Host, monkeypatch: pytest.MonkeyPatch):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    next_ai_move = Table.next_ai_move

    def next_ai_move_then_delete(table: Table) -> object:
        move = next_ai_move(table)
        ada.delete()
        return move

    monkeypatch.setattr(Table, "next_ai_move", next_ai_move_then_delete)
    assert not host.games.move_ai(ada.game)
    assert not host.games.move_ai(ada.game)
