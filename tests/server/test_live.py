"""`luthier serve` as a process: what it prints, how it ends, and that a kill loses nothing that was acknowledged."""

import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.server.crowd import Player
from tests.server.playing import APPRENTICE, PERSON
from tests.server.serving import Served
from tests.server.sockets import hear


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "data")
    served.start()
    yield served
    served.close()


def test_the_address_is_printed_and_a_rival_moves(served: Served):
    address, (ada,) = served.begin(PERSON, APPRENTICE)
    player = Player(served, address, 0, ada, Random(1))
    for _ in range(6):
        player.press_once_more()
    assert player.view()["phase"] != "setup"
    assert f"http://localhost:{served.port}" in served.stop()


def test_after_a_kill_every_press_that_was_answered_is_there(served: Served):
    """Killed with all its processes at once, as by a power cut, and in the middle of a rival's turn."""
    address, (ada,) = served.begin(PERSON, APPRENTICE)
    player = Player(served, address, 0, ada, Random(2))
    for _ in range(5):
        player.press_once_more()
    served.stop(signal.SIGKILL)
    served.start()
    assert player.view()["revision"] > player.done[-1].before
    player.press_once_more()


def test_open_sockets_are_told_of_the_end_and_hold_nothing_up(served: Served):
    address, (ada, _) = served.begin(PERSON, PERSON)
    line = served.watch(address, ada)
    assert hear(line) == {"pong": 1}
    assert served.process is not None
    served.process.send_signal(signal.SIGTERM)
    assert hear(line) == {"bye": "restart"}
    served.process.communicate(timeout=30)
    assert served.process.returncode == 0
    served.process = None


def asking_for_a_socket(address: str) -> bytes:
    lines = (
        f"GET {address}/socket HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    return "\r\n".join([*lines, "", ""]).encode()


def test_clients_that_leave_their_end_open_hold_nobody_up(served: Served):
    """Each of them is refused a socket and then does nothing, as a phone whose network is gone."""
    address, (ada, _) = served.begin(PERSON, PERSON)
    with ExitStack() as phones:
        for _ in range(20):
            phone = phones.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            phone.sendall(asking_for_a_socket(address))
        assert served.connect(ada, patience=15).done("GET", address)["revision"] == 0


def test_a_client_that_is_gone_before_it_is_answered_leaves_no_error(served: Served):
    address, (ada, _) = served.begin(PERSON, PERSON)
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", served.port)) as phone:
            phone.sendall(asking_for_a_socket(address))
    assert served.connect(ada).done("GET", address)["revision"] == 0
    served.stop()
    assert "error" not in served.log.read_text()
