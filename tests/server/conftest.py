"""An application with an empty database, and people who talk to it over HTTP.

Every answer that a test sees has been held against the OpenAPI document first.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playing import CheckedClient, Host

from server.app import create_app
from server.config import Config


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A web app of three files."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Luthier</title>")
    (folder / "sw.js").write_text("self.skip = true;")
    (folder / "assets" / "index-a1b2c3.js").write_text("let violin = 1;\n" * 200)
    return folder


@pytest.fixture
def open_app(tmp_path: Path, dist: Path) -> Iterator[Callable[..., Flask]]:
    """Opens applications on one database; all are closed at the end."""
    opened: list[Flask] = []

    def open_app(**more: Any) -> Flask:
        settings = {"data": tmp_path / "data", "dist": dist, "thinkers": 0, "testing": True, **more}
        app = create_app(Config(**settings))
        app.test_client_class = CheckedClient
        opened.append(app)
        return app

    yield open_app
    for app in opened:
        app.extensions["luthier"].close()


@pytest.fixture
def app(open_app: Callable[..., Flask]) -> Flask:
    return open_app()


@pytest.fixture
def host(app: Flask) -> Host:
    return Host(app)
