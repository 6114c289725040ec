"""The socket: it brings what REST would answer, only sooner. Nothing needs it to be correct."""

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
from server.http.credentials import hashes, same_origin
from server.http.schemas import HelloSchema, MoveSchema
from server.logs import facts, note
from server.metrics import Metrics

HELLO_S = 10.0
PING_S = 25
DEAD_AFTER_MS = 30_000
WAKE = object()
HELLO, MOVE = HelloSchema(), MoveSchema()

log = logging.getLogger(__name__)


class Sockets:
    """All open sockets of this process: how many there may be, and how they are told that it ends."""

    def __init__(self, most: int, metrics: Metrics) -> None:
        self._most, self.metrics = most, metrics
        self._lock = threading.Lock()
        self._open: set[Line] = set()
        self.leaving = False

    def enter(self, line: "Line") -> None:
        with self._lock:
            if self.leaving or len(self._open) >= self._most:
                raise Problem("busy", "no more sockets can be opened here now; the view can be asked for instead")
            self._open.add(line)
            self.metrics.sockets(len(self._open))

    def leave(self, line: "Line") -> None:
        with self._lock:
            self._open.discard(line)
            self.metrics.sockets(len(self._open))

    def farewell(self) -> None:
        """Tell every client that the server restarts, and let the sockets go."""
        with self._lock:
            if not self.leaving:
                log.info("the server stops", extra=facts(sockets=len(self._open)))
            self.leaving, lines = True, list(self._open)
        for line in lines:
            line.wake()


class Reader(threading.Thread):
    """Reads what comes over one socket, and pings.

    After the socket's end it may sleep until the next ping is due, and the process does not wait for that. An end that
    comes before it has begun is no error.
    """

    def __init__(self, target: Callable[[], None]) -> None:
        super().__init__(target=target, daemon=True)

    def run(self) -> None:
        with suppress(OSError):
            super().run()


class Line:
    """One open socket, spoken to by one thread alone; `wake` may be called by any."""

    def __init__(self, ws: Server) -> None:
        self._ws = ws
        if hasattr(socket, "TCP_USER_TIMEOUT") and ws.sock.family != socket.AF_UNIX:
            # A phone that vanished must not hold a thread for a quarter of an hour.
            with suppress(OSError):  # it is gone already
                ws.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER_MS)

    def wake(self) -> None:
        """Make `receive` return None."""
        self._ws.input_buffer.append(WAKE)
        self._ws.event.set()

    def receive(self, timeout: float | None = None) -> dict[str, Any] | None:
        """The next message, or None after a wake; raises malformed where it is no object."""
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
        except (OSError, LocalProtocolError) as fault:  # the latter while the client is closing
            raise ConnectionClosed from fault


class Conversation:
    """What is said over one line about one game, to somebody with these tokens."""

    def __init__(self, line: Line, games: Games, game: str, tokens: frozenset[str], metrics: Metrics) -> None:
        self._line, self._games, self._game, self._tokens = line, games, game, tokens
        self._metrics = metrics
        self._holder = games.identify(game, tokens)
        note(game=game, seats=self._holder.seats)
        self._viewers: list[int | None] = []
        self._since = 0
        self._follows_seats = False
        self._seating = -1

    def hold(self, sockets: Sockets) -> None:
        """Greet, then push every new frame and carry out what is submitted, until either side leaves."""
        self._greet(self._line.receive(HELLO_S))
        stop = self._games.watch(self._game, self._line.wake)
        try:
            while not sockets.leaving:
                self._push()
                message = self._line.receive()
                if message is not None:
                    self._hear(message)
            self._line.send(bye="restart")
        finally:
            stop()

    def _greet(self, message: dict[str, Any] | None) -> None:
        hello = _checked(HELLO, (message or {}).get("hello"))
        if hello.get("game", self._game) != self._game:
            raise Problem("malformed", f"this is the socket of game {self._game}")
        self._viewers = hello.get("seats") or list(self._holder.seats) or [None]
        self._check_viewers()
        self._since, self._follows_seats = hello["since"], hello["follow_seats"]

    def _check_viewers(self) -> None:
        for viewer in self._viewers:
            self._holder.viewer({"seat": viewer})

    def _push(self) -> None:
        """All frames that are newer than the last one pushed, and who sits where if that is new and wanted; a seat that
        was lost meanwhile is seen no more."""
        status = self._games.touch(self._game)
        reseated = status.seat_revision != self._seating
        if reseated:
            stored = self._games.stored_seats(self._game)
            self._holder, self._seating = identify(stored, self._tokens), stored.revision
            self._check_viewers()
        if status.revision != self._since:
            revision, frames = self._games.frames_since(self._game, self._viewers, self._since)
            for frame in frames:
                self._line.send(frame=frame)
                self._metrics.pushed()
            self._since = max(self._since, revision)
        if reseated and self._follows_seats:
            self._line.send(seats=seats_for(self._games, self._game, self._holder))

    def _hear(self, message: dict[str, Any]) -> None:
        if "ping" in message:
            self._line.send(pong=1)
        elif "submit" in message:
            self._submit(message["submit"])
        else:
            raise Problem("malformed", f"no such message: {', '.join(map(str, message))}")

    def _submit(self, body: Any) -> None:
        try:
            move = _checked(MOVE, body)
            holder = self._games.identify(self._game, self._tokens)
            answer = self._games.submit(command_from_body(self._game, holder, move), move["choices"])
        except Problem as problem:
            self._metrics.move(problem.code)
            self._line.send(refused={**problem.to_json(), "key": body.get("key") if isinstance(body, dict) else None})
            return
        self._metrics.move("done")
        self._line.send(done={"key": move["key"], "revision": answer["revision"]})


def serve_sockets(app: Flask, games: Games, sockets: Sockets) -> None:
    """Open `/api/games/<game>/socket`."""
    app.config["SOCK_SERVER_OPTIONS"] = {
        "ping_interval": PING_S,
        "max_message_size": app.config["MAX_CONTENT_LENGTH"],
        "thread_class": Reader,
    }
    sock = Sock(app)

    @sock.route("/api/games/<game>/socket")  # type: ignore[untyped-decorator]
    def talk(ws: Server, game: str) -> None:
        line = Line(ws)
        try:
            sockets.enter(line)
            if not same_origin(request):
                raise Problem("foreign-seat", "the socket was opened by a page of another site")
            Conversation(line, games, game, hashes(request, game), sockets.metrics).hold(sockets)
        except Problem as problem:
            note(problem=problem.code)
            line.send(refused=problem.to_json())
        except ConnectionClosed:
            pass
        except Exception:
            log.exception("a socket of game %s failed", game)
            line.send(refused=Problem("internal", "").to_json())
        finally:
            sockets.leave(line)


def _checked(schema: Schema, body: Any) -> dict[str, Any]:
    try:
        checked: dict[str, Any] = schema.load(body)
    except ValidationError as fault:
        raise Problem("malformed", "the message is not written as the API asks", errors=fault.messages) from fault
    return checked
