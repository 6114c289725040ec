"""One typed decorator for a route: address, schemas in and out, what it may refuse, and its place in the document.

What follows from a route's address and body it documents by itself: a game may be unknown, a body no JSON. What is its
own it names: `refuses=("stale",)`.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, TypedDict, TypeVar, Unpack

from flask import Request, Response, request
from flask_smorest import Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from server.games.problems import PROBLEMS, Problem

PROBLEM = "application/problem+json"
SEAT_TOKEN = "seat"
"""The name that the document gives to the header with a seat's token."""
READS = ("busy", "storage-failed")
WRITES = (*READS, "storage-full")
BODY = ("not-json", "not-json-type", "malformed", "too-large")


MOST_EXACT = 1 << 53
"""Above this a float is no certain whole number."""


class BodyParser(FlaskParser):
    """Refuses what Python's reader gives up on."""

    def _raw_load_json(self, req: Request) -> Any:
        body = req.get_data()
        if req.content_length is None and len(body) == req.max_content_length:  # there it was cut off
            raise Problem("too-large", f"more than {len(body)} bytes were sent")
        try:
            return json.loads(body.decode(), parse_float=_number, parse_constant=_no_number)
        except ValueError as fault:
            raise Problem("not-json", "the body cannot be read as JSON") from fault
        except RecursionError as fault:
            raise Problem("not-json", "the body is nested too deeply to be read") from fault


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _number(text: str) -> float:
    """A number that is written with a fraction or exponent; 4.0 is the whole number 4, as JSON Schema has it.

    >>> _number("4.0"), _number("4.5"), _number("1e300")
    (4, 4.5, 1e+300)
    """
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < MOST_EXACT else number


class PartBlueprint(Blueprint):  # type: ignore[misc]  # it comes without types
    ARGUMENTS_PARSER = BodyParser()

    def _prepare_arguments_doc(self, doc: Any, doc_info: Any, **kwargs: Any) -> Any:
        """Without the refusal that it would add: each route documents its own."""
        doc_info.get("arguments", {}).pop("responses", None)
        return super()._prepare_arguments_doc(doc, doc_info, **kwargs)


class Terms(TypedDict, total=False):
    """What is particular about a route."""

    refuses: Sequence[str]
    """Problem codes of its own, beside those that follow from its address and body."""
    anybody: bool
    """It needs no token although it is about a game."""
    most: int
    """How many bytes its body may have, where that is not the server's limit."""
    etag: bool
    """Who sends the answer's tag back gets a short 304."""
    nullable: bool
    """The answer may be null."""
    kind: str
    """The answer's media type, where that is not JSON."""


View = TypeVar("View", bound=Callable[..., Response])


class Routes:
    """The addresses of one part of the API."""

    def __init__(self, name: str, prefix: str, description: str) -> None:
        self._prefix = prefix
        self.blueprint: Any = PartBlueprint(name, __name__, url_prefix=prefix, description=description)

    def get(
        self, path: str, gives: Schema | None, query: Schema | None = None, **terms: Unpack[Terms]
    ) -> Callable[[View], View]:
        return self._route("GET", path, gives, query, 200, terms)

    def post(
        self, path: str, gives: Schema, body: Schema, status: int = 200, **terms: Unpack[Terms]
    ) -> Callable[[View], View]:
        return self._route("POST", path, gives, body, status, terms)

    def put(self, path: str, gives: Schema, body: Schema, **terms: Unpack[Terms]) -> Callable[[View], View]:
        return self._route("PUT", path, gives, body, 200, terms)

    def delete(self, path: str, query: Schema | None = None, **terms: Unpack[Terms]) -> Callable[[View], View]:
        """A deletion: answered by 204, without a body both ways."""
        return self._route("DELETE", path, None, query, 204, terms)

    def _route(
        self, method: str, path: str, gives: Schema | None, takes: Schema | None, status: int, terms: Terms
    ) -> Callable[[View], View]:
        has_body = method in ("POST", "PUT")

        def register(view: View) -> View:
            shape = {"anyOf": [gives, {"type": "null"}]} if terms.get("nullable") else gives
            answered = self.blueprint.response(status, shape, content_type=terms.get("kind"))(view)
            if takes is not None:
                answered = self.blueprint.arguments(takes, location="json" if has_body else "query")(answered)
            if has_body:
                answered = _limited(answered, terms.get("most"))
            told = self._told(method, self._prefix + path, takes, terms)
            self.blueprint.route(path, methods=[method])(self.blueprint.doc(**told)(answered))
            return view

        return register

    def _told(self, method: str, path: str, takes: Schema | None, terms: Terms) -> dict[str, Any]:
        """What the document says beside the schemas: refusals, and whether a token is needed."""
        needs_token = "<game>" in path and not terms.get("anybody")
        codes = [*_general(method, path, takes), *(["no-token"] if needs_token else []), *terms.get("refuses", ())]
        responses = refusals(codes)
        if terms.get("etag"):
            responses["304"] = {"description": "Nothing is new since the tag that was sent as If-None-Match"}
        if kind := terms.get("kind"):
            responses["200"] = {"description": "OK", "content": {kind: {"schema": {"type": "string"}}}}
        return {"responses": responses, **({"security": [{SEAT_TOKEN: []}]} if needs_token else {})}


def _general(method: str, path: str, takes: Schema | None) -> list[str]:
    """The refusals that follow from a route's address and from what it takes."""
    codes = ["internal"]
    if "<" in path:
        codes.append("not-found")  # what stands in the place of the parameter may be none
    if "<game>" in path:
        codes += ["unknown-game", "content-missing", *(READS if method == "GET" else WRITES)]
    if method in ("POST", "PUT"):
        codes += BODY
    elif takes is not None:
        codes.append("malformed")
    return codes


def refusals(codes: Iterable[str]) -> dict[str, Any]:
    """What the document says of these problem codes, by status.

    >>> refusals(["stale", "undo-closed"])["409"]["description"]
    'stale: The game has moved on. undo-closed: The way back is closed.'
    """
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        by_status.setdefault(PROBLEMS[code][0], []).append(code)
    return {str(status): _refusal(of) for status, of in sorted(by_status.items())}


def _refusal(codes: Sequence[str]) -> dict[str, Any]:
    schema = {"allOf": [{"$ref": "#/components/schemas/Problem"}, {"properties": {"code": {"enum": list(codes)}}}]}
    told = " ".join(f"{code}: {PROBLEMS[code][1]}." for code in codes)
    return {"description": told, "content": {PROBLEM: {"schema": schema}}}


def _limited(view: Callable[..., Any], most: int | None) -> Callable[..., Any]:
    """A view whose body is measured before it is read."""

    @wraps(view)
    def measured(*args: Any, **kwargs: Any) -> Any:
        if most is not None:
            request.max_content_length = most
        length, limit = request.content_length or 0, request.max_content_length
        if limit is not None and length > limit:
            raise Problem("too-large", f"{length} bytes were sent; {limit} are allowed")
        return view(*args, **kwargs)

    return measured
