"""New games out of others: brought as a record, played on alone from a position, begun again; and games deleted."""

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
    """Somebody who holds all the people's seats, as at one device."""
    host, game = people[0].host, people[0].game
    return host.person(game, people[0].seat, ", ".join(person.token for person in people))


def begun(host: Host, response: TestResponse) -> tuple[Person, ...]:
    """The people of a new game."""
    assert response.status_code == 201, response.text
    created = response.json
    assert created is not None
    assert created["host"] == created["seat"] == created["seats"][0]["seat"]
    return tuple(host.person(created["game"], held["seat"], held["token"]) for held in created["seats"])


def bring(host: Host, record: Any) -> TestResponse:
    return host.client().post("/api/games/import", json=record)


def table_of(view: Json) -> Json:
    """The view without what another name and other players of seats change."""
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
    """Of a game that stands in the middle of a round, with moves taken back and a seat that was a rival's."""
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


def test_an_exported_game_goes_on_as_a_new_one(host: Host, record: Json):
    people = begun(host, bring(host, record))
    assert [person.seat for person in people] == [0, 1]
    assert [person.view["you"] for person in people] == [0, 1]
    assert host.record(people[0].game) == {k: v for k, v in record.items() if k != "reasons"}
    assert people[0].view["seats"][0]["name"] == "Ada"
    for turn in range(40):
        move_ais(people[0])
        play_on(people, 1, f"imported {turn}")
    assert people[0].revision > len(record["log"]) + 40


def test_what_was_taken_back_can_be_done_again_in_the_new_game(host: Host, record: Json):
    people = begun(host, bring(host, record))
    undid = people[record["log"][-1]["seat"]]
    assert undid.redo().status_code == 200


def test_an_imported_game_minds_the_settings_that_came_with_it(host: Host, record: Json):
    people = begun(host, bring(host, {**record, "settings": {"confirm_turns": False, "auto_forced": False}}))
    table = host.table(people[0].game)
    assert [table._settings_at(seat).confirm_turns for seat in (0, 1, 2)] == [False, False, False]
    assert [table._settings_at(seat).auto_forced for seat in (0, 1, 2)] == [False, False, True]


def test_in_an_imported_game_the_rivals_are_woken(host: Host, monkeypatch: pytest.MonkeyPatch):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    record = ada.get("/export").json
    woken: list[str] = []
    monkeypatch.setattr(host.games, "_wake_ai", woken.append)
    (again,) = begun(host, bring(host, record))
    assert woken == [again.game]


@pytest.fixture(scope="module")
def finished(host: Host) -> tuple[Person, ...]:
    """A game that was played to its end."""
    people = host.new_game(PERSON, PERSON, APPRENTICE, confirm_turns=False, auto_forced=True)
    for turn in range(2000):
        move_ais(people[0])
        if not play_on(people, 1, f"finished {turn}"):
            break
    assert people[0].view["phase"] == "finished"
    return people


def test_a_finished_game_brings_its_reasons_and_each_opens_when_it_did(host: Host, finished: tuple[Person, ...]):
    record = finished[0].get("/export").json
    assert len(record["reasons"]) > 20
    ada, _ = begun(host, bring(host, record))
    assert ada.get("/export").json == record
    assert ada.view["winners"] == finished[0].view["winners"]
    here, there = host.table(ada.game), host.table(finished[0].game)
    assert here.log_for(0) == there.log_for(0)
    for n in range(1, here.revision, 23):
        assert here.frame(0, n)["reasons"] == there.frame(0, n)["reasons"]


GOLDEN = [name for name in names() if any(who.player == "person" for who in read(name).header.seats)]


@pytest.mark.parametrize("name", GOLDEN[::6])
def test_golden_games_are_brought_and_stand_where_they_ended(host: Host, name: str):
    file = read(name)
    people = begun(host, bring(host, file.record))
    assert host.record(people[0].game)["hash"] == file.record["hash"]
    assert people[0].view["winners"] == file.data["winners"]


def spoilt(record: Json, *path: str | int, to: Any) -> Json:
    copied = deepcopy(record)
    inner: Any = copied
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return copied


def choices_in(record: Json) -> Iterator[int]:
    return (i for i, entry in enumerate(record["log"]) if "choice" in entry)


def test_a_record_that_was_changed_is_refused_and_the_first_entry_that_differs_named(host: Host, record: Json):
    place = list(choices_in(record))[50]
    forged = spoilt(record, "log", place, "choice", to={"kind": "take", "slot": 1, "card": "oboe"})
    response = bring(host, forged)
    assert (response.status_code, problem_code(response)) == (422, "broken-record")
    assert f"log entry {place + 1}:" in response.json["detail"]


