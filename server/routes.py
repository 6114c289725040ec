"""One typed decorator for a route: address, schemas in and out, and its place in the OpenAPI document."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Request, Response
from flask_smorest import Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from server.problems import Problem


class BodyParser(FlaskParser):
    """Refuses what Python's reader gives up on."""

    def _raw_load_json(self, req: Request) -> Any:
        try:
            return super()._raw_load_json(req)
        except RecursionError as fault:
            raise Problem("not-json", "the body is nested too deeply to be read") from fault


class PartBlueprint(Blueprint):  # type: ignore[misc]  # it comes without types
    ARGUMENTS_PARSER = BodyParser()


View = TypeVar("View", bound=Callable[..., Response])


class Routes:
    """The addresses of one part of the API."""

    def __init__(self, name: str, prefix: str, description: str) -> None:
        self.blueprint: Any = PartBlueprint(name, __name__, url_prefix=prefix, description=description)

    def get(self, path: str, gives: Schema, query: Schema | None = None) -> Callable[[View], View]:
        return self._route("GET", path, gives, query, "query", 200)

    def post(self, path: str, gives: Schema, body: Schema, status: int = 200) -> Callable[[View], View]:
        return self._route("POST", path, gives, body, "json", status)

    def put(self, path: str, gives: Schema, body: Schema) -> Callable[[View], View]:
        return self._route("PUT", path, gives, body, "json", 200)

    def _route(
        self, method: str, path: str, gives: Schema, takes: Schema | None, where: str, status: int
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            answered = self.blueprint.response(status, gives)(view)
            if takes is not None:
                answered = self.blueprint.arguments(takes, location=where)(answered)
            self.blueprint.route(path, methods=[method])(answered)
            return view

        return register
