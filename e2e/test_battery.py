"""A page that nobody sees ends its worker and goes on where it was; a rival that thinks keeps nobody waiting."""

import pytest
from playwright.sync_api import BrowserContext, Page

from automa.table import Table
from e2e.away import Away, kept, record_of
from e2e.conftest import Server
from engine.content.files import load

pytestmark = pytest.mark.long

ENOUGH = 5
"""So often something is done in the middle of a rival's turn."""
LOOKS = 300

LISTENER = """
const GRACE_MS = 20_000;
const wait = window.setTimeout;
window.setTimeout = (act, ms, ...rest) => wait(act, ms === GRACE_MS ? 0 : ms, ...rest);
window.see = (seen) => {
  Object.defineProperty(document, "hidden", { value: !seen, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: seen ? "visible" : "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};
window.heard = [];
window.atRival = null;
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const rival = "frame" in data && !data.frame.frame.view.prompt;
      window.heard.push(rival ? "rival" : "answer" in data ? data.answer.id : "other");
      if (rival && window.atRival) {
        const act = window.atRival;
        window.atRival = null;
        act(this);
      }
    });
  }
};
"""
"""Runs before the page: its grace is cut to nothing, it can be hidden and seen, and something can be done in the middle
of a rival's turn, as soon as a first move of it was told."""


@pytest.fixture
def away(phone: BrowserContext, server: Server) -> Away:
    """A person at a table that the device keeps, with the server stopped."""
    phone.add_init_script(LISTENER)
    away = Away(phone.new_page(), "thumb on the switch")
    away.quicken()
    away.fetch_engine()
    server.stop()
    return away


def test_a_rival_whose_page_is_hidden_in_the_middle_of_its_turn_goes_on_where_it_was(away: Away) -> None:
    """While hidden there is no worker and nothing is written; in the end nothing is lost and nothing was done twice."""
    game = away.begin_here("Alone", "Journeyman")
    page, interrupted = away.page, 0
    for _ in range(LOOKS):
        page.evaluate("() => { if (!document.hidden) window.atRival ??= () => window.see(false); }")
        away.answer() if away.asked() else away.go_on()
        if not page.evaluate("document.hidden"):
            continue
        wait_for_workers(page, 0)
        before = kept(page, game)
        page.wait_for_timeout(300)
        assert kept(page, game) == before
        interrupted += before["status"]["ai_to_move"]
        if interrupted == ENOUGH:
            break
        page.evaluate("window.see(true)")
        page.locator("form.ask, .scoring").first.wait_for()
        wait_for_workers(page, 1)
    assert interrupted == ENOUGH
    page.evaluate("window.see(true)")
    away.play(moves=10)
    table = Table.from_record(record_of(kept(page, game)), load())
    assert table.first_divergence() is None
    assert not away.faults


def test_what_is_asked_while_a_rival_thinks_is_answered_before_its_turn_is_over(away: Away) -> None:
    game = away.begin_here("Alone", "Journeyman")
    page, overtaken = away.page, 0
    for n in range(LOOKS):
        page.evaluate(
            """([game, id]) => {
              window.heard = [];
              window.atRival = (worker) => worker.postMessage({ request: { id, command: "seats", arguments: { game } } });
            }""",
            [game, asked := 1_000_000 + n],
        )
        away.play(moves=1)
        page.locator("form.ask, .scoring").first.wait_for()
        if page.evaluate("window.atRival !== null"):
            continue
        page.wait_for_function("(id) => window.heard.includes(id)", arg=asked)
        heard = page.evaluate("window.heard")
        overtaken += "rival" in heard[heard.index(asked) :]
        if overtaken == ENOUGH:
            break
    assert overtaken == ENOUGH


def wait_for_workers(page: Page, count: int) -> None:
    for _ in range(100):
        if len(page.workers) == count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(page.workers)} workers instead of {count}")
