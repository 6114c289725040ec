"""A bad line: a TCP proxy that cuts, delays and swallows on command.

It runs in threads of the test's own process and knows nothing of HTTP, so that browsers and sockets go through it too.
"""

import socket
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import Literal

CHUNK = 65536

Kind = Literal["requests", "answers"]

Pieces = SimpleQueue[tuple[float, bytes]]
"""What was read, and when it is due at the other end; an empty one is the end."""


class Proxy:
    """Passes on what comes to `port` to another port of this machine; at once, as long as it is told nothing else.

    `room` is how many bytes the server may send that nobody has read: with little of it a stall is felt soon.
    """

    def __init__(self, target: int, room: int | None = None) -> None:
        self._target, self._room = target, room
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._lines: set[Line] = set()
        self._refusing = False
        self.pause = 0.0
        self.swallowed: frozenset[str] = frozenset()
        self.reading = threading.Event()
        self.reading.set()
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what it is told ---------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Break all lines now; new ones are taken."""
        with self._lock:
            lines = list(self._lines)
        for line in lines:
            line.cut()

    def refuse(self) -> None:
        """Break all lines, and each new one as soon as it comes."""
        self._refusing = True
        self.cut()

    def delay(self, seconds: float) -> None:
        """From now on everything takes so long, in both directions."""
        self.pause = seconds

    def swallow(self, *kinds: Kind) -> None:
        """Take all, or one kind, and pass nothing on: the line looks alive to both ends, and is not."""
        self.swallowed = frozenset(kinds or ("requests", "answers"))

    def stall(self) -> None:
        """Read nothing any more, so that whoever sends is left with what does not fit into the buffers."""
        self.reading.clear()

    def heal(self) -> None:
        """A good line again; those of which something was swallowed break."""
        self._refusing, self.pause, self.swallowed = False, 0.0, frozenset()
        self.reading.set()
        with self._lock:
            spoilt = [line for line in self._lines if line.spoilt]
        for line in spoilt:
            line.cut()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        self.heal()
        while self.lines:
            self.cut()
            time.sleep(0.01)

    @property
    def lines(self) -> int:
        """How many lines are open."""
        with self._lock:
            return len(self._lines)

    # --- its threads -------------------------------------------------------------------------------------------------

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._refusing:
                client.close()
                continue
            line = Line(self, client)
            with self._lock:
                self._lines.add(line)
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: "Line") -> None:
        try:
            line.hold(self._target, self._room)
        finally:
            with self._lock:
                self._lines.discard(line)


class Line:
    """A client's connection and the one to the server that belongs to it."""

    def __init__(self, proxy: Proxy, client: socket.socket) -> None:
        self._proxy, self._client, self._server = proxy, client, socket.socket()
        self.spoilt = False

    def hold(self, target: int, room: int | None) -> None:
        """Pass on in both directions until one end is closed."""
        with self._client, self._server:
            if room is not None:
                self._server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            with suppress(ConnectionRefusedError):
                self._server.connect(("127.0.0.1", target))
                there = self._pass(self._client, self._server, "requests")
                back = self._pass(self._server, self._client, "answers")
                for thread in (*there, *back):
                    thread.join()

    def cut(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _pass(self, source: socket.socket, sink: socket.socket, kind: Kind) -> tuple[threading.Thread, ...]:
        pieces = Pieces()
        threads = (
            threading.Thread(target=self._read, args=(source, pieces, kind), daemon=True),
            threading.Thread(target=self._write, args=(pieces, sink), daemon=True),
        )
        for thread in threads:
            thread.start()
        return threads

    def _read(self, source: socket.socket, pieces: Pieces, kind: Kind) -> None:
        data = b"..."
        while data:
            self._proxy.reading.wait()
            try:
                data = source.recv(CHUNK)
            except OSError:
                data = b""
            if kind in self._proxy.swallowed:
                self.spoilt = True
            else:
                pieces.put((time.monotonic() + self._proxy.pause, data))
        pieces.put((0, b""))

    def _write(self, pieces: Pieces, sink: socket.socket) -> None:
        with suppress(OSError):
            while (piece := pieces.get())[1]:
                due, data = piece
                time.sleep(max(0, due - time.monotonic()))
                sink.sendall(data)
        if not self.spoilt:
            self.cut()
