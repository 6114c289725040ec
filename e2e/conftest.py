"""The browser and the server of the end-to-end tests: Chromium and `luthier serve`."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DIST = Path(os.environ.get("LUTHIER_APP", Path(__file__).resolve().parents[1] / "web" / "dist"))
"""The build of the web app that is tested."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def find_chromium() -> str:
    """The browser's program, searched in the same order as in the Makefile."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (program := shutil.which(name)):
            return program
    raise pytest.UsageError("the browser tests need Chromium on PATH, or its program in $CHROMIUM: see `make e2e`")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How to start the browser; also for `launch_persistent_context`."""
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": CHROMIUM_ARGS}


@pytest.fixture
def new_phone(server: "Server", new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """Opens browser contexts as small touch phones, each with its own cookies and storage.

    They are closed before the server, which would wait for their idle connections.
    """
    return partial(new_context, base_url=server.url, **PHONE)


@pytest.fixture
def phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    return new_phone()


@pytest.fixture
def desktop(server: "Server", new_context: Callable[..., BrowserContext]) -> BrowserContext:
    return new_context(base_url=server.url, **DESKTOP)


@pytest.fixture
def server(tmp_path: Path) -> Iterator["Server"]:
    """A server with an empty database; its output is shown when a test fails."""
    server = Server(tmp_path / "data", tmp_path / "server.log")
    try:
        server.start()
        yield server
    finally:
        server.stop()
        print(server.output())


class Server:
    """A `luthier serve` process; it keeps its address and database when it restarts."""

    def __init__(self, data: Path, log: Path) -> None:
        self.data = data
        self.app: Path | None = None
        """Another build of the web app, from the next start on."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert self._process is None, "the server runs already"
        self.data.mkdir(exist_ok=True)
        luthier = Path(sys.executable).with_name("luthier")
        where = ["--port", str(self.port), "--host", "127.0.0.1", "--data", str(self.data), "--quiet"]
        if self.app:
            where += ["--app", str(self.app)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [luthier, "serve", *where], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._wait_until_healthy()

    def restart(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        """Terminate it, as a service manager would; does nothing when it has ended."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def kill(self) -> None:
        """Kill it and its worker processes, as a power cut would."""
        if self._process is None:
            return
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def output(self) -> str:
        """Its output so far."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    def _wait_until_healthy(self, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self._process is not None
            if (status := self._process.poll()) is not None:
                self._process = None
                pytest.fail(f"the server ended with status {status} while starting:\n{self.output()}", pytrace=False)
            if self._is_healthy():
                return
            time.sleep(0.05)
        self.kill()
        pytest.fail(
            f"the server did not answer at {self.url}/healthz in {seconds:g} s:\n{self.output()}", pytrace=False
        )

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError as error:
            error.close()
            return False
        except OSError:
            return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
