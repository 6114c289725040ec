"""Logs as JSON lines without secrets.

A request's line names the route's template, not its path, and holds no body, query, cookie or header. It names the game
and the caller's seats once the tokens are checked. `redact` removes from every line what could be a token or a join
code.
"""

import json
import logging
import re
import time
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, request

LEVELS = ("debug", "info", "warning", "error")
SECRET = re.compile(r"[\w-]{40,}|(?<=/join/)[^\s/?#\"'<]+")

requests = logging.getLogger("server.requests")


class JsonLines(logging.Formatter):
    """One JSON object a line: time (UTC), level, event, logger, process, and the fields given with `fields()`."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": redact(record.getMessage()),
            "from": record.name,
            "process": record.process,
            **{name: _redact_text(value) for name, value in getattr(record, "fields", {}).items()},
        }
        if record.exc_info:
            line["traceback"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logging(level: str) -> None:
    """Write all logs of this process as JSON lines to its error output."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(level.upper())
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # at lower levels it writes paths


def fields(**values: Any) -> dict[str, Any]:
    """Fields of a log line beside its event: `log.info("stopped", extra=fields(sockets=3))`."""
    return {"fields": {name: value for name, value in values.items() if value is not None}}


def add_log_fields(**values: Any) -> None:
    """Add these fields to the current request's log line."""
    g.setdefault("log_fields", {}).update(values)


def redact(text: str) -> str:
    """The text without anything that could be a token or a join code.

    >>> redact("no " + "x" * 43 + " at /api/join/7QK4MN?again")
    'no … at /api/join/…?again'
    """
    return SECRET.sub("…", text)


def _redact_text(value: Any) -> Any:
    return redact(value) if isinstance(value, str) else value


def log_requests(app: Flask) -> None:
    """Write one line for each request, at the level info; for a socket when it closes."""

    @app.before_request
    def start_timer() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def log_request(response: Response) -> Response:
        if requests.isEnabledFor(logging.INFO):
            is_socket = request.url_rule is not None and request.url_rule.websocket
            requests.info("socket" if is_socket else "request", extra=fields(**_request_fields(response)))
        return response


def _request_fields(response: Response) -> dict[str, Any]:
    return {
        "method": request.method,
        "route": request.url_rule and request.url_rule.rule,
        "status": response.status_code,
        "ms": round(1000 * (time.perf_counter() - g.started), 1),
        **g.get("log_fields", {}),
    }
