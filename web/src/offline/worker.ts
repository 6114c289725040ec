/// <reference lib="webworker" />
// The engine in a worker: Python hosts the games of this device.
import { Loop, type Desk } from "./worker_loop";
import type { Manifest, ToWorker } from "./protocol";
import { keepSnapshot, snapshotOf } from "./snapshot";

const BEGIN = `
import sys, zipimport
sys.path.insert(0, "/engine.zip")
from desk import Desk
desk = Desk(zipimport.zipimporter("/engine.zip").get_data("tables.json").decode())
`;

type PyodideAPI = import("pyodide").PyodideAPI;
type Memory = { _makeSnapshot: true } | { _loadSnapshot: Uint8Array };

const page = self as unknown as DedicatedWorkerGlobalScope;
const others = new BroadcastChannel("luthier-games");
const loop = new Loop(
  wake,
  (message) => page.postMessage(message),
  (game) => others.postMessage({ game }),
);

page.onmessage = ({ data }: MessageEvent<ToWorker>) => loop.hear(data);
others.onmessage = ({ data }: MessageEvent<{ game: string }>) => loop.changed(data.game);

/** The engine, from the memory that this device kept of it; else from its files, and then that is kept. */
async function wake(manifest: Manifest): Promise<Desk> {
  const [{ loadPyodide }, archive, kept] = await Promise.all([
    import(/* @vite-ignore */ new URL(`${manifest.python}pyodide.mjs`, location.href).href) as Promise<
      typeof import("pyodide")
    >,
    fetch(manifest.engine).then((got) =>
      got.ok ? got.arrayBuffer() : Promise.reject(new Error(`${manifest.engine}: ${got.status}`)),
    ),
    snapshotOf(manifest.version).catch(() => null),
  ]);
  const load = async (memory: Memory): Promise<PyodideAPI> => {
    const { python, library, lock } = manifest;
    const lockFileContents = JSON.stringify({ info: lock, packages: {} });
    const py = await loadPyodide({
      indexURL: python,
      stdLibURL: library,
      packageBaseUrl: python,
      lockFileContents,
      ...memory,
    });
    const files = py.FS as { writeFile(path: string, data: Uint8Array): void };
    files.writeFile("/engine.zip", new Uint8Array(archive));
    return py;
  };
  const desk = ({ globals }: PyodideAPI): Desk => (globals as unknown as Map<string, unknown>).get("desk") as Desk;
  if (kept) {
    try {
      return desk(await load({ _loadSnapshot: kept }));
    } catch (error) {
      console.error(error);
    }
  }
  const py = await load({ _makeSnapshot: true });
  py.runPython(BEGIN);
  // Where there is no room for it, or nothing is kept at all, each start is as long as the first.
  keepSnapshot(manifest.version, py.makeMemorySnapshot() as Uint8Array<ArrayBuffer>).catch(() => {});
  return desk(py);
}
