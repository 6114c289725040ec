"""Serve until told to stop: gunicorn with threads where there is one, else werkzeug's own threaded server."""

import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

from flask import Flask

from server import metrics
from server.config import Config
from server.games.problems import Problem
from server.http.app import Services, create_app
from server.logs import facts

try:
    from gunicorn.app.base import BaseApplication
    from gunicorn.glogging import Logger
    from gunicorn.workers.gthread import ThreadWorker
except ImportError:  # not on this system
    BaseApplication = Logger = ThreadWorker = None

THREADS_BESIDE_SOCKETS = 32
GRACE_S = 8
"""How long the processes may take to end: longer than a choice may wait for the database."""
RETRY_S = 1.0

log = logging.getLogger(__name__)


class PortTaken(Exception):
    """Nothing can listen at this address."""


class NoGunicorn(Exception):
    """What is asked for needs gunicorn, and this system has none."""


def check_port(host: str, port: int) -> None:
    """Raise PortTaken, in words, where the address cannot be listened at."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as fault:
            raise PortTaken(f"cannot listen at {host}:{port}: {fault}") from fault


def serve(config: Config, host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT. `ready` is called once, when connections are taken. Raises NoGunicorn."""
    if BaseApplication is None and config.processes > 1:
        raise NoGunicorn("several processes need gunicorn, which does not run on this system")
    log.info("the server starts", extra=facts(host=host, port=port, processes=config.processes, data=str(config.data)))
    with metrics.folder():
        if BaseApplication is not None:
            _gunicorn(config, host, port, ready).run()
        else:
            _serve_by_werkzeug(config, host, port, ready)


def _gunicorn(config: Config, host: str, port: int, ready: Callable[[], None]) -> Any:
    """A master that starts the processes anew when they die. Each has many threads: every open socket holds one."""
    threads = config.max_sockets + THREADS_BESIDE_SOCKETS
    settings: dict[str, Any] = {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": config.processes,
        "worker_class": _worker_class(),
        "threads": threads,
        "worker_connections": threads * 2,
        "graceful_timeout": GRACE_S,
        "control_socket_disable": True,
        "loglevel": "info" if config.log_level == "debug" else config.log_level,  # below that it writes paths
        "logger_class": _log_class(),
        "forwarded_allow_ips": "",
        "proc_name": "luthier",
        "post_worker_init": lambda worker: ready() if worker.age == 1 and worker.wsgi else None,
        "worker_exit": lambda server, worker: worker.close(),
        "child_exit": lambda server, worker: metrics.process_ended(worker.pid),
    }

    class Application(BaseApplication):  # type: ignore[misc]  # it comes without types
        def load_config(self) -> None:
            for name, value in settings.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Flask:
            return create_app(config)

    return Application()


def _log_class() -> Any:
    class Log(Logger):  # type: ignore[misc]  # it comes without types
        """What gunicorn has to say is written where and as ours is."""

        def setup(self, cfg: Any) -> None:
            super().setup(cfg)
            self.error_log.handlers.clear()
            self.error_log.propagate = True

    return Log


def _worker_class() -> Any:
    class Worker(ThreadWorker):  # type: ignore[misc]  # it comes without types
        """Says farewell to the open sockets when it is to end, so that their clients come back at once."""

        wsgi: Flask | None = None

        def load_wsgi(self) -> None:
            """Wait where the games cannot be reached now: a process that gave up would end the whole server."""
            while self.alive and self.wsgi is None:
                try:
                    super().load_wsgi()
                except Problem as problem:
                    log.error("the server waits for its games: %s", problem.detail)
                    self.notify()
                    time.sleep(RETRY_S)

        def handle(self, conn: Any) -> Any:
            """Close in this thread what is over: gunicorn does so where all others wait until the client closes too."""
            goes_on = super().handle(conn)
            if not goes_on:
                with suppress(OSError):  # a socket of ours closes itself
                    conn.close(graceful=True)
                conn.close = _nothing_to_close
            return goes_on

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            self.say_farewell()

        def is_parent_alive(self) -> bool:
            alive: bool = super().is_parent_alive()
            if not alive:
                self.say_farewell()
            return alive

        def say_farewell(self) -> None:
            if self.wsgi:
                threading.Thread(target=_services(self.wsgi).sockets.farewell).start()

        def close(self) -> None:
            if self.wsgi:
                _services(self.wsgi).close()

    return Worker


def _nothing_to_close(graceful: bool = False) -> None:
    """The connection is closed already."""


def _serve_by_werkzeug(config: Config, host: str, port: int, ready: Callable[[], None]) -> None:
    from werkzeug.serving import make_server

    app = create_app(config)
    server = make_server(host, port, app, threaded=True)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    ready()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        _services(app).close()
        server.server_close()


def _services(app: Flask) -> Services:
    services: Services = app.extensions["luthier"]
    return services
