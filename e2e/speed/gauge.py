"""Measures a page: starts of the engine, requests, moves of AIs, long tasks, memory and CPU time."""

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
  #created = performance.now();
  #open = new Map();
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if ("ready" in data) window.gauge.boots.push(performance.now() - this.#created);
      const { id } = data.answer ?? data.problem ?? {};
      const asked = this.#open.get(id);
      if (asked) window.gauge.asked.push({ command: asked.command, ms: performance.now() - asked.at });
      this.#open.delete(id);
    });
  }
  postMessage(message) {
    const { id, command } = message.request ?? {};
    if (id) this.#open.set(id, { command, at: performance.now() });
    super.postMessage(message);
  }
};
"""
"""Runs before the page: times from a worker's creation to its engine, and from each request to its answer."""

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
"""Runs in the worker: an AI's move lasts from its turn, which a timer without delay starts, to its first frame."""


class Gauge:
    def __init__(self, browser: Browser, page: Page) -> None:
        self.page = page
        self._browser: CDPSession = browser.new_browser_cdp_session()
        self._page: CDPSession = page.context.new_cdp_session(page)

    # --- in the page and its worker -----------------------------------------------------------------------------------

    def watch_worker(self) -> None:
        """Time the moves of AIs from now on."""
        for worker in self.page.workers:
            worker.evaluate(IN_WORKER)

    def read(self) -> dict[str, Any]:
        """What the page and its worker counted: `boots`, `asked`, `tasks`, `moves`, in milliseconds."""
        counted: dict[str, Any] = self.page.evaluate("() => window.gauge")
        moves = [worker.evaluate("() => self.gauge?.moves ?? []") for worker in self.page.workers]
        return {**counted, "moves": [ms for some in moves for ms in some]}

    # --- from outside -------------------------------------------------------------------------------------------------

    def renderers(self) -> list[int]:
        """The processes that run pages and workers."""
        return [process["id"] for process in self._processes()]

    def cpu(self) -> float:
        """Seconds of CPU time of all of them so far."""
        return float(sum(process["cpuTime"] for process in self._processes()))

    def memory(self) -> float:
        """Megabytes of private memory of the largest renderer."""
        return max(_memory(process) for process in self.renderers())

    def memory_needed(self) -> float:
        """As `memory`, after a garbage collection."""
        self._page.send("HeapProfiler.collectGarbage")
        return self.memory()

    @contextmanager
    def memories(self) -> Iterator[list[float]]:
        """Sample `memory` four times a second during the block."""
        processes, done = self.renderers(), threading.Event()
        samples: list[float] = []

        def sample() -> None:
            while not done.wait(0.25):
                samples.append(max(map(_memory, processes)))

        sampling = threading.Thread(target=sample, daemon=True)
        sampling.start()
        try:
            yield samples
        finally:
            done.set()
            sampling.join()

    def _processes(self) -> list[dict[str, Any]]:
        processes = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return [process for process in processes if process["type"] == "renderer"]


def _memory(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    own = re.search(r"^RssAnon:\s+(\d+) kB$", status, re.MULTILINE)
    return int(own.group(1)) / 1024 if own else 0.0
