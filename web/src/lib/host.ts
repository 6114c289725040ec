// One door to a game, wherever it is kept. Screens cannot tell which host they talk to.
import type { RawContent } from "./content";
import type { Choice, Frame, GameEvent, Preview, Problem, Reason } from "./types";

export type SeatSetup = { player: "person"; name?: string } | { player: "ai"; level: string };

export interface Setup {
  seats: SeatSetup[];
  seed?: string;
  options: { setup_card: boolean };
  settings: GameSettings;
}

/** What the host does by itself for a seat. */
export interface GameSettings {
  confirm_turns: boolean;
  auto_forced: boolean;
}

/** One press of the velvet button. */
export interface Press {
  seat: number;
  ply: number;
  key: string;
  choices: Choice[];
}

export interface Answer {
  ply: number;
  frames: Frame[];
}

export interface ToldEntry {
  n: number;
  events: GameEvent[];
  why: Reason | null;
}

export interface Watcher {
  frame(frame: Frame): void;
  /** Whether the host is reached at this moment. */
  reached(yes: boolean): void;
}

export interface Host {
  content(): Promise<RawContent>;
  create(setup: Setup): Promise<{ game: string; seat: number }>;
  view(game: string, ply?: number): Promise<Frame>;
  /** Tell the watcher of every frame after `since`, until the returned function is called. */
  watch(game: string, since: number, watcher: Watcher): () => void;
  submit(game: string, press: Press): Promise<Answer>;
  preview(game: string, draft: { seat: number; ply: number; choices: Choice[] }): Promise<Preview>;
  undo(game: string, back: { seat: number; ply: number; key: string }): Promise<Answer>;
  redo(game: string, forth: { seat: number; ply: number; key: string }): Promise<Answer>;
  log(game: string): Promise<ToldEntry[]>;
  why(game: string, n: number): Promise<Reason | null>;
  export(game: string): Promise<unknown>;
  settings(game: string, seat: number, settings: GameSettings): Promise<void>;
}

/** A refusal, or a host that was not reached (status 0, code `unreachable`). */
export class HostError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
  }
}
