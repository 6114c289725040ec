"""`luthier serve` as a process: what it prints, how it ends, and that a kill loses nothing that was acknowledged."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playing import APPRENTICE, PERSON, Socket

Json = dict[str, Any]

START_S = 60.0


class Live:
    """A server process with its database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.token = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "server.cli", "serve", "--port", str(self.port), "--data", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        deadline = time.monotonic() + START_S
        while True:
            try:
                self.ask("GET", "/healthz")
                return
            except OSError:
                assert self.process.poll() is None, "the server ended while starting"
                assert time.monotonic() < deadline, "the server did not answer"
                time.sleep(0.05)

    def stop(self, sign: int = signal.SIGTERM) -> str:
        """End it; gives what it printed."""
        assert self.process is not None
        (os.killpg if sign == signal.SIGKILL else os.kill)(self.process.pid, sign)
        out, _ = self.process.communicate(timeout=30)
        self.process = None
        return out

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            answer: Json = json.load(response)
            return answer

    def begin(self, *seats: Json) -> str:
        """A new game; gives its address."""
        created = self.ask("POST", "/api/games", {"seats": list(seats)})
        self.token = created["seats"][0]["token"]
        return f"/api/games/{created['game']}"

    def asked(self, address: str) -> Json:
        """The frame in which the person is asked something, or the game has ended."""
        deadline = time.monotonic() + START_S
        while True:
            frame = self.ask("GET", address)
            if frame["view"]["prompt"] or frame["view"]["phase"] == "finished":
                return frame
            assert time.monotonic() < deadline, "the rival does not move"
            time.sleep(0.02)

    def press(self, address: str, key: str) -> Json:
        frame = self.asked(address)
        choice = frame["view"]["prompt"]["choices"][0]["choice"]
        body = {"seat": 0, "ply": frame["ply"], "key": key, "choices": [choice]}
        try:
            return self.ask("POST", f"{address}/choices", body)
        except urllib.error.HTTPError as refused:
            with refused:
                if json.load(refused)["code"] != "stale":
                    raise
            return self.press(address, key)  # the rival has kept its cards meanwhile


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    live = Live(tmp_path / "data")
    live.start()
    yield live
    if live.process is not None:
        live.stop(signal.SIGKILL)


def test_the_address_is_printed_and_a_rival_moves(live: Live):
    address = live.begin(PERSON, APPRENTICE)
    for turn in range(6):
        live.press(address, f"turn {turn}")
    assert live.asked(address)["view"]["phase"] != "setup"
    assert f"http://localhost:{live.port}" in live.stop()


def test_after_a_kill_every_press_that_was_answered_is_there(live: Live):
    """Killed with all its processes at once, as by a power cut, and in the middle of a rival's turn."""
    address = live.begin(PERSON, APPRENTICE)
    ply = 0
    for turn in range(5):
        ply = live.press(address, f"turn {turn}")["ply"]
    live.stop(signal.SIGKILL)
    live.start()
    assert live.asked(address)["ply"] >= ply
    live.press(address, "after")


def test_open_sockets_are_told_of_the_end_and_hold_nothing_up(live: Live):
    address = live.begin(PERSON, PERSON)
    headers = {"Authorization": f"Bearer {live.token}"}
    client = Socket.connect(f"ws://127.0.0.1:{live.port}{address}/socket", headers=headers)
    client.send(json.dumps({"hello": {"since": 0}}))
    client.send(json.dumps({"ping": 1}))
    assert json.loads(client.receive(30)) == {"pong": 1}
    assert live.process is not None
    live.process.send_signal(signal.SIGTERM)
    assert json.loads(client.receive(30)) == {"bye": "restart"}
    live.process.communicate(timeout=30)
    assert live.process.returncode == 0
    live.process = None
