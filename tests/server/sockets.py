"""A server on a port inside the test's process, and messages over its sockets."""

import json
import threading
from typing import Any

from flask import Flask
from simple_websocket import ConnectionClosed
from werkzeug.serving import ThreadedWSGIServer
from wsproto.utilities import LocalProtocolError

from tests.server.people import Host, Person, Socket

Json = dict[str, Any]

WAIT_S = 60.0


class LiveServer:
    """A server on its own port, and the sockets that were opened to it."""

    def __init__(self, app: Flask) -> None:
        self.host = Host(app)
        self.server = ThreadedWSGIServer("127.0.0.1", 0, app)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.sockets: list[Socket] = []

    def connect(self, person: Person, headers: dict[str, str] | None = None) -> Socket:
        address = f"ws://127.0.0.1:{self.server.port}{person.address}/socket"
        client = Socket.connect(address, headers=person.headers | (headers or {}))
        self.sockets.append(client)
        return client

    def watch(self, person: Person, since: int = 0) -> Socket:
        """A socket that has sent its hello."""
        client = self.connect(person)
        send_message(client, hello={"game": person.game, "seats": [person.seat], "since": since})
        return client

    def close(self) -> None:
        for client in self.sockets:
            if client.connected:
                client.close()
        self.host.sockets.close()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def send_message(client: Socket, **message: Any) -> None:
    try:
        client.send(json.dumps(message))
    except (OSError, LocalProtocolError) as error:
        raise ConnectionClosed from error


def receive_message(client: Socket) -> Json:
    text = client.receive(WAIT_S)
    assert text is not None, "no message came"
    message: Json = json.loads(text)
    return message


def receive_problem_code(client: Socket) -> str:
    code: str = receive_message(client)["refused"]["code"]
    return code
