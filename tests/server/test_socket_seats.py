"""Sockets and seats: spectators' frames, pushed seats, and that a lost seat is pushed no more."""

import json
from typing import Any

import pytest
from simple_websocket import ConnectionClosed

from tests.server.people import PERSON, REMOTE_PERSON, Person, Socket, choose_setups, play_on
from tests.server.sockets import WAIT_S, LiveServer, receive_message, receive_problem_code, send_message
from tests.server.test_spectators import hidden_from, spectator

Json = dict[str, Any]


def ended(socket: Socket) -> bool:
    """Whether the server closes the socket."""
    with pytest.raises(ConnectionClosed):
        socket.receive(WAIT_S)
    return True


def open_session(live: LiveServer, person: Person, **hello: Any) -> Socket:
    socket = live.connect(person)
    send_message(socket, hello={"since": 0, **hello})
    return socket


# --- viewers ---------------------------------------------------------------------------------------------------------


def test_a_spectator_is_pushed_open_information_alone(live: LiveServer):
    ada, bo = live.host.new_game()
    eve = spectator(ada)
    socket = open_session(live, eve)
    choose_setups(ada, bo)
    frames = [receive_message(socket)["frame"] for _ in range(2)]
    assert [frame["view"]["you"] for frame in frames] == [None, None]
    assert frames[1] == eve.frame()


def test_a_seats_holder_may_follow_the_spectators_view(live: LiveServer):
    """A shared device while its handover screen is shown."""
    ada, bo = live.host.new_game()
    socket = open_session(live, ada, seats=[None])
    ada.submit(ada.legal_choices[0])
    assert receive_message(socket)["frame"]["view"]["you"] is None
    both = live.connect(ada, {"Authorization": f"Bearer {ada.token}, {bo.token}"})
    send_message(both, hello={"since": 0, "seats": [None, 1]})
    assert [receive_message(both)["frame"]["view"]["you"] for _ in range(2)] == [None, 1]


def test_a_spectator_follows_no_seat_and_makes_no_move(live: LiveServer):
    ada, _ = live.host.new_game()
    eve = spectator(ada)
    assert receive_problem_code(open_session(live, eve, seats=[0])) == "foreign-seat"
    socket = open_session(live, eve)
    send_message(socket, submit=ada.body(ada.legal_choices[0]))
    assert receive_problem_code(socket) == "foreign-seat"
    assert live.host.record(ada.game)["log"] == []


@pytest.mark.parametrize("seats", [[True], ["none"], [4], [-1], "none", [[0]], [None] * 6])
def test_impossible_viewers_are_refused(live: LiveServer, seats: Any):
    ada, _ = live.host.new_game()
    assert receive_problem_code(open_session(live, ada, seats=seats)) == "malformed"


def test_no_frame_holds_hidden_information_of_others(live: LiveServer):
    """Every frame of the first rounds, for a spectator and for each seat."""
    people = live.host.new_game(confirm_turns=False)
    readers = [*people, spectator(people[0])]
    sockets = [open_session(live, reader, seats=[reader.seat]) for reader in readers]
    for turn in range(150):
        play_on(people, 1, f"frames {turn}")
        state, revision = live.host.table(people[0].game).game.state, people[0].revision
        for reader, socket in zip(readers, sockets, strict=True):
            frame = receive_message(socket)["frame"]
            while frame["revision"] < revision:
                frame = receive_message(socket)["frame"]
            text = json.dumps(frame["view"], ensure_ascii=False)
            assert [card for card in hidden_from(state, reader.seat) if f'"{card}"' in text] == []
            private = [event for event in frame["events"] if "private" in event]
            assert {event["seat"] for event in private} <= {reader.seat}


# --- seats -----------------------------------------------------------------------------------------------------------


def test_the_seats_are_pushed_at_once_and_at_each_change(live: LiveServer):
    (ada,) = live.host.new_game(PERSON, REMOTE_PERSON)
    socket = open_session(live, ada, follow_seats=True)
    assert receive_message(socket) == {"seats": ada.seats}
    code = ada.create_join_code()
    live.host.join(code, 1, "Bo")
    assert receive_message(socket)["frame"]["view"]["seats"][1]["name"] == "Bo"
    pushed = receive_message(socket)["seats"]
    assert [(seat["name"], seat["open"]) for seat in pushed["seats"]] == [("", False), ("Bo", False)]
    ada.create_link(0)
    assert receive_message(socket)["seats"]["seats"][0]["devices"] == 2


def test_each_caller_is_pushed_the_seats_as_they_may_know_them(live: LiveServer):
    ada, bo = live.host.new_game()
    first, second, third = (open_session(live, person, follow_seats=True) for person in (ada, bo, spectator(ada)))
    pushed = [receive_message(socket)["seats"] for socket in (first, second, third)]
    assert [seats["you"] for seats in pushed] == [[0], [1], []]
    assert [[seat["devices"] for seat in seats["seats"]] for seats in pushed] == [[1, 1], [None, 1], [None, None]]


def test_a_client_that_does_not_follow_the_seats_gets_frames_alone(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = live.watch(ada)
    ada.create_link(0)
    ada.reseat(1, "apprentice")
    assert receive_message(socket)["frame"]["view"]["seats"][1]["player"] == "ai"
    send_message(socket, ping=1)
    assert receive_message(socket) == {"pong": 1}


def test_a_move_pushes_no_seats(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = open_session(live, ada, follow_seats=True)
    receive_message(socket)
    ada.submit(ada.legal_choices[0])
    assert set(receive_message(socket)) == {"frame"}
    send_message(socket, ping=1)
    assert receive_message(socket) == {"pong": 1}


# --- lost access -----------------------------------------------------------------------------------------------------


def test_a_device_that_lost_its_seat_is_pushed_nothing_more(live: LiveServer):
    ada, bo = live.host.new_game()
    lost = open_session(live, bo.create_link(1))
    other = open_session(live, bo)
    send_message(lost, ping=1)
    assert receive_message(lost) == {"pong": 1}
    bo.delete("/links?seat=1")
    ada.submit(ada.legal_choices[0])
    assert receive_problem_code(lost) == "no-token"
    assert ended(lost)
    assert receive_message(other)["frame"]["view"]["you"] == 1


def test_spectators_whose_links_are_revoked_are_pushed_nothing_more(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = open_session(live, spectator(ada))
    send_message(socket, ping=1)
    assert receive_message(socket) == {"pong": 1}
    ada.delete("/links?seat=none")
    assert receive_problem_code(socket) == "no-token"
    assert ended(socket)


def test_sockets_of_a_deleted_game_close(live: LiveServer):
    ada, bo = live.host.new_game()
    sockets = [open_session(live, person) for person in (ada, bo, spectator(ada))]
    for socket in sockets:
        send_message(socket, ping=1)
        assert receive_message(socket) == {"pong": 1}
    assert ada.delete().status_code == 204
    for socket in sockets:
        assert receive_problem_code(socket) == "unknown-game"
        assert ended(socket)
