// Downloads the files of the offline engine and keeps them in a cache; a partial set is never used.
import type { Manifest } from "./protocol";
import { dropSnapshot } from "./snapshot";

const CACHE = "luthier-offline";
const MANIFEST = "/offline/manifest.json";

/** Whether this page may cache files: over https or on localhost, and not in private windows that forget. */
export const possible = (): boolean => window.isSecureContext && "caches" in globalThis && "serviceWorker" in navigator;

/** Whether all files of an engine are cached. */
export async function whole({ files }: Manifest): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const cached = await Promise.all(files.map(({ path }) => cache.match(path)));
  return cached.every(Boolean);
}

/** The manifest of the engine that is completely cached; null if there is none. */
export async function installed(): Promise<Manifest | null> {
  if (!possible()) return null;
  const cached = await (await caches.open(CACHE)).match(MANIFEST);
  if (!cached) return null;
  const manifest = (await cached.json()) as Manifest;
  return (await whole(manifest)) ? manifest : null;
}

// "no-store" makes the service worker ask the server too.

/** The manifest on the server; throws if it is out of reach. */
export async function newest(): Promise<Manifest> {
  const answer = await fetch(MANIFEST, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${MANIFEST}: ${answer.status}`);
  return (await answer.json()) as Manifest;
}

/**
 * Fetch the missing files of an engine; `onProgress` receives the bytes transferred. After an interruption, complete
 * files stay; the manifest is stored last, so a device never runs a mix of two versions. The previous engine's files
 * stay too: an open game may be using them.
 */
export async function fetchEngine(
  manifest: Manifest,
  onProgress: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(MANIFEST);
  await prune(cache, [manifest, ...(before ? [(await before.json()) as Manifest] : [])]);
  let loaded = 0;
  for (const file of manifest.files) {
    const part = (raw: number): void => onProgress(loaded + Math.floor((file.bytes * raw) / file.raw));
    if (!(await cache.match(file.path))) await fetchFile(cache, file, part, signal);
    loaded += file.bytes;
    onProgress(loaded);
  }
  const body = JSON.stringify(manifest);
  await cache.put(MANIFEST, new Response(body, { headers: { "Content-Type": "application/json" } }));
}

/** Fetch one file and report its progress; an incomplete one is not stored. */
async function fetchFile(
  cache: Cache,
  file: Manifest["files"][number],
  onProgress: (raw: number) => void,
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
    onProgress(loaded);
  }
  if (loaded !== file.raw) throw new Error(`${file.path}: ${loaded} bytes of ${file.raw}`);
  const headers = new Headers({ "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream" });
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy) headers.set("Content-Security-Policy", policy);
  await cache.put(file.path, new Response(new Blob(chunks), { headers }));
}

/** Delete the files of other engines. */
async function prune(cache: Cache, engines: Manifest[]): Promise<void> {
  const wanted = new Set([MANIFEST, ...engines.flatMap(({ files }) => files.map(({ path }) => path))]);
  const all = await cache.keys();
  await Promise.all(
    all.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((request) => cache.delete(request)),
  );
}

/** Delete the engine; games stay. */
export async function removeEngine(): Promise<void> {
  await Promise.all([caches.delete(CACHE), dropSnapshot()]);
}
