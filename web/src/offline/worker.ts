/// <reference lib="webworker" />
// The worker with the engine: the Python local server hosts this device's games.
import { WorkerLoop, type LocalServer } from "./worker_loop";
import type { Manifest, ToWorker } from "./protocol";
import { keepSnapshot, snapshotOf } from "./snapshot";

const BEGIN = `
import sys, zipimport
sys.path.insert(0, "/engine.zip")
from local_server import LocalServer
local_server = LocalServer(zipimport.zipimporter("/engine.zip").get_data("tables.json").decode())
`;

type PyodideAPI = import("pyodide").PyodideAPI;
type Memory = { _makeSnapshot: true } | { _loadSnapshot: Uint8Array };

const page = self as unknown as DedicatedWorkerGlobalScope;
const tabs = new BroadcastChannel("luthier-games");
const loop = new WorkerLoop(
  startServer,
  (message) => page.postMessage(message),
  (game) => tabs.postMessage({ game }),
);

page.onmessage = ({ data }: MessageEvent<ToWorker>) => loop.receive(data);
tabs.onmessage = ({ data }: MessageEvent<{ game: string }>) => loop.changed(data.game);

/** Load the engine from its snapshot if there is one; else from its files, and store a snapshot. */
async function startServer(manifest: Manifest): Promise<LocalServer> {
  const [{ loadPyodide }, archive, snapshot] = await Promise.all([
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
  const serverOf = ({ globals }: PyodideAPI): LocalServer =>
    (globals as unknown as Map<string, unknown>).get("local_server") as LocalServer;
  if (snapshot) {
    try {
      return serverOf(await load({ _loadSnapshot: snapshot }));
    } catch (error) {
      console.error(error);
    }
  }
  const py = await load({ _makeSnapshot: true });
  py.runPython(BEGIN);
  // Without space for the snapshot, every start takes as long as the first.
  keepSnapshot(manifest.version, py.makeMemorySnapshot() as Uint8Array<ArrayBuffer>).catch(() => {});
  return serverOf(py);
}
