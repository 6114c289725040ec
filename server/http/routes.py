"""One typed decorator for a route: path, schemas of request and response, problems, and its place in the document.

The problems that follow from a route's path and body are documented automatically: an unknown game, a body that is no
JSON. A route names its own: `problems=("stale",)`.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict, TypeVar, Unpack

from flask import Request, Response
from flask_smorest import Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from server.games.problems import PROBLEMS, Problem
from server.http.json_schema import Schemas, reference

PROBLEM = "application/problem+json"
SEAT_TOKEN = "seat"
"""The document's name for the security scheme of seat tokens."""
READS = ("busy", "storage-failed")
WRITES = (*READS, "storage-full")
BODY = ("not-json", "not-json-type", "malformed", "too-large")
MAX_EXACT_FLOAT = 1 << 53
"""A float above this may stand for several integers."""


class BodyParser(FlaskParser):
    """Reads request bodies as strict JSON, up to the route's limit."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body. A schema may set a limit of its own by `max_bytes`."""
        limit = req.max_content_length = getattr(schema, "max_bytes", req.max_content_length)
        if limit is not None and (req.content_length or 0) > limit:
            raise Problem("too-large", f"{req.content_length} bytes were sent; {limit} are allowed")
        body = req.get_data()
        if req.content_length is None and len(body) == limit:  # a chunked body is cut off there
            raise Problem("too-large", f"more than {limit} bytes were sent")
        try:
            return json.loads(body.decode(), parse_float=_number, parse_constant=_refuse_constant)
        except ValueError as fault:
            raise Problem("not-json", "the body cannot be read as JSON") from fault
        except RecursionError as fault:
            raise Problem("not-json", "the body is nested too deeply to be read") from fault


def _refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _number(text: str) -> float:
    """A number with a fraction or exponent; 4.0 is the integer 4, as in JSON Schema.

    >>> _number("4.0"), _number("4.5"), _number("1e300")
    (4, 4.5, 1e+300)
    """
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < MAX_EXACT_FLOAT else number


class JsonBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    ARGUMENTS_PARSER = BodyParser()


class Options(TypedDict, total=False):
    """What is particular about a route."""

    problems: Sequence[str]
    """Problem codes of its own, beside those that follow from its path and body."""
    public: bool
    """No token is needed although the route is about a game."""
    etag: bool
    """A request with the response's ETag gets a short 304."""
    media_type: str
    """Of the response, where it is not JSON."""


View = TypeVar("View", bound=Callable[..., Response])


class Routes:
    """The routes of one part of the API. A response is described by its type, a request by its schema."""

    def __init__(self, name: str, prefix: str, description: str) -> None:
        self._prefix = prefix
        self.blueprint: Any = JsonBlueprint(name, __name__, url_prefix=prefix, description=description)
        self.schemas = Schemas()

    def get(
        self, path: str, response: Any, query: Schema | None = None, **options: Unpack[Options]
    ) -> Callable[[View], View]:
        return self._route("GET", path, response, query, 200, options)

    def post(
        self, path: str, response: Any, body: Schema, status: int = 200, **options: Unpack[Options]
    ) -> Callable[[View], View]:
        return self._route("POST", path, response, body, status, options)

    def put(self, path: str, response: Any, body: Schema, **options: Unpack[Options]) -> Callable[[View], View]:
        return self._route("PUT", path, response, body, 200, options)

    def delete(self, path: str, query: Schema | None = None, **options: Unpack[Options]) -> Callable[[View], View]:
        """A deletion: the response is 204 without a body."""
        return self._route("DELETE", path, None, query, 204, options)

    def _route(
        self, method: str, path: str, response: Any, request: Schema | None, status: int, options: Options
    ) -> Callable[[View], View]:
        location = "json" if method in ("POST", "PUT") else "query"
        schema = None if response is None else self.schemas.of(response)

        def register(view: View) -> View:
            routed = self.blueprint.response(status, schema, content_type=options.get("media_type"))(view)
            if request is not None:
                routed = self.blueprint.arguments(request, location=location)(routed)
            routed = self.blueprint.doc(**_document(method, self._prefix + path, request, options))(routed)
            self.blueprint.route(path, methods=[method])(routed)
            return view

        return register


def _document(method: str, path: str, request: Schema | None, options: Options) -> dict[str, Any]:
    """What the document says of a route beside its schemas: problems, and whether a token is needed."""
    needs_token = "<game>" in path and not options.get("public")
    codes = [*_general(method, path, request), *(["no-token"] if needs_token else []), *options.get("problems", ())]
    responses = problem_responses(codes)
    if options.get("etag"):
        responses[304] = {"description": "Nothing has changed since the ETag that was sent as If-None-Match"}
    return {"responses": responses, **({"security": [{SEAT_TOKEN: []}]} if needs_token else {})}


def _general(method: str, path: str, request: Schema | None) -> list[str]:
    """The problems that follow from a route's path and request."""
    codes = ["internal"]
    if "<" in path:
        codes.append("not-found")  # the text in the parameter's place may not fit it
    if "<game>" in path:
        codes += ["unknown-game", "content-missing", *(READS if method == "GET" else WRITES)]
    if method in ("POST", "PUT"):
        codes += BODY
    elif request is not None:
        codes.append("malformed")
    return codes


def problem_responses(codes: Iterable[str]) -> dict[int, Any]:
    """The document's responses for these problem codes, by status.

    >>> problem_responses(["stale", "undo-closed"])[409]["description"]
    'stale: The game has moved on. undo-closed: The way back is closed.'
    """
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        by_status.setdefault(PROBLEMS[code][0], []).append(code)
    return {status: _problem_response(of) for status, of in sorted(by_status.items())}


def _problem_response(codes: Sequence[str]) -> dict[str, Any]:
    schema = {"allOf": [reference("Problem"), {"properties": {"code": {"enum": list(codes)}}}]}
    description = " ".join(f"{code}: {PROBLEMS[code][1]}." for code in codes)
    return {"description": description, "content": {PROBLEM: {"schema": schema}}}
