// The files of the offline engine: fetched once, kept by the browser, and never half of them used.
import type { Manifest } from "./protocol";

const CACHE = "luthier-offline";
const MANIFEST = "/offline/manifest.json";

/** Whether this page may keep files at all: over https, or on the machine itself. */
export const possible = (): boolean => isSecureContext && "caches" in globalThis && "serviceWorker" in navigator;

/** Bytes of the files, unpacked, that are there, and all of them. */
export interface Progress {
  loaded: number;
  raw: number;
}

/** The engine that is wholly here; null where some of it is missing. */
export async function installed(): Promise<Manifest | null> {
  if (!possible()) return null;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(MANIFEST);
  if (!kept) return null;
  const manifest = (await kept.json()) as Manifest;
  const there = await Promise.all(manifest.files.map(({ path }) => cache.match(path)));
  return there.every(Boolean) ? manifest : null;
}

// "no-store" tells the service worker, too, to ask the server.

/** What the server has now; throws where it is not reached. */
export async function newest(): Promise<Manifest> {
  const answer = await fetch(MANIFEST, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${MANIFEST}: ${answer.status}`);
  return (await answer.json()) as Manifest;
}

/**
 * Fetch what is missing of the newest engine. What came before an interruption stays, file by file; the list of the
 * files is put in place last, so that a device never plays with the half of two versions.
 */
export async function fetchEngine(told: (progress: Progress) => void, signal?: AbortSignal): Promise<Manifest> {
  const cache = await caches.open(CACHE);
  const manifest = await newest();
  const raw = manifest.files.reduce((sum, file) => sum + file.raw, 0);
  let loaded = 0;
  for (const file of manifest.files) {
    if (!(await cache.match(file.path))) await keep(cache, file, (part) => told({ loaded: loaded + part, raw }), signal);
    loaded += file.raw;
    told({ loaded, raw });
  }
  const body = JSON.stringify(manifest);
  await cache.put(MANIFEST, new Response(body, { headers: { "Content-Type": "application/json" } }));
  await prune(cache, manifest);
  return manifest;
}

/** One file, counted as it comes; one that ends early is not kept. */
async function keep(cache: Cache, file: Manifest["files"][number], told: (bytes: number) => void, signal?: AbortSignal): Promise<void> {
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

/** Files of older versions go; what runs now has them in memory. */
async function prune(cache: Cache, manifest: Manifest): Promise<void> {
  const wanted = new Set([MANIFEST, ...manifest.files.map(({ path }) => path)]);
  const all = await cache.keys();
  await Promise.all(all.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((request) => cache.delete(request)));
}

/** All of it goes; games stay. */
export async function removeEngine(): Promise<void> {
  await caches.delete(CACHE);
}
