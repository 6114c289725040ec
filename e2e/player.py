"""A person with a thumb: plays a game through the page by tapping what can be touched, and nothing else."""

import json
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as NotThere

from engine.rng import Rng, stream

VELVET = ".dock form.ask .btn.go"
CHOICES = ", ".join(
    [
        ".pc",
        ".dock label",
        "[data-at]:not([aria-disabled=true]):not(.card-info)",
        ".dock [role=radio]:not([aria-disabled=true])",
        "main [role=radio]:not([aria-disabled=true])",
        "[aria-pressed]:not([aria-disabled=true])",
        ".one:not([aria-disabled=true])",
    ]
)
"""What a choice looks like on the board and in the dock."""
IDLE_MS = 100
PATIENCE = 600
"""So many looks without a question, then the game is stuck."""


class Player:
    """Plays one game on one page; which choices it makes follows from the seed."""

    def __init__(self, page: Page, seed: str) -> None:
        self.page = page
        self.rng: Rng = stream(seed)
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._mind_the_policy)

    def _mind_the_policy(self, message: ConsoleMessage) -> None:
        """What the page's own policy forbids is a fault of the app."""
        if "Content Security Policy" in message.text:
            self.faults.append(message.text)

    # --- on the way to a table --------------------------------------------------------------------------------------

    def new_game(self, level: str, seed: str) -> str:
        """From Home to the first question of a new solo game; the game's code."""
        page = self.page
        page.goto("/")
        page.get_by_text("Alone", exact=True).tap()
        page.get_by_role("radio", name=level, exact=True).tap()
        page.get_by_role("textbox", name="Seed").fill(seed)
        page.get_by_role("button", name="Begin").tap()
        page.wait_for_url("**/table/**")
        page.locator("form.ask").wait_for()
        return page.url.split("/table/")[1].split("/")[0]

    def begin(self, seats: list[dict[str, Any]], seed: str = "LUTE 4817") -> str:
        """A new game whose people all hold this device, opened at its table; the game's code."""
        page = self.page
        page.goto("/")
        answer = page.request.post("/api/games", data={"seats": seats, "seed": seed})
        assert answer.ok, answer.text()
        game: str = answer.json()["game"]
        page.goto(f"/table/{game}/hall")
        return game

    def quicken(self) -> None:
        """Have rivals' moves shown at once: the setting, touched as a person would."""
        page = self.page
        page.goto("/settings")
        page.get_by_role("radio", name="Instant").tap()

    # --- at the table -----------------------------------------------------------------------------------------------

    def play(self, moves: int | None = None) -> None:
        """Answer so many questions, or play to the final scoring."""
        idle = 0
        answered = 0
        while not self.finished() and answered != moves:
            if self.asked():
                self.answer()
                answered, idle = answered + 1, 0
            elif self.curtain():
                self.open_curtain()
            else:
                self.go_on()
                idle += 1
                assert idle < PATIENCE, f"nobody is asked and nothing moves at {self.page.url}"
            assert not self.faults, self.faults

    def finished(self) -> bool:
        return self.page.locator(".scoring").count() > 0

    def asked(self) -> bool:
        return self.page.locator("form.ask").count() > 0

    def curtain(self) -> str:
        """For whom the curtain hangs; empty where there is none."""
        button = self.page.get_by_role("button", name="Hold to open")
        return button.inner_text().removeprefix("Hold to open, ").strip() if button.count() else ""

    def open_curtain(self) -> None:
        """Hold the button until the own table stands there; a thumb that missed it while it fell moves once more."""
        curtain = self.page.locator(".handover")
        for _ in range(5):
            self.page.get_by_role("button", name="Hold to open").hover()
            self.page.mouse.down()
            try:
                return curtain.wait_for(state="detached", timeout=5_000)
            except NotThere:
                continue
            finally:
                self.page.mouse.up()
        raise AssertionError("the curtain does not open")

    def go_on(self) -> None:
        """A rival plays: skip what it does, or wait."""
        skip = self.page.get_by_role("button", name="To my choice")
        if skip.count():
            self._tap(skip.first)
        self.page.wait_for_timeout(IDLE_MS)

    def answer(self) -> None:
        """Touch a choice unless one is ready, then the velvet button."""
        ready = self.page.locator(VELVET)
        if not ready.count() or self.rng.below(4) == 0:
            self._touch_a_choice()
        if ready.count():
            self._tap(ready.first)

    def _touch_a_choice(self) -> None:
        seen = [found for found in self.page.locator(CHOICES).all() if found.is_visible()]
        if seen:
            self._tap(seen[self.rng.below(len(seen))])
        self._close_sheets()

    def _tap(self, target: Locator) -> None:
        """What moves away under the thumb is looked for again at the next question."""
        try:
            target.tap(timeout=1500)
        except NotThere:
            self._close_sheets()

    def _close_sheets(self) -> None:
        if self.page.locator("[role=dialog]").count():
            self.page.keyboard.press("Escape")

    # --- afterwards -------------------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        """The prestige that the final scoring shows, by seat."""
        cells = self.page.locator("[data-testid=total]")
        cells.first.wait_for()
        shown = {int(cell.get_attribute("data-seat") or -1): int(cell.inner_text()) for cell in cells.all()}
        return [shown[seat] for seat in sorted(shown)]

    def export(self, game: str) -> dict[str, Any]:
        """The record, as this browser may have it."""
        answer = self.page.request.get(f"/api/games/{game}/export")
        assert answer.ok, answer.text()
        record: dict[str, Any] = json.loads(answer.text())
        return record
