"""Health checks and metrics, for monitoring."""

import secrets
from ipaddress import ip_address

from flask import Request, Response, request

from server.ai.worker_pool import WorkerPool
from server.games.problems import Problem
from server.games.storage import Storage
from server.http import wire
from server.http.api import json_response
from server.http.routes import WRITES, Routes
from server.http.sockets import Sockets
from server.metrics import FORMAT, Metrics

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-Ip")


def health_routes(
    storage: Storage, ai_workers: WorkerPool, sockets: Sockets, metrics: Metrics, metrics_token: str | None
) -> Routes:
    """The routes for monitoring."""
    api = Routes("health", "", "Health checks and metrics.")

    @api.get("/healthz", wire.Health)
    def healthz() -> Response:
        """Whether the process runs."""
        return json_response({"ok": True})

    @api.get("/readyz", wire.Health, problems=("not-ready", *WRITES))
    def readyz() -> Response:
        """Whether the server can take requests: it is not stopping, the database is writable, and AIs can move."""
        if sockets.closing:
            raise Problem("not-ready", "the server is stopping")
        if not ai_workers.is_working:
            raise Problem("not-ready", "the AI workers fail")
        storage.probe()
        return json_response({"ok": True})

    @api.get("/metrics", str, media_type="text/plain", problems=("metrics-closed",))
    def read_metrics() -> Response:
        """Metrics in the Prometheus text format, for programs on this machine or with the metrics token."""
        if not may_read_metrics(request, metrics_token):
            raise Problem("metrics-closed", "only a program on this machine or with the metrics token may read them")
        return Response(metrics.text(), content_type=FORMAT)

    return api


def may_read_metrics(request: Request, token: str | None) -> bool:
    """Whether the request has the token; without a token, whether it comes from this machine and through no proxy."""
    if token:
        return secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    if any(name in request.headers for name in FORWARDED):
        return False
    return request.remote_addr is not None and ip_address(request.remote_addr.partition("%")[0]).is_loopback
