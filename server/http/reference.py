"""The API's reference page at /reference: the OpenAPI document as plain HTML, without scripts."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from server.games.problems import PROBLEMS
from server.http.json_schema import MAX_INTEGER
from server.http.static_files import REVALIDATE, etag_of, gzip_if_useful, send_bytes

PAGES = Path(__file__).resolve().parent / "pages"
JSON, PROBLEM = "application/json", "application/problem+json"
METHODS = ("get", "put", "post", "delete")
LIMITS = (("minimum", "maximum", ""), ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " entries"))

Json = Mapping[str, Any]


def serve_reference(app: Flask, document: Callable[[], Json]) -> None:
    """Serve /reference. The page is rendered at the first request for it."""
    page = cache(lambda: render(document()).encode())

    @app.get("/reference")
    def reference() -> Response:
        return _send(page(), "text/html")

    @app.get("/reference.css")
    def style() -> Response:
        return _send((PAGES / "reference.css").read_bytes(), "text/css")


def _send(body: bytes, kind: str) -> Response:
    return send_bytes(body, gzip_if_useful(body, kind), etag_of(body), kind, REVALIDATE)


def render(document: Json) -> str:
    """The page of a document."""
    pages = Environment(loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    pages.filters.update(schema=schema_text, name=ref_name, response=response_text, codes=problem_codes)
    parts = [(tag["description"], _routes(document, tag["name"])) for tag in document["tags"]]
    return pages.get_template("reference.html").render(
        document=document, types=document["components"]["schemas"], parts=parts, problems=PROBLEMS
    )


def _routes(document: Json, tag: str) -> list[Json]:
    """The operations of a part, with path, method, parameters and the anchor on the page."""
    return [
        {
            **operations[method],
            "path": path,
            "method": method,
            "parameters": [*operations.get("parameters", ()), *operations[method].get("parameters", ())],
            "body": operations[method].get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema"),
            "anchor": f"{method}-{path.strip('/').replace('/', '-').translate(str.maketrans('', '', '{}'))}",
        }
        for path, operations in document["paths"].items()
        for method in METHODS
        if tag in operations.get(method, {}).get("tags", ())
    ]


def ref_name(reference: Json) -> str:
    """The name of the type that a schema refers to."""
    name: str = reference["$ref"].rpartition("/")[2]
    return name


def response_text(response: Json) -> Markup:
    """The type of a response, or its media type, or its description."""
    content = response.get("content", {})
    if JSON in content:
        return schema_text(content[JSON].get("schema", {}))
    return escape(next(iter(content), None) or response["description"])


def problem_codes(response: Json) -> list[str]:
    codes: list[str] = response["content"][PROBLEM]["schema"]["allOf"][1]["properties"]["code"]["enum"]
    return codes


def schema_text(schema: Json) -> Markup:
    """A schema in a few words, with links to the types that it names.

    >>> str(schema_text({"type": ["integer", "null"], "minimum": 0, "maximum": 3}))
    'integer, 0 to 3, or null'
    """
    if "$ref" in schema:
        return Markup('<a href="#type-{0}">{0}</a>').format(ref_name(schema))
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return Markup(" or ").join(map(schema_text, options))
    if "const" in schema or "enum" in schema:
        return _quoted(schema.get("enum") or [schema["const"]])
    kinds = schema.get("type", "anything")
    kinds = [kinds] if isinstance(kinds, str) else [kind for kind in kinds if kind != "null"]
    limits = _limits(schema)
    words = Markup(" or ").join(_kind(kind, schema) for kind in kinds) + limits
    return words if "null" not in schema.get("type", ()) or kinds == ["null"] else words + f"{limits and ','} or null"


def _kind(kind: str, schema: Json) -> Markup:
    if kind == "array" and "prefixItems" in schema:
        return Markup("[{}]").format(Markup(", ").join(map(schema_text, schema["prefixItems"])))
    if kind == "array":
        return Markup("list of {}").format(schema_text(schema.get("items", {})))
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return Markup("object with values of {}").format(schema_text(schema["additionalProperties"]))
    return escape(kind)


def _limits(schema: Json) -> str:
    """The least and the greatest value or length; the bounds of 64-bit integers are left out."""
    schema = {name: limit for name, limit in schema.items() if limit not in (MAX_INTEGER, -MAX_INTEGER)}
    for least, most, unit in LIMITS:
        if "prefixItems" not in schema and {least, most} & set(schema):
            if most not in schema:
                return f", {schema[least]} or more{unit}"
            return f", {schema.get(least, 0)} to {schema[most]}{unit}"
    return ""


def _quoted(values: Sequence[Any]) -> Markup:
    words = [Markup("<code>{}</code>").format("null" if value is None else value) for value in values]
    return Markup(" or ").join([Markup(", ").join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
