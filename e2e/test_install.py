"""The app can be installed, its shell opens offline, and the engine is downloaded when the person wants it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from e2e.conftest import Server
from e2e.offline_player import OfflinePlayer

SLOW = {"offline": False, "latency": 0, "downloadThroughput": 300_000, "uploadThroughput": -1}
FAST = {**SLOW, "downloadThroughput": -1}
MANIFEST = "manifest.json"


def test_the_app_can_be_installed(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    """The browser reports no error in the manifest, its icons and the service worker."""
    context = playwright.chromium.launch_persistent_context(str(tmp_path / "profile"), **browser_type_launch_args)
    try:
        page = context.new_page()
        page.goto(server.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        browser = context.new_cdp_session(page)
        assert browser.send("Page.getAppManifest")["errors"] == []
        assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = page.request.get(f"{server.url}/manifest.webmanifest").json()
        for picture in (*manifest["icons"], *manifest["screenshots"]):
            answer = page.request.get(server.url + picture["src"])
            assert (answer.status, answer.headers["content-type"]) == (200, picture["type"])
    finally:
        context.close()


def test_the_shell_opens_while_the_server_is_stopped(phone: BrowserContext, server: Server) -> None:
    """The Home screen is shown from the service worker's cache."""
    page = phone.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    server.stop()
    page.reload()
    page.get_by_role("heading", name="Luthier").wait_for()
    page.get_by_text("Alone", exact=True).wait_for()


def engine_files(page: Page, event: str) -> list[str]:
    """URLs of the engine's files that the page requests from now on, or has received."""
    urls: list[str] = []
    page.on(event, lambda request: urls.append(request.url) if "/offline/" in request.url else None)  # type: ignore[call-overload]
    return urls


@pytest.mark.long
def test_the_download_of_the_engine_shows_progress_and_resumes_after_a_break(
    phone: BrowserContext, server: Server
) -> None:
    """Complete files are not requested again; in the end the size is shown in megabytes."""
    page = phone.new_page()
    page.goto("/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    network = phone.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    received = engine_files(page, "requestfinished")
    page.get_by_role("button", name="Fetch", exact=True).tap()
    page.get_by_role("button", name="Back").tap()
    bar = page.get_by_role("progressbar")
    page.locator("[role=progressbar][aria-valuenow]:not([aria-valuenow='0'])").wait_for()
    assert 0 < int(bar.get_attribute("aria-valuenow") or "") < 100
    server.kill()
    page.get_by_text("The server was not reached. What has come is kept").wait_for(timeout=60_000)
    before = {url for url in received if not url.endswith(MANIFEST)}
    network.send("Network.emulateNetworkConditions", FAST)
    requested = engine_files(page, "request")
    server.start()
    page.get_by_role("button", name="Try again").tap()
    page.get_by_text("Ready to play without a network").wait_for(timeout=60_000)
    manifest = page.request.get(f"/offline/{MANIFEST}").json()
    page.get_by_text(f"Ready to play without a network · {manifest['bytes'] / 1e6:.1f} MB").wait_for()
    assert not bar.count()
    again = {url for url in requested if not url.endswith(MANIFEST)}
    assert before
    assert before | again == {server.url + file["path"] for file in manifest["files"]}
    assert not before & again


@pytest.mark.long
@pytest.mark.parametrize("saving", [False, True], ids=["as usual", "saving data"])
def test_the_engine_is_downloaded_after_a_game_began_but_with_data_saver_only_on_request(
    phone: BrowserContext, saving: bool
) -> None:
    connection = f"{{ value: {{ saveData: {str(saving).lower()} }} }}"
    phone.add_init_script(f"Object.defineProperty(navigator, 'connection', {connection})")
    page = phone.new_page()
    page.clock.install()
    requested = engine_files(page, "request")
    OfflinePlayer(page, "download").new_game("Apprentice", "LUTE 4817")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Settings").tap()
    get = page.get_by_role("button", name="Fetch", exact=True)
    get.wait_for()
    page.clock.fast_forward(60_000)
    if saving:
        assert get.is_visible()
        assert {url.rpartition("/")[2] for url in requested} == {MANIFEST}
        get.tap()
    page.get_by_text("Here, to play without a network").wait_for(timeout=60_000)
