"""The host frees a seat whose person has left, somebody else takes it, and the game goes on."""

from collections.abc import Callable

import pytest
from flask import Flask
from simple_websocket import ConnectionClosed

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
from tests.server.sockets import WAIT_S, LiveServer, receive_message, receive_problem_code, send_message


@pytest.fixture
def table(host: Host) -> tuple[Person, Person, str]:
    """Ada, who is the host; Bo, who joined by code; and the code. Both have chosen their setup."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    bo = host.join(code, 1)
    choose_setups(ada, bo)
    return ada, bo, code


def operations(person: Person) -> list[str]:
    return [entry["op"] for entry in person.host.record(person.game)["log"] if "op" in entry]


# --- somebody else joins ---------------------------------------------------------------------------------------------


def test_whoever_joins_at_a_freed_seat_gets_its_cards(host: Host, table: tuple):
    ada, bo, _ = table
    before = bo.view
    ada.free(1)
    cy = host.join(ada.create_join_code(), 1, "Cy")
    after = cy.view
    assert after["you"] == 1
    assert [after["seats"][1][field] for field in ("hand", "goals")] == [
        before["seats"][1][field] for field in ("hand", "goals")
    ]
    assert ada.view["seats"][1]["name"] == "Cy"
    play_on((ada, cy), 60)


def test_a_freed_seat_is_taken_by_a_link(table: tuple):
    ada, _, _ = table
    ada.free(1)
    cy = ada.create_link(1)
    assert cy.open_session("Cy").status_code == 200
    assert cy.view["you"] == 1


def test_a_freed_seat_is_open_and_the_game_waits_for_it(table: tuple):
    ada, bo, _ = table
    until((ada, bo), "plan-worker")
    answer = ada.free(1)
    assert [frame["view"]["you"] for frame in answer["frames"]] == [0]
    seat = ada.seats["seats"][1]
    assert (seat["open"], seat["player"], seat["name"], seat["devices"]) == (True, "person", "", 0)
    assert not ada.host.games.move_ai(ada.game)


def test_an_ai_that_plays_a_freed_seat_goes_on_until_somebody_joins(host: Host, table: tuple):
    ada, _, _ = table
    ada.reseat(1, "apprentice")
    ada.free(1)
    assert [(seat["player"], seat["open"]) for seat in ada.seats["seats"]] == [("person", False), ("ai", True)]
    host.join(ada.create_join_code(), 1, "Cy")
    assert ada.view["seats"][1]["player"] == "person"


def test_the_host_may_let_an_ai_play_a_free_seat(table: tuple):
    ada, _, _ = table
    ada.free(1)
    ada.reseat(1, "journeyman")
    assert ada.view["seats"][1]["level"] == "journeyman"


def test_a_whole_game_is_finished_while_guests_are_replaced(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, confirm_turns=False)
    guest = host.join(ada.create_join_code(), 1)
    situations: set[str] = set()
    for change in range(100):
        if not play_on((ada, guest), 7, f"guests {change}"):
            break
        view = guest.view
        situations.add(f"{view['phase']} {view['prompt'] is not None}")
        ada.free(1)
        if change % 2:
            guest = ada.create_link(1)
            guest.open_session(f"Guest {change}")
        else:
            guest = host.join(ada.create_join_code(), 1, f"Guest {change}")
        after = guest.view
        ignored = ("revision", "seats")
        assert {key: after[key] for key in view if key not in ignored} == {
            key: view[key] for key in view if key not in ignored
        }
    assert ada.view["phase"] == "finished"
    assert {"planning True", "planning False", "resolution True", "resolution False"} <= situations
    record = ada.get("/export").json
    assert game_from_json(record, load()).hash() == record["hash"]


# --- old tokens ------------------------------------------------------------------------------------------------------


def test_no_old_token_link_or_code_opens_a_freed_seat(host: Host, table: tuple):
    """Those of the lost device, of a second one, of an unused link, and the join code."""
    ada, bo, code = table
    tablet, unopened = bo.create_link(1), bo.create_link(1)
    assert tablet.open_session().status_code == 200
    ada.free(1)
    for lost in (bo, tablet, unopened):
        for answer in (
            lost.get(),
            lost.get("/seats"),
            lost.get("/log"),
            lost.get("/export"),
            lost.post("/join-code", {}),
        ):
            assert (answer.status_code, problem_code(answer)) == (401, "no-token")
        assert problem_code(lost.try_submit({"kind": "pass"}, revision=0)) == "no-token"
        assert problem_code(lost.try_open_session("Bo")) == "no-token"
    assert problem_code(host.try_join(code, 1, address="10.1.0.1")) == "unknown-code"


def test_the_lost_device_cannot_read_the_view_of_the_next_person(host: Host, table: tuple):
    ada, bo, _ = table
    ada.free(1)
    host.join(ada.create_join_code(), 1, "Cy")
    assert problem_code(bo.get()) == "no-token"
    assert problem_code(bo.try_submit({"kind": "pass"}, revision=0)) == "no-token"


def test_the_key_of_a_session_does_not_open_a_freed_seat_again(host: Host):
    """The key repeats the answer of a session only until the seat is freed."""
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    link, key = ada.create_link(1), "a-secret-key-of-more-than-thirty-two-characters"
    assert link.try_open_session("Bo", key=key).status_code == 200
    ada.free(1)
    assert problem_code(link.try_open_session("Bo", key=key)) == "no-token"


def test_a_socket_of_the_freed_seat_gets_a_problem_and_is_closed(live: LiveServer):
    (ada,) = live.host.new_game(PERSON, REMOTE_PERSON)
    bo = live.host.join(ada.create_join_code(), 1)
    socket = live.connect(bo)
    send_message(
        socket,
        hello={"since": bo.revision},
    )
    send_message(socket, ping=1)
    assert receive_message(socket) == {"pong": 1}
    ada.free(1)
    assert receive_problem_code(socket) == "no-token"
    with pytest.raises(ConnectionClosed):
        socket.receive(WAIT_S)


def test_other_seats_keep_their_devices(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    host.join(code, 1)
    cy, tablet, eve = host.join(code, 2, "Cy"), ada.create_link(0), ada.create_link(None)
    ada.free(1)
    assert [person.view["you"] for person in (ada, tablet, cy, eve)] == [0, 0, 2, None]


# --- permissions and the log -----------------------------------------------------------------------------------------


def test_the_log_of_everybody_has_the_freed_seat_and_its_next_person(host: Host, table: tuple):
    ada, _, _ = table
    ada.free(1)
    cy = host.join(ada.create_join_code(), 1, "Cy")
    for person in (ada, cy, ada.create_link(None)):
        changes = [entry["player_change"] for entry in person.get("/log").json["entries"] if entry["player_change"]]
        assert changes[-2:] == [
            {"player": "person", "level": None, "name": "", "freed": True},
            {"player": "person", "level": None, "name": "Cy", "freed": False},
        ]


def test_only_the_host_frees_seats(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, REMOTE_PERSON)
    code = ada.create_join_code()
    bo, cy = host.join(code, 1), host.join(code, 2)
    for person, seat in ((bo, 2), (bo, 1), (cy, 0)):
        assert (answer := person.try_free(seat)).status_code == 403
        assert problem_code(answer) == "not-host"
    assert problem_code(ada.create_link(None).try_free(1)) in ("foreign-seat", "not-host")
    assert bo.view["you"] == 1


def test_the_hosts_seat_and_ai_seats_cannot_be_freed(host: Host):
    (ada,) = host.new_game(PERSON, APPRENTICE)
    assert problem_code(ada.try_free(0)) == "host-seat"
    assert problem_code(ada.try_free(1)) == "foreign-seat"
    assert problem_code(ada.try_free(9)) == "foreign-seat"
    assert operations(ada) == []


def test_the_same_key_frees_a_seat_once(host: Host, table: tuple):
    ada, _, _ = table
    first = ada.try_free(1, key="one").json
    cy = host.join(ada.create_join_code(), 1, "Cy")
    assert ada.try_free(1, key="one").json["revision"] == first["revision"]
    assert cy.view["you"] == 1, "a late repetition must not free the seat of Cy"
    assert problem_code(ada.try_reseat(1, "apprentice", key="one")) == "key-reused"


def test_freeing_a_free_seat_changes_nothing_and_keeps_its_links(host: Host):
    (ada,) = host.new_game(PERSON, REMOTE_PERSON)
    bo = ada.create_link(1)
    assert ada.free(1) == {"revision": 0, "frames": []}
    assert bo.open_session("Bo").status_code == 200


def test_a_shared_device_is_answered_with_the_public_view(table: tuple):
    ada, _, _ = table
    frames = ada.try_free(1, viewer=None).json["frames"]
    assert [frame["view"]["you"] for frame in frames] == [None]


def test_a_record_with_a_freed_seat_can_be_imported(open_app: Callable[..., Flask]):
    host = Host(open_app())
    (ada,) = host.new_game(PERSON, REMOTE_PERSON, confirm_turns=False, auto_forced=True)
    host.join(ada.create_join_code(), 1)
    ada.free(1)
    cy = host.join(ada.create_join_code(), 1, "Cy")
    play_on((ada, cy), 2000)
    record = ada.get("/export").json
    assert game_from_json(record, load()).hash() == record["hash"]
    assert host.client().post("/api/games/import", json=record).status_code == 201
    assert Host(open_app()).person(cy.game, 1, cy.token).view["seats"][1]["name"] == "Cy"
