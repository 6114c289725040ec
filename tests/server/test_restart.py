"""A game survives a restart: another application on the same database goes on where the first one stopped."""

import time
from collections.abc import Callable

import pytest
from flask import Flask

from server.games.games import Command
from server.games.problems import Problem
from tests.server.people import APPRENTICE, PERSON, Host, Person, play_on, until


def person_at(host: Host, person: Person) -> Person:
    return host.person(person.game, person.seat, person.token)


def wait_until_asked(person: Person, seconds: float = 60) -> None:
    """Wait until the person is asked, which is when the AIs have moved."""
    deadline = time.monotonic() + seconds
    while not person.legal_choices:
        assert time.monotonic() < deadline, "the AI did not move"
        time.sleep(0.02)


def test_another_application_shows_the_same_position_and_goes_on(open_app: Callable[..., Flask]):
    first = open_app()
    people = Host(first).new_game()
    play_on(people, 80)
    views, before = [person.view for person in people], Host(first).record(people[0].game)
    first.extensions["luthier"].close()

    later = Host(open_app())
    people = tuple(person_at(later, person) for person in people)
    assert [person.view for person in people] == views
    assert later.record(people[0].game) == before
    assert play_on(people, 20) == 20


def test_undo_and_redo_survive_a_restart(open_app: Callable[..., Flask]):
    host = Host(open_app())
    asked = until(host.new_game(), "plan-worker")
    asked.submit(asked.legal_choices[0])
    after = asked.view
    asked = person_at(Host(open_app()), asked)
    asked.undo()
    asked = person_at(Host(open_app()), asked)
    assert asked.redo().status_code == 200
    ignored = ("revision", "undo", "redo")
    assert {k: v for k, v in asked.view.items() if k not in ignored} == {
        k: v for k, v in after.items() if k not in ignored
    }


def test_a_repeated_request_after_a_restart_still_has_one_effect(open_app: Callable[..., Flask]):
    ada, _ = Host(open_app()).new_game()
    body = ada.body(ada.legal_choices[0])
    first = ada.post("/choices", body)
    second = person_at(Host(open_app()), ada).post("/choices", body)
    assert first.json == second.json


def test_two_applications_on_one_database_see_each_others_moves(open_app: Callable[..., Flask]):
    first, second = Host(open_app()), Host(open_app())
    ada, bo = first.new_game()
    bo = person_at(second, bo)
    assert bo.view["revision"] == 0
    ada.submit(ada.legal_choices[0])
    assert bo.view["revision"] == 1
    bo.submit(bo.legal_choices[0])
    assert ada.view["revision"] == bo.view["revision"]
    assert first.record(ada.game) == second.record(ada.game)


def test_settings_survive_a_restart(open_app: Callable[..., Flask]):
    ada, _ = Host(open_app()).new_game(confirm_turns=True, auto_forced=True)
    ada.put("/settings", {"seat": 0, "confirm_turns": False, "auto_forced": False})
    table = Host(open_app()).table(ada.game)
    assert (table._seat_settings[0].confirm_turns, table._seat_settings[0].auto_forced) == (False, False)
    assert (table._seat_settings[1].confirm_turns, table._seat_settings[1].auto_forced) == (True, True)


def test_an_ai_worker_makes_the_ai_moves(open_app: Callable[..., Flask]):
    host = Host(open_app(ai_workers=1))
    (ada,) = host.new_game(PERSON, APPRENTICE, confirm_turns=False)
    ada.try_submit(ada.legal_choices[0])
    for turn in range(12):
        wait_until_asked(ada)
        play_on((ada,), 1, f"ai {turn}")
    wait_until_asked(ada)
    log = host.record(ada.game)["log"]
    assert len([entry for entry in log if entry["seat"] == 1 and not entry.get("auto")]) > 3


def test_after_a_restart_in_the_middle_of_an_ais_turn_it_goes_on(open_app: Callable[..., Flask]):
    """The first server has no AI workers, as if it had been killed just before the move."""
    host = Host(open_app())
    (ada,) = host.new_game(PERSON, APPRENTICE, confirm_turns=False)
    while ada.legal_choices or not host.table(ada.game).game.state.round:
        if not ada.legal_choices:
            host.games.move_ai(ada.game)
        else:
            play_on((ada,), 1)
    assert host.games.games_awaiting_ai() == [ada.game]
    later = Host(open_app(ai_workers=1))
    wait_until_asked(person_at(later, ada))
    assert later.games.games_awaiting_ai() == []


def test_two_workers_with_the_same_turn_make_one_move(open_app: Callable[..., Flask]):
    first, second = Host(open_app()), Host(open_app())
    (ada,) = first.new_game(PERSON, APPRENTICE)
    move = first.table(ada.game).next_ai_move()
    assert move is not None
    second.games.move_ai(ada.game)
    with pytest.raises(Problem) as raised:
        first.games.submit(Command(ada.game, move.seat, 0, by_ai=True), [move.choice])
    assert raised.value.code == "stale"
    assert len(first.record(ada.game)["log"]) == 1
