/// <reference lib="webworker" />
// The engine in a worker: Python hosts the games, this passes on what pages ask, writes away what is done, and only then
// tells it. One thing is done at a time, in order; rivals move one move at a time behind what people ask.
import { Damaged, made, note, Overtaken, read, write, type Birth, type Write } from "./store";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";
import type { Frame, Problem } from "../lib/types";
import type { Viewer } from "../lib/host";

interface Desk {
  has(game: string): boolean;
  put(game: string, kept: string): void;
  forget(game: string): void;
  ask(what: string, told: string): string;
  move_rival(game: string): string;
}

type Told = { answer: unknown; writes: Write[]; rivals: string[]; problem?: undefined } | { problem: Problem };

interface Watch {
  game: string;
  since: number;
  viewer?: Viewer;
}

const page = self as unknown as DedicatedWorkerGlobalScope;
/** Tells other tabs that a game changed. */
const others = new BroadcastChannel("luthier-games");
const watches = new Map<number, Watch>();
const thinking = new Set<string>();
let desk: Desk | null = null;
let tail: Promise<void> = Promise.resolve();

page.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("start" in data) queue(() => start(data.start));
  else if ("request" in data) queue(() => answer(data.request));
  else if ("watch" in data) {
    const { id, ...watch } = data.watch;
    watches.set(id, watch);
    queue(() => push(watch.game));
  } else watches.delete(data.unwatch);
};

others.onmessage = ({ data }: MessageEvent<{ game: string }>) =>
  queue(async () => {
    desk?.forget(data.game);
    await push(data.game);
  });

function queue(act: () => Promise<void>): void {
  tail = tail.then(act).catch((error: unknown) => console.error(error));
}

function tell(message: FromWorker): void {
  page.postMessage(message);
}

async function start(manifest: Manifest): Promise<void> {
  const begun = performance.now();
  try {
    desk = await wake(manifest);
    tell({ ready: { ms: Math.round(performance.now() - begun) } });
  } catch (error) {
    tell({ failed: String(error) });
  }
}

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

// --- what pages ask -------------------------------------------------------------------------------------------------

async function answer(request: Request): Promise<void> {
  const { id, told } = request;
  try {
    tell({ answer: { id, answer: await answerTo(request) } });
    if (told.game) await push(told.game);
  } catch (error) {
    tell({ problem: { id, problem: await problemAt(told.game, error) } });
  }
}

async function answerTo({ what, told, birth }: Request): Promise<unknown> {
  const known = birth ? await made(birth.key) : null;
  return known ?? carried(told.game, (at) => at.ask(what, JSON.stringify(told)), birth);
}

/** Have the desk do something, and write it away; done once more where another tab wrote to the game first. */
async function carried(game: string | undefined, act: (desk: Desk) => string, birth?: Birth, again = true): Promise<unknown> {
  const at = await ready(game);
  const told = JSON.parse(act(at)) as Told;
  if (told.problem) throw new Refused(told.problem);
  try {
    if (told.writes.length) await write(told.writes, birth);
  } catch (error) {
    for (const one of told.writes) at.forget(one.game);
    if (error instanceof Overtaken && again) return carried(game, act, birth, false);
    throw error;
  }
  for (const one of told.writes) others.postMessage({ game: one.game });
  for (const rival of told.rivals) think(rival);
  return told.answer;
}

/** The desk, with the game in memory. */
async function ready(game: string | undefined): Promise<Desk> {
  if (!desk) throw new Refused(problem("device-broken", 500, "The engine is not loaded."));
  if (game && !desk.has(game)) {
    const kept = await read(game);
    if (kept) desk.put(game, JSON.stringify(kept));
  }
  return desk;
}

function think(game: string): void {
  if (thinking.has(game)) return;
  thinking.add(game);
  // Behind what was asked meanwhile, so that people and the end of the page never wait for more than one move.
  setTimeout(() =>
    queue(async () => {
      thinking.delete(game);
      await carried(game, (at) => at.move_rival(game));
      await push(game);
    }),
  );
}

// --- what pages are told --------------------------------------------------------------------------------------------

async function push(game: string): Promise<void> {
  for (const [id, watch] of watches) {
    if (watch.game !== game) continue;
    try {
      const told = { game, since: watch.since, ...seat(watch.viewer) };
      const { ply, frames } = (await carried(game, (at) => at.ask("news", JSON.stringify(told)))) as { ply: number; frames: Frame[] };
      watch.since = Math.max(watch.since, ply);
      for (const frame of frames) tell({ frame: { watch: id, frame } });
    } catch (error) {
      watches.delete(id);
      tell({ gone: { watch: id, problem: await problemAt(game, error) } });
    }
  }
}

function seat(viewer: Viewer | undefined): { viewer?: number | null } {
  return viewer === undefined ? {} : { viewer: viewer === "none" ? null : viewer };
}

// --- what goes wrong ------------------------------------------------------------------------------------------------

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

function problem(code: string, status: number, detail: string): Problem {
  return { type: `urn:luthier:problem:${code}`, title: code, status, code, detail };
}

/** What a browser calls a storage that it does not let a page have, as in some private windows. */
const BLOCKED = ["SecurityError", "InvalidStateError", "NotAllowedError"];

/** The problem that this is at a game; one whose log cannot be played is marked for the list. */
async function problemAt(game: string | undefined, error: unknown): Promise<Problem> {
  const known = problemOf(error);
  const broken = known.code === "broken-record" || known.code === "device-damaged";
  if (!game || !broken) return known;
  await note(game, { damaged: true }).catch(() => {});
  return { ...known, code: "device-damaged" };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  if (error instanceof Damaged) return problem("device-damaged", 409, error.message);
  if (!(error instanceof DOMException)) {
    console.error(error);
    return problem("device-broken", 500, String(error));
  }
  const { name, message } = error;
  if (name === "QuotaExceededError") return problem("device-full", 507, "This device has no room left.");
  return problem(BLOCKED.includes(name) ? "device-blocked" : "device-failed", 503, `${name}: ${message}`);
}
