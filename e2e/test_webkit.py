"""The app in WebKitGTK, Safari's engine, plays offline. `make webkit` installs what this test needs."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e.conftest import Server
from e2e.page_player import CHOICES, SUBMIT_BUTTON

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is missing: make webkit")
DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSERS = sorted(Path("/usr").glob("lib/*/webkit2gtk-4.1/MiniBrowser"))
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (DRIVER and SCREEN and BROWSERS), reason="WebKitGTK, its driver or Xvfb is missing: make webkit"
    ),
    # selenium 4.51 calls itself in a way that it has given up.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

PLAY = """
const [submitButton, choices] = arguments;
const visible = (one) => one.getClientRects().length > 0;
const click = (one) => one?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
if (!document.querySelector("form.ask")) {
  return click([...document.querySelectorAll("button")].find((one) => one.textContent.includes("To my choice")));
}
if (!document.querySelector(submitButton) || Math.random() < 0.25) {
  const seen = [...document.querySelectorAll(choices)].filter(visible);
  click(seen[Math.floor(Math.random() * seen.length)]);
}
setTimeout(() => click(document.querySelector(submitButton)), 30);
"""
"""Clicks a choice unless one is ready, then the submit button; or skips the playback."""

IS_CONTROLLED = """
return navigator.serviceWorker.getRegistration().then(
  (one) => one?.active?.state === "activated" && !!navigator.serviceWorker.controller);
"""
"""Whether a service worker controls the page. WebKit never installs one whose first page is left before."""


@pytest.fixture
def screen() -> Iterator[str]:
    """The number of a virtual display."""
    assert SCREEN is not None
    reading, writing = os.pipe()
    command = [SCREEN, "-displayfd", str(writing), "-screen", "0", "480x900x24", "-nolisten", "tcp"]
    shown = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as number:
        yield f":{number.readline().strip()}"
    shown.terminate()
    shown.wait()


@pytest.fixture
def safari(screen: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.setenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
    monkeypatch.setenv("LIBGL_ALWAYS_SOFTWARE", "1")
    options = Options()
    options.binary_location = str(BROWSERS[0])
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


def until(safari: Any, script: str, seconds: float = 90) -> Any:
    """Run a script until its result is truthy, and return that."""
    deadline = time.monotonic() + seconds
    while not (found := safari.execute_script(script)):
        assert time.monotonic() < deadline, (
            f"never: {script}\n{safari.execute_script('return document.body.innerText')}"
        )
        time.sleep(0.1)
    return found


def click(safari: Any, words: str) -> None:
    """Click the button, switch or radio with this text."""
    find = "[...document.querySelectorAll('button')].find((one) => one.textContent.includes(arguments[0]))"
    until(safari, f"const found = {find.replace('arguments[0]', repr(words))}; found?.click(); return !!found")


def test_a_round_of_a_solo_game_is_played_offline(safari: Any, server: Server) -> None:
    """After a reload the engine starts from its snapshot."""
    safari.get(f"{server.url}/settings")
    until(safari, IS_CONTROLLED)
    click(safari, "Instant")
    safari.get(f"{server.url}/new")
    click(safari, "Play without a network too")
    until(safari, "return document.body.innerText.includes('Keep this game on this')", 120)
    server.stop()
    safari.get(f"{server.url}/new")
    click(safari, "Apprentice")
    until(safari, "return document.body.innerText.includes('This game plays without it')")
    click(safari, "Begin")
    until(safari, "return location.pathname.startsWith('/table/L-')")
    until(safari, "return !!document.querySelector('form.ask')")
    until(safari, "return caches.open('luthier-snapshot').then((one) => one.keys()).then((all) => all.length > 0)")
    safari.refresh()
    until(safari, "return !!document.querySelector('form.ask')")
    deadline = time.monotonic() + 240
    while "round 2" not in (shown := safari.execute_script("return document.body.innerText").lower()):
        assert "something in the app broke" not in shown, shown
        assert time.monotonic() < deadline, shown
        safari.execute_script(PLAY, SUBMIT_BUTTON, CHOICES)
        time.sleep(0.15)
