// The files of the offline engine: fetched once, kept by the browser, and never half of them used.
import type { Manifest } from "./protocol";
import { dropSnapshot } from "./snapshot";

const CACHE = "luthier-offline";
const MANIFEST = "/offline/manifest.json";

/** Whether this page may keep files at all: over https or on the machine itself, and not where windows forget. */
export const possible = (): boolean => window.isSecureContext && "caches" in globalThis && "serviceWorker" in navigator;

/** Whether all files of an engine are here. */
export async function whole({ files }: Manifest): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const there = await Promise.all(files.map(({ path }) => cache.match(path)));
  return there.every(Boolean);
}

/** The engine that is wholly here; null where some of it is missing. */
export async function installed(): Promise<Manifest | null> {
  if (!possible()) return null;
  const kept = await (await caches.open(CACHE)).match(MANIFEST);
  if (!kept) return null;
  const manifest = (await kept.json()) as Manifest;
  return (await whole(manifest)) ? manifest : null;
}

// "no-store" tells the service worker, too, to ask the server.

/** What the server has now; throws where it is not reached. */
export async function newest(): Promise<Manifest> {
  const answer = await fetch(MANIFEST, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${MANIFEST}: ${answer.status}`);
  return (await answer.json()) as Manifest;
}

/**
 * Fetch what is missing of an engine; `told` hears how many bytes have come over the wire. What came before an
 * interruption stays, file by file; the list of the files is put in place last, so that a device never plays with the
 * halves of two versions. The engine that was here until now stays as well: an open game may be played by it.
 */
export async function fetchEngine(
  manifest: Manifest,
  told: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(MANIFEST);
  await prune(cache, [manifest, ...(before ? [(await before.json()) as Manifest] : [])]);
  let loaded = 0;
  for (const file of manifest.files) {
    const part = (raw: number): void => told(loaded + Math.floor((file.bytes * raw) / file.raw));
    if (!(await cache.match(file.path))) await keep(cache, file, part, signal);
    loaded += file.bytes;
    told(loaded);
  }
  const body = JSON.stringify(manifest);
  await cache.put(MANIFEST, new Response(body, { headers: { "Content-Type": "application/json" } }));
}

/** One file, counted as it comes; one that ends early is not kept. */
async function keep(
  cache: Cache,
  file: Manifest["files"][number],
  told: (raw: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const answer = await fetch(file.path, { cache: "no-store", ...(signal ? { signal } : {}) });
  if (!answer.ok || !answer.body) throw new Error(`${file.path}: ${answer.status}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value as Uint8Array<ArrayBuffer>);
    loaded += part.value.length;
    told(loaded);
  }
  if (loaded !== file.raw) throw new Error(`${file.path}: ${loaded} bytes of ${file.raw}`);
  const headers = new Headers({ "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream" });
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy) headers.set("Content-Security-Policy", policy);
  await cache.put(file.path, new Response(new Blob(chunks), { headers }));
}

/** Files of other engines than these go. */
async function prune(cache: Cache, engines: Manifest[]): Promise<void> {
  const wanted = new Set([MANIFEST, ...engines.flatMap(({ files }) => files.map(({ path }) => path))]);
  const all = await cache.keys();
  await Promise.all(
    all.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((request) => cache.delete(request)),
  );
}

/** All of it goes; games stay. */
export async function removeEngine(): Promise<void> {
  await Promise.all([caches.delete(CACHE), dropSnapshot()]);
}
