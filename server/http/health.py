"""For whoever watches over the server: does it stand, may it be sent requests, what has it done."""

import secrets
from ipaddress import ip_address

from flask import Request, Response, request

from server.ai.worker_pool import WorkerPool
from server.games.problems import Problem
from server.games.storage import Storage
from server.http import wire
from server.http.api import answer
from server.http.routes import WRITES, Routes
from server.http.sockets import Sockets
from server.metrics import FORMAT, Metrics

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-Ip")


def operations(
    storage: Storage, ai_workers: WorkerPool, sockets: Sockets, metrics: Metrics, metrics_token: str | None
) -> Routes:
    """The addresses of this part."""
    api = Routes("operations", "", "For whoever watches over the server.")

    @api.get("/healthz", wire.Health)
    def healthz() -> Response:
        """The server stands."""
        return answer({"ok": True})

    @api.get("/readyz", wire.Health, problems=("not-ready", *WRITES))
    def readyz() -> Response:
        """The server may be sent requests: it is not stopping, the database takes writes, and rivals can think."""
        if sockets.leaving:
            raise Problem("not-ready", "the server is stopping")
        if not ai_workers.is_working:
            raise Problem("not-ready", "the rivals cannot think")
        storage.probe()
        return answer({"ok": True})

    @api.get("/metrics", str, media_type="text/plain", problems=("metrics-closed",))
    def tell_metrics() -> Response:
        """Counts and times in the Prometheus text format; for programs on this machine, or with the metrics' token."""
        if not may_see_metrics(request, metrics_token):
            raise Problem("metrics-closed", "only a program on this machine or with the metrics' token may read them")
        return Response(metrics.text(), content_type=FORMAT)

    return api


def may_see_metrics(request: Request, token: str | None) -> bool:
    """With a token who sends it; without one who asks from this machine, and not for somebody else."""
    if token:
        return secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    if any(name in request.headers for name in FORWARDED):
        return False
    return request.remote_addr is not None and ip_address(request.remote_addr.partition("%")[0]).is_loopback
