"""The engine that browsers load is the server's: every golden game comes to the same end in a real Chromium."""

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
  window.ask = (command, args, creation) => new Promise((done) => {
    const id = asked.size;
    asked.set(id, done);
    worker.postMessage({ request: { id, command, arguments: args, creation } });
  });
  window.end = () => worker.terminate();
}"""

KEPT = """async (least) => {
  const cache = await caches.open("luthier-snapshot");
  for (let looks = 0; looks < 600; looks += 1) {
    const [path] = await cache.keys();
    const bytes = path ? (await (await cache.match(path)).arrayBuffer()).byteLength : 0;
    if (bytes >= least) return [path.url, bytes];
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("nothing is kept");
}"""
"""Wait until so many bytes of the engine's memory are kept; where, and how many."""

SPOIL = """async ([path, bytes]) => {
  await (await caches.open("luthier-snapshot")).put(path, new Response(new Uint8Array(bytes)));
}"""

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
    """The engine starts from its files, and then from the memory that the browser kept of it."""
    start(page)
    page.evaluate(KEPT, 1)
    check(page, names()[::2])
    page.evaluate("end()")
    start(page)
    check(page, names())


@pytest.mark.parametrize("length", [0, 10_000_000])
def test_an_engine_whose_kept_memory_is_spoilt_starts_from_its_files(page: Page, length: int) -> None:
    start(page)
    path, whole = page.evaluate(KEPT, 1)
    page.evaluate("end()")
    page.evaluate(SPOIL, [path, length])
    start(page)
    check(page, names()[:1])
    page.evaluate(KEPT, whole)


def test_the_same_memory_does_not_bring_the_same_chance(page: Page) -> None:
    """Each start draws seeds and names of its own."""
    drawn = []
    for _ in range(3):
        start(page)
        page.evaluate(KEPT, 1)
        told = page.evaluate("(setup) => ask('create', { setup }, { origin: null, key: crypto.randomUUID() })", ALONE)
        drawn.append((told["answer"]["seed"], told["answer"]["game"]))
        page.evaluate("end()")
    assert len(set(drawn)) == 3
    assert len({seed for seed, _ in drawn}) == 3


def start(page: Page) -> None:
    [script] = [path.name for path in (DIST / "assets").glob("worker-*.js")]
    page.evaluate(START, f"/assets/{script}")


def check(page: Page, golden_games: list[str]) -> None:
    for name in golden_games:
        golden = read(name)
        told: dict[str, Any] = page.evaluate("(record) => ask('replay', { record })", golden.record)
        assert "answer" in told, f"{name}: {json.dumps(told)[:500]}"
        prestige = [seat["prestige"] for seat in golden.data["seats"]]
        known = {"hash": golden.data["hash"], "winners": golden.data["winners"], "prestige": prestige}
        assert told["answer"] == known, name
