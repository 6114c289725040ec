"""An AI plays a person's seat for a while, from any moment of a game, and the person takes it back."""

from collections.abc import Callable

import pytest
from flask import Flask

from automa.table import AI_SETTINGS, AiMove, Table
from engine.content.files import load
from engine.game import game_from_json
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


def players(person: Person) -> list[str]:
    return [seat["player"] for seat in person.view["seats"]]


def move_ais(person: Person) -> None:
    while person.host.games.move_ai(person.game):
        pass


def operations(person: Person) -> list[str]:
    return [entry["op"] for entry in person.host.record(person.game)["log"] if "op" in entry]


# --- permissions ---------------------------------------------------------------------------------------------------


def test_the_owner_hands_a_seat_to_an_ai_and_takes_it_back(host: Host):
    ada, bo = host.new_game()
    answer = bo.reseat(1, "journeyman")
    assert answer["revision"] == 1
    assert [frame["view"]["you"] for frame in answer["frames"]] == [1]
    assert [(s["player"], s["level"]) for s in ada.view["seats"]] == [("person", None), ("ai", "journeyman")]
    bo.reseat(1)
    assert players(ada) == ["person", "person"]
    assert operations(ada) == ["seat", "seat"]


def test_the_host_hands_the_seat_of_another_person_to_an_ai_and_gives_it_back(host: Host):
    ada, bo = host.new_game()
    answer = ada.reseat(1, "apprentice")
    assert [frame["view"]["you"] for frame in answer["frames"]] == [0], "the host sees the host's own view"
    move_ais(ada)
    assert bo.view["you"] == 1, "the owner still sees the own view"
    ada.reseat(1)
    assert players(bo) == ["person", "person"]


def test_nobody_else_changes_who_plays_a_seat(host: Host):
    ada, bo, _ = host.new_game(PERSON, PERSON, PERSON)
    assert problem_code(bo.try_reseat(0, "apprentice")) == "foreign-seat"
    assert problem_code(bo.try_reseat(2, "apprentice")) == "foreign-seat"
    assert problem_code(ada.try_reseat(3, "apprentice")) == "foreign-seat"
    assert problem_code(ada.create_link(None).try_reseat(0, "apprentice")) == "foreign-seat"
    assert operations(ada) == []


