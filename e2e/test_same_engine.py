"""Browsers run the server's engine: every golden game ends the same in a real Chromium."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from e2e.conftest import DIST
from tests.golden.files import names, read

START = """async (script) => {
  const manifest = await (await fetch("/offline/manifest.json", { cache: "no-store" })).json();
  const worker = new Worker(script, { type: "module" });
  const resolvers = new Map();
  await new Promise((ready, failed) => {
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if ("ready" in data) ready();
      else if ("failed" in data) failed(new Error(data.failed));
      else for (const kind of ["answer", "problem"]) if (kind in data) resolvers.get(data[kind].id)(data[kind]);
    };
    worker.postMessage({ start: manifest });
  });
  window.ask = (command, args, creation) => new Promise((done) => {
    const id = resolvers.size;
    resolvers.set(id, done);
    worker.postMessage({ request: { id, command, arguments: args, creation } });
  });
  window.end = () => worker.terminate();
}"""

WAIT_FOR_SNAPSHOT = """async (least) => {
  const cache = await caches.open("luthier-snapshot");
  for (let looks = 0; looks < 600; looks += 1) {
    const [path] = await cache.keys();
    const bytes = path ? (await (await cache.match(path)).arrayBuffer()).byteLength : 0;
    if (bytes >= least) return [path.url, bytes];
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("no snapshot is stored");
}"""
"""Wait until a snapshot of at least this many bytes is stored; returns its path and size."""

SPOIL_SNAPSHOT = """async ([path, bytes]) => {
  await (await caches.open("luthier-snapshot")).put(path, new Response(new Uint8Array(bytes)));
}"""

CREATE = "(setup) => ask('create', { setup }, { origin: null, key: crypto.randomUUID() })"
ALONE = {
    "seats": [{"player": "person"}, {"player": "ai", "level": "apprentice"}],
    "options": {"setup_card": False},
    "settings": {"confirm_turns": False, "auto_forced": True},
}


@pytest.fixture
def page(new_phone: Callable[..., BrowserContext]) -> Page:
    page = new_phone(service_workers="block").new_page()
    page.goto("/")
    return page


def test_every_golden_game_has_the_same_hash_and_scores_in_a_browser(page: Page) -> None:
    """The engine starts from its files first, and then from the snapshot that the browser stored."""
    start(page)
    page.evaluate(WAIT_FOR_SNAPSHOT, 1)
    check(page, names()[::2])
    page.evaluate("end()")
    start(page)
    check(page, names())


@pytest.mark.parametrize("length", [0, 10_000_000])
def test_an_engine_with_a_damaged_snapshot_starts_from_its_files(page: Page, length: int) -> None:
    start(page)
    path, whole = page.evaluate(WAIT_FOR_SNAPSHOT, 1)
    page.evaluate("end()")
    page.evaluate(SPOIL_SNAPSHOT, [path, length])
    start(page)
    check(page, names()[:1])
    page.evaluate(WAIT_FOR_SNAPSHOT, whole)


def test_starts_from_one_snapshot_draw_different_seeds(page: Page) -> None:
    """Each start draws its own seeds and game codes."""
    drawn = []
    for _ in range(3):
        start(page)
        page.evaluate(WAIT_FOR_SNAPSHOT, 1)
        created = page.evaluate(
            "(setup) => ask('create', { setup }, { origin: null, key: crypto.randomUUID() })", ALONE
        )
        drawn.append((created["answer"]["seed"], created["answer"]["game"]))
        page.evaluate("end()")
    assert len(set(drawn)) == 3
    assert len({seed for seed, _ in drawn}) == 3


def start(page: Page) -> None:
    [script] = [path.name for path in (DIST / "assets").glob("worker-*.js")]
    page.evaluate(START, f"/assets/{script}")


def check(page: Page, golden_games: list[str]) -> None:
    for name in golden_games:
        golden = read(name)
        replayed: dict[str, Any] = page.evaluate("(record) => ask('replay', { record })", golden.record)
        assert "answer" in replayed, f"{name}: {json.dumps(replayed)[:500]}"
        prestige = [seat["prestige"] for seat in golden.data["seats"]]
        known = {"hash": golden.data["hash"], "winners": golden.data["winners"], "prestige": prestige}
        assert replayed["answer"] == known, name
