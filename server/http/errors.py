"""Every error response is problem details with a stable code. Tracebacks go to the log, never into a response."""

import json
import logging
import re
from typing import Any

from flask import Flask, Request, Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as ResponseBase

from server.games.problems import Problem
from server.http.routes import PROBLEM
from server.logs import add_log_fields

CODES = {400: "bad-request", 404: "not-found", 405: "wrong-method", 413: "too-large", 415: "not-json-type"}
RETRY_S = "1"
CHANGE_METHODS = ("POST", "PUT", "PATCH", "DELETE")

log = logging.getLogger(__name__)


def handle_errors(app: Flask) -> None:
    """Handle all errors but HTTPException, for which flask-smorest calls `http_error`."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(Exception, unexpected_error)
    app.before_request(check_content_type)


def check_content_type() -> None:
    """Accept changes as JSON only, which no form on another site can send; a form cannot send DELETE at all."""
    if request.routing_exception is not None:
        return
    has_no_body = request.method == "DELETE" and not request.content_length
    if request.method in CHANGE_METHODS and request.mimetype != "application/json" and not has_no_body:
        raise Problem("not-json-type", f"the body must be application/json, not {request.mimetype or 'untyped'}")


def problem_response(problem: Problem) -> Response:
    add_log_fields(problem=problem.code)
    text = json.dumps(
        problem.to_json(), separators=(",", ":")
    )  # in ASCII, since a quoted input may hold half a surrogate pair
    response = Response(text, problem.status, mimetype=PROBLEM)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if problem.status == 503:
        response.headers["Retry-After"] = RETRY_S
    if seconds := problem.fields.get("retry_after"):
        response.headers["Retry-After"] = str(seconds)
    return response


def http_error(error: HTTPException) -> ResponseBase:
    """Problem details for an error that Flask or webargs raised."""
    if error.code is not None and error.code < 400:
        return error.get_response()
    response = problem_response(_problem(error, request))
    if methods := error.get_response().headers.get("Allow"):
        response.headers["Allow"] = methods
    return response


def unexpected_error(error: Exception) -> Response:
    route = request.url_rule.rule if request.url_rule else "no route"
    log.exception("a request failed: %s %s", request.method, route, exc_info=error)
    return problem_response(Problem("internal", "the server made a mistake; the game is unchanged"))


def _problem(error: HTTPException, request: Request) -> Problem:
    data: dict[str, Any] = getattr(error, "data", None) or {}
    if error.code == 422:
        messages = data.get("messages", {})
        return Problem("malformed", _first_message(messages), errors=messages)
    if error.code == 400 and request.mimetype == "application/json" and request.method in CHANGE_METHODS:
        return Problem("not-json", "the body cannot be read as JSON")
    if isinstance(error, RequestEntityTooLarge):
        return Problem("too-large", f"more than {request.max_content_length} bytes were sent")
    if error.code == 404:
        return Problem("not-found", f"there is nothing at {request.path}")
    if error.code == 405:
        return Problem("wrong-method", f"{request.path} does not answer {request.method}")
    code = CODES.get(error.code or 500, "internal" if (error.code or 500) >= 500 else "bad-request")
    return Problem(code, error.description or "")


def _first_message(messages: Any, where: str = "") -> str:
    """The first of nested messages, in one line.

    >>> _first_message({"json": {"seats": {0: {"level": ["Not a valid string."]}}}})
    'seats.0.level: not a valid string'
    """
    if isinstance(messages, dict) and messages:
        key, inner = next(iter(messages.items()))
        if key in ("json", "query", "_schema"):
            return _first_message(inner, where)
        return _first_message(inner, f"{where}.{key}" if where else str(key))
    if isinstance(messages, list) and messages:
        return _first_message(messages[0], where)
    text = re.sub(r"\.$", "", str(messages))
    return f"{where}: {text[:1].lower()}{text[1:]}" if where else text
