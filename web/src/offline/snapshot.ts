// Python's memory as it was when an engine had just begun, kept by this device: the next start goes on from there.
const CACHE = "luthier-snapshot";

/** The memory of this engine; null where none is kept. */
export async function snapshotOf(version: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const kept = await (await caches.open(CACHE)).match(path(version));
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

/** Keep it, in the place of those of other engines. */
export async function keepSnapshot(version: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  await dropSnapshot();
  await (await caches.open(CACHE)).put(path(version), new Response(memory));
}

export async function dropSnapshot(): Promise<void> {
  await caches.delete(CACHE);
}

function path(version: string): string {
  return `/offline/snapshot-${version}`;
}
