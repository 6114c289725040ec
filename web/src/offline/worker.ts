/// <reference lib="webworker" />
// The engine in a worker: Python hosts the games of this device.
import { Loop, type Desk } from "./loop";
import type { Manifest, ToWorker } from "./protocol";

const page = self as unknown as DedicatedWorkerGlobalScope;
const others = new BroadcastChannel("luthier-games");
const loop = new Loop(
  wake,
  (message) => page.postMessage(message),
  (game) => others.postMessage({ game }),
);

page.onmessage = ({ data }: MessageEvent<ToWorker>) => loop.hear(data);
others.onmessage = ({ data }: MessageEvent<{ game: string }>) => loop.changed(data.game);

async function wake({ python, library, engine, lock }: Manifest): Promise<Desk> {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(/* @vite-ignore */ new URL(`${python}pyodide.mjs`, location.href).href) as Promise<typeof import("pyodide")>,
    fetch(engine).then((got) => (got.ok ? got.arrayBuffer() : Promise.reject(new Error(`${engine}: ${got.status}`)))),
  ]);
  const py = await loadPyodide({
    indexURL: python,
    stdLibURL: library,
    packageBaseUrl: python,
    lockFileContents: JSON.stringify({ info: lock, packages: {} }),
  });
  py.FS.writeFile("/engine.zip", new Uint8Array(archive));
  return py.runPython(`
import sys, zipimport
sys.path.insert(0, "/engine.zip")
from desk import Desk
Desk(zipimport.zipimporter("/engine.zip").get_data("tables.json").decode())
`) as Desk;
}
