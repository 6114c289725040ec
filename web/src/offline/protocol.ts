// What a page and the worker with the engine say to each other.
import type { Viewer } from "../api/host";
import type { Frame, Problem } from "../api/types";
import type { Birth } from "./store";

/** The files of the offline engine, as the build lists them. */
export interface Manifest {
  version: string;
  rules: string;
  /** The versions of the rules that games can be played on by. */
  playable: string[];
  automa: string;
  content: string;
  /** What Pyodide wants to know of itself. */
  lock: Record<string, string>;
  /** Folder of the Python runtime. */
  python: string;
  library: string;
  engine: string;
  /** Over the wire. */
  bytes: number;
  files: { path: string; raw: number; bytes: number }[];
}

/** `told` is what the desk gets; a game that it names is read from the database first. */
export interface Request {
  id: number;
  what: string;
  told: { game?: string } & Record<string, unknown>;
  /** Of a game that begins by this. */
  birth?: Birth;
}

export type ToWorker =
  | { start: Manifest }
  | { request: Request }
  | { watch: { id: number; game: string; since: number; viewer?: Viewer } }
  | { unwatch: number };

export type FromWorker =
  | { ready: { ms: number } }
  | { failed: string }
  | { answer: { id: number; answer: unknown } }
  | { problem: { id: number; problem: Problem } }
  | { frame: { watch: number; frame: Frame } }
  | { gone: { watch: number; problem: Problem } }
  | { stuck: { game: string; problem: Problem } };
