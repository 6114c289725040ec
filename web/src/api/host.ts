// One door to a game, wherever it is kept. Screens cannot tell which host they talk to.
import { storageProblem } from "../offline/storage_errors";
import type { RawContent } from "./content";
import type { Choice, Frame, GameEvent, Preview, Problem, Reason } from "./types";

/** A person's seat that is not `here` is open: it is joined by code or link. */
export type SeatSetup =
  | { player: "person"; name?: string; colour?: string; here?: boolean }
  | { player: "ai"; level: string; colour?: string };

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

/** Choices that are not made yet. `viewer: null`: the answer shows what lies open to all, for devices that people share. */
export interface Draft {
  seat: number;
  ply: number;
  choices: Choice[];
  viewer?: null;
}

/** Undo or redo; the key makes it have one effect. */
export interface Move {
  seat: number;
  ply: number;
  key: string;
  viewer?: null;
}

/** One press of the velvet button. */
export type Press = Draft & Move;

export interface Answer {
  ply: number;
  frames: Frame[];
}

export interface ToldEntry {
  n: number;
  /** Whose choice it was; -1 for the setup. */
  seat: number;
  events: GameEvent[];
  why: Reason | null;
  /** Who plays the seat from here on, where the entry changed that. */
  seated?: Seated | null;
}

export interface Player {
  player: "person" | "ai";
  /** A rival's level. */
  level: string | null;
  name: string;
}

/** Who plays a seat from an entry on; `freed`: nobody any more, until somebody else sits down. */
export interface Seated extends Player {
  freed: boolean;
}

/** Whose eyes a position is seen with: a seat that is held here, or a spectator's. */
export type Viewer = number | "none";

/** A game that was just begun, and the first seat that is held here. */
export interface Begun {
  game: string;
  seat: number;
}

/** A seat as everybody at the table may know it. */
export interface Place extends Player {
  seat: number;
  colour: string;
  /** Nobody has sat down yet; a rival may keep the seat meanwhile. */
  open: boolean;
}

export interface Sitting extends Place {
  /** Held here. */
  held: boolean;
  /** How many devices hold it; told to its holder and the host. */
  devices: number | null;
}

export interface Who {
  /** The seat whose holder may invite, reseat others and delete the game. */
  host: number;
  /** The seats that are held here. */
  you: number[];
  /** A spectator's link is held here. */
  watching: boolean;
  seats: Sitting[];
  finished: boolean;
  played_offline: boolean;
  /** Of a game that was played offline: whether its rivals chose what the automa chooses. */
  rivals?: "unchecked" | "verified" | "not-verified" | null;
}

export interface JoinCode {
  code: string;
  /** ISO time. */
  until: string;
}

/** What a join code leads to. */
export interface Joinable {
  game: string;
  seats: Place[];
  until: string;
}

/** A seat that is held here from now on; null: as a spectator. */
export interface Taken {
  game: string;
  seat: number | null;
}

/** Opens a seat (null: the spectators' view) on another device. */
export interface Link {
  seat: number | null;
  token: string;
}

/** The answer shows what lies open; the own view comes by `watch`. */
export type Reseating = ({ player: "ai"; level: string } | { player: "person" }) & { key: string; viewer: null };

/** A position to play on from alone. */
export interface From {
  ply: number;
  /** Of the rivals that take the other people's seats. */
  level: string;
  seat: number;
}

/** How a game is followed: told at once, looking what was missed, by asking every few seconds, or not at all. */
export type Line = "live" | "catching-up" | "asking" | "away";

export interface Watcher {
  frame(frame: Frame): void;
  line(now: Line): void;
  /** Nothing more will come: the game is gone, or the seat no longer held here. */
  gone(problem: Problem): void;
}

export interface Host {
  content(): Promise<RawContent>;
  create(setup: Setup): Promise<Begun>;
  view(game: string, ply?: number, viewer?: Viewer): Promise<Frame>;
  /** Tell the watcher of every frame after `since`, until the returned function is called. */
  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void;
  submit(game: string, press: Press): Promise<Answer>;
  preview(game: string, draft: Draft): Promise<Preview>;
  undo(game: string, back: Move): Promise<Answer>;
  redo(game: string, forth: Move): Promise<Answer>;
  log(game: string, viewer?: Viewer): Promise<ToldEntry[]>;
  why(game: string, n: number, viewer?: Viewer): Promise<Reason | null>;
  settings(game: string, seat: number, settings: GameSettings): Promise<void>;

  who(game: string): Promise<Who>;
  /** A new join code; the one before opens nothing any more. */
  code(game: string): Promise<JoinCode>;
  joinable(code: string): Promise<Joinable>;
  /** Sit down at an open seat. The key is a secret: with it the same seat is given once more where an answer was lost. */
  join(code: string, as: { seat: number; name: string; key: string }): Promise<Taken>;
  /** A link to a seat, or to the spectators' view (null). */
  link(game: string, seat: number | null): Promise<Link>;
  /** All other devices of the seat, or all spectators (null), are signed out. */
  unlink(game: string, seat: number | null): Promise<void>;
  /** Come in by a link; at an open seat one sits down under the name. The key is a secret, as in `join`. */
  takeSeat(game: string, link: { token: string; name?: string; key: string }): Promise<Taken>;
  /** Let a rival play a seat, or give it back. */
  reseat(game: string, seat: number, to: Reseating): Promise<Answer>;
  /** Set a seat free for somebody else: no key that opened it does so any more. */
  free(game: string, seat: number, how: { key: string; viewer: null }): Promise<Answer>;

  export(game: string): Promise<unknown>;
  /** Keep a whole record as a new game. */
  import(record: unknown): Promise<Begun>;
  /** A new game from this position on, at one's own seat against rivals of the level. */
  copy(game: string, from: From): Promise<Begun>;
  /** A new game with the same seats and the same seed. */
  again(game: string): Promise<Begun>;
  /** Delete the game for everybody. */
  remove(game: string): Promise<void>;
}

/** A refusal, or a host that was not reached (status 0, code `unreachable`). */
export class HostError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
  }
}

/** Why a host refused, or the browser did not keep something; any other fault is thrown on. */
export function problemIn(error: unknown): Problem {
  if (error instanceof HostError) return error.problem;
  if (error instanceof DOMException) return storageProblem(error);
  throw error;
}

/** Begins the name of every game that a device keeps. */
const LOCAL = "L-";

/** Whether this device itself keeps the game. */
export const isLocal = (game: string): boolean => game.startsWith(LOCAL);

/** A key that makes a request have one effect, however often it is sent: 256 random bits. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
