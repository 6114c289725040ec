"""The socket on a live port: it pushes the moves of others, accepts moves, and closes with bye."""

import json
import socket
from collections.abc import Callable

import pytest
from flask import Flask
from simple_websocket import ConnectionClosed
from wsproto.utilities import LocalProtocolError

from server.http.sockets import Connection
from tests.server.people import Host, choose_setups, play_on
from tests.server.sockets import WAIT_S, LiveServer, receive_message, receive_problem_code, send_message


def test_another_seats_move_is_pushed(live: LiveServer):
    ada, bo = live.host.new_game()
    socket = live.watch(ada)
    bo.submit(bo.legal_choices[0])
    frame = receive_message(socket)["frame"]
    assert frame == ada.frame()
    assert (frame["revision"], frame["view"]["you"]) == (1, 0)


def test_a_client_that_reconnects_gets_every_frame_in_order(live: LiveServer):
    people = live.host.new_game()
    play_on(people, 20)
    revision = people[0].revision
    socket = live.watch(people[0], since=revision - 12)
    assert [receive_message(socket)["frame"]["revision"] for _ in range(12)] == list(range(revision - 11, revision + 1))


def test_a_client_far_behind_gets_the_last_frame_alone(live: LiveServer):
    people = live.host.new_game()
    play_on(people, 120)
    assert receive_message(live.watch(people[0]))["frame"]["revision"] == people[0].revision


def test_a_move_over_a_socket_is_made_and_pushed_to_both_seats(live: LiveServer):
    ada, bo = live.host.new_game()
    first, second = live.watch(ada), live.watch(bo)
    send_message(first, submit=ada.body(ada.legal_choices[0], key="one"))
    messages = [receive_message(first), receive_message(first)]
    assert {"done": {"key": "one", "revision": 1}} in messages
    assert [message["frame"]["revision"] for message in messages if "frame" in message] == [1]
    assert receive_message(second)["frame"]["view"]["you"] == 1


def test_a_refused_move_names_its_key(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = live.watch(ada)
    send_message(socket, submit=ada.body(ada.legal_choices[0], revision=9, key="late"))
    refused = receive_message(socket)["refused"]
    assert (refused["code"], refused["key"]) == ("stale", "late")
    send_message(socket, submit={"seat": 0})
    assert receive_problem_code(socket) == "malformed"
    send_message(socket, submit=ada.body(ada.legal_choices[0]) | {"seat": 1})
    assert receive_problem_code(socket) == "foreign-seat"
    send_message(socket, ping=1)
    assert receive_message(socket) == {"pong": 1}, "the socket stays open"


def test_a_ping_is_answered(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = live.watch(ada)
    send_message(socket, ping=1)
    assert receive_message(socket) == {"pong": 1}


def test_a_move_made_by_another_process_is_pushed_too(live: LiveServer, open_app: Callable[..., Flask]):
    ada, bo = live.host.new_game()
    socket = live.watch(ada)
    elsewhere = Host(open_app()).person(bo.game, 1, bo.token)
    elsewhere.submit(elsewhere.legal_choices[0])
    assert receive_message(socket)["frame"]["revision"] == 1


def test_one_socket_may_watch_several_seats(live: LiveServer):
    ada, bo = live.host.new_game()
    socket = live.connect(ada, {"Authorization": f"Bearer {ada.token}, {bo.token}"})
    send_message(socket, hello={"since": 0})
    choose_setups(ada)
    assert [receive_message(socket)["frame"]["view"]["you"] for _ in range(2)] == [0, 1]


def test_a_socket_without_a_token_is_refused(live: LiveServer):
    ada, _ = live.host.new_game()
    assert receive_problem_code(live.connect(ada, {"Authorization": "Bearer x"})) == "no-token"
    assert receive_problem_code(live.connect(live.host.person("NOSUCH", 0, ada.token))) == "unknown-game"


def test_a_socket_cannot_watch_a_seat_of_somebody_else(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = live.connect(ada)
    send_message(socket, hello={"seats": [1], "since": 0})
    assert receive_problem_code(socket) == "foreign-seat"


def test_a_page_of_another_site_gets_no_socket(live: LiveServer):
    ada, _ = live.host.new_game()
    assert receive_problem_code(live.connect(ada, {"Origin": "http://elsewhere.example"})) == "foreign-seat"
    own = live.connect(ada, {"Origin": "http://127.0.0.1"})
    send_message(own, hello={"since": 0})
    send_message(own, ping=1)
    assert receive_message(own) == {"pong": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "not-json"),
        ("[]", "malformed"),
        ("{}", "malformed"),
        ('{"fly": 1}', "malformed"),
        ("[" * 5000, "not-json"),
    ],
)
def test_an_unknown_message_is_refused(live: LiveServer, text: str, code: str):
    ada, _ = live.host.new_game()
    socket = live.watch(ada)
    socket.send(text)
    assert receive_problem_code(socket) == code


def test_a_huge_message_ends_the_socket_and_nothing_else(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = live.watch(ada)
    socket.send(json.dumps({"submit": {"key": "k" * 300_000}}))
    with pytest.raises(ConnectionClosed):
        receive_message(socket)
    assert ada.get().status_code == 200


def test_more_sockets_than_the_limit_are_refused(open_live: Callable[..., LiveServer]):
    live = open_live(max_sockets=1)
    ada, bo = live.host.new_game()
    first = live.watch(ada)
    send_message(first, ping=1)
    assert receive_message(first) == {"pong": 1}
    assert receive_problem_code(live.connect(bo)) == "busy"
    assert bo.get().status_code == 200


def test_a_stopping_server_closes_its_sockets_with_bye(live: LiveServer):
    ada, _ = live.host.new_game()
    socket = live.watch(ada)
    send_message(socket, ping=1)
    receive_message(socket)
    live.host.sockets.close()
    assert receive_message(socket) == {"bye": "restart"}
    with pytest.raises(ConnectionClosed):
        socket.receive(WAIT_S)


class Closing:
    """A socket whose client is about to close it."""

    sock = socket.socket()

    def send(self, text: str) -> None:
        raise LocalProtocolError(f"{text} cannot be sent in state REMOTE_CLOSING")


def test_a_push_to_a_closing_client_is_no_error():
    closing = Closing()
    with closing.sock, pytest.raises(ConnectionClosed):
        Connection(closing).send(pong=1)
