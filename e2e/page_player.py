"""Plays a game through the web page: taps what can be tapped, and reads only what is shown."""

import json
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as NotFound

from engine.rng import Rng, stream

SUBMIT_BUTTON = ".dock form.ask .btn.go"
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
"""CSS selectors of everything on the board and in the dock that is a choice."""
IDLE_MS = 100
MAX_IDLE = 600
"""Polls without a question after which the game counts as stuck."""


class PagePlayer:
    """Plays one game on one page; the seed decides its choices."""

    def __init__(self, page: Page, seed: str) -> None:
        self.page = page
        self.rng: Rng = stream(seed)
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._record_violations)

    def _record_violations(self, message: ConsoleMessage) -> None:
        """Count violations of the page's Content Security Policy as faults of the app."""
        if "Content Security Policy" in message.text:
            self.faults.append(message.text)

    # --- before the table --------------------------------------------------------------------------------------------

    def new_game(self, level: str, seed: str) -> str:
        """Start a solo game on the Home screen; returns the game's code once the first question is shown."""
        page = self.page
        page.goto("/")
        page.get_by_text("Alone", exact=True).tap()
        page.get_by_role("radio", name=level, exact=True).tap()
        page.get_by_role("textbox", name="Seed").fill(seed)
        page.get_by_role("button", name="Begin").tap()
        page.wait_for_url("**/table/**")
        page.locator("form.ask").wait_for()
        return page.url.split("/table/")[1].split("/")[0]

    def begin_shared(self, seats: list[dict[str, Any]], seed: str = "LUTE 4817") -> str:
        """Create a game whose people share this device, and open it; returns the game's code."""
        page = self.page
        page.goto("/")
        answer = page.request.post("/api/games", data={"seats": seats, "seed": seed})
        assert answer.ok, answer.text()
        game: str = answer.json()["game"]
        page.goto(f"/table/{game}/hall")
        return game

    def set_instant_playback(self) -> None:
        """Set the speed of the AIs' moves to instant, on the Settings screen."""
        page = self.page
        page.goto("/settings")
        page.get_by_role("radio", name="Instant").tap()

    # --- at the table -----------------------------------------------------------------------------------------------

    def play(self, moves: int | None = None) -> None:
        """Answer this many questions, or all until the final scoring."""
        idle = 0
        answered = 0
        while not self.is_finished() and answered != moves:
            if self.is_asked():
                self.answer()
                answered, idle = answered + 1, 0
            elif self.handover_name():
                self.open_handover()
            else:
                self.skip_or_wait()
                idle += 1
                assert idle < MAX_IDLE, f"nobody is asked and nothing moves at {self.page.url}"
            assert not self.faults, self.faults

    def is_finished(self) -> bool:
        return self.page.locator(".scoring").count() > 0

    def is_asked(self) -> bool:
        return self.page.locator("form.ask").count() > 0

    def handover_name(self) -> str:
        """The name on the handover screen; empty when none is shown."""
        button = self.page.get_by_role("button", name="Hold to open")
        return button.inner_text().removeprefix("Hold to open, ").strip() if button.count() else ""

    def open_handover(self) -> None:
        """Hold the button until the table is shown; again when the screen moved under the pointer."""
        handover = self.page.locator(".handover")
        for _ in range(5):
            self.page.get_by_role("button", name="Hold to open").hover()
            self.page.mouse.down()
            try:
                return handover.wait_for(state="detached", timeout=5_000)
            except NotFound:
                continue
            finally:
                self.page.mouse.up()
        raise AssertionError("the handover screen does not open")

    def skip_or_wait(self) -> None:
        """Skip the playback of an AI's moves, or wait for them."""
        skip = self.page.get_by_role("button", name="To my choice")
        if skip.count():
            self._tap(skip.first)
        self.page.wait_for_timeout(IDLE_MS)

    def answer(self) -> None:
        """Tap a choice unless one is ready, then the submit button."""
        ready = self.page.locator(SUBMIT_BUTTON)
        if not ready.count() or self.rng.below(4) == 0:
            self._tap_a_choice()
        if ready.count():
            self._tap(ready.first)

    def _tap_a_choice(self) -> None:
        seen = [found for found in self.page.locator(CHOICES).all() if found.is_visible()]
        if seen:
            self._tap(seen[self.rng.below(len(seen))])
        self._close_sheets()

    def _tap(self, target: Locator) -> None:
        """Tap; what moved meanwhile is looked for again at the next question."""
        try:
            target.tap(timeout=1500)
        except NotFound:
            self._close_sheets()

    def _close_sheets(self) -> None:
        if self.page.locator("[role=dialog]").count():
            self.page.keyboard.press("Escape")

    # --- afterwards -------------------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        """The prestige shown by the final scoring, by seat."""
        cells = self.page.locator("[data-testid=total]")
        cells.first.wait_for()
        shown = {int(cell.get_attribute("data-seat") or -1): int(cell.inner_text()) for cell in cells.all()}
        return [shown[seat] for seat in sorted(shown)]

    def export(self, game: str) -> dict[str, Any]:
        """The game's record, as this browser may download it."""
        answer = self.page.request.get(f"/api/games/{game}/export")
        assert answer.ok, answer.text()
        record: dict[str, Any] = json.loads(answer.text())
        return record
