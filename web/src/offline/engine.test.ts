import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Engine } from "./engine.svelte";
import type { Manifest } from "./protocol";

const files = vi.hoisted(() => ({
  here: null as unknown,
  newest: (() => Promise.resolve({})) as () => Promise<unknown>,
  fetch: (() => Promise.resolve()) as (told: (bytes: number) => void, signal: AbortSignal) => Promise<void>,
  fetched: 0,
  possible: true,
}));
vi.mock("./download", () => ({
  possible: () => files.possible,
  installed: () => Promise.resolve(files.here),
  newest: () => files.newest(),
  fetchEngine: async (manifest: unknown, told: (bytes: number) => void, signal: AbortSignal) => {
    files.fetched += 1;
    await files.fetch(told, signal);
    files.here = manifest;
  },
  removeEngine: () => Promise.resolve((files.here = null)),
}));

const manifest = (version: string): Manifest => ({ version, bytes: 4_400_000 }) as Manifest;
const DAY_MS = 86_400_000;

let engine: Engine;
let changes: number;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  Object.assign(files, {
    here: null,
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

/** As when the app is opened. */
function open(): void {
  engine = new Engine();
  changes = 0;
  engine.changed = () => (changes += 1);
}

function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

const later = (ms = DAY_MS): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** Goes on until it is aborted. */
const endless = (told: (bytes: number) => void, signal: AbortSignal): Promise<void> => {
  told(1_000_000);
  return new Promise((_, failed) => signal.addEventListener("abort", () => failed(new DOMException("", "AbortError"))));
};

test("nothing is fetched before the first game begins; then it is, behind what is looked at", async () => {
  await engine.look();
  await later();
  expect(files.fetched).toBe(0);
  engine.begun();
  expect(files.fetched).toBe(0);
  await later();
  expect([files.fetched, engine.ready, engine.here?.version, changes]).toEqual([1, true, "one", 1]);
});

test("with data to be saved it is fetched when asked only", async () => {
  saveData();
  await engine.look();
  engine.begun();
  await later();
  expect(files.fetched).toBe(0);
  await engine.fetch();
  expect(engine.ready).toBe(true);
  files.newest = () => Promise.resolve(manifest("two"));
  await engine.renew();
  await later();
  expect(engine.here?.version).toBe("one");
});

test("what was interrupted by the end of the page goes on when the app is opened again", async () => {
  files.fetch = endless;
  engine.begun();
  await later(10_000);
  expect([engine.fetching, engine.loaded, engine.bytes]).toEqual([true, 1_000_000, 4_400_000]);
  open();
  files.fetch = () => Promise.resolve();
  await engine.look();
  await later();
  expect(engine.ready).toBe(true);
});

test("paused it stays so, over the end of the page too, until it is asked to go on", async () => {
  files.fetch = endless;
  engine.begun();
  await later(10_000);
  engine.pause();
  await later();
  expect([engine.fetching, engine.paused, engine.trouble, files.fetched]).toEqual([false, true, null, 1]);
  open();
  await engine.look();
  engine.begun();
  await later();
  expect([engine.paused, files.fetched]).toEqual([true, 1]);
  files.fetch = () => Promise.resolve();
  await engine.fetch();
  expect([engine.ready, engine.paused]).toEqual([true, false]);
});

test("out of reach it says so, and tries again by itself", async () => {
  files.newest = () => Promise.reject(new TypeError("no network"));
  await engine.fetch();
  expect([engine.trouble, engine.ready]).toEqual(["unreachable", false]);
  files.newest = () => Promise.resolve(manifest("one"));
  await later();
  expect([engine.trouble, engine.ready]).toEqual([null, true]);
});

test("it goes on as soon as there is a network again", async () => {
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
])("a storage that refuses by %s is told as %s, and nobody tries again unasked", async (name, trouble) => {
  files.fetch = () => Promise.reject(new DOMException("", name));
  await engine.fetch();
  expect([engine.trouble, engine.ready]).toEqual([trouble, false]);
  await later();
  expect(files.fetched).toBe(1);
});

test("removed by its person it does not come back with the next game", async () => {
  await engine.fetch();
  await engine.remove();
  expect([engine.ready, changes]).toEqual([false, 2]);
  engine.begun();
  await later();
  expect(files.fetched).toBe(1);
});

test("a newer engine is fetched behind what is played, and told to who runs the one before", async () => {
  await engine.look();
  await engine.fetch();
  files.newest = () => Promise.resolve(manifest("two"));
  await engine.renew();
  await later();
  expect([engine.here?.version, files.fetched, changes]).toEqual(["two", 2, 2]);
  await engine.renew();
  await later();
  expect([files.fetched, changes]).toEqual([2, 2]);
});

test.each([
  ["after", ["look", "renew"]],
  ["before", ["renew", "look"]],
] as const)("a title page that asks %s anybody has looked what is here gets the newer one", async (_, order) => {
  files.here = manifest("one");
  files.newest = () => Promise.resolve(manifest("two"));
  for (const act of order) {
    void engine[act]();
    await later(50);
  }
  await later();
  expect(engine.here?.version).toBe("two");
});

test("an engine that is here stays ready while its server is out of reach", async () => {
  await engine.look();
  await engine.fetch();
  files.newest = () => Promise.reject(new TypeError("no network"));
  await engine.renew();
  await later();
  expect(engine.ready).toBe(true);
});

test("where nothing can be kept nothing is fetched", async () => {
  files.possible = false;
  engine.begun();
  await engine.fetch();
  await later();
  expect([engine.possible, files.fetched]).toEqual([false, 0]);
});
