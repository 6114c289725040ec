"""What tests of playing without a server share: the engine is fetched, games begin on the device, and are read from its
database."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from e2e.player import Player

THERE = re.compile(r"/table/(?!L-)")
"""The address of a game that the server keeps."""
READ = """(game) => new Promise((done, failed) => {
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


class Away(Player):
    """A person whose device keeps the game."""

    def fetch_engine(self) -> None:
        """Ask for the rules and the rivals where a new game begins, and wait until they are here."""
        page = self.page
        page.goto("/new")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.get_by_text("Play without a network too").tap()
        page.get_by_role("switch", name="Keep this game on this").wait_for(timeout=60_000)

    def begin_here(self, preset: str, level: str = "Apprentice", seed: str = "LUTE 4817") -> str:
        """A new game on this device; its code."""
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
        return game_at(page)

    def begin_there(self, seed: str = "LUTE 4817") -> str:
        """A new solo game at the server though the engine is here; its code."""
        page = self.page
        page.goto("/new")
        page.get_by_role("textbox", name="Seed").fill(seed)
        switch = page.get_by_role("switch", name="Keep this game on this")
        switch.wait_for()
        if switch.get_attribute("aria-checked") == "true":
            switch.tap()
        page.get_by_role("button", name="Begin").tap()
        page.wait_for_url(THERE)
        page.locator("form.ask").wait_for()
        return game_at(page)

    def open(self, game: str) -> None:
        """Its table, asking."""
        self.page.goto(f"/table/{game}/hall")
        self.page.locator("form.ask").wait_for(timeout=60_000)

    def menu(self, row: str) -> None:
        """Open the table's menu at one of its rows, when the rivals are done."""
        self.page.locator("form.ask").wait_for(timeout=60_000)
        menu = self.page.get_by_role("button", name="Menu")
        if not menu.count():
            self.page.get_by_role("button", name="Back").first.tap()
        menu.tap()
        self.page.get_by_role("button", name=row).tap()

    def take_along(self) -> str:
        """Keep the game of the server that is open on this device; its code here."""
        self.menu("Take this game along")
        self.page.get_by_role("button", name="Take it along").tap()
        self.page.wait_for_url("**/table/L-**")
        self.page.locator("form.ask").wait_for(timeout=60_000)
        return game_at(self.page)

    def send_home(self) -> None:
        """Have the open game of this device go to the server; what comes of it is seen by who asks for it."""
        self.menu("Take this game to the server")
        self.page.get_by_role("button", name="Take it to the server").tap()

    def at_server(self) -> str:
        """The game of the server at which the page is, or comes to be; its code."""
        self.page.wait_for_url(THERE, timeout=60_000)
        self.page.locator("form.ask").wait_for(timeout=60_000)
        return game_at(self.page)

    def play_until(self, arrived: Callable[[], bool]) -> None:
        """Answer until it is as it should be: not every touch is a step yet."""
        for _ in range(100):
            if arrived():
                return
            self.play(moves=1)
        raise AssertionError("the game does not come there")

    def play_on(self, game: str, steps: int) -> None:
        """Play on at a game of this device until its log has so many more steps."""
        goal = len(self.kept(game)["log"]) + steps
        self.play_until(lambda: len(self.kept(game)["log"]) >= goal)

    def kept(self, game: str) -> dict[str, Any]:
        """The game as the device's database has it."""
        return kept(self.page, game)


def game_at(page: Page) -> str:
    return page.url.split("/table/")[1].split("/")[0]


def kept(page: Page, game: str) -> dict[str, Any]:
    record: dict[str, Any] = page.evaluate(READ, game)
    return record


def record_of(row: dict[str, Any]) -> dict[str, Any]:
    return {part: row[part] for part in ("header", "log")}
