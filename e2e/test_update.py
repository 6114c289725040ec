"""A new version of the app comes while the old one is open: offered and never forced, and no game is lost over it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from e2e.away import Away, record_of
from e2e.builds import VERSION, Rules, another
from e2e.conftest import DIST, PHONE, Server
from engine.content.files import load
from engine.game import game_from_json

NEW = "0.2.0"
OLD_RULES, NEW_RULES = "1.0.0", "1.1.0"
WAITS = "navigator.serviceWorker.getRegistration().then((found) => found.update()).then((found) => !!found.waiting)"
SCREENS = {"Past games": "text=Bring in a game", "Rules": "main h2", "Join with a code": "#code", "Two people": "#seed"}
OFFER = "A new version is here"

pytestmark = pytest.mark.long


def serve(server: Server, build: Path) -> None:
    server.stop()
    server.app = build
    server.start()


def tells(page: Page, version: str) -> None:
    page.get_by_role("button", name="Settings").tap()
    page.get_by_text(f"Version {version}").wait_for()
    page.get_by_text("Kept safely").wait_for()


def missing(page: Page) -> list[str]:
    """The files that the page asks for in vain from now on."""
    told: list[str] = []
    page.on("response", lambda answer: told.append(answer.url) if answer.status >= 400 else None)
    page.on("requestfailed", lambda request: told.append(request.url))
    return told


def home(page: Page) -> None:
    """Back to Home by what can be touched, without loading anything anew."""
    title, menu = page.get_by_role("heading", name="Luthier", exact=True), page.get_by_role("button", name="Menu")
    while not title.count():
        if menu.count():
            menu.tap()
            page.get_by_role("button", name="Leave the table").tap()
        else:
            page.get_by_role("button", name="Back").first.tap()


def tour(page: Page) -> None:
    """From the title page to every screen and back."""
    for screen, shown in SCREENS.items():
        page.get_by_role("button", name=screen).tap()
        page.locator(shown).first.wait_for()
        home(page)


def test_an_open_page_plays_on_until_it_takes_the_update_and_so_do_other_tabs(
    new_phone: Callable[..., BrowserContext], server: Server, tmp_path: Path
) -> None:
    """Old files are gone from the server; every screen still opens. The game goes on by its rules, offline too."""
    phone = new_phone()
    away, other = Away(phone.new_page(), "old thumb"), Away(phone.new_page(), "other thumb")
    away.quicken()
    away.fetch_engine()
    game = away.begin_here("Alone")
    other.page.goto("/")
    away.play_on(game, 3)
    serve(server, another(DIST, tmp_path / "new", NEW, Rules(NEW_RULES, [OLD_RULES, NEW_RULES])))
    lost = [*map(missing, (away.page, other.page))]
    other.page.wait_for_function(WAITS)
    phone.new_cdp_session(other.page).send("Network.clearBrowserCache")

    away.play_on(game, 2)
    assert not away.page.get_by_text(OFFER).count()
    away.menu("Take this game to the server")
    away.page.get_by_text("The server plays every step over").wait_for()
    away.page.keyboard.press("Escape")
    home(away.page)
    away.page.get_by_text(OFFER).wait_for()
    tells(away.page, VERSION)
    home(away.page)

    with away.page.expect_navigation():
        away.page.get_by_role("button", name="Update", exact=True).tap()
    tells(away.page, NEW)
    away.page.get_by_text(f"rules {NEW_RULES}").wait_for(timeout=60_000)

    tells(other.page, VERSION)
    home(other.page)
    tour(other.page)
    other.page.get_by_text(OFFER).wait_for()
    other.page.get_by_role("button", name="Continue, on this").tap()
    other.page.locator("form.ask").wait_for(timeout=60_000)
    other.play_on(game, 2)
    assert lost == [[], []]
    other.page.close()

    server.stop()
    away.page.goto(f"/table/{game}/hall")
    away.page.locator("form.ask").wait_for(timeout=60_000)
    away.play_on(game, 2)
    kept = away.kept(game)
    assert kept["header"]["rules"] == OLD_RULES
    assert game_from_json(record_of(kept), load()).revision == kept["status"]["revision"]


def test_a_game_of_rules_that_are_played_no_more_stays_to_be_read_and_saved(
    new_phone: Callable[..., BrowserContext], server: Server, tmp_path: Path
) -> None:
    """Where it is open it plays on to the end of the page; afterwards its whole record can be saved."""
    away = Away(new_phone().new_page(), "older thumb")
    page = away.page
    away.quicken()
    away.fetch_engine()
    game = away.begin_here("Alone")
    away.play_on(game, 2)
    serve(server, another(DIST, tmp_path / "new", NEW, Rules(NEW_RULES, [NEW_RULES])))
    page.wait_for_function(WAITS)
    bring_engine(page)
    away.play_on(game, 2)
    kept = away.kept(game)

    page.goto(f"/table/{game}/hall")
    page.get_by_text("The app has other rules or cards now").wait_for(timeout=60_000)
    page.get_by_role("button", name="Back to Home").tap()
    page.get_by_text(f"was made by other rules or cards (rules {OLD_RULES})").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").tap()
    record: dict[str, Any] = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert record["log"] == kept["log"]
    assert game_from_json(record, load()).revision == kept["status"]["revision"]


def test_a_page_over_plain_http_plays_on_too_though_no_service_worker_keeps_its_files(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    """As phones in the same network have it, that reach the server by a name and not over https."""
    args = [*browser_type_launch_args["args"], "--host-resolver-rules=MAP luthier.example 127.0.0.1"]
    browser = playwright.chromium.launch(**{**browser_type_launch_args, "args": args})
    try:
        phone = browser.new_context(base_url=server.url.replace("127.0.0.1", "luthier.example"), **PHONE)
        away = Away(phone.new_page(), "plain thumb")
        page = away.page
        page.goto("/", wait_until="networkidle")
        assert not page.evaluate("isSecureContext")
        serve(server, another(DIST, tmp_path / "new", NEW))
        phone.new_cdp_session(page).send("Network.clearBrowserCache")
        lost = missing(page)
        page.get_by_role("button", name="Settings").tap()
        page.get_by_text(f"Version {VERSION}").wait_for()
        page.get_by_text("The games that this phone keeps").wait_for()
        home(page)
        page.get_by_text("Alone", exact=True).tap()
        page.get_by_role("button", name="Begin").tap()
        page.locator("form.ask").wait_for(timeout=60_000)
        away.play(moves=1)
        away.menu("Play on from here")
        page.get_by_role("button", name="Play on alone").wait_for()
        assert lost == []
    finally:
        browser.close()


def bring_engine(page: Page) -> None:
    """The newer engine comes behind an open game, as another tab at the title page has it come."""
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Settings").tap()
    other.get_by_text(f"rules {NEW_RULES}").wait_for(timeout=60_000)
    other.close()
