import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchEngine, installed, removeEngine, whole } from "./download";
import type { Manifest } from "./protocol";
import { keepSnapshot, snapshotOf } from "./snapshot";

/** The parts of the browser's Cache Storage that the module uses. */
class FakeCaches {
  all = new Map<string, Map<string, Response>>();
  full = false;

  async open(name: string): Promise<object> {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    return {
      match: async (path: string) => files.get(path)?.clone(),
      put: async (path: string, response: Response) => {
        if (this.full) throw new DOMException("", "QuotaExceededError");
        files.set(path, response);
      },
      keys: async () => [...files.keys()].map((path) => ({ url: `https://luthier.example${path}` })),
      delete: async ({ url }: { url: string }) => files.delete(new URL(url).pathname),
    };
  }
  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
  get paths(): string[] {
    return [...(this.all.get("luthier-offline")?.keys() ?? [])].sort();
  }
}

const MANIFEST = "/offline/manifest.json";
const engine = (version: string, files: string[]): Manifest =>
  ({ version, files: files.map((path) => ({ path, raw: 4, bytes: 2 })), bytes: 2 * files.length }) as Manifest;

let fakeCaches: FakeCaches;
let requests: string[];
let served: (path: string) => Response;

beforeEach(() => {
  fakeCaches = new FakeCaches();
  requests = [];
  served = () => new Response("four");
  vi.stubGlobal("caches", fakeCaches);
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path);
    return served(path);
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllGlobals();
});

test("the engine is installed once all of its files are, and reports the bytes transferred", async () => {
  const progress: number[] = [];
  const one = engine("one", ["/a", "/b"]);
  await fetchEngine(one, (bytes) => progress.push(bytes));
  expect(await installed()).toEqual(one);
  expect(progress).toEqual([2, 2, 4, 4]);
});

test("complete files are not fetched again after an interruption", async () => {
  served = (path) => (path === "/b" ? new Response(null, { status: 503 }) : new Response("four"));
  const one = engine("one", ["/a", "/b"]);
  await expect(fetchEngine(one, () => {})).rejects.toThrow("/b: 503");
  expect(await installed()).toBeNull();
  served = () => new Response("four");
  requests = [];
  await fetchEngine(one, () => {});
  expect(requests).toEqual(["/b"]);
  expect(await installed()).toEqual(one);
});

test("an incomplete file is not stored", async () => {
  served = () => new Response("fo");
  await expect(fetchEngine(engine("one", ["/a"]), () => {})).rejects.toThrow("2 bytes of 4");
  expect(fakeCaches.paths).toEqual([]);
});

test("a full device reports the problem, and has no partial engine that counts as installed", async () => {
  fakeCaches.full = true;
  await expect(fetchEngine(engine("one", ["/a"]), () => {})).rejects.toMatchObject({ name: "QuotaExceededError" });
  expect(await installed()).toBeNull();
});

test("while a new engine loads the previous one stays complete, for an open game; older ones are deleted", async () => {
  const [one, two, three] = [engine("one", ["/a", "/1"]), engine("two", ["/a", "/2"]), engine("three", ["/a", "/3"])];
  await fetchEngine(one, () => {});
  await fetchEngine(two, () => {});
  expect(await installed()).toEqual(two);
  expect(await whole(one)).toBe(true);
  await fetchEngine(three, () => {});
  expect(fakeCaches.paths).toEqual(["/2", "/3", "/a", MANIFEST]);
});

test("an engine that lost a file is not installed", async () => {
  await fetchEngine(engine("one", ["/a", "/b"]), () => {});
  fakeCaches.all.get("luthier-offline")?.delete("/b");
  expect(await installed()).toBeNull();
});

test("a file keeps its content security policy: the worker may compile only with it", async () => {
  served = () => new Response("four", { headers: { "Content-Security-Policy": "script-src 'wasm-unsafe-eval'" } });
  await fetchEngine(engine("one", ["/a"]), () => {});
  expect(fakeCaches.all.get("luthier-offline")?.get("/a")?.headers.get("Content-Security-Policy")).toBe(
    "script-src 'wasm-unsafe-eval'",
  );
});

test("the snapshot of an engine is stored for that engine alone, and removed with it", async () => {
  await keepSnapshot("one", new Uint8Array([1]));
  await keepSnapshot("two", new Uint8Array([2]));
  expect(await snapshotOf("one")).toBeNull();
  expect(await snapshotOf("two")).toEqual(new Uint8Array([2]));
  await removeEngine();
  expect(await snapshotOf("two")).toBeNull();
});

test("a snapshot does not take the space that games need", async () => {
  const memory = new Uint8Array(100);
  for (const [usage, fakeCaches] of [
    [501, null],
    [500, memory],
  ] as const) {
    vi.stubGlobal("navigator", { storage: { estimate: async () => ({ quota: 1000, usage }) } });
    await keepSnapshot("one", memory);
    expect(await snapshotOf("one")).toEqual(fakeCaches);
  }
});

test("removing deletes everything", async () => {
  await fetchEngine(engine("one", ["/a"]), () => {});
  await removeEngine();
  expect(fakeCaches.paths).toEqual([]);
});

test("over plain http the cache is not read", async () => {
  vi.stubGlobal("isSecureContext", false);
  expect(await installed()).toBeNull();
  expect(fakeCaches.all.size).toBe(0);
});
