"""The page that people read about the HTTP API, at /reference: the OpenAPI document in words and tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from server.games.problems import PROBLEMS
from server.http.json_schema import LARGEST
from server.http.static_files import ASK_AGAIN, pack, send_bytes, tag_of

PAGES = Path(__file__).resolve().parent / "pages"
JSON, PROBLEM = "application/json", "application/problem+json"
LIMITS = ("minimum", "maximum")
METHODS = ("get", "put", "post", "delete")

Json = Mapping[str, Any]


def serve_reference(app: Flask, document: Callable[[], Json]) -> None:
    """Open /reference. The document is asked for once, when the page is first looked at."""
    page = Page(document)

    @app.get("/reference")
    def reference() -> Response:
        return _send(page.body, "text/html")

    @app.get("/reference.css")
    def style() -> Response:
        return _send((PAGES / "reference.css").read_bytes(), "text/css")


def _send(body: bytes, kind: str) -> Response:
    return send_bytes(body, pack(body, kind), tag_of(body), kind, ASK_AGAIN)


class Page:
    """The page, rendered when it is first needed."""

    def __init__(self, document: Callable[[], Json]) -> None:
        self._document = document

    @cached_property
    def body(self) -> bytes:
        return render(self._document()).encode()


def render(document: Json) -> str:
    """The page of a document."""
    pages = Environment(loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return pages.get_template("reference.html").render(
        version=document["info"]["version"],
        token=document["components"]["securitySchemes"]["seat"]["description"],
        parts=[Part(tag["name"], tag["description"], _routes(document, tag["name"])) for tag in document["tags"]],
        types={name: Type(name, schema) for name, schema in sorted(document["components"]["schemas"].items())},
        problems=PROBLEMS,
    )


@dataclass(frozen=True)
class Part:
    """A group of routes."""

    name: str
    description: str
    routes: Sequence["Route"]


@dataclass(frozen=True)
class Row:
    """A parameter, or a field of a type."""

    name: str
    shown: Markup
    required: bool
    description: str


class Route:
    """One method at one address."""

    def __init__(self, path: str, method: str, shared: Sequence[Json], told: Json) -> None:
        self.path, self.method = path, method.upper()
        self.anchor = f"{method}-{path.strip('/').replace('/', '-').translate(str.maketrans('', '', '{}'))}"
        self.title = told.get("summary", "")
        self.description = told.get("description", "")
        self.secured = bool(told.get("security"))
        self.parameters = [_parameter(each) for each in (*shared, *told.get("parameters", ()))]
        body = told.get("requestBody", {}).get("content", {}).get(JSON, {})
        self.body = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
        self.answers = [(status, _answer(answer)) for status, answer in told["responses"].items() if status < "400"]
        self.problems = [
            (status, code) for status, answer in told["responses"].items() if status >= "400" for code in _codes(answer)
        ]


class Type:
    """A schema that has a name: an object with fields, or one of several others."""

    def __init__(self, name: str, schema: Json) -> None:
        self.name, self.description = name, schema.get("description", "")
        required = schema.get("required", ())
        fields = schema.get("properties", {})
        self.rows = [Row(f, shown(of), f in required, of.get("description", "")) for f, of in fields.items()]
        self.members = [shown(member) for member in schema.get("oneOf", ())]


def shown(schema: Json) -> Markup:
    """A schema in a few words, with links to the types that it names.

    >>> str(shown({"type": ["integer", "null"], "minimum": 0, "maximum": 3}))
    'integer, 0 to 3, or null'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#type-{0}">{0}</a>').format(name)
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return Markup(" or ").join(map(shown, options))
    if "const" in schema:
        return _quoted([schema["const"]])
    if "enum" in schema:
        return _quoted(schema["enum"])
    kinds = schema.get("type", "anything")
    kinds = [kinds] if isinstance(kinds, str) else [kind for kind in kinds if kind != "null"]
    limits = _limits(schema)
    words = Markup(" or ").join(_kind(kind, schema) for kind in kinds) + limits
    return words if "null" not in schema.get("type", ()) or kinds == ["null"] else words + f"{limits and ','} or null"


def _kind(kind: str, schema: Json) -> Markup:
    if kind == "array" and "prefixItems" in schema:
        return Markup("[{}]").format(Markup(", ").join(map(shown, schema["prefixItems"])))
    if kind == "array":
        return Markup("list of {}").format(shown(schema.get("items", {})))
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return Markup("object with values of {}").format(shown(schema["additionalProperties"]))
    return escape(kind)


def _limits(schema: Json) -> str:
    """What values may be: from and to, with the unit where it is a length; that 64 bits must hold them is not told."""
    schema = {name: limit for name, limit in schema.items() if not (name in LIMITS and abs(limit) >= LARGEST)}
    for least, most, unit in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " entries"),
    ):
        if "prefixItems" in schema or not {least, most} & set(schema):
            continue
        if most not in schema:
            return f", {schema[least]} or more{unit}"
        return f", {schema.get(least, 0)} to {schema[most]}{unit}"
    return ""


def _quoted(values: Sequence[Any]) -> Markup:
    words = [Markup("<code>{}</code>").format("null" if value is None else value) for value in values]
    return Markup(" or ").join([Markup(", ").join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _routes(document: Json, tag: str) -> list[Route]:
    return [
        Route(path, method, operations.get("parameters", ()), operations[method])
        for path, operations in document["paths"].items()
        for method in METHODS
        if tag in operations.get(method, {}).get("tags", ())
    ]


def _parameter(told: Json) -> Row:
    place = "in the address" if told["in"] == "path" else f"in the {told['in']}"
    description = told.get("description") or told["schema"].get("description", "")
    return Row(told["name"], shown(told["schema"]) + f", {place}", told.get("required", False), description)


def _answer(told: Json) -> Markup:
    content = told.get("content", {})
    if JSON in content:
        return shown(content[JSON].get("schema", {}))
    return escape(next(iter(content), None) or told["description"])


def _codes(told: Json) -> list[str]:
    codes: list[str] = told["content"][PROBLEM]["schema"]["allOf"][1]["properties"]["code"]["enum"]
    return codes
