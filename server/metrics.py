"""Metrics in the Prometheus text format.

All processes of a server (web processes and AI workers) write into the files of one folder, which the server creates
when it starts; whichever process is asked adds them up. Without that folder a process reports its own metrics alone.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask, Response, g, request

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder to prometheus_client, in child processes too."""
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
MOVE_ROUTES = ("/choices", "/undo", "/redo")
REQUEST_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
AI_MOVE_S = (0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The metrics of this process."""

    def __init__(self) -> None:
        # prometheus_client reads FOLDER once, when it is imported, and only a starting server sets it.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        own = self._own = CollectorRegistry()
        routes, statuses = ["method", "route"], ["method", "route", "status"]
        self._requests = Counter("luthier_requests", "Requests answered.", statuses, registry=own)
        self._latency = Histogram(
            "luthier_request_seconds", "Time to answer, without sockets.", routes, buckets=REQUEST_S, registry=own
        )
        self._moves = Counter(
            "luthier_moves", "Submits, undos and redos: done, or the problem code.", ["outcome"], registry=own
        )
        self._pushes = Counter("luthier_pushes", "Frames pushed over sockets.", registry=own)
        self._sockets = Gauge("luthier_sockets", "Open sockets.", registry=own, multiprocess_mode="livesum")
        self._tables = Gauge(
            "luthier_tables", "Games in the memory of web processes.", registry=own, multiprocess_mode="livesum"
        )
        self._ai_moves = Histogram(
            "luthier_ai_move_seconds", "Time to choose and store an AI's move.", buckets=AI_MOVE_S, registry=own
        )
        self._storage_errors = Counter("luthier_storage_errors", "Database errors.", ["code"], registry=own)

    def count_request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count an answered request or a closed socket; a socket has no time to answer."""
        method = method if method in METHODS else "other"
        self._requests.labels(method, route, status).inc()
        if seconds is not None:
            self._latency.labels(method, route).observe(seconds)

    def count_move(self, outcome: str) -> None:
        """Count a submit, undo or redo; the outcome is "done" or a problem's code."""
        self._moves.labels(outcome).inc()

    def count_push(self) -> None:
        self._pushes.inc()

    def set_sockets(self, number: int) -> None:
        self._sockets.set(number)

    def set_tables(self, number: int) -> None:
        self._tables.set(number)

    def count_storage_error(self, code: str) -> None:
        self._storage_errors.labels(code).inc()

    def observe_ai_move(self, seconds: float) -> None:
        self._ai_moves.observe(seconds)

    def text(self) -> bytes:
        """All metrics: those of every process of the server, where there is a folder for them."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        if FOLDER not in os.environ:
            return generate_latest(self._own)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


@contextmanager
def metrics_folder() -> Iterator[None]:
    """A folder for the metrics of all processes that start while the block runs."""
    folder, owner = tempfile.mkdtemp(prefix="luthier-metrics-"), os.getpid()
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        if os.getpid() == owner:  # a process forked in the block leaves it too
            del os.environ[FOLDER]
            shutil.rmtree(folder, ignore_errors=True)


def process_ended(pid: int) -> None:
    """Remove the gauges of an ended process from the sums."""
    from prometheus_client.multiprocess import mark_process_dead

    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def count_requests(app: Flask, metrics: Metrics, cached_tables: Callable[[], int]) -> None:
    """Count each request under its route's template, and measure its time."""

    @app.after_request
    def count(response: Response) -> Response:
        rule = request.url_rule
        route = rule.rule if rule else "none"
        seconds = None if rule and rule.websocket else time.perf_counter() - g.started
        metrics.count_request(request.method, route, response.status_code, seconds)
        if route.endswith(MOVE_ROUTES):
            metrics.count_move(g.get("log_fields", {}).get("problem", "done"))
        metrics.set_tables(cached_tables())
        return response
