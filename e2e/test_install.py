"""The app can be installed, and its shell opens without the server."""

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from e2e.conftest import Server


def test_the_app_can_be_installed(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    """A browser finds nothing wrong with the manifest, its icons and the service worker."""
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
    """The title page is there; a game says that it could not be reached."""
    page = phone.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    server.stop()
    page.reload()
    page.get_by_role("heading", name="Luthier").wait_for()
    page.get_by_text("Alone", exact=True).wait_for()
