"""The OpenAPI document, complete: made from the routes and the schemas, served at /openapi.json."""

from collections.abc import Sequence
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask

from server.http import wire
from server.http.errors import ProblemApi
from server.http.routes import SEAT_TOKEN, Routes
from server.http.schema_from_types import (
    Either,
    Row,
    Tagged,
    Text,
    Truth,
    Whole,
    doc_of,
    schema_of,
    show_either,
    show_goods,
    show_row,
    show_tagged,
    show_text,
)

TOKEN = "The token of a seat, or several with commas between them; browsers send it as a cookie of the game instead."
KINDS = {Whole: "integer", Text: "string", Truth: "boolean", Row: "array", Either: None, Tagged: None}
"""What our own fields are in the document; those with none are shown by functions of their own."""


class ShapesPlugin(MarshmallowPlugin):
    """Knows our own fields before the first schema is resolved."""

    def init_spec(self, spec: APISpec) -> None:
        super().init_spec(spec)
        converter: Any = self.converter
        for show in (show_text, show_goods, show_row, show_either, show_tagged):
            converter.add_attribute_function(show)

    def schema_helper(self, name: str, _: Any, schema: Any = None, **kwargs: Any) -> Any:  # type: ignore[override]
        """A schema is described by its own docstring."""
        shown = super().schema_helper(name, _, schema=schema, **kwargs)  # type: ignore[no-untyped-call]
        doc = doc_of(schema if isinstance(schema, type) else type(schema))
        return {**shown, "description": cleandoc(doc)} if doc and shown else shown


def describe(app: Flask, parts: Sequence[Routes]) -> ProblemApi:
    """Put the routes into the application and into its document."""
    app.config.update(
        API_TITLE="Luthier",
        API_VERSION=version("luthier"),
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
    )
    api = ProblemApi(spec_kwargs={"marshmallow_plugin": ShapesPlugin()})
    api.ERROR_SCHEMA = schema_of(wire.ProblemDetails, "Problem")
    for field, kind in KINDS.items():
        api.register_field(field, kind, None)
    api.init_app(app)
    api.spec.components.schema("Problem", schema=api.ERROR_SCHEMA)
    api.spec.components.security_scheme(SEAT_TOKEN, {"type": "http", "scheme": "bearer", "description": TOKEN})
    for part in parts:
        api.register_blueprint(part.blueprint)
    return api


def document(app: Flask) -> dict[str, Any]:
    """The document of an application."""
    api: ProblemApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    shown: dict[str, Any] = api.spec.to_dict()
    return shown
