"""Watches a page from within and without: starts of the engine, requests, rivals' moves, long tasks, memory, CPU."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

IN_PAGE = """
window.gauge = { boots: [], asked: [], tasks: [] };
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) window.gauge.tasks.push({ at: startTime, ms: duration });
}).observe({ type: "longtask", buffered: true });
window.Worker = class extends Worker {
  #born = performance.now();
  #open = new Map();
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if ("ready" in data) window.gauge.boots.push(performance.now() - this.#born);
      const { id } = data.answer ?? data.problem ?? {};
      const asked = this.#open.get(id);
      if (asked) window.gauge.asked.push({ what: asked.what, ms: performance.now() - asked.at });
      this.#open.delete(id);
    });
  }
  postMessage(message) {
    if (message.request) this.#open.set(message.request.id, { what: message.request.what, at: performance.now() });
    super.postMessage(message);
  }
};
"""
"""Runs before the page: times from a worker's birth to its engine, and from each request to its answer."""

IN_WORKER = """() => {
  if (self.gauge) return;
  const gauge = (self.gauge = { moves: [] });
  const [wait, post] = [self.setTimeout, self.postMessage];
  let begun = null;
  const turn = (act) => () => {
    begun = performance.now();
    act();
  };
  self.setTimeout = (act, ms, ...rest) => wait(ms === undefined ? turn(act) : act, ms, ...rest);
  self.postMessage = (message) => {
    if ("frame" in message && begun !== null) {
      gauge.moves.push(performance.now() - begun);
      begun = null;
    }
    post.call(self, message);
  };
}"""
"""Runs in the worker: a rival's move lasts from its turn, which comes by a timer without delay, to its first frame."""


class Gauge:
    def __init__(self, browser: Browser, page: Page) -> None:
        self.page = page
        self._browser: CDPSession = browser.new_browser_cdp_session()
        self._page: CDPSession = page.context.new_cdp_session(page)

    # --- within ------------------------------------------------------------------------------------------------------

    def watch_worker(self) -> None:
        """Time the moves of rivals from now on."""
        for worker in self.page.workers:
            worker.evaluate(IN_WORKER)

    def read(self) -> dict[str, Any]:
        """What the page and its worker counted: `boots`, `asked`, `tasks`, `moves`, in milliseconds."""
        told: dict[str, Any] = self.page.evaluate("() => window.gauge")
        moves = [worker.evaluate("() => self.gauge?.moves ?? []") for worker in self.page.workers]
        return {**told, "moves": [ms for some in moves for ms in some]}

    # --- without -----------------------------------------------------------------------------------------------------

    def renderers(self) -> list[int]:
        """The processes that run pages and workers."""
        return [process["id"] for process in self._processes()]

    def cpu(self) -> float:
        """Seconds of CPU time of all of them so far."""
        return float(sum(process["cpuTime"] for process in self._processes()))

    def memory(self) -> float:
        """Megabytes that the largest of them has for itself, now."""
        return max(_memory(process) for process in self.renderers())

    def memory_needed(self) -> float:
        """As `memory`, once the page has cleared what it no longer needs."""
        self._page.send("HeapProfiler.collectGarbage")
        return self.memory()

    @contextmanager
    def memories(self) -> Iterator[list[float]]:
        """As `memory`, several times a second meanwhile."""
        processes, done = self.renderers(), threading.Event()
        told: list[float] = []

        def look() -> None:
            while not done.wait(0.25):
                told.append(max(map(_memory, processes)))

        looking = threading.Thread(target=look, daemon=True)
        looking.start()
        try:
            yield told
        finally:
            done.set()
            looking.join()

    def _processes(self) -> list[dict[str, Any]]:
        told = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return [process for process in told if process["type"] == "renderer"]


def _memory(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    own = re.search(r"^RssAnon:\s+(\d+) kB$", status, re.MULTILINE)
    return int(own.group(1)) / 1024 if own else 0.0
