"""A TCP proxy that simulates a bad network: it cuts connections, and delays or drops data.

It runs in threads of the test's process and does not parse HTTP, so that it serves browsers and sockets too.
"""

import socket
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import Literal

CHUNK = 65536

Kind = Literal["requests", "answers"]

Chunks = SimpleQueue[tuple[float, bytes]]
"""Data, and the time at which to send it on; empty data closes the connection."""


class Proxy:
    """Forwards connections from `port` to another port of this machine, without a fault until one is switched on.

    `room` is the size of the receive buffer towards the server: with a small one it notices soon that nobody reads.
    """

    def __init__(self, target: int, room: int | None = None) -> None:
        self._target, self._room = target, room
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._connections: set[ProxyConnection] = set()
        self._refusing = False
        self.pause = 0.0
        self.dropped: frozenset[str] = frozenset()
        self.reading = threading.Event()
        self.reading.set()
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- faults ------------------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Break all connections now; new ones are accepted."""
        with self._lock:
            connections = list(self._connections)
        for connection in connections:
            connection.cut()

    def refuse(self) -> None:
        """Break all connections, and each new one at once."""
        self._refusing = True
        self.cut()

    def delay(self, seconds: float) -> None:
        """Delay all data in both directions."""
        self.pause = seconds

    def drop(self, *kinds: Kind) -> None:
        """Read all data, or of one kind, and forward none of it: both ends see an open connection."""
        self.dropped = frozenset(kinds or ("requests", "answers"))

    def stall(self) -> None:
        """Stop reading, so that the buffers of a sender fill up."""
        self.reading.clear()

    def restore(self) -> None:
        """Switch all faults off; connections of which data was dropped break."""
        self._refusing, self.pause, self.dropped = False, 0.0, frozenset()
        self.reading.set()
        with self._lock:
            incomplete = [connection for connection in self._connections if connection.lost_data]
        for connection in incomplete:
            connection.cut()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        self.restore()
        while self.open_connections:
            self.cut()
            time.sleep(0.01)

    @property
    def open_connections(self) -> int:
        with self._lock:
            return len(self._connections)

    # --- threads -----------------------------------------------------------------------------------------------------

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._refusing:
                client.close()
                continue
            connection = ProxyConnection(self, client)
            with self._lock:
                self._connections.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: "ProxyConnection") -> None:
        try:
            connection.forward(self._target, self._room)
        finally:
            with self._lock:
                self._connections.discard(connection)


class ProxyConnection:
    """A client's connection, and the one to the server."""

    def __init__(self, proxy: Proxy, client: socket.socket) -> None:
        self._proxy, self._client, self._server = proxy, client, socket.socket()
        self.lost_data = False

    def forward(self, target: int, room: int | None) -> None:
        """Forward in both directions until one end is closed."""
        with self._client, self._server:
            if room is not None:
                self._server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            with suppress(ConnectionRefusedError):
                self._server.connect(("127.0.0.1", target))
                requests = self._start(self._client, self._server, "requests")
                answers = self._start(self._server, self._client, "answers")
                for thread in (*requests, *answers):
                    thread.join()

    def cut(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _start(self, source: socket.socket, sink: socket.socket, kind: Kind) -> tuple[threading.Thread, ...]:
        chunks = Chunks()
        threads = (
            threading.Thread(target=self._read, args=(source, chunks, kind), daemon=True),
            threading.Thread(target=self._write, args=(chunks, sink), daemon=True),
        )
        for thread in threads:
            thread.start()
        return threads

    def _read(self, source: socket.socket, chunks: Chunks, kind: Kind) -> None:
        data = b"..."
        while data:
            self._proxy.reading.wait()
            try:
                data = source.recv(CHUNK)
            except OSError:
                data = b""
            if kind in self._proxy.dropped:
                self.lost_data = True
            else:
                chunks.put((time.monotonic() + self._proxy.pause, data))
        chunks.put((0, b""))

    def _write(self, chunks: Chunks, sink: socket.socket) -> None:
        with suppress(OSError):
            while (chunk := chunks.get())[1]:
                due, data = chunk
                time.sleep(max(0, due - time.monotonic()))
                sink.sendall(data)
        if not self.lost_data:
            self.cut()
