"""WebSockets. A socket pushes what the REST API would answer, only sooner; no client depends on it."""

import json
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask, request
from flask_sock import Sock
from marshmallow import Schema, ValidationError
from simple_websocket import ConnectionClosed, Server
from wsproto.utilities import LocalProtocolError

from server.games.games import Games, command_from_body
from server.games.joining import seats_for
from server.games.problems import Problem
from server.games.seat_access import identify
from server.http.credentials import is_same_origin, token_hashes
from server.http.schemas import HelloSchema, MoveSchema
from server.logs import add_log_fields, fields
from server.metrics import Metrics

HELLO_TIMEOUT_S = 10.0
PING_INTERVAL_S = 25
TCP_TIMEOUT_MS = 30_000
WAKE = object()
HELLO, MOVE = HelloSchema(), MoveSchema()

log = logging.getLogger(__name__)


class Sockets:
    """The open connections of this process: at most `limit`, all closed when the server stops."""

    def __init__(self, limit: int, metrics: Metrics) -> None:
        self._limit, self.metrics = limit, metrics
        self._lock = threading.Lock()
        self._open: set[Connection] = set()
        self.closing = False

    def add(self, connection: "Connection") -> None:
        """Register a connection; raises busy where there are too many."""
        with self._lock:
            if self.closing or len(self._open) >= self._limit:
                raise Problem("busy", "no more sockets can be opened now; poll the view instead")
            self._open.add(connection)
            self.metrics.set_sockets(len(self._open))

    def remove(self, connection: "Connection") -> None:
        with self._lock:
            self._open.discard(connection)
            self.metrics.set_sockets(len(self._open))

    def close(self) -> None:
        """End all sessions, so that clients reconnect elsewhere or later."""
        with self._lock:
            if not self.closing:
                log.info("the server stops", extra=fields(sockets=len(self._open)))
            self.closing, connections = True, list(self._open)
        for connection in connections:
            connection.wake()


class ReaderThread(threading.Thread):
    """Reads one socket and pings its client.

    After the socket has closed, the thread may sleep until the next ping is due; the process does not wait for it. A
    socket that closes before the thread starts is no error.
    """

    def __init__(self, target: Callable[[], None]) -> None:
        super().__init__(target=target, daemon=True)

    def run(self) -> None:
        with suppress(OSError):
            super().run()


class Connection:
    """JSON messages over one socket. One thread sends and receives; `wake` may be called by any thread."""

    def __init__(self, ws: Server) -> None:
        self._ws = ws
        if hasattr(socket, "TCP_USER_TIMEOUT") and ws.sock.family != socket.AF_UNIX:
            # Without the timeout a phone that vanished would hold a thread for a quarter of an hour.
            with suppress(OSError):  # the socket has closed already
                ws.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_TIMEOUT_MS)

    def wake(self) -> None:
        """Make `receive` return None."""
        self._ws.input_buffer.append(WAKE)
        self._ws.event.set()

    def receive(self, timeout: float | None = None) -> dict[str, Any] | None:
        """The next message, or None after a wake; raises malformed for a message that is no object with one key."""
        text = self._ws.receive(timeout)
        if text is WAKE:
            return None
        if text is None:
            raise ConnectionClosed
        try:
            message = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise Problem("not-json", f"the message cannot be read as JSON: {fault}") from fault
        if not isinstance(message, dict) or len(message) != 1:
            raise Problem("malformed", "a message is an object with one key")
        return message

    def send(self, **message: Any) -> None:
        try:
            self._ws.send(json.dumps(message, separators=(",", ":"), ensure_ascii=False))
        except (OSError, LocalProtocolError) as fault:  # the latter while the client closes
            raise ConnectionClosed from fault


