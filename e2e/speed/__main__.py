"""Measures playing in a real Chromium with the server stopped; the exit status is 1 where a goal is missed.

python -m e2e.speed [--boots N] [--moves N] [--report FILE] [--trace FILE] [--picture FILE]
"""

import argparse
import os
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from e2e.conftest import CHROMIUM_ARGS, PHONE, Server, find_chromium
from e2e.offline_player import OfflinePlayer
from e2e.speed.gauge import IN_PAGE, Gauge
from e2e.speed.picture import picture
from e2e.speed.row import Row
from e2e.speed.slow import slowed

SLOWER = 4
LEVEL = "Journeyman"
TIMEOUT_MS = 120_000
HAS_SNAPSHOT = "async () => (await (await caches.open('luthier-snapshot')).keys()).length > 0"


def main() -> int:
    asked = _arguments()
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", Path(folder) / "server.log")
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGS)
        try:
            rows = _measure(browser, server, asked)
        finally:
            browser.close()
            server.stop()
        load = f"Load of the machine: {before:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores."
        head = f"{'':52} {'':>4} {'median':>8} {'worst':>8}"
        report = "\n".join([head, *map(_line, rows), "", load, "Above one for each core, times are those of waiting."])
        print(report)
        if asked.report:
            asked.report.write_text(f"{report}\n", encoding="utf-8")
        if asked.picture:
            picture(playwright, rows, load, asked.picture)
    return 0 if all(row.met for row in rows) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make offline-speed")
    parser.add_argument("--boots", type=int, default=9, help="how often the engine is started, normally and slowed")
    parser.add_argument("--moves", type=int, help="stop the game after so many moves")
    parser.add_argument("--slow-moves", type=int, default=40, help="moves with the CPU slowed")
    parser.add_argument("--report", type=Path, help="write the table there, too")
    parser.add_argument("--picture", type=Path, help="draw what was measured there, as PNG")
    parser.add_argument("--trace", type=Path, help="write Chromium's trace of a start and a few moves there")
    return parser.parse_args()


def _measure(browser: Browser, server: Server, asked: argparse.Namespace) -> list[Row]:
    context = browser.new_context(base_url=server.url, **PHONE)
    context.add_init_script(IN_PAGE)
    player = OfflinePlayer(context.new_page(), "measuring")
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    game = player.begin_on_device("Alone", LEVEL)
    if asked.trace:
        _trace(browser, player, game, asked.trace)
    gauge = Gauge(browser, player.page)
    page, renderers = player.page, gauge.renderers()
    spent = gauge.cpu()
    boots = [_boot(page, game) for _ in range(asked.boots)]
    spent = (gauge.cpu() - spent) / asked.boots * 1000
    first = [_first_boot(page, game) for _ in range(asked.boots)]
    with slowed(renderers, SLOWER):
        slow_first = [_first_boot(page, game) for _ in range(asked.boots)]
        slow_boots = [_boot(page, game) for _ in range(asked.boots)]
    whole = _game(context, asked.moves)
    slow = _game(context, asked.slow_moves, slow=True)
    s = f", at 1/{SLOWER} of the CPU"
    return [
        Row("engine ready", boots, 1500),
        Row(f"engine ready{s}", slow_boots, 4000),
        Row("engine ready for the first time", first, 1500),
        Row(f"engine ready for the first time{s}", slow_first, 4000),
        Row("CPU time of a page that opens a table and its engine", [spent]),
        Row("a choice is answered", whole["choices"], 100),
        Row(f"a choice is answered{s}", slow["choices"]),
        Row("a journeyman's move", whole["moves"], 1000, worst=True),
        Row(f"a journeyman's move{s}", slow["moves"], 2000, worst=True),
        Row("long tasks of the page in a whole game", whole["tasks"], 200, worst=True),
        Row("memory of the page's process, without an engine", whole["before"], unit="MB"),
        Row("memory of it in a whole game", whole["memories"], unit="MB"),
        Row("memory of it after that game, once it is cleared", whole["after"], unit="MB"),
    ]


def _first_boot(page: Page, game: str) -> float:
    """As `_boot`, without a snapshot."""
    page.evaluate("() => caches.delete('luthier-snapshot')")
    ready = _boot(page, game)
    page.wait_for_function(HAS_SNAPSHOT, timeout=TIMEOUT_MS)
    return ready


def _boot(page: Page, game: str) -> float:
    """Milliseconds from the creation of the worker until its engine is ready; all files are on the device."""
    page.goto(f"/table/{game}/hall")
    page.wait_for_function("() => window.gauge.boots.length > 0", timeout=TIMEOUT_MS)
    boots: list[float] = page.evaluate("() => window.gauge.boots")
    page.locator("form.ask").wait_for(timeout=TIMEOUT_MS)
    return boots[0]


def _game(context: BrowserContext, moves: int | None, slow: bool = False) -> dict[str, list[float]]:
    """Create a game and play it; returns what was measured."""
    for page in context.pages:
        page.close()
    player = OfflinePlayer(context.new_page(), "measured")
    browser = context.browser
    assert browser is not None
    gauge = Gauge(browser, player.page)
    player.page.goto("/")
    before = gauge.memory_needed()
    with gauge.memories() as memories:
        player.begin_on_device("Alone", LEVEL)
        gauge.watch_worker()
        with slowed(gauge.renderers(), SLOWER) if slow else nullcontext():
            player.play(moves)
    measured = gauge.read()
    return {
        "choices": [one["ms"] for one in measured["asked"] if one["command"] == "submit"],
        "moves": measured["moves"],
        "tasks": [one["ms"] for one in measured["tasks"]] or [0.0],
        "before": [before],
        "memories": memories,
        "after": [gauge.memory_needed()],
    }


def _trace(browser: Browser, player: OfflinePlayer, game: str, to: Path) -> None:
    browser.start_tracing(page=player.page, path=to)
    _boot(player.page, game)
    player.play(moves=5)
    browser.stop_tracing()


def _line(row: Row) -> str:
    goal = "" if row.goal is None else f"{'worst' if row.worst else 'median'} < {row.goal:g}"
    verdict = "" if row.goal is None else ("met" if row.met else "MISSED")
    numbers = f"{row.median:8.0f} {row.most:8.0f} {row.unit}"
    return f"{row.what:52} {len(row.values):4} {numbers}   {goal:15} {verdict}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