def cases(record: Json) -> dict[str, tuple[Json, str]]:
    """Forged records, each with a word that the refusal names."""
    reseating = next(i for i, entry in enumerate(record["log"]) if entry.get("op") == "seat")
    seats = record["header"]["seats"]
    return {
        "another seed": (spoilt(record, "header", "seed", to="HARP 1"), "log entry"),
        "other cards": (spoilt(record, "header", "content", "digest", to="0" * 64), "header.content"),
        "an old format": (spoilt(record, "header", "format", to=1), "format 1 was written before the first release"),
        "rules to come": (spoilt(record, "header", "rules", to="9.0.0"), "header.rules"),
        "a rival that nobody knows": (spoilt(record, "header", "seats", 2, "level", to="genius"), "header.seats"),
        "a rival without a level": (spoilt(record, "header", "seats", 2, "level", to=None), "header.seats"),
        "a person with a level": (spoilt(record, "header", "seats", 0, "level", to="apprentice"), "header.seats"),
        "a stranger comes to a seat": (
            spoilt(record, "log", reseating, "level", to="genius"),
            f"log entry {reseating + 1}",
        ),
        "two of one colour": (spoilt(record, "header", "seats", 1, "colour", to=seats[0]["colour"]), "header.seats"),
        "a colour that is none": (spoilt(record, "header", "seats", 1, "colour", to="pink"), "seats[1].colour"),
        "a name without end": (spoilt(record, "header", "seats", 0, "name", to="A" * 41), "header.seats"),
        "one entry too few": (spoilt(record, "log", to=record["log"][:-2] + record["log"][-1:]), "log entry"),
        "another end": (spoilt(record, "hash", to="0" * 64), "hash"),
        "a text that cannot be encoded": (spoilt(record, "header", "seed", to="\ud800"), "encoded"),
        "a reason for nothing": (
            spoilt(record, "reasons", to=[reason_for(len(record["log"]))]),
            "reasons",
        ),
        "an entry that is none": (spoilt(record, "log", 3, to={}), "log entry"),
    }


def reason_for(n: int) -> Json:
    part = {"word": "serves", "value": 3, "opens": "now"}
    return {"n": n, "level": "apprentice", "deck_card": None, "because": [part], "second": None}


def test_each_kind_of_forgery_is_named(host: Host, record: Json):
    for name, (forged, where) in cases(record).items():
        response = bring(host, forged)
        assert (response.status_code, problem_code(response)) == (422, "broken-record"), name
        assert where in response.json["detail"], name


@pytest.mark.parametrize("opens", ["placement:x", "tomorrow", "card:", "placement:99999"])
def test_a_reason_that_would_never_open_is_malformed(host: Host, record: Json, opens: str):
    place = next(choices_in(record)) + 1
    reason = spoilt(reason_for(place), "because", 0, "opens", to=opens)
    assert problem_code(bring(host, {**record, "reasons": [reason]})) == "malformed"


@pytest.mark.parametrize("body", [{}, [], {"header": {}}, {"header": {}, "log": {}}, {"header": [], "log": []}])
def test_what_is_no_record_is_malformed(host: Host, body: Any):
    assert problem_code(bring(host, body)) == "malformed"


def test_a_game_of_rivals_alone_has_nobody_to_go_on(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    record = ada.get("/export").json
    forged = spoilt(record, "header", "seats", 0, to={**record["header"]["seats"][1], "colour": "vert"})
    response = bring(host, forged)
    assert problem_code(response) == "broken-record"
    assert "person" in response.json["detail"]


def test_a_record_may_be_larger_than_any_other_body_and_has_a_limit(host: Host, record: Json):
    padded = json.dumps(record) + " " * 1_000_000
    headers = {"Content-Type": "application/json"}
    assert host.client().post("/api/games/import", data=padded, headers=headers).status_code == 201
    response = host.client().post("/api/games/import", data=padded + " " * 1_100_000, headers=headers)
    assert (response.status_code, problem_code(response)) == (413, "too-large")


WORDS = st.sampled_from(["n", "seat", "choice", "op", "to", "player", "level", "name", "move", "kind", "auto"])
VALUES: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-3, 300) | st.text(max_size=6) | st.just([]) | st.just({})
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 400), key=WORDS, value=VALUES)
def test_no_changed_entry_makes_the_server_fail(host: Host, record: Json, place: int, key: str, value: Any):
    log = record["log"]
    response = bring(host, spoilt(record, "log", place % len(log), key, to=value))
    assert response.status_code in (201, 422)


# --- from here -------------------------------------------------------------------------------------------------------


MOMENTS = ["setup", "plan-worker", "plan-location", "turn", "act", "pay", "patron-space", "market", "chair", "end-turn"]


