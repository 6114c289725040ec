"""What is counted and measured, in the Prometheus text format.

All processes of a server (those that answer, those in which rivals think) write into the files of one folder, which the
server makes when it starts; whichever process is asked adds them up. Without that folder a process tells its own alone.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask, Response, g, request

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder to prometheus_client, here and in the processes that are started later."""
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
PRESSES = ("/choices", "/undo", "/redo")
REQUEST_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
MOVE_S = (0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        # Imported as late as this: it asks once where to keep its figures, and only a server that starts can tell.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        own = self._own = CollectorRegistry()
        routes, statuses = ["method", "route"], ["method", "route", "status"]
        self._requests = Counter("luthier_requests", "Requests answered.", statuses, registry=own)
        self._latency = Histogram(
            "luthier_request_seconds", "Time to answer, sockets left out.", routes, buckets=REQUEST_S, registry=own
        )
        self._presses = Counter(
            "luthier_presses",
            "Choices, undos and redos that were sent: done, or the problem.",
            ["outcome"],
            registry=own,
        )
        self._pushes = Counter("luthier_pushes", "Frames pushed over sockets.", registry=own)
        self._sockets = Gauge("luthier_sockets", "Open sockets.", registry=own, multiprocess_mode="livesum")
        self._tables = Gauge(
            "luthier_tables", "Games in the memory of web processes.", registry=own, multiprocess_mode="livesum"
        )
        self._moves = Histogram(
            "luthier_rival_move_seconds", "Time of a rival's move: thought and stored.", buckets=MOVE_S, registry=own
        )
        self._storage = Counter("luthier_storage_errors", "Refusals of the database.", ["code"], registry=own)

    def request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """A request was answered; a socket, which took no time to answer, has ended."""
        method = method if method in METHODS else "other"
        self._requests.labels(method, route, status).inc()
        if seconds is not None:
            self._latency.labels(method, route).observe(seconds)

    def move(self, outcome: str) -> None:
        """Somebody sent a choice, an undo or a redo; the outcome is "done" or a problem's code."""
        self._presses.labels(outcome).inc()

    def pushed(self) -> None:
        self._pushes.inc()

    def sockets(self, number: int) -> None:
        """So many sockets are open in this process now."""
        self._sockets.set(number)

    def tables(self, number: int) -> None:
        """So many games are in the memory of this process now."""
        self._tables.set(number)

    def storage_refused(self, code: str) -> None:
        self._storage.labels(code).inc()

    def ai_moved(self, seconds: float) -> None:
        self._moves.observe(seconds)

    def text(self) -> bytes:
        """All figures: those of every process of the server, where it has a folder for them."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        if FOLDER not in os.environ:
            return generate_latest(self._own)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


@contextmanager
def folder() -> Iterator[None]:
    """A folder for the figures of all processes that are started while the block lasts."""
    made, owner = tempfile.mkdtemp(prefix="luthier-metrics-"), os.getpid()
    os.environ[FOLDER] = made
    try:
        yield
    finally:
        if os.getpid() == owner:  # a process forked in the block leaves it too
            del os.environ[FOLDER]
            shutil.rmtree(made, ignore_errors=True)


def process_ended(pid: int) -> None:
    """What a process that has ended held open, it holds no longer."""
    from prometheus_client.multiprocess import mark_process_dead

    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def count_requests(app: Flask, metrics: Metrics, in_memory: Callable[[], int]) -> None:
    """Count each request under its route's template, and measure how long it took."""

    @app.after_request
    def count(response: Response) -> Response:
        rule = request.url_rule
        route = rule.rule if rule else "none"
        seconds = None if rule and rule.websocket else time.perf_counter() - g.started
        metrics.request(request.method, route, response.status_code, seconds)
        if route.endswith(PRESSES):
            metrics.move(g.get("noted", {}).get("problem", "done"))
        metrics.tables(in_memory())
        return response
