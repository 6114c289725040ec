"""The OpenAPI document, complete: made from the routes and the schemas, served at /openapi.json."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from flask import Flask

from server import wire
from server.refusals import ProblemApi
from server.routes import Routes
from server.shapes import (
    Either,
    Row,
    Tagged,
    Text,
    Truth,
    Whole,
    schema_of,
    show_either,
    show_row,
    show_tagged,
)

KINDS = {Whole: "integer", Text: "string", Truth: "boolean", Row: "array", Either: None, Tagged: None}
"""What our own fields are in the document; those with none are shown by functions of their own."""


def describe(app: Flask, parts: Sequence[Routes]) -> ProblemApi:
    """Put the routes into the application and into its document."""
    app.config.update(
        API_TITLE="Luthier",
        API_VERSION=version("luthier"),
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
    )
    api = ProblemApi()
    api.ERROR_SCHEMA = schema_of(wire.ProblemDetails, "Problem")
    for field, kind in (
        (Whole, "integer"),
        (Text, "string"),
        (Truth, "boolean"),
        (Row, "array"),
        (Either, None),
        (Tagged, None),
    ):
        api.register_field(field, kind, None)
    api.init_app(app)
    for show in (show_row, show_either, show_tagged):
        api.ma_plugin.converter.add_attribute_function(show)
    for part in parts:
        api.register_blueprint(part.blueprint)
    return api


def document(app: Flask) -> dict[str, Any]:
    """The document of an application."""
    api: ProblemApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    shown: dict[str, Any] = api.spec.to_dict()
    return shown