@pytest.mark.parametrize("kind", MOMENTS)
def test_from_any_moment_one_plays_on_alone(host: Host, kind: str):
    people = host.new_game(PERSON, PERSON, confirm_turns=True, auto_forced=False)
    asked = until(people, kind)
    here = host.table(asked.game)
    revision = here.revision
    play_on(people, 9, f"after {kind}")
    holder = host.person(asked.game, asked.seat, ", ".join([asked.token, *(p.token for p in people if p is not asked)]))
    (alone,) = begun(host, holder.post("/copy", {"revision": revision, "level": "apprentice"}))
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


def test_all_along_a_whole_game_one_plays_on(host: Host, finished: tuple[Person, ...]):
    """Whatever the moment: somebody is asked, what is offered can be chosen, and the record holds."""
    ada = finished[0]
    for revision in range(0, ada.revision, 23):
        (alone,) = begun(host, ada.post("/copy", {"revision": revision, "level": "apprentice"}))
        while not alone.legal_choices and host.games.move_ai(alone.game):
            pass
        if not host.table(alone.game).finished:
            assert play_on((alone,), 1, f"on {revision}") == 1
        assert host.record(alone.game)["log"][:revision] == host.record(ada.game)["log"][:revision]


@pytest.mark.parametrize("back", [0, 1, 2, 3, 5, 8])
def test_between_the_choices_of_a_press_and_after_an_undo_one_plays_on_too(host: Host, record: Json, back: int):
    people = begun(host, bring(host, record))
    revision = len(record["log"]) - back
    (alone,) = begun(host, both(people).post("/copy", {"revision": revision, "level": "journeyman"}))
    then = both(people).get(f"?seat=0&revision={revision}").json["view"]
    now = alone.get(f"?revision={revision}").json["view"]
    assert table_of(now) == table_of(then)
    move_ais(alone)
    assert play_on((alone,), 1) == 1


