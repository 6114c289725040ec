import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchEngine, installed, removeEngine, whole } from "./download";
import type { Manifest } from "./protocol";
import { keepSnapshot, snapshotOf } from "./snapshot";

/** The Cache Storage of a browser, as far as it is used here. */
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

let kept: FakeCaches;
let asked: string[];
let served: (path: string) => Response;

beforeEach(() => {
  kept = new FakeCaches();
  asked = [];
  served = () => new Response("four");
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return served(path);
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllGlobals();
});

test("the engine is here once all of its files are, and tells how much came over the wire", async () => {
  const told: number[] = [];
  const one = engine("one", ["/a", "/b"]);
  await fetchEngine(one, (bytes) => told.push(bytes));
  expect(await installed()).toEqual(one);
  expect(told).toEqual([2, 2, 4, 4]);
});

test("what came before an interruption is not fetched again", async () => {
  served = (path) => (path === "/b" ? new Response(null, { status: 503 }) : new Response("four"));
  const one = engine("one", ["/a", "/b"]);
  await expect(fetchEngine(one, () => {})).rejects.toThrow("/b: 503");
  expect(await installed()).toBeNull();
  served = () => new Response("four");
  asked = [];
  await fetchEngine(one, () => {});
  expect(asked).toEqual(["/b"]);
  expect(await installed()).toEqual(one);
});

test("a file that ends early is not kept", async () => {
  served = () => new Response("fo");
  await expect(fetchEngine(engine("one", ["/a"]), () => {})).rejects.toThrow("2 bytes of 4");
  expect(kept.paths).toEqual([]);
});

test("a full device says so, and is left without half an engine that counts as one", async () => {
  kept.full = true;
  await expect(fetchEngine(engine("one", ["/a"]), () => {})).rejects.toMatchObject({ name: "QuotaExceededError" });
  expect(await installed()).toBeNull();
});

test("while a new engine comes the one before stays whole, for a game that is open; older ones go", async () => {
  const [one, two, three] = [engine("one", ["/a", "/1"]), engine("two", ["/a", "/2"]), engine("three", ["/a", "/3"])];
  await fetchEngine(one, () => {});
  await fetchEngine(two, () => {});
  expect(await installed()).toEqual(two);
  expect(await whole(one)).toBe(true);
  await fetchEngine(three, () => {});
  expect(kept.paths).toEqual(["/2", "/3", "/a", MANIFEST]);
});

test("an engine that lost a file is not here", async () => {
  await fetchEngine(engine("one", ["/a", "/b"]), () => {});
  kept.all.get("luthier-offline")?.delete("/b");
  expect(await installed()).toBeNull();
});

test("a file keeps the policy that it came with: only so may the worker compile it", async () => {
  served = () => new Response("four", { headers: { "Content-Security-Policy": "script-src 'wasm-unsafe-eval'" } });
  await fetchEngine(engine("one", ["/a"]), () => {});
  expect(kept.all.get("luthier-offline")?.get("/a")?.headers.get("Content-Security-Policy")).toBe(
    "script-src 'wasm-unsafe-eval'",
  );
});

test("the memory of a started engine is kept for that engine alone, and goes with it", async () => {
  await keepSnapshot("one", new Uint8Array([1]));
  await keepSnapshot("two", new Uint8Array([2]));
  expect(await snapshotOf("one")).toBeNull();
  expect(await snapshotOf("two")).toEqual(new Uint8Array([2]));
  await removeEngine();
  expect(await snapshotOf("two")).toBeNull();
});

test("the memory of a started engine does not take the room that games need", async () => {
  const memory = new Uint8Array(100);
  for (const [usage, kept] of [
    [501, null],
    [500, memory],
  ] as const) {
    vi.stubGlobal("navigator", { storage: { estimate: async () => ({ quota: 1000, usage }) } });
    await keepSnapshot("one", memory);
    expect(await snapshotOf("one")).toEqual(kept);
  }
});

test("removing takes all of it", async () => {
  await fetchEngine(engine("one", ["/a"]), () => {});
  await removeEngine();
  expect(kept.paths).toEqual([]);
});

test("over plain http nothing is looked for", async () => {
  vi.stubGlobal("isSecureContext", false);
  expect(await installed()).toBeNull();
  expect(kept.all.size).toBe(0);
});
