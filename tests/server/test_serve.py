"""`luthier serve` as a process: its output, its end, and that a kill loses no acknowledged move."""

import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.server.people import APPRENTICE, PERSON
from tests.server.random_players import Player
from tests.server.server_process import ServerProcess
from tests.server.sockets import receive_message


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path / "data")
    server.start()
    yield server
    server.close()


def test_the_address_is_printed_and_an_ai_moves(server: ServerProcess):
    address, (ada,) = server.create_game(PERSON, APPRENTICE)
    player = Player(server, address, 0, ada, Random(1))
    for _ in range(6):
        player.submit_one_more()
    assert player.view()["phase"] != "setup"
    assert f"http://localhost:{server.port}" in server.stop()


def test_after_a_kill_every_answered_move_is_stored(server: ServerProcess):
    """All processes are killed at once, as by a power cut, in the middle of an AI's turn."""
    address, (ada,) = server.create_game(PERSON, APPRENTICE)
    player = Player(server, address, 0, ada, Random(2))
    for _ in range(5):
        player.submit_one_more()
    server.stop(signal.SIGKILL)
    server.start()
    assert player.view()["revision"] > player.acknowledged[-1].before
    player.submit_one_more()


def test_stopping_closes_open_sockets_and_does_not_wait_for_them(server: ServerProcess):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    client = server.watch(address, ada)
    assert receive_message(client) == {"pong": 1}
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    assert receive_message(client) == {"bye": "restart"}
    server.process.communicate(timeout=30)
    assert server.process.returncode == 0
    server.process = None


def asking_for_a_socket(address: str) -> bytes:
    header_lines = (
        f"GET {address}/socket HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    return "\r\n".join([*header_lines, "", ""]).encode()


def test_clients_that_do_not_close_their_connections_delay_nobody(server: ServerProcess):
    """Each client is refused a socket and then does nothing, as a phone without a network."""
    address, (ada, _) = server.create_game(PERSON, PERSON)
    with ExitStack() as phones:
        for _ in range(20):
            phone = phones.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(asking_for_a_socket(address))
        assert server.connect(ada, timeout=15).request_ok("GET", address)["revision"] == 0


def test_a_client_that_leaves_before_its_response_causes_no_error(server: ServerProcess):
    address, (ada, _) = server.create_game(PERSON, PERSON)
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", server.port)) as phone:
            phone.sendall(asking_for_a_socket(address))
    assert server.connect(ada).request_ok("GET", address)["revision"] == 0
    server.stop()
    assert "error" not in server.log.read_text()
