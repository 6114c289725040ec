"""The OpenAPI document, complete: made from the routes and the schemas, served at /openapi.json."""

from collections.abc import Sequence
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from flask import Flask
from flask_smorest import Api
from marshmallow import Schema
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from server.http import wire
from server.http.errors import http_error
from server.http.json_schema import Schemas, reference
from server.http.routes import SEAT_TOKEN, Routes
from server.http.schemas import Body, HelloSchema

TOKEN = "The token of a seat, or several separated by commas; browsers send it as a cookie of the game instead."


class ProblemApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """An API whose errors are problem details; each route documents its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = reference("Problem")

    def handle_http_exception(self, error: HTTPException) -> Response:
        return http_error(error)


class BodyPlugin(MarshmallowPlugin):
    """Describes a body by its docstring."""

    def schema_helper(self, name: str, _: Any, schema: Any = None, **options: Any) -> Any:  # type: ignore[override]
        described = super().schema_helper(name, _, schema=schema, **options)  # type: ignore[no-untyped-call]
        return {**described, "description": cleandoc(schema.__doc__ or "")} if isinstance(schema, Body) else described


def describe(app: Flask, parts: Sequence[Routes]) -> None:
    """Add the routes to the application and to its document."""
    app.config.update(
        API_TITLE="Luthier",
        API_VERSION=version("luthier"),
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
    )
    api = ProblemApi(app, spec_kwargs={"marshmallow_plugin": BodyPlugin(_name)})
    api.spec.components.security_scheme(SEAT_TOKEN, {"type": "http", "scheme": "bearer", "description": TOKEN})
    for name, schema in _named_schemas(parts).items():
        api.spec.components.schema(name, schema)
    api.spec.components.schema("Hello", schema=HelloSchema())
    for part in parts:
        api.register_blueprint(part.blueprint)
    app.extensions["openapi"] = api.spec


def _name(schema: type[Schema]) -> str:
    """The name of a body's schema; flask-smorest's own schemas, for paged responses, get none."""
    instance = resolve_schema_instance(schema)
    return type(instance).__name__.removesuffix("Schema") if isinstance(instance, Body) else ""


def _named_schemas(parts: Sequence[Routes]) -> dict[str, dict[str, Any]]:
    problem = Schemas()
    problem.of(wire.Problem)
    return {
        name: schema
        for schemas in (problem, *(part.schemas for part in parts))
        for name, schema in schemas.named.items()
    }


def document(app: Flask) -> dict[str, Any]:
    """The document of an application."""
    whole: dict[str, Any] = app.extensions["openapi"].to_dict()
    return whole
