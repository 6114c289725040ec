// A snapshot of Python's memory after the engine was loaded, cached on this device: later starts restore it.
const CACHE = "luthier-snapshot";
/** It is stored only if this many times its size is free: games need the space first. */
const ROOM = 5;

/** The snapshot of this engine; null if there is none. */
export async function snapshotOf(version: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const cached = await (await caches.open(CACHE)).match(path(version));
  return cached ? new Uint8Array(await cached.arrayBuffer()) : null;
}

/** Store the snapshot in place of those of other engines, if there is enough space. */
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
