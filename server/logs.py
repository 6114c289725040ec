"""Logs as JSON lines: what happened, where and how long it took; never a secret.

A request is told by its route's template, not by its path, and without its body, query, cookies and headers; which
game it is about, and whose seats, once its tokens have opened them. Whatever is logged passes through `censored`, which
leaves out all that could be a token or a join code.
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
    """One object a line: time (UTC), level, event, where it comes from, and the facts given with `facts()`."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": censored(record.getMessage()),
            "from": record.name,
            "process": record.process,
            **{name: _censored(value) for name, value in getattr(record, "facts", {}).items()},
        }
        if record.exc_info:
            line["traceback"] = censored(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(level: str) -> None:
    """Write all logs of this process as JSON lines to its error output."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(level.upper())
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # below that it writes paths


def facts(**told: Any) -> dict[str, Any]:
    """What a line tells beside its event: `log.info("stopped", extra=facts(sockets=3))`."""
    return {"facts": {name: value for name, value in told.items() if value is not None}}


def note(**told: Any) -> None:
    """Have the line of the present request tell this too."""
    g.setdefault("noted", {}).update(told)


def censored(text: str) -> str:
    """The text without what could be a token or a join code.

    >>> censored("no " + "x" * 43 + " at /api/join/7QK4MN?again")
    'no … at /api/join/…?again'
    """
    return SECRET.sub("…", text)


def _censored(value: Any) -> Any:
    return censored(value) if isinstance(value, str) else value


def log_requests(app: Flask) -> None:
    """One line for each request, at the level info; a socket's when it ends."""

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def tell(response: Response) -> Response:
        if requests.isEnabledFor(logging.INFO):
            requests.info(_kind(), extra=facts(**_told(response)))
        return response


def _told(response: Response) -> dict[str, Any]:
    return {
        "method": request.method,
        "route": request.url_rule and request.url_rule.rule,
        "status": response.status_code,
        "ms": round(1000 * (time.perf_counter() - g.started), 1),
        **g.get("noted", {}),
    }


def _kind() -> str:
    return "socket" if request.url_rule and request.url_rule.websocket else "request"
