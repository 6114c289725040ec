"""`luthier serve` as real processes, which tests start, stop and kill; and HTTP connections to it."""

import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from simple_websocket import ConnectionClosed

from tests.server.people import Socket
from tests.server.sockets import send_message

Json = dict[str, Any]

START_S = 60.0


class Answer(NamedTuple):
    status: int
    body: Any


class Connection:
    """A kept-alive connection; it stays with the process that accepted it."""

    def __init__(self, port: int, token: str = "", timeout: float = 30) -> None:
        self._http = HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.token = token

    def request(self, method: str, path: str, body: Any = None) -> Answer:
        """Raises OSError or HTTPException if the server ends meanwhile; the next request reconnects."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            self._http.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._http.getresponse()
            text = response.read()
            return Answer(response.status, json.loads(text) if text else None)
        except BaseException:
            self._http.close()
            raise

    def request_ok(self, method: str, path: str, body: Any = None) -> Any:
        """The body of the response, which must be a success."""
        answer = self.request(method, path, body)
        assert answer.status < 300, answer
        return answer.body

    def close(self) -> None:
        self._http.close()


class ServerProcess:
    """A server with its own data folder and port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        self.log = folder.with_name(f"{folder.name}.log")
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None
        self._connections: list[Connection] = []
        self._sockets: list[Socket] = []

    @property
    def file(self) -> Path:
        return self.folder / "games.db"

    # --- starting and ending -----------------------------------------------------------------------------------------

    def start(self) -> None:
        command = [sys.executable, "-m", "server.cli", "serve", "--port", str(self.port), "--data", str(self.folder)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, *self.options], stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        until(self._answers, "the server did not answer")

    def stop(self, sign: int = signal.SIGTERM) -> str:
        """End it. Returns what it printed. SIGKILL goes to all its processes at once, like a power cut."""
        assert self.process is not None
        (os.killpg if sign == signal.SIGKILL else os.kill)(self.process.pid, sign)
        out, _ = self.process.communicate(timeout=START_S)
        self.process = None
        return out

    def kill_master(self) -> None:
        """Kill the master process only."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def close(self) -> None:
        """End it, and close all connections and sockets to it."""
        for connection in self._connections:
            connection.close()
        for client in self._sockets:
            with suppress(ConnectionClosed):
                client.close()
        if self.process is not None:
            self.stop(signal.SIGKILL)
        if text := self.log.read_text() if self.log.exists() else "":
            print(text)  # shown when a test fails

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server ended while starting"
        connection = self.connect()
        try:
            return connection.request("GET", "/healthz").status == 200
        except OSError:
            return False
        finally:
            connection.close()

    @contextmanager
    def write_lock(self) -> Iterator[None]:
        """Hold the write lock of the database, as another program would."""
        with closing(sqlite3.connect(self.file, isolation_level=None, timeout=START_S)) as db:
            db.execute("begin immediate")
            yield
            db.rollback()

    # --- processes ---------------------------------------------------------------------------------------------------

    @property
    def master(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def workers(self) -> list[int]:
        """The web processes, oldest first."""
        return children([self.master])

    @property
    def ai_workers(self) -> list[int]:
        """The AI worker processes."""
        return children(self.workers)

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """Suspend all other web processes while the block lasts, so that this one accepts new connections."""
        others = [pid for pid in self.workers if pid != worker]
        for pid in others:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in others:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    # --- connections -------------------------------------------------------------------------------------------------

    def connect(self, token: str = "", timeout: float = 30) -> Connection:
        self._connections.append(Connection(self.port, token, timeout))
        return self._connections[-1]

    def connect_to(self, worker: int, token: str = "") -> Connection:
        """A connection that this web process has accepted."""
        connection = self.connect(token)
        with self.only(worker):
            connection.request_ok("GET", "/healthz")
        return connection

    def request(self, method: str, path: str, body: Any = None, token: str = "") -> Answer:
        """Over a new connection, which any process may accept."""
        connection = self.connect(token)
        try:
            return connection.request(method, path, body)
        finally:
            connection.close()

    def create_game(self, *seats: Json, **more: Any) -> tuple[str, list[str]]:
        """Create a game. Returns its path, and the tokens of its people."""
        return created_game(self.request("POST", "/api/games", {"seats": list(seats), **more}))

    def watch(self, address: str, token: str, since: int = 0, port: int | None = None) -> Socket:
        """A socket that has sent its hello and a ping; `port` may be that of a proxy."""
        url = f"ws://127.0.0.1:{port or self.port}{address}/socket"
        client = Socket.connect(url, headers={"Authorization": f"Bearer {token}"})
        self._sockets.append(client)
        send_message(client, hello={"since": since})
        send_message(client, ping=1)
        return client

    def watch_at(self, worker: int, address: str, token: str, since: int = 0) -> Socket:
        """A socket that this web process has accepted."""
        with self.only(worker):
            return self.watch(address, token, since)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def two_processes(folder: Path) -> Iterator[ServerProcess]:
    """A server with two web processes."""
    with closing(ServerProcess(folder, "--processes", "2")) as server:
        server.start()
        until(lambda: len(server.workers) == 2, "there are no two processes")
        yield server


def created_game(answer: Answer) -> tuple[str, list[str]]:
    """The path of a new game, and the tokens of its people, from the response."""
    assert answer.status == 201, answer
    return f"/api/games/{answer.body['game']}", [held["token"] for held in answer.body["seats"]]


def until(condition: Callable[[], object], message: str, seconds: float = START_S) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, message
        time.sleep(0.02)


def move_of(frame: Json, key: str) -> Json:
    """The body of a move with the first choice that a frame offers."""
    view = frame["view"]
    choice = view["prompt"]["choices"][0]["choice"]
    return {"seat": view["you"], "revision": frame["revision"], "key": key, "choices": [choice]}


def children(parents: list[int]) -> list[int]:
    """The living children of processes."""
    return sorted(pid for pid, (parent, _) in _processes().items() if parent in parents)


def memory(server: ServerProcess) -> dict[str, int]:
    """Resident kilobytes by kind of process; shared memory counts for each process."""
    kilobytes = {pid: size for pid, (_, size) in _processes().items()}
    kinds = {"master": [server.master], "web processes": server.workers, "AI workers": server.ai_workers}
    sizes = {kind: sum(kilobytes.get(pid, 0) for pid in pids) for kind, pids in kinds.items()}
    return {**sizes, "in all": sum(sizes.values())}


def _processes() -> dict[int, tuple[int, int]]:
    """Parent and kilobytes of every living process."""
    rows = list(_rows_of_proc() if Path("/proc/self/stat").exists() else _rows_of_ps())
    return {int(pid): (int(parent), int(size)) for pid, state, parent, size in rows if state[0] not in "ZX"}


def _rows_of_proc() -> Iterator[tuple[str, str, str, int]]:
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended meanwhile
            fields = file.read_text().rpartition(")")[2].split()
            yield file.parent.name, fields[0], fields[1], int(fields[21]) * resource.getpagesize() // 1024


def _rows_of_ps() -> Iterator[list[str]]:
    command = ["ps", "-A", "-o", "pid=,stat=,ppid=,rss="]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return (line.split() for line in output.splitlines())