def test_the_level_of_an_ai_seat_may_change_and_no_person_gets_the_seat(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    ada.reseat(1, "journeyman")
    assert ada.view["seats"][1]["level"] == "journeyman"
    assert problem_code(ada.try_reseat(1)) == "foreign-seat"


@pytest.mark.parametrize(
    "to",
    [
        {"player": "ai"},
        {"player": "ai", "level": "genius"},
        {"player": "person", "level": "apprentice"},
        {"player": "dog"},
        {},
    ],
)
def test_an_incomplete_or_unknown_player_is_malformed(host: Host, to: dict):
    ada, _ = host.new_game()
    assert problem_code(ada.put("/seats/0", {**to, "key": "k"})) == "malformed"


def test_the_same_key_changes_a_seat_once(host: Host):
    ada, _ = host.new_game()
    first, second = (ada.try_reseat(1, "apprentice", key="one") for _ in range(2))
    assert first.json == second.json
    assert operations(ada) == ["seat"]
    assert problem_code(ada.try_reseat(1, "journeyman", key="one")) == "key-reused"


def test_reseating_the_same_player_changes_nothing(host: Host):
    ada, _ = host.new_game()
    assert ada.reseat(1) == {"revision": 0, "frames": []}
    ada.reseat(1, "apprentice")
    assert ada.reseat(1, "apprentice") == {"revision": 1, "frames": []}


def test_a_shared_device_is_answered_with_the_public_view(host: Host):
    ada, bo = host.new_game()
    answer = bo.try_reseat(1, "apprentice", viewer=None).json
    assert [frame["view"]["you"] for frame in answer["frames"]] == [None]
    assert problem_code(bo.try_reseat(1, viewer=0)) == "foreign-seat"
    response = ada.post("/choices", {**ada.body(ada.legal_choices[0]), "viewer": None})
    assert response.json["frames"][0]["view"]["you"] is None
    late = ada.post("/choices", {**ada.body({"kind": "pass"}, revision=0), "viewer": None})
    assert (problem_code(late), late.json["view"]["you"]) == ("stale", None)
    assert problem_code(ada.post("/undo", {**ada.undo_body(), "viewer": 1})) == "foreign-seat"


# --- at any moment ---------------------------------------------------------------------------------------------------


def test_a_move_at_a_seat_that_an_ai_plays_is_refused_with_the_view(host: Host):
    ada, bo = host.new_game()
    offered = bo.legal_choices[0]
    ada.reseat(1, "apprentice")
    for response in (bo.try_submit(offered), bo.try_submit(offered, revision=0), bo.undo(), bo.redo()):
        assert (response.status_code, problem_code(response)) == (409, "seat-played-by-ai")
        assert response.json["view"]["seats"][1]["player"] == "ai"
    assert operations(ada) == ["seat"]
    assert ada.revision == 1


def test_an_ai_is_woken_when_it_gets_a_seat_that_is_asked(host: Host, monkeypatch: pytest.MonkeyPatch):
    ada, bo = host.new_game()
    choose_setups(ada, bo)
    asked, other = (ada, bo) if ada.legal_choices else (bo, ada)
    woken: list[str] = []
    monkeypatch.setattr(host.games, "_wake_ai", woken.append)
    ada.reseat(other.seat, "apprentice")
    assert woken == [], "it is not asked yet"
    ada.reseat(asked.seat, "apprentice")
    assert woken == [ada.game]
    assert ada.game in host.games.games_awaiting_ai()


def test_an_ai_worker_moves_as_soon_as_an_ai_has_a_seat(open_app: Callable[..., Flask]):
    host = Host(open_app(ai_workers=1))
    ada, bo = host.new_game(confirm_turns=False)
    ada.submit(ada.legal_choices[0])
    ada.reseat(1, "apprentice")
    while not ada.legal_choices:
        ada.get()
    assert [entry["seat"] for entry in host.record(ada.game)["log"] if entry.get("choice", {}).get("kind") == "setup"]
    bo.reseat(1)
    assert players(ada) == ["person", "person"]


def test_the_move_of_an_ai_whose_seat_was_taken_back_meanwhile_is_discarded(
    open_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
):
    first, second = Host(open_app()), Host(open_app())
    (ada,) = first.new_game(PERSON, REMOTE_PERSON)
    ada.reseat(1, "apprentice")
    ada.submit(ada.legal_choices[0])
    code = ada.create_join_code()
    next_ai_move = Table.next_ai_move

    def next_ai_move_then_join(table: Table) -> AiMove | None:
        monkeypatch.setattr(Table, "next_ai_move", next_ai_move)
        move = next_ai_move(table)
        second.join(code, 1)
        return move

    monkeypatch.setattr(Table, "next_ai_move", next_ai_move_then_join)
    assert first.games.move_ai(ada.game), "it was stale, and is retried"
    assert not first.games.move_ai(ada.game), "no AI is left to move"
    assert [entry.get("op") for entry in first.record(ada.game)["log"]] == ["seat", None, "seat"]
    assert first.table(ada.game).reason(3) is None


def test_a_changed_level_applies_to_the_next_move(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    ada.reseat(1, "journeyman")
    assert host.games.move_ai(ada.game)
    assert host.table(ada.game)._reasons[2].reason["level"] == "journeyman"


def test_during_the_setup_ais_may_get_both_seats(host: Host):
    """All seats are asked at once: the order of their choices must not matter."""
    ada, bo = host.new_game()
    bo.reseat(1, "apprentice")
    ada.reseat(0, "apprentice")
    while host.table(ada.game).game.state.phase == "setup":
        assert host.games.move_ai(ada.game)
    ada.reseat(0)
    assert players(ada) == ["person", "ai"]


def test_an_ai_gets_a_seat_that_has_chosen_its_setup_already(host: Host):
    ada, bo = host.new_game()
    bo.submit(bo.legal_choices[0])
    ada.reseat(1, "apprentice")
    assert not host.games.move_ai(ada.game), "it has chosen"
    ada.submit(ada.legal_choices[0])
    assert host.table(ada.game).game.state.players[1].family


@pytest.mark.parametrize(
    "kind", ["plan-worker", "plan-location", "turn", "act", "pay", "save-material", "patron-space", "chair", "end-turn"]
)
def test_in_the_middle_of_a_turn_an_ai_goes_on_and_then_the_person(host: Host, kind: str):
    people = host.new_game(PERSON, PERSON, confirm_turns=True, auto_forced=False)
    asked = until(people, kind)
    before = asked.view
    asked.reseat(asked.seat, "apprentice")
    if asked.seat in asked.view["clock"]:
        assert host.games.move_ai(asked.game)
    asked.reseat(asked.seat)
    assert asked.revision > before["revision"] + 2, "besides the two changes something was chosen"
    assert play_on(people, 30) == 30
    record = host.record(asked.game)
    assert game_from_json(record, load()).hash() == record["hash"]


def test_a_turn_that_waits_for_confirmation_ends_when_an_ai_gets_the_seat(host: Host):
    """The settings of the current player apply, and an AI confirms no turns."""
    people = host.new_game(PERSON, PERSON, confirm_turns=True)
    asked = until(people, "end-turn")
    asked.reseat(asked.seat, "apprentice")
    log = host.record(asked.game)["log"]
    assert (log[-2]["op"], log[-1]["choice"], log[-1]["auto"]) == ("seat", {"kind": "end-turn"}, True)
    assert asked.seat not in asked.view["clock"]


def test_a_person_who_takes_a_seat_back_confirms_turns_as_before(host: Host):
    people = host.new_game(PERSON, PERSON, confirm_turns=True, auto_forced=False)
    asked = until(people, "plan-location")
    asked.reseat(asked.seat, "apprentice")
    table = host.table(asked.game)
    assert table._settings_at(asked.seat) == AI_SETTINGS
    asked.reseat(asked.seat)
    table = host.table(asked.game)
    assert (table._settings_at(asked.seat).confirm_turns, table._settings_at(asked.seat).auto_forced) == (True, False)
    until(people, "end-turn")


def test_settings_may_change_while_an_ai_plays(host: Host):
    ada, bo = host.new_game(confirm_turns=True)
    bo.reseat(1, "apprentice")
    bo.put("/settings", {"seat": 1, "confirm_turns": False, "auto_forced": False})
    assert host.table(ada.game)._settings_at(1) == AI_SETTINGS
    bo.reseat(1)
    assert not host.table(ada.game)._settings_at(1).confirm_turns


def test_undo_and_redo_are_possible_after_the_seat_changed_hands(host: Host):
    people = host.new_game(confirm_turns=True)
    asked = until(people, "plan-worker")
    before = asked.view
    asked.submit(asked.legal_choices[0])
    after = asked.view
    asked.reseat(asked.seat, "apprentice")
    assert problem_code(asked.undo()) == "seat-played-by-ai"
    asked.reseat(asked.seat)
    assert asked.undo().status_code == 200
    assert asked.view["seats"] == before["seats"]
    people[1 - asked.seat].reseat(1 - asked.seat, "apprentice")
    assert asked.redo().status_code == 200
    assert asked.view["prompt"] == after["prompt"]


def test_a_person_may_undo_the_ais_move_at_the_seat(host: Host):
    """Under the same conditions as an own move: nothing hidden was revealed, and nobody else has chosen."""
    people = host.new_game(confirm_turns=True)
    asked = until(people, "plan-worker")
    before = asked.view
    asked.reseat(asked.seat, "apprentice")
    assert host.games.move_ai(asked.game)
    asked.reseat(asked.seat)
    assert asked.undo().status_code == 200
    assert asked.view["seats"] == before["seats"]
    assert asked.view["prompt"]["kind"] == "plan-worker"


def test_a_game_in_which_ais_play_every_seat_is_finished(host: Host):
    ada, bo = host.new_game(confirm_turns=False)
    ada.reseat(0, "apprentice")
    bo.reseat(1, "apprentice")
    move_ais(ada)
    assert ada.view["phase"] == "finished"
    record = ada.get("/export").json
    assert game_from_json(record, load()).hash() == record["hash"]


def test_a_persons_seat_that_an_ai_plays_keeps_its_secrets(host: Host):
    """The host must not get the whole log by handing the other seats to AIs."""
    ada, bo = host.new_game(PERSON, PERSON, APPRENTICE)
    ada.reseat(1, "apprentice")
    assert problem_code(ada.get("/export")) == "game-has-secrets"
    assert problem_code(ada.get("?seat=1")) == "foreign-seat"
    assert bo.view["seats"][1]["goals"] or bo.view["prompt"]


def test_the_log_has_each_new_player_with_the_name(host: Host):
    ada, bo = host.new_game(PERSON, {**PERSON, "name": "Bo"})
    ada.submit(ada.legal_choices[0])
    bo.reseat(1, "journeyman")
    bo.reseat(1)
    changes = [entry["player_change"] for entry in ada.get("/log").json["entries"]]
    assert changes == [
        None,
        None,
        {"player": "ai", "level": "journeyman", "name": "Bo", "freed": False},
        {"player": "person", "level": None, "name": "Bo", "freed": False},
    ]


def test_a_game_with_reseated_players_goes_on_after_a_restart(open_app: Callable[..., Flask]):
    host = Host(open_app())
    people = host.new_game(confirm_turns=False)
    play_on(people, 30)
    people[0].reseat(1, "apprentice")
    move_ais(people[0])
    before = [person.view for person in people]
    restarted = Host(open_app())
    assert [restarted.person(p.game, p.seat, p.token).view for p in people] == before


def test_another_process_knows_at_once_who_plays_a_seat(open_app: Callable[..., Flask]):
    first, second = Host(open_app()), Host(open_app())
    ada, bo = first.new_game()
    bo_there = second.person(bo.game, 1, bo.token)
    assert bo_there.view["you"] == 1
    ada.reseat(1, "apprentice")
    assert problem_code(bo_there.try_submit({"kind": "pass"})) == "seat-played-by-ai"
    assert second.games.move_ai(ada.game)
    assert [entry["seat"] for entry in first.record(ada.game)["log"]] == [1, 1]
