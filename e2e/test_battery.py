"""A hidden page ends its worker and resumes later; an AI that chooses does not delay other requests."""

import pytest
from playwright.sync_api import BrowserContext, Page

from automa.table import Table
from e2e.conftest import Server
from e2e.offline_player import OfflinePlayer, record_of, stored_game
from engine.content.files import load

pytestmark = pytest.mark.long

ENOUGH = 5
"""How often a test interrupts an AI's turn."""
ATTEMPTS = 300

HOOKS = """
const GRACE_MS = 20_000;
const wait = window.setTimeout;
window.setTimeout = (act, ms, ...rest) => wait(act, ms === GRACE_MS ? 0 : ms, ...rest);
window.setVisible = (visible) => {
  Object.defineProperty(document, "hidden", { value: !visible, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: visible ? "visible" : "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};
window.received = [];
window.duringAiTurn = null;
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const ai = "frame" in data && !data.frame.frame.view.prompt;
      window.received.push(ai ? "ai" : "answer" in data ? data.answer.id : "other");
      if (ai && window.duringAiTurn) {
        const act = window.duringAiTurn;
        window.duringAiTurn = null;
        act(this);
      }
    });
  }
};
"""
"""Runs before the page: removes the delay after which a hidden page ends its worker, lets a test hide the page,
and lets it act during an AI's turn, after the first of its moves."""


@pytest.fixture
def player(phone: BrowserContext, server: Server) -> OfflinePlayer:
    """A player with the engine on the device and the server stopped."""
    phone.add_init_script(HOOKS)
    player = OfflinePlayer(phone.new_page(), "battery")
    player.set_instant_playback()
    player.download_engine()
    server.stop()
    return player


def test_an_ai_turn_that_is_interrupted_by_hiding_the_page_resumes_where_it_stopped(player: OfflinePlayer) -> None:
    """A hidden page has no worker and writes nothing; no move is lost or made twice."""
    game = player.begin_on_device("Alone", "Journeyman")
    page, interrupted = player.page, 0
    for _ in range(ATTEMPTS):
        page.evaluate("() => { if (!document.hidden) window.duringAiTurn ??= () => window.setVisible(false); }")
        player.answer() if player.is_asked() else player.skip_or_wait()
        if not page.evaluate("document.hidden"):
            continue
        wait_for_workers(page, 0)
        before = stored_game(page, game)
        page.wait_for_timeout(300)
        assert stored_game(page, game) == before
        interrupted += before["status"]["ai_to_move"]
        if interrupted == ENOUGH:
            break
        page.evaluate("window.setVisible(true)")
        page.locator("form.ask, .scoring").first.wait_for()
        wait_for_workers(page, 1)
    assert interrupted == ENOUGH
    page.evaluate("window.setVisible(true)")
    player.play(moves=10)
    table = Table.from_record(record_of(stored_game(page, game)), load())
    assert table.first_divergence() is None
    assert not player.faults


def test_a_request_during_an_ai_turn_is_answered_before_the_turn_ends(player: OfflinePlayer) -> None:
    game = player.begin_on_device("Alone", "Journeyman")
    page, overtaken = player.page, 0
    for n in range(ATTEMPTS):
        page.evaluate(
            """([game, id]) => {
              window.received = [];
              const request = { id, command: "seats", arguments: { game } };
              window.duringAiTurn = (worker) => worker.postMessage({ request });
            }""",
            [game, asked := 1_000_000 + n],
        )
        player.play(moves=1)
        page.locator("form.ask, .scoring").first.wait_for()
        if page.evaluate("window.duringAiTurn !== null"):
            continue
        page.wait_for_function("(id) => window.received.includes(id)", arg=asked)
        received = page.evaluate("window.received")
        overtaken += "ai" in received[received.index(asked) :]
        if overtaken == ENOUGH:
            break
    assert overtaken == ENOUGH


def wait_for_workers(page: Page, count: int) -> None:
    for _ in range(100):
        if len(page.workers) == count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(page.workers)} workers instead of {count}")
