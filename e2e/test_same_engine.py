"""The engine that browsers load is the server's: every golden game comes to the same end in a real Chromium."""

import json
from collections.abc import Callable

from playwright.sync_api import BrowserContext

from e2e.conftest import DIST
from tests.golden.files import names, read

START = """async (script) => {
  const manifest = await (await fetch("/offline/manifest.json", { cache: "no-store" })).json();
  const worker = new Worker(script, { type: "module" });
  const asked = new Map();
  await new Promise((ready, failed) => {
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if ("ready" in data) ready();
      else if ("failed" in data) failed(new Error(data.failed));
      else for (const kind of ["answer", "problem"]) if (kind in data) asked.get(data[kind].id)(data[kind]);
    };
    worker.postMessage({ start: manifest });
  });
  window.replay = (id, record) => new Promise((done) => {
    asked.set(id, done);
    worker.postMessage({ request: { id, what: "replay", told: { record } } });
  });
}"""


def test_every_golden_game_has_the_same_hash_and_scores_in_a_browser(new_phone: Callable[..., BrowserContext]) -> None:
    page = new_phone(service_workers="block").new_page()
    page.goto("/")
    [script] = [path.name for path in (DIST / "assets").glob("worker-*.js")]
    page.evaluate(START, f"/assets/{script}")
    for number, name in enumerate(names()):
        golden = read(name)
        told = page.evaluate("([id, record]) => replay(id, record)", [number, golden.record])
        assert "answer" in told, f"{name}: {json.dumps(told)[:500]}"
        prestige = [seat["prestige"] for seat in golden.data["seats"]]
        known = {"hash": golden.data["hash"], "winners": golden.data["winners"], "prestige": prestige}
        assert told["answer"] == known, name
