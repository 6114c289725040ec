"""Updates of the app while the old version is open: offered, never forced, and no game is lost."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from e2e.builds import VERSION, RuleVersions, make_build
from e2e.conftest import DIST, PHONE, Server
from e2e.offline_player import OfflinePlayer, record_of
from engine.content.files import load
from engine.game import game_from_json

NEW = "0.2.0"
OLD_RULES, NEW_RULES = "1.0.0", "1.1.0"
UPDATE_WAITS = (
    "navigator.serviceWorker.getRegistration().then((found) => found.update()).then((found) => !!found.waiting)"
)
SCREENS = {"Past games": "text=Bring in a game", "Rules": "main h2", "Join with a code": "#code", "Two people": "#seed"}
OFFER_TEXT = "A new version is here"

pytestmark = pytest.mark.long


def serve(server: Server, build: Path) -> None:
    server.stop()
    server.app = build
    server.start()


def check_version(page: Page, version: str) -> None:
    page.get_by_role("button", name="Settings").tap()
    page.get_by_text(f"Version {version}").wait_for()
    page.get_by_text("Kept safely").wait_for()


def record_failures(page: Page) -> list[str]:
    """The URLs of the page's failed requests, from now on."""
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.on("requestfailed", lambda request: failed.append(request.url))
    return failed


def go_home(page: Page) -> None:
    """Return to the Home screen by its buttons, without a reload."""
    title, menu = page.get_by_role("heading", name="Luthier", exact=True), page.get_by_role("button", name="Menu")
    while not title.count():
        if menu.count():
            menu.tap()
            page.get_by_role("button", name="Leave the table").tap()
        else:
            page.get_by_role("button", name="Back").first.tap()


def visit_all_screens(page: Page) -> None:
    """Open every screen from the Home screen."""
    for screen, shown in SCREENS.items():
        page.get_by_role("button", name=screen).tap()
        page.locator(shown).first.wait_for()
        go_home(page)


def test_open_tabs_play_on_with_the_old_version_until_each_takes_the_update(
    new_phone: Callable[..., BrowserContext], server: Server, tmp_path: Path
) -> None:
    """The old files are gone from the server, but every screen opens. The game continues by its rules, also offline."""
    phone = new_phone()
    player, other = OfflinePlayer(phone.new_page(), "first tab"), OfflinePlayer(phone.new_page(), "other device")
    player.set_instant_playback()
    player.download_engine()
    game = player.begin_on_device("Alone")
    other.page.goto("/")
    player.play_entries(game, 3)
    serve(server, make_build(DIST, tmp_path / "new", NEW, RuleVersions(NEW_RULES, [OLD_RULES, NEW_RULES])))
    failed = [*map(record_failures, (player.page, other.page))]
    other.page.wait_for_function(UPDATE_WAITS)
    phone.new_cdp_session(other.page).send("Network.clearBrowserCache")

    player.play_entries(game, 2)
    assert not player.page.get_by_text(OFFER_TEXT).count()
    player.open_menu("Take this game to the server")
    player.page.get_by_text("The server plays every step over").wait_for()
    player.page.keyboard.press("Escape")
    go_home(player.page)
    player.page.get_by_text(OFFER_TEXT).wait_for()
    check_version(player.page, VERSION)
    go_home(player.page)

    with player.page.expect_navigation():
        player.page.get_by_role("button", name="Update", exact=True).tap()
    check_version(player.page, NEW)
    player.page.get_by_text(f"rules {NEW_RULES}").wait_for(timeout=60_000)

    check_version(other.page, VERSION)
    go_home(other.page)
    visit_all_screens(other.page)
    other.page.get_by_text(OFFER_TEXT).wait_for()
    other.page.get_by_role("button", name="Continue, on this").tap()
    other.page.locator("form.ask").wait_for(timeout=60_000)
    other.play_entries(game, 2)
    assert failed == [[], []]
    other.page.close()

    server.stop()
    player.page.goto(f"/table/{game}/hall")
    player.page.locator("form.ask").wait_for(timeout=60_000)
    player.play_entries(game, 2)
    kept = player.stored(game)
    assert kept["header"]["rules"] == OLD_RULES
    assert game_from_json(record_of(kept), load()).revision == kept["status"]["revision"]


def test_a_game_of_unsupported_rules_can_still_be_listed_and_saved(
    new_phone: Callable[..., BrowserContext], server: Server, tmp_path: Path
) -> None:
    """An open page plays on until it is closed; afterwards the whole record can be saved."""
    player = OfflinePlayer(new_phone().new_page(), "old rules")
    page = player.page
    player.set_instant_playback()
    player.download_engine()
    game = player.begin_on_device("Alone")
    player.play_entries(game, 2)
    serve(server, make_build(DIST, tmp_path / "new", NEW, RuleVersions(NEW_RULES, [NEW_RULES])))
    page.wait_for_function(UPDATE_WAITS)
    download_new_engine(page)
    player.play_entries(game, 2)
    kept = player.stored(game)

    page.goto(f"/table/{game}/hall")
    page.get_by_text("The app has other rules or cards now").wait_for(timeout=60_000)
    page.get_by_role("button", name="Back to Home").tap()
    page.get_by_text(f"was made by other rules or cards (rules {OLD_RULES})").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").tap()
    record: dict[str, Any] = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert record["log"] == kept["log"]
    assert game_from_json(record, load()).revision == kept["status"]["revision"]


def test_a_page_over_plain_http_plays_on_without_a_service_worker(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    """Phones in the same network reach the server by a name, without https."""
    args = [*browser_type_launch_args["args"], "--host-resolver-rules=MAP luthier.example 127.0.0.1"]
    browser = playwright.chromium.launch(**{**browser_type_launch_args, "args": args})
    try:
        phone = browser.new_context(base_url=server.url.replace("127.0.0.1", "luthier.example"), **PHONE)
        player = OfflinePlayer(phone.new_page(), "plain http")
        page = player.page
        page.goto("/", wait_until="networkidle")
        assert not page.evaluate("isSecureContext")
        serve(server, make_build(DIST, tmp_path / "new", NEW))
        phone.new_cdp_session(page).send("Network.clearBrowserCache")
        failed = record_failures(page)
        page.get_by_role("button", name="Settings").tap()
        page.get_by_text(f"Version {VERSION}").wait_for()
        page.get_by_text("The games that this phone keeps").wait_for()
        go_home(page)
        page.get_by_text("Alone", exact=True).tap()
        page.get_by_role("button", name="Begin").tap()
        page.locator("form.ask").wait_for(timeout=60_000)
        player.play(moves=1)
        player.open_menu("Play on from here")
        page.get_by_role("button", name="Play on alone").wait_for()
        assert failed == []
    finally:
        browser.close()


def download_new_engine(page: Page) -> None:
    """Download the new engine in another tab, while the game is open."""
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Settings").tap()
    other.get_by_text(f"rules {NEW_RULES}").wait_for(timeout=60_000)
    other.close()
