// Python's memory as it was when an engine had just begun, kept by this device: the next start goes on from there.
const CACHE = "luthier-snapshot";
/** It is kept where so many times its size is free: games need room first. */
const ROOM = 5;

/** The memory of this engine; null where none is kept. */
export async function snapshotOf(version: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const kept = await (await caches.open(CACHE)).match(path(version));
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

/** Keep it, in the place of those of other engines, where there is room enough. */
export async function keepSnapshot(version: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  await dropSnapshot();
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < ROOM * memory.length) return;
  await (await caches.open(CACHE)).put(path(version), new Response(memory));
}

export async function dropSnapshot(): Promise<void> {
  await caches.delete(CACHE);
}

function path(version: string): string {
  return `/offline/snapshot-${version}`;
}