def test_a_copy_from_the_beginning_deals_the_same_cards(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    offered = ada.legal_choices
    ada.submit(offered[0])
    (again,) = begun(host, ada.post("/copy", {"revision": 0, "level": "journeyman"}))
    assert again.legal_choices == offered
    assert again.view["seats"][1]["level"] == "apprentice", "it was a rival's already"


def test_a_copy_of_a_finished_game_shows_its_end(host: Host, finished: tuple[Person, ...]):
    (alone,) = begun(host, finished[1].post("/copy", {"revision": finished[1].revision, "level": "apprentice"}))
    assert alone.seat == 1
    assert alone.view["phase"] == "finished"


def test_from_a_finished_game_everybody_may_play_on_at_the_own_seat(host: Host, finished: tuple[Person, ...]):
    (alone,) = begun(host, finished[1].post("/copy", {"revision": 60, "level": "apprentice"}))
    assert [seat["player"] for seat in alone.view["seats"]] == ["ai", "person", "ai"]
    assert alone.get("/export").status_code == 200, "who plays alone holds every person's seat"
    assert [seat["open"] for seat in alone.seats["seats"]] == [False, False, False]


def test_who_holds_several_seats_says_at_which_to_play_on(host: Host):
    people = host.new_game(PERSON, PERSON)
    body = {"revision": 0, "level": "apprentice"}
    (bo,) = begun(host, both(people).post("/copy", {**body, "seat": 1}))
    assert (bo.seat, [seat["player"] for seat in bo.view["seats"]]) == (1, ["ai", "person"])
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert problem_code(ada.post("/copy", {**body, "seat": 1})) == "foreign-seat"


def test_where_a_rival_played_the_own_seat_at_that_moment_the_person_comes_back(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    ada.reseat(0, "apprentice")
    move_ais(ada)
    (again,) = begun(host, ada.post("/copy", {"revision": 2, "level": "apprentice"}))
    assert [seat["player"] for seat in again.view["seats"]] == ["person", "ai"]


def test_a_copy_keeps_the_reasons_of_its_past(host: Host, finished: tuple[Person, ...]):
    revision = 80
    (alone,) = begun(host, finished[0].post("/copy", {"revision": revision, "level": "apprentice"}))
    told = [n for n in range(1, revision + 1) if host.table(alone.game).reason(n)]
    assert told
    for n in told:
        assert alone.get(f"/reasons/{n}").json == host.table(finished[0].game).at(revision).reason(n)


def test_who_does_not_hold_every_seat_copies_nothing_of_a_running_game(host: Host):
    ada, _ = host.new_game()
    for path, body in (("/copy", {"revision": 0, "level": "apprentice"}), ("/rematch", {})):
        response = ada.post(path, body)
        assert (response.status_code, problem_code(response)) == (403, "game-has-secrets")
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    assert problem_code(ada.post("/copy", {"revision": 0, "level": "apprentice"})) == "game-has-secrets"


def test_a_copy_starts_at_a_revision_that_there_is(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert problem_code(ada.post("/copy", {"revision": 1, "level": "apprentice"})) == "unknown-entry"
    assert problem_code(ada.post("/copy", {"revision": -1, "level": "apprentice"})) == "malformed"
    assert problem_code(ada.post("/copy", {"revision": 0, "level": "genius"})) == "malformed"


# --- again -----------------------------------------------------------------------------------------------------------


def test_again_has_the_same_seats_and_the_same_cards(host: Host):
    people = host.new_game({**PERSON, "name": "Ada", "colour": "vert"}, PERSON, APPRENTICE, confirm_turns=False)
    offered = people[0].legal_choices
    play_on(people, 20)
    again = begun(host, both(people).post("/rematch", {}))
    assert again[0].legal_choices == offered
    seats = again[0].view["seats"]
    assert [(seat["colour"], seat["player"], seat["name"]) for seat in seats] == [
        ("vert", "person", "Ada"),
        ("azure", "person", ""),
        ("gules", "ai", ""),
    ]
    assert not host.table(again[0].game)._settings_at(0).confirm_turns
    assert host.record(again[0].game)["header"]["seed"] == "LUTE 4817"


@pytest.mark.parametrize("setup_card", [True, False])
def test_again_uses_the_setup_card_as_before(host: Host, setup_card: bool):
    body = {"seats": [PERSON, APPRENTICE], "options": {"setup_card": setup_card}}
    (ada,) = begun(host, host.client().post("/api/games", json=body))
    (again,) = begun(host, ada.post("/rematch", {}))
    assert (host.record(again.game)["header"]["neutral"] is not None) == setup_card
    assert again.legal_choices == ada.legal_choices


def test_after_a_game_at_several_devices_the_seats_of_the_others_wait_for_them(
    host: Host, finished: tuple[Person, ...]
):
    response = finished[1].post("/rematch", {})
    (bo,) = begun(host, response)
    assert (bo.seat, response.json["seed"]) == (1, None)
    assert [seat["open"] for seat in bo.seats["seats"]] == [True, False, False]
    assert host.join(bo.create_join_code(), 0).view["you"] == 0


def test_again_after_a_copy_is_a_game_against_rivals(host: Host, finished: tuple[Person, ...]):
    (alone,) = begun(host, finished[0].post("/copy", {"revision": 40, "level": "journeyman"}))
    (again,) = begun(host, alone.post("/rematch", {}))
    assert [(seat["player"], seat["level"]) for seat in again.view["seats"]] == [
        ("person", None),
        ("ai", "journeyman"),
        ("ai", "apprentice"),
    ]


# --- deleting --------------------------------------------------------------------------------------------------------


def test_a_game_that_the_host_deletes_is_gone_for_everybody(open_app: Callable[..., Flask]):
    host, elsewhere = Host(open_app()), Host(open_app())
    ada, bo = host.new_game()
    bo_elsewhere = elsewhere.person(bo.game, 1, bo.token)
    assert bo_elsewhere.view["you"] == 1
    eve, code = ada.create_link(None), "GUESS9"
    assert ada.delete().status_code == 204
    for response in (
        ada.get(),
        bo.get(),
        bo_elsewhere.get(),
        eve.get("/seats"),
        bo.try_submit({"kind": "pass"}, revision=0),
    ):
        assert (response.status_code, problem_code(response)) == (404, "unknown-game")
    assert problem_code(elsewhere.try_join(code, 1)) == "unknown-code"
    with host.storage._connection() as db:
        for table in ("games", "seats", "tokens", "entries", "moves", "reasons", "join_codes"):
            assert db.execute(f"select count(*) from {table}").fetchone() == (0,), table


def test_the_code_of_a_deleted_game_leads_nowhere(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    ada.delete()
    assert problem_code(host.client().get(f"/api/join/{code}")) == "unknown-code"


def test_only_the_host_deletes_a_game(host: Host):
    ada, bo = host.new_game()
    response = bo.delete()
    assert (response.status_code, problem_code(response)) == (403, "not-host")
    assert problem_code(host.client().delete(ada.address)) == "no-token"
    assert ada.view["you"] == 0


def test_a_rival_that_thinks_when_its_game_is_deleted_stops(host: Host, monkeypatch: pytest.MonkeyPatch):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    think = Table.next_ai_move

    def think_slowly(table: Table) -> object:
        move = think(table)
        ada.delete()
        return move

    monkeypatch.setattr(Table, "next_ai_move", think_slowly)
    assert not host.games.move_ai(ada.game)
    assert not host.games.move_ai(ada.game)
