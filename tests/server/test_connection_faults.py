"""Connections that are cut, slow, silent or stalled: no frame is missed, no move repeated, no other client waits."""

import socket
from collections.abc import Callable, Iterator
from random import Random

import pytest
from simple_websocket import ConnectionClosed

from server.http import sockets as socket_module
from tests.server.people import PERSON, Person, Socket, play_on
from tests.server.proxy import Proxy
from tests.server.server_process import Connection, ServerProcess, move_of, until
from tests.server.sockets import LiveServer, receive_message, send_message


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("games"), "--processes", "2")
    server.start()
    yield server
    server.close()


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[Proxy]:
    with Proxy(server.port) as proxy:
        yield proxy


# --- the client ------------------------------------------------------------------------------------------------------


class Follower:
    """A client on a bad connection, which reconnects whenever it breaks and sends its revision."""

    def __init__(self, server: ServerProcess, port: int, address: str, token: str) -> None:
        self._server, self._port, self._address, self._token = server, port, address, token
        self._socket: Socket | None = None
        self.revisions: list[int] = []

    def follow(self, revision: int) -> None:
        """Wait for the frame of this revision."""
        while not self.revisions or self.revisions[-1] < revision:
            try:
                if self._socket is None:
                    since = self.revisions[-1] if self.revisions else 0
                    self._socket = self._server.watch(self._address, self._token, since, self._port)
                message = receive_message(self._socket)
            except (ConnectionClosed, OSError):
                self._socket = None
                continue
            if "frame" in message:
                self.revisions.append(message["frame"]["revision"])


def test_a_client_that_reconnects_after_every_cut_gets_each_frame_once_and_in_order(
    server: ServerProcess, proxy: Proxy
):
    address, tokens = server.create_game(PERSON, PERSON, seed="LUTE 4817")
    follower = Follower(server, proxy.port, address, tokens[0])
    connections = [server.connect(token) for token in tokens]
    rng, revision = Random(1), 0
    while revision < 60:
        frames = [connection.request_ok("GET", address) for connection in connections]
        seat = next(seat for seat, frame in enumerate(frames) if frame["view"]["prompt"])
        revision = connections[seat].request_ok(
            "POST", f"{address}/choices", move_of(frames[seat], f"revision {revision}")
        )["revision"]
        if rng.random() < 0.3:
            proxy.cut()
        elif rng.random() < 0.3:
            follower.follow(revision)
    follower.follow(revision)
    assert follower.revisions == list(range(1, revision + 1))


def test_a_move_whose_response_is_lost_is_repeated_without_a_second_effect(server: ServerProcess, proxy: Proxy):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    hasty = Connection(proxy.port, ada, timeout=0.5)
    move = move_of(hasty.request_ok("GET", address), "once")
    patient = server.connect(ada)
    proxy.drop("answers")
    with pytest.raises(TimeoutError):
        hasty.request("POST", f"{address}/choices", move)
    until(lambda: patient.request_ok("GET", address)["revision"] == 1, "the move did not arrive")
    proxy.restore()
    answer = hasty.request_ok("POST", f"{address}/choices", move)
    assert (answer["revision"], answer["frames"][0]["revision"]) == (1, 1)
    assert patient.request_ok("GET", address)["revision"] == 1
    hasty.close()


def test_early_retries_over_a_slow_connection_have_one_effect(server: ServerProcess, proxy: Proxy):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    move = move_of(server.request("GET", address, token=ada).body, "again and again")
    proxy.delay(0.4)
    for _ in range(4):
        hasty = Connection(proxy.port, ada, timeout=0.1)
        with pytest.raises(TimeoutError):
            hasty.request("POST", f"{address}/choices", move)
        hasty.close()
    until(lambda: server.request("GET", address, token=ada).body["revision"] == 1, "the move did not arrive")
    assert server.request("POST", f"{address}/choices", move, ada).body["revision"] == 1


# --- the server ------------------------------------------------------------------------------------------------------


def can_connect(live: LiveServer, person: Person) -> bool:
    """Whether a socket can be opened on a good connection; it is closed again."""
    client = live.connect(person)
    try:
        send_message(client, hello={"since": person.revision})
        send_message(client, ping=1)
        welcome = receive_message(client) == {"pong": 1}
        client.close()
    except (ConnectionClosed, OSError):
        return False
    return welcome


def watched_through(live: LiveServer, proxy: Proxy, person: Person) -> Socket:
    """A socket over a connection that still works."""
    client = Socket.connect(f"ws://127.0.0.1:{proxy.port}{person.address}/socket", headers=person.headers)
    live.sockets.append(client)
    send_message(client, hello={"since": person.revision})
    send_message(client, ping=1)
    assert receive_message(client) == {"pong": 1}
    return client


def test_an_open_but_silent_connection_is_given_up(
    open_live: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
):
    """The limit is one socket: another one can be opened once the server gives up the dead one."""
    monkeypatch.setattr(socket_module, "PING_INTERVAL_S", 0.2)
    live = open_live(max_sockets=1)
    ada, bo = live.host.new_game()
    with Proxy(live.server.port) as proxy:
        watched_through(live, proxy, ada)
        assert not can_connect(live, bo)
        proxy.drop()
        until(lambda: can_connect(live, bo), "the dead connection is never given up")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no TCP timeout")
def test_a_connection_that_accepts_no_data_is_given_up(
    open_live: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket_module, "TCP_TIMEOUT_MS", 500)
    live = open_live(max_sockets=1)
    people = live.host.new_game()
    with Proxy(live.server.port, room=4096) as proxy:
        watched_through(live, proxy, people[0])
        proxy.stall()
        play_on(people, 60)
        until(lambda: can_connect(live, people[1]), "the dead connection is never given up")


def test_a_stalled_connection_delays_nobody_else(live: LiveServer):
    people = live.host.new_game()
    with Proxy(live.server.port, room=4096) as proxy:
        watched_through(live, proxy, people[0])
        good = live.watch(people[1])
        proxy.stall()
        play_on(people, 40)
        assert [receive_message(good)["frame"]["revision"] for _ in range(40)] == list(range(1, 41))