class SocketSession:
    """One client that follows one game over a connection, and submits moves."""

    def __init__(
        self, connection: Connection, games: Games, game: str, hashes: frozenset[str], metrics: Metrics
    ) -> None:
        self._connection, self._games, self._game, self._token_hashes = connection, games, game, hashes
        self._metrics = metrics
        self._caller = games.identify(game, hashes)
        add_log_fields(game=game, seats=self._caller.seats)
        self._viewers: list[int | None] = []
        self._since = 0
        self._follows_seats = False
        self._seat_revision = -1

    def run(self, sockets: Sockets) -> None:
        """Read the hello, then push new frames and carry out messages until the client or the server closes."""
        self._start(self._connection.receive(HELLO_TIMEOUT_S))
        stop_watching = self._games.watch(self._game, self._connection.wake)
        try:
            while not sockets.closing:
                self._push()
                message = self._connection.receive()
                if message is not None:
                    self._handle(message)
            self._connection.send(bye="restart")
        finally:
            stop_watching()

    def _start(self, message: dict[str, Any] | None) -> None:
        hello = _load(HELLO, (message or {}).get("hello"))
        if hello.get("game", self._game) != self._game:
            raise Problem("malformed", f"this is the socket of game {self._game}")
        self._viewers = hello.get("seats") or list(self._caller.seats) or [None]
        self._check_viewers()
        self._since, self._follows_seats = hello["since"], hello["follow_seats"]

    def _check_viewers(self) -> None:
        for viewer in self._viewers:
            self._caller.viewer({"seat": viewer})

    def _push(self) -> None:
        """Push all frames after the last one pushed, and the seats if they changed and the client follows them.

        Raises foreign-seat where the caller has lost a seat meanwhile.
        """
        status = self._games.touch(self._game)
        seats_changed = status.seat_revision != self._seat_revision
        if seats_changed:
            stored = self._games.stored_seats(self._game)
            self._caller, self._seat_revision = identify(stored, self._token_hashes), stored.revision
            self._check_viewers()
        if status.revision != self._since:
            revision, frames = self._games.frames_since(self._game, self._viewers, self._since)
            for frame in frames:
                self._connection.send(frame=frame)
                self._metrics.count_push()
            self._since = max(self._since, revision)
        if seats_changed and self._follows_seats:
            self._connection.send(seats=seats_for(self._games, self._game, self._caller))

    def _handle(self, message: dict[str, Any]) -> None:
        if "ping" in message:
            self._connection.send(pong=1)
        elif "submit" in message:
            self._submit(message["submit"])
        else:
            raise Problem("malformed", f"there is no message {', '.join(map(str, message))}")

    def _submit(self, body: Any) -> None:
        try:
            move = _load(MOVE, body)
            caller = self._games.identify(self._game, self._token_hashes)
            update = self._games.submit(command_from_body(self._game, caller, move), move["choices"])
        except Problem as problem:
            self._metrics.count_move(problem.code)
            key = body.get("key") if isinstance(body, dict) else None
            self._connection.send(refused={**problem.to_json(), "key": key})
            return
        self._metrics.count_move("done")
        self._connection.send(done={"key": move["key"], "revision": update["revision"]})


def serve_sockets(app: Flask, games: Games, sockets: Sockets) -> None:
    """Serve `/api/games/<game>/socket`."""
    app.config["SOCK_SERVER_OPTIONS"] = {
        "ping_interval": PING_INTERVAL_S,
        "max_message_size": app.config["MAX_CONTENT_LENGTH"],
        "thread_class": ReaderThread,
    }
    sock = Sock(app)

    @sock.route("/api/games/<game>/socket")  # type: ignore[untyped-decorator]
    def open_socket(ws: Server, game: str) -> None:
        connection = Connection(ws)
        try:
            sockets.add(connection)
            if not is_same_origin(request):
                raise Problem("foreign-seat", "the socket was opened by a page of another site")
            SocketSession(connection, games, game, token_hashes(request, game), sockets.metrics).run(sockets)
        except Problem as problem:
            add_log_fields(problem=problem.code)
            connection.send(refused=problem.to_json())
        except ConnectionClosed:
            pass
        except Exception:
            log.exception("a socket of game %s failed", game)
            connection.send(refused=Problem("internal", "").to_json())
        finally:
            sockets.remove(connection)


def _load(schema: Schema, body: Any) -> dict[str, Any]:
    """The body, checked; raises malformed."""
    try:
        checked: dict[str, Any] = schema.load(body)
    except ValidationError as fault:
        raise Problem("malformed", "the message is not written as the API asks", errors=fault.messages) from fault
    return checked
