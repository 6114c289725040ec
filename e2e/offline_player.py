"""Plays games that the device keeps: downloads the engine, creates games, and reads them from IndexedDB."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from e2e.page_player import PagePlayer

SERVER_GAME = re.compile(r"/table/(?!L-)")
"""Matches the address of a game that the server keeps."""
READ_GAME = """(game) => new Promise((done, failed) => {
  const opening = indexedDB.open("luthier");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const tx = db.transaction(["games", "entries"]);
    const row = tx.objectStore("games").get(game);
    const log = tx.objectStore("entries").getAll(IDBKeyRange.bound([game], [game, []]));
    tx.oncomplete = () => {
      db.close();
      done({ header: row.result.header, log: log.result, status: row.result.status });
    };
  };
})"""


class OfflinePlayer(PagePlayer):
    """A player whose device keeps the game."""

    def download_engine(self) -> None:
        """Download the engine on the screen for new games, and wait until it is complete."""
        page = self.page
        page.goto("/new")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.get_by_text("Play without a network too").tap()
        page.get_by_role("switch", name="Keep this game on this").wait_for(timeout=60_000)

    def begin_on_device(self, preset: str, level: str = "Apprentice", seed: str = "LUTE 4817") -> str:
        """Create a game on this device; returns its code."""
        page = self.page
        page.goto("/new")
        page.get_by_role("radio", name=preset, exact=True).tap()
        page.get_by_role("radio", name=level, exact=True).tap()
        page.get_by_role("textbox", name="Seed").fill(seed)
        switch = page.get_by_role("switch", name="Keep this game on this")
        forced = page.get_by_text("The server does not answer. This game plays without it")
        switch.or_(forced).first.wait_for()
        if switch.count() and switch.get_attribute("aria-checked") == "false":
            switch.tap()
        page.get_by_role("button", name="Begin").tap()
        page.wait_for_url("**/table/L-**")
        page.locator("form.ask, .handover").first.wait_for(timeout=60_000)
        return game_code(page)

    def begin_on_server(self, seed: str = "LUTE 4817") -> str:
        """Create a solo game on the server although the engine is here; returns its code."""
        page = self.page
        page.goto("/new")
        page.get_by_role("textbox", name="Seed").fill(seed)
        switch = page.get_by_role("switch", name="Keep this game on this")
        switch.wait_for()
        if switch.get_attribute("aria-checked") == "true":
            switch.tap()
        page.get_by_role("button", name="Begin").tap()
        page.wait_for_url(SERVER_GAME)
        page.locator("form.ask").wait_for()
        return game_code(page)

    def open_table(self, game: str) -> None:
        """Open a game, and wait for its question."""
        self.page.goto(f"/table/{game}/hall")
        self.page.locator("form.ask").wait_for(timeout=60_000)

    def open_menu(self, row: str) -> None:
        """Wait until this seat is asked, then tap a row of the table's menu."""
        self.page.locator("form.ask").wait_for(timeout=60_000)
        menu = self.page.get_by_role("button", name="Menu")
        if not menu.count():
            self.page.get_by_role("button", name="Back").first.tap()
        menu.tap()
        self.page.get_by_role("button", name=row).tap()

    def copy_to_device(self) -> str:
        """Copy the open game from the server to this device; returns its code here."""
        self.open_menu("Take this game along")
        self.page.get_by_role("button", name="Take it along").tap()
        self.page.wait_for_url("**/table/L-**")
        self.page.locator("form.ask").wait_for(timeout=60_000)
        return game_code(self.page)

    def start_upload(self) -> None:
        """Start uploading the open game of this device; does not wait for the answer."""
        self.open_menu("Take this game to the server")
        self.page.get_by_role("button", name="Take it to the server").tap()

    def wait_for_server_game(self) -> str:
        """Wait until the page shows a game of the server; returns its code."""
        self.page.wait_for_url(SERVER_GAME, timeout=60_000)
        self.page.locator("form.ask").wait_for(timeout=60_000)
        return game_code(self.page)

    def play_until(self, reached: Callable[[], bool]) -> None:
        """Answer questions until the condition holds; not every tap submits a move."""
        for _ in range(100):
            if reached():
                return
            self.play(moves=1)
        raise AssertionError("the condition is never reached")

    def play_entries(self, game: str, count: int) -> None:
        """Play a game of this device until its log has this many more entries."""
        goal = len(self.stored(game)["log"]) + count
        self.play_until(lambda: len(self.stored(game)["log"]) >= goal)

    def stored(self, game: str) -> dict[str, Any]:
        """The game as the device's database has it."""
        return stored_game(self.page, game)


def game_code(page: Page) -> str:
    return page.url.split("/table/")[1].split("/")[0]


def stored_game(page: Page, game: str) -> dict[str, Any]:
    record: dict[str, Any] = page.evaluate(READ_GAME, game)
    return record


def record_of(row: dict[str, Any]) -> dict[str, Any]:
    return {part: row[part] for part in ("header", "log")}
