// Messages between a page and the worker with the engine.
import type { Viewer } from "../api/host";
import type { Frame, Problem } from "../api/types";
import type { Creation } from "./store";

/** The manifest of the offline engine, written by the build. */
export interface Manifest {
  version: string;
  rules: string;
  /** The rule versions that it can play. */
  playable: string[];
  automa: string;
  content: string;
  /** Build information that Pyodide requires. */
  lock: Record<string, string>;
  /** Folder of the Python runtime. */
  python: string;
  library: string;
  engine: string;
  /** Compressed size. */
  bytes: number;
  files: { path: string; raw: number; bytes: number }[];
}

/** A command for the local server; a game that its arguments name is loaded from the database first. */
export interface Request {
  id: number;
  command: string;
  arguments: { game?: string } & Record<string, unknown>;
  /** Set if the command creates a game. */
  creation?: Creation;
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
