import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Module from "./update.svelte";

/** What the browser tells of its service workers, as far as it is used here. */
class Registration extends EventTarget {
  waiting: { postMessage: ReturnType<typeof vi.fn> } | null = null;
  installing: (EventTarget & { state: string }) | null = null;
  update = vi.fn(() => Promise.resolve());

  /** Another version was fetched and waits. */
  comes(): void {
    const coming = Object.assign(new EventTarget(), { state: "installing" });
    this.installing = coming;
    this.dispatchEvent(new Event("updatefound"));
    coming.state = "installed";
    this.waiting = { postMessage: vi.fn() };
    coming.dispatchEvent(new Event("statechange"));
  }
}

let registration: Registration;
let workers: EventTarget & { controller: object | null; register: () => Promise<Registration> };
let reload: ReturnType<typeof vi.fn>;
let files: Map<string, Map<string, string>>;
let app: typeof Module;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.resetModules();
  registration = new Registration();
  workers = Object.assign(new EventTarget(), { controller: {}, register: () => Promise.resolve(registration) });
  reload = vi.fn();
  files = new Map([
    [
      "workbox-precache-v2",
      new Map([
        ["/assets/old.js", "old"],
        ["/assets/old.css", "worn"],
        ["/index.html", "no"],
      ]),
    ],
    ["luthier-kept", new Map([["/assets/older.js", "older"]])],
  ]);
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("caches", {
    keys: async () => [...files.keys()],
    delete: async (name: string) => files.delete(name),
    open: async (name: string) => {
      const cache = files.get(name) ?? new Map<string, string>();
      files.set(name, cache);
      return {
        keys: async () => [...cache.keys()].map((path) => ({ url: `https://luthier.example${path}?v=1` })),
        match: async (url: string) => cache.get(new URL(url).pathname),
        put: async (url: string, body: string) => cache.set(new URL(url).pathname, body),
      };
    },
  });
  app = await import("./update.svelte");
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const taken = (): boolean => workers.dispatchEvent(new Event("controllerchange"));

test("a new version is offered once it waits, and nothing is loaded anew by itself", async () => {
  await app.register();
  expect(app.update.ready).toBe(false);
  registration.comes();
  expect(app.update.ready).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});

test("one that waited before the page was opened is offered, too", async () => {
  registration.waiting = { postMessage: vi.fn() };
  await app.register();
  expect(app.update.ready).toBe(true);
});

test("taken, it takes over, and then the page is loaded anew", async () => {
  await app.register();
  registration.comes();
  app.takeUpdate();
  expect(registration.waiting?.postMessage).toHaveBeenCalledWith({ type: "SKIP_WAITING" });
  expect(reload).not.toHaveBeenCalled();
  taken();
  expect(reload).toHaveBeenCalledOnce();
});

test("where another tab took it this one plays on, and is offered to be loaded anew", async () => {
  await app.register();
  taken();
  expect([app.update.ready, reload.mock.calls.length]).toEqual([true, 0]);
  app.takeUpdate();
  expect(reload).toHaveBeenCalledOnce();
});

test("the first service worker of a device is no new version", async () => {
  workers.controller = null;
  await app.register();
  registration.comes();
  taken();
  expect([app.update.ready, reload.mock.calls.length]).toEqual([false, 0]);
});

test("scripts and styles of the open page are kept for it when another version waits, older ones go", async () => {
  await app.register();
  registration.comes();
  await vi.waitFor(() =>
    expect([...(files.get("luthier-kept") ?? [])]).toEqual([
      ["/assets/old.js", "old"],
      ["/assets/old.css", "worn"],
    ]),
  );
});

test("a page that is never loaded anew asks for new versions, not more than once an hour", async () => {
  await app.register();
  for (const minutes of [30, 61, 20, 61]) {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    document.dispatchEvent(new Event("visibilitychange"));
  }
  expect(registration.update).toHaveBeenCalledTimes(2);
});

test("a part that the server has no more tells that there is a new version", async () => {
  await app.register();
  dispatchEvent(new Event("vite:preloadError"));
  expect([app.update.ready, reload.mock.calls.length]).toEqual([true, 0]);
});
