// The interface of a game host: the server or this device. Screens do not depend on which one it is.
import { storageProblem } from "../offline/storage_errors";
import type {
  Answer,
  CopyFrom,
  CreatedGame,
  Draft,
  Frame,
  GameSettings,
  Joinable,
  JoinCode,
  JoinedSeat,
  Link,
  LogEntry,
  Move,
  PlayerAssignment,
  Preview,
  Problem,
  RawContent,
  Reason,
  Seats,
  Setup,
  UndoRequest,
} from "./types";

/** The perspective of a view: a seat that this device holds, or a spectator. */
export type Viewer = number | "none";

/** How updates arrive: pushed live, catching up on missed frames, polling every few seconds, or not at all. */
export type ConnectionState = "live" | "catching-up" | "polling" | "offline";

export interface Watcher {
  frame(frame: Frame): void;
  connection(state: ConnectionState): void;
  /** Nothing more will arrive: the game was deleted, or this device no longer holds the seat. */
  gone(problem: Problem): void;
}

export interface Host {
  content(): Promise<RawContent>;
  create(setup: Setup): Promise<CreatedGame>;
  view(game: string, revision?: number, viewer?: Viewer): Promise<Frame>;
  /** Pass every frame after `since` to the watcher until the returned function is called. */
  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void;
  submit(game: string, move: Move): Promise<Answer>;
  preview(game: string, draft: Draft): Promise<Preview>;
  undo(game: string, back: UndoRequest): Promise<Answer>;
  redo(game: string, forth: UndoRequest): Promise<Answer>;
  log(game: string, viewer?: Viewer): Promise<LogEntry[]>;
  reason(game: string, n: number, viewer?: Viewer): Promise<Reason | null>;
  settings(game: string, seat: number, settings: GameSettings): Promise<void>;

  seats(game: string): Promise<Seats>;
  /** Create a new join code; it revokes the previous one. */
  joinCode(game: string): Promise<JoinCode>;
  joinable(code: string): Promise<Joinable>;
  /** Join an open seat. The key is secret: a retry with it returns the same seat. */
  join(code: string, as: { seat: number; name: string; key: string }): Promise<JoinedSeat>;
  /** Create a link to a seat, or to the spectator view (null). */
  link(game: string, seat: number | null): Promise<Link>;
  /** Sign out all other devices of the seat, or all spectators (null). */
  unlink(game: string, seat: number | null): Promise<void>;
  /** Exchange a link's token for a session; at an open seat this joins under the name. The key works as in `join`. */
  openSession(game: string, link: { token: string; name?: string; key: string }): Promise<JoinedSeat>;
  /** Let an AI play a seat, or give it back to its person. */
  reseat(game: string, seat: number, to: PlayerAssignment): Promise<Answer>;
  /** Free a seat for another person; all its keys are revoked. */
  free(game: string, seat: number, how: { key: string; viewer: null }): Promise<Answer>;

  export(game: string): Promise<unknown>;
  /** Store an exported record as a new game. */
  import(record: unknown): Promise<CreatedGame>;
  /** Create a game from this position on, with AIs of the level at all other seats. */
  copy(game: string, from: CopyFrom): Promise<CreatedGame>;
  /** Create a game with the same seats and the same seed. */
  rematch(game: string): Promise<CreatedGame>;
  /** Delete the game for all players. */
  remove(game: string): Promise<void>;
}

/** A problem that a host reported, or a host out of reach (status 0, code `unreachable`). */
export class HostError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
  }
}

/** The problem of a failed request or of browser storage; rethrows any other error. */
export function problemIn(error: unknown): Problem {
  if (error instanceof HostError) return error.problem;
  if (error instanceof DOMException) return storageProblem(error);
  throw error;
}

/** The prefix of the names of games stored on this device. */
const LOCAL = "L-";

/** Whether the game is stored on this device. */
export const isLocal = (game: string): boolean => game.startsWith(LOCAL);

/** A key of 256 random bits that makes a request idempotent. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
