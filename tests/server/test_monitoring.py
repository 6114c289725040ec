"""Monitoring: health checks, metrics of all processes, and logs without secrets."""

import json
import logging
import re
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from server.ai.worker_pool import WorkerPool
from server.logs import JsonLines, fields, redact
from tests.server.people import APPRENTICE, PERSON, Host, problem_code
from tests.server.server_process import ServerProcess, until
from tests.server.sockets import receive_message, send_message

Json = dict[str, Any]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    started: list[ServerProcess] = []

    def serve(*options: str) -> ServerProcess:
        started.append(ServerProcess(tmp_path / "data", *options))
        started[-1].start()
        return started[-1]

    yield serve
    for server in started:
        server.close()


# --- readiness -------------------------------------------------------------------------------------------------------


def test_a_working_server_is_ready(host: Host):
    assert host.client().get("/readyz").json == {"ok": True}


def test_a_stopping_server_is_healthy_but_not_ready(open_app: Callable[..., Flask]):
    host = Host(open_app())
    host.sockets.close()
    response = host.client().get("/readyz")
    assert (response.status_code, problem_code(response)) == (503, "not-ready")
    assert host.client().get("/healthz").status_code == 200


def test_a_server_without_a_writable_database_is_not_ready(
    open_app: Callable[..., Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("server.storage.sqlite.BUSY_MS", 20)
    host, file = Host(open_app()), tmp_path / "data" / "games.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        response = host.client().get("/readyz")
        assert (response.status_code, problem_code(response)) == (503, "busy")
    assert host.client().get("/readyz").status_code == 200
    file.unlink()
    response = host.client().get("/readyz")
    assert (response.status_code, problem_code(response)) == (503, "storage-failed")


def test_ai_workers_are_working_while_they_answer(tmp_path: Path):
    """A worker dies three times over one game, and starts again at the next wake."""
    mended = tmp_path / "mended"
    child = f"import os\nwhile input() and os.path.exists({str(mended)!r}): print('done', flush=True)"
    workers = WorkerPool([sys.executable, "-c", child], 1)
    assert workers.is_working
    workers.wake("GAME")
    until(lambda: not workers.is_working, "nobody noticed")
    mended.touch()
    workers.wake("GAME")
    until(lambda: workers.is_working, "they stay dead")
    workers.close()
    assert not workers.is_working


def test_a_server_whose_ai_workers_fail_is_not_ready(host: Host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(WorkerPool, "is_working", False)
    response = host.client().get("/readyz")
    assert (response.status_code, problem_code(response)) == (503, "not-ready")
    assert "AI workers" in response.json["detail"]


# --- metrics ---------------------------------------------------------------------------------------------------------


def figures(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def metrics(server: ServerProcess) -> dict[str, float]:
    with socket.create_connection(("127.0.0.1", server.port)) as asks:
        asks.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        return figures(b"".join(iter(lambda: asks.recv(65536), b"")).partition(b"\r\n\r\n")[2].decode())


def test_requests_are_counted_by_the_template_of_their_route(open_app: Callable[..., Flask]):
    host = Host(open_app())
    ada, bo = host.new_game()
    ada.get()
    bo.get()
    ada.submit(ada.legal_choices[0])
    ada.try_submit({"kind": "pass"})
    host.client().get("/api/none")
    host.client().open("/healthz", method="BREW")
    values = figures(host.client().get("/metrics").text)
    assert values['luthier_requests_total{method="GET",route="/api/games/<game>",status="200"}'] == 2
    assert values['luthier_request_seconds_count{method="GET",route="/api/games/<game>"}'] == 2
    assert values['luthier_requests_total{method="GET",route="none",status="404"}'] == 1
    assert values['luthier_requests_total{method="other",route="none",status="405"}'] == 1
    assert values['luthier_moves_total{outcome="done"}'] == 1
    assert values['luthier_moves_total{outcome="not-on-the-clock"}'] == 1
    assert values["luthier_tables"] == 1
    assert ada.game not in host.client().get("/metrics").text


def test_database_errors_are_counted(open_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch):
    host = Host(open_app())

    def fail(*_: object) -> None:
        error = sqlite3.OperationalError("from the test")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("server.storage.sqlite._insert", fail)
    host.client().post("/api/games", json={"seats": [PERSON, PERSON]})
    assert figures(host.client().get("/metrics").text)['luthier_storage_errors_total{code="storage-full"}'] == 1


def test_programs_on_this_machine_may_read_the_metrics(host: Host):
    local, remote = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "192.168.1.7"}
    assert host.client().get("/metrics", environ_base=local).status_code == 200
    assert host.client().get("/metrics", environ_base={"REMOTE_ADDR": "::1"}).status_code == 200
    for response in (
        host.client().get("/metrics", environ_base=remote),
        host.client().get("/metrics", environ_base=local, headers={"X-Forwarded-For": "192.168.1.7"}),
    ):
        assert (response.status_code, problem_code(response)) == (403, "metrics-closed")


def test_the_metrics_token_lets_its_sender_read_the_metrics_from_anywhere(open_app: Callable[..., Flask]):
    host, remote = Host(open_app(metrics_token="barometer")), {"REMOTE_ADDR": "192.168.1.7"}
    read = {"Authorization": "Bearer barometer"}
    assert host.client().get("/metrics", environ_base=remote, headers=read).status_code == 200
    assert host.client().get("/metrics").status_code == 403
    assert host.client().get("/metrics", headers={"Authorization": "Bearer thermometer"}).status_code == 403


def test_the_metrics_of_all_processes_are_added(serve: Callable[..., ServerProcess]):
    """The web processes, which answer in turn, and the AI workers."""
    server = serve("--processes", "2")
    address, (token,) = server.create_game(PERSON, APPRENTICE)
    for worker in server.workers:
        connection = server.connect_to(worker, token)
        connection.request_ok("GET", address)
        connection.close()
    client = server.watch(address, token)
    while "pong" not in receive_message(client):
        pass
    until(lambda: metrics(server).get("luthier_ai_move_seconds_count"), "no AI moved")
    until(lambda: metrics(server)["luthier_pushes_total"], "nothing was pushed")
    values = metrics(server)
    assert values['luthier_requests_total{method="GET",route="/api/games/<game>",status="200"}'] == 2
    assert values["luthier_sockets"] == 1
    assert values["luthier_ai_move_seconds_sum"] > 0
    client.close()
    until(lambda: metrics(server)["luthier_sockets"] == 0, "the socket stays open")


# --- logs ------------------------------------------------------------------------------------------------------------


def lines_of(server: ServerProcess) -> list[Json]:
    return [json.loads(line) for line in server.log.read_text().splitlines()]


def test_the_log_of_a_whole_run_is_json_without_secrets(serve: Callable[..., ServerProcess]):
    """Tokens and join codes are sent where they belong, and where a client could put them by mistake."""
    server = serve("--log-level", "debug")
    address, (token,) = server.create_game(PERSON, APPRENTICE, {**PERSON, "on_this_device": False})
    code = server.request("POST", f"{address}/join-code", {}, token).body["code"]
    link = server.request("POST", f"{address}/links", {"seat": 0}, token).body["token"]
    watching = server.request("POST", f"{address}/links", {"seat": None}, token).body["token"]
    joined = server.request("POST", f"/api/join/{code}", {"seat": 2, "name": "Bo"}).body["token"]
    secrets = [token, code, link, watching, joined]
    for secret in secrets:
        server.request("GET", f"/api/join/{secret}")
        server.request("GET", f"/api/games/{secret}", token=secret)
        server.request("GET", f"/{secret}.txt?token={secret}")
        server.request("GET", f"{address}?seat={secret}", token=token)
        server.request("POST", f"{address}/session", {"token": secret, "name": secret})
        server.request("POST", f"{address}/choices", {"seat": secret, "key": secret}, token)
        server.request("POST", f"/api/join/{secret}", {"seat": 2, "name": "Bo"})
        for broken in (
            f"GET /api/join/{secret} HTTP/9\r\n\r\n",
            f"GET / HTTP/1.1\r\nAuthor\0ization: {secret}\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", server.port)) as asks:
                asks.sendall(broken.encode())
                asks.recv(1000)
    client = server.watch(address, token)
    send_message(client, hello=secrets)
    client.close()
    server.stop()
    text = server.log.read_text()
    assert [secret for secret in secrets if re.search(rf"(?<![\w-]){secret}(?![\w-])", text)] == []
    lines = lines_of(server)
    routes = {line.get("route") for line in lines}
    assert {"/api/join/<code>", "/api/games/<game>/choices", "/api/games/<game>/session"} <= routes
    assert {"the server starts", "the server stops", "the server has stopped"} <= {line["event"] for line in lines}


def test_a_requests_log_line_has_route_status_time_game_seats_and_problem(host: Host, caplog: pytest.LogCaptureFixture):
    ada, _ = host.new_game()
    with caplog.at_level(logging.INFO, "server.requests"):
        ada.get("/reasons/99")
    entry = json.loads(JsonLines().format(caplog.records[-1]))
    assert entry.pop("ms") >= 0
    assert {name: entry[name] for name in entry if name not in ("time", "process")} == {
        "level": "info",
        "event": "request",
        "from": "server.requests",
        "method": "GET",
        "route": "/api/games/<game>/reasons/<int:n>",
        "status": 404,
        "game": ada.game,
        "seats": [0],
        "problem": "unknown-entry",
    }


def test_the_log_names_no_game_before_the_token_is_checked(host: Host, caplog: pytest.LogCaptureFixture):
    """The text in the game's place may be a join code that somebody typed there."""
    with caplog.at_level(logging.INFO, "server.requests"):
        host.client().get("/api/games/7QK4MN")
    assert "7QK4MN" not in JsonLines().format(caplog.records[-1])


def test_an_unexpected_error_is_logged_with_its_traceback_and_without_the_path(
    host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    ada, _ = host.new_game()

    def fail(*_: object) -> None:
        raise ZeroDivisionError(f"with {ada.token}")

    monkeypatch.setattr(host.games, "frame", fail)
    ada.get()
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    entry = json.loads(JsonLines().format(record))
    assert "ZeroDivisionError" in entry["traceback"]
    assert ada.token not in json.dumps(entry)
    assert ada.game not in entry["event"]


def test_possible_secrets_are_redacted_everywhere_in_a_log_line():
    token = "x" * 43
    record = logging.LogRecord(
        "on_this_device", logging.INFO, "", 0, "a %s\n%s", (token, f"/join/7QK4MN?{token}"), None
    )
    record.__dict__.update(fields(seats=(0, 1), note=token, none=None))
    line = JsonLines().format(record)
    assert token not in line
    assert "7QK4MN" not in line
    assert "\n" not in line
    entry = json.loads(line)
    assert (entry["event"], entry["seats"], entry["note"]) == ("a …\n/join/…?…", [0, 1], "…")
    assert "none" not in entry
    assert redact("nothing to hide: /api/games/7QK4MN") == "nothing to hide: /api/games/7QK4MN"


def test_at_the_default_level_a_server_without_errors_logs_nothing(serve: Callable[..., ServerProcess]):
    server = serve()
    server.create_game(PERSON, PERSON)
    server.stop()
    assert server.log.read_text() == ""
