import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Module from "./update.svelte";

/** The parts of the browser's service worker API that the module uses. */
class Registration extends EventTarget {
  waiting: { postMessage: ReturnType<typeof vi.fn> } | null = null;
  installing: (EventTarget & { state: string }) | null = null;
  update = vi.fn(() => Promise.resolve());

  /** Simulate a downloaded version that waits. */
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
    ["luthier-old-assets", new Map([["/assets/older.js", "older"]])],
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

test("a new version is offered once it waits, and no page reloads by itself", async () => {
  await app.register();
  expect(app.update.ready).toBe(false);
  registration.comes();
  expect(app.update.ready).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});

test("a version that waited before the page was opened is offered too", async () => {
  registration.waiting = { postMessage: vi.fn() };
  await app.register();
  expect(app.update.ready).toBe(true);
});

test("an accepted version takes over, and then the page reloads", async () => {
  await app.register();
  registration.comes();
  app.takeUpdate();
  expect(registration.waiting?.postMessage).toHaveBeenCalledWith({ type: "SKIP_WAITING" });
  expect(reload).not.toHaveBeenCalled();
  taken();
  expect(reload).toHaveBeenCalledOnce();
});

test("if another tab accepted it, this one plays on and offers to reload", async () => {
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

test("scripts and styles of the open page are cached for it when another version waits, older ones are deleted", async () => {
  await app.register();
  registration.comes();
  await vi.waitFor(() =>
    expect([...(files.get("luthier-old-assets") ?? [])]).toEqual([
      ["/assets/old.js", "old"],
      ["/assets/old.css", "worn"],
    ]),
  );
});

test("a page that is never reloaded checks for new versions, at most once an hour", async () => {
  await app.register();
  for (const minutes of [30, 61, 20, 61]) {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    document.dispatchEvent(new Event("visibilitychange"));
  }
  expect(registration.update).toHaveBeenCalledTimes(2);
});

test("a chunk missing on the server means that there is a new version", async () => {
  await app.register();
  dispatchEvent(new Event("vite:preloadError"));
  expect([app.update.ready, reload.mock.calls.length]).toEqual([true, 0]);
});
