"""Serve until a signal: by gunicorn with threads, or by werkzeug's threaded server where gunicorn is missing."""

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
from server.logs import fields

try:
    from gunicorn.app.base import BaseApplication
    from gunicorn.glogging import Logger
    from gunicorn.workers.gthread import ThreadWorker
except ImportError:  # gunicorn does not run on Windows
    BaseApplication = Logger = ThreadWorker = None

THREADS_BESIDE_SOCKETS = 32
GRACE_S = 8
"""Seconds for the processes to end: longer than a move may wait for the database."""
RETRY_S = 1.0

log = logging.getLogger(__name__)


class PortUnavailable(Exception):
    """The server cannot listen at the address."""


class GunicornMissing(Exception):
    """Several processes need gunicorn."""


def check_port(host: str, port: int) -> None:
    """Raise PortUnavailable, with the reason, where the server cannot listen at the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as fault:
            raise PortUnavailable(f"cannot listen at {host}:{port}: {fault}") from fault


def serve(config: Config, host: str, port: int, on_ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT; call `on_ready` once connections are accepted. Raises GunicornMissing."""
    if BaseApplication is None and config.processes > 1:
        raise GunicornMissing("several processes need gunicorn, which does not run on this system")
    log.info("the server starts", extra=fields(host=host, port=port, processes=config.processes, data=str(config.data)))
    with metrics.metrics_folder():
        if BaseApplication is not None:
            _gunicorn(config, host, port, on_ready).run()
        else:
            _serve_by_werkzeug(config, host, port, on_ready)


def _gunicorn(config: Config, host: str, port: int, on_ready: Callable[[], None]) -> Any:
    """A master that restarts processes that die. Each process has many threads, since every open socket holds one."""
    threads = config.max_sockets + THREADS_BESIDE_SOCKETS
    settings: dict[str, Any] = {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": config.processes,
        "worker_class": _worker_class(),
        "threads": threads,
        "worker_connections": threads * 2,
        "graceful_timeout": GRACE_S,
        "control_socket_disable": True,
        "loglevel": "info" if config.log_level == "debug" else config.log_level,  # at debug it writes paths
        "logger_class": _log_class(),
        "forwarded_allow_ips": "",
        "proc_name": "luthier",
        "post_worker_init": lambda worker: on_ready() if worker.age == 1 and worker.wsgi else None,
        "worker_exit": lambda server, worker: worker.close(),
        "child_exit": lambda server, worker: metrics.process_ended(worker.pid),
    }

    class Application(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            for name, value in settings.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Flask:
            return create_app(config)

    return Application()


def _log_class() -> Any:
    class Log(Logger):  # type: ignore[misc]  # gunicorn has no types
        """Route gunicorn's log through our handlers."""

        def setup(self, cfg: Any) -> None:
            super().setup(cfg)
            self.error_log.handlers.clear()
            self.error_log.propagate = True

    return Log


def _worker_class() -> Any:
    class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
        """Closes the open sockets when the process is to end, so that their clients reconnect at once."""

        wsgi: Flask | None = None

        def load_wsgi(self) -> None:
            """Retry while the database cannot be reached: a process that gave up would stop the whole server."""
            while self.alive and self.wsgi is None:
                try:
                    super().load_wsgi()
                except Problem as problem:
                    log.error("the server waits for its database: %s", problem.detail)
                    self.notify()
                    time.sleep(RETRY_S)

        def handle(self, conn: Any) -> Any:
            """Close a finished connection in this thread, since closing it waits for the client."""
            keep_alive = super().handle(conn)
            if not keep_alive:
                with suppress(OSError):  # a WebSocket has closed itself
                    conn.close(graceful=True)
                conn.close = _already_closed
            return keep_alive

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            self.close_sockets()

        def is_parent_alive(self) -> bool:
            alive: bool = super().is_parent_alive()
            if not alive:
                self.close_sockets()
            return alive

        def close_sockets(self) -> None:
            if self.wsgi:
                threading.Thread(target=_services(self.wsgi).sockets.close).start()

        def close(self) -> None:
            if self.wsgi:
                _services(self.wsgi).close()

    return Worker


def _already_closed(graceful: bool = False) -> None:
    """Close nothing."""


def _serve_by_werkzeug(config: Config, host: str, port: int, on_ready: Callable[[], None]) -> None:
    from werkzeug.serving import make_server

    app = create_app(config)
    server = make_server(host, port, app, threaded=True)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    on_ready()
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
