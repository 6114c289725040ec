"""Fixtures: an application with an empty database, and real server processes.

Every response is checked against the OpenAPI document. Tests of a module share one application, and each plays its own
games; a test of the application itself opens one with `open_app`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from server.config import Config
from server.http.app import create_app
from tests.server.people import CheckedClient, Host
from tests.server.server_process import ServerProcess, two_processes
from tests.server.sockets import LiveServer


def new_app(data: Path, dist: Path, **more: Any) -> Flask:
    app = create_app(Config(**{"data": data, "dist": dist, "ai_workers": 0, "testing": True, **more}))
    app.test_client_class = CheckedClient
    return app


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web app of a few files."""
    folder = tmp_path_factory.mktemp("web") / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Luthier</title>")
    (folder / "sw.js").write_text("self.skip = true;")
    (folder / "assets" / "index-a1b2c3.js").write_text("let violin = 1;\n" * 200)
    (folder / "assets" / "worker-a1b2c3.js").write_text("onmessage = () => {};")
    (folder / "offline").mkdir()
    (folder / "offline" / "manifest.json").write_text("{}")
    (folder / "offline" / "engine-a1b2c3.zip").write_bytes(b"uncompressed")
    (folder / "offline" / "engine-a1b2c3.zip.br").write_bytes(b"compressed")
    return folder


@pytest.fixture
def open_app(tmp_path: Path, dist: Path) -> Iterator[Callable[..., Flask]]:
    """Opens applications on one database, as after a restart or in another process."""
    apps: list[Flask] = []

    def open_app(**more: Any) -> Flask:
        apps.append(new_app(tmp_path / "data", more.pop("dist", dist), **more))
        return apps[-1]

    yield open_app
    for app in apps:
        app.extensions["luthier"].close()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, dist: Path) -> Iterator[Flask]:
    app = new_app(tmp_path_factory.mktemp("games"), dist)
    yield app
    app.extensions["luthier"].close()


@pytest.fixture(scope="module")
def host(app: Flask) -> Host:
    return Host(app)


@pytest.fixture
def open_live(open_app: Callable[..., Flask]) -> Iterator[Callable[..., LiveServer]]:
    opened: list[LiveServer] = []

    def open_live(**more: Any) -> LiveServer:
        opened.append(LiveServer(open_app(**more)))
        return opened[-1]

    yield open_live
    for live in opened:
        live.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Two processes that the test may kill."""
    with two_processes(tmp_path / "data") as server:
        yield server


@pytest.fixture
def live(open_live: Callable[..., LiveServer]) -> LiveServer:
    return open_live()
