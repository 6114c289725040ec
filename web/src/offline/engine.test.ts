import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Engine } from "./engine.svelte";
import type { Manifest } from "./protocol";

const files = vi.hoisted(() => ({
  installed: null as unknown,
  newest: (() => Promise.resolve({})) as () => Promise<unknown>,
  fetch: (() => Promise.resolve()) as (onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<void>,
  fetched: 0,
  possible: true,
}));
vi.mock("./download", () => ({
  possible: () => files.possible,
  installed: () => Promise.resolve(files.installed),
  newest: () => files.newest(),
  fetchEngine: async (manifest: unknown, onProgress: (bytes: number) => void, signal: AbortSignal) => {
    files.fetched += 1;
    await files.fetch(onProgress, signal);
    files.installed = manifest;
  },
  removeEngine: () => Promise.resolve((files.installed = null)),
}));

const manifest = (version: string): Manifest => ({ version, bytes: 4_400_000 }) as Manifest;
const DAY_MS = 86_400_000;

let engine: Engine;
let changes: number;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  Object.assign(files, {
    installed: null,
    newest: () => Promise.resolve(manifest("one")),
    fetch: () => Promise.resolve(),
    fetched: 0,
    possible: true,
  });
  open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "connection");
});

/** Open the app anew. */
function open(): void {
  engine = new Engine();
  changes = 0;
  engine.changed = () => (changes += 1);
}

function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

const later = (ms = DAY_MS): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** Runs until it is aborted. */
const endless = (onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> => {
  onProgress(1_000_000);
  return new Promise((_, failed) => signal.addEventListener("abort", () => failed(new DOMException("", "AbortError"))));
};

test("the engine is fetched after the first game begins, with a delay, and not before", async () => {
  await engine.check();
  await later();
  expect(files.fetched).toBe(0);
  engine.begun();
  expect(files.fetched).toBe(0);
  await later();
  expect([files.fetched, engine.ready, engine.installed?.version, changes]).toEqual([1, true, "one", 1]);
});

test("with the data saver on it is fetched on demand only", async () => {
  saveData();
  await engine.check();
  engine.begun();
  await later();
  expect(files.fetched).toBe(0);
  await engine.fetch();
  expect(engine.ready).toBe(true);
  files.newest = () => Promise.resolve(manifest("two"));
  await engine.renew();
  await later();
  expect(engine.installed?.version).toBe("one");
});

test("a download interrupted by closing the page resumes when the app is opened again", async () => {
  files.fetch = endless;
  engine.begun();
  await later(10_000);
  expect([engine.fetching, engine.loaded, engine.bytes]).toEqual([true, 1_000_000, 4_400_000]);
  open();
  files.fetch = () => Promise.resolve();
  await engine.check();
  await later();
  expect(engine.ready).toBe(true);
});

test("a paused download stays paused, over a restart too, until it is resumed", async () => {
  files.fetch = endless;
  engine.begun();
  await later(10_000);
  engine.pause();
  await later();
  expect([engine.fetching, engine.paused, engine.problemCode, files.fetched]).toEqual([false, true, null, 1]);
  open();
  await engine.check();
  engine.begun();
  await later();
  expect([engine.paused, files.fetched]).toEqual([true, 1]);
  files.fetch = () => Promise.resolve();
  await engine.fetch();
  expect([engine.ready, engine.paused]).toEqual([true, false]);
});

test("an unreachable server is reported, and retried automatically", async () => {
  files.newest = () => Promise.reject(new TypeError("no network"));
  await engine.fetch();
  expect([engine.problemCode, engine.ready]).toEqual(["unreachable", false]);
  files.newest = () => Promise.resolve(manifest("one"));
  await later();
  expect([engine.problemCode, engine.ready]).toEqual([null, true]);
});

test("the download resumes as soon as there is a network again", async () => {
  files.newest = () => Promise.reject(new TypeError("no network"));
  await engine.fetch();
  files.newest = () => Promise.resolve(manifest("one"));
  dispatchEvent(new Event("online"));
  await later(0);
  expect(engine.ready).toBe(true);
});

test.each([
  ["QuotaExceededError", "device-full"],
  ["SecurityError", "device-blocked"],
])("a storage that fails with %s is reported as %s, and not retried automatically", async (name, trouble) => {
  files.fetch = () => Promise.reject(new DOMException("", name));
  await engine.fetch();
  expect([engine.problemCode, engine.ready]).toEqual([trouble, false]);
  await later();
  expect(files.fetched).toBe(1);
});

test("an engine that the person removed is not fetched with the next game", async () => {
  await engine.fetch();
  await engine.remove();
  expect([engine.ready, changes]).toEqual([false, 2]);
  engine.begun();
  await later();
  expect(files.fetched).toBe(1);
});

test("a newer engine is fetched with a delay, and its installation is reported", async () => {
  await engine.check();
  await engine.fetch();
  files.newest = () => Promise.resolve(manifest("two"));
  await engine.renew();
  await later();
  expect([engine.installed?.version, files.fetched, changes]).toEqual(["two", 2, 2]);
  await engine.renew();
  await later();
  expect([files.fetched, changes]).toEqual([2, 2]);
});

test.each([
  ["after", ["check", "renew"]],
  ["before", ["renew", "check"]],
] as const)("a title page that asks %s the cache was checked gets the newer engine", async (_, order) => {
  files.installed = manifest("one");
  files.newest = () => Promise.resolve(manifest("two"));
  for (const act of order) {
    void engine[act]();
    await later(50);
  }
  await later();
  expect(engine.installed?.version).toBe("two");
});

test("an installed engine stays ready while its server is out of reach", async () => {
  await engine.check();
  await engine.fetch();
  files.newest = () => Promise.reject(new TypeError("no network"));
  await engine.renew();
  await later();
  expect(engine.ready).toBe(true);
});

test("nothing is fetched where nothing can be stored", async () => {
  files.possible = false;
  engine.begun();
  await engine.fetch();
  await later();
  expect([engine.possible, files.fetched]).toEqual([false, 0]);
});
