// The games known to this device, and its person's name.
import type { Setup } from "../api/types";

export interface KnownGame {
  game: string;
  /** When it was last opened, in milliseconds since 1970. */
  at: number;
  /** It was created here with the setup card. */
  setupCard?: boolean;
  /** It was finished when last seen. */
  over?: boolean;
}

const GAMES = "luthier.games";
const NAME = "luthier.name";
const MAX_GAMES = 40;

/** Newest first. */
export function knownGames(): KnownGame[] {
  try {
    const games = JSON.parse(localStorage.getItem(GAMES) ?? "[]") as KnownGame[];
    return Array.isArray(games) ? games.sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

export function knownGame(game: string): KnownGame | null {
  return knownGames().find((known) => known.game === game) ?? null;
}

/** Put a game first in the list. */
export function remember(game: KnownGame): void {
  const others = knownGames().filter((known) => known.game !== game.game);
  localStorage.setItem(GAMES, JSON.stringify([game, ...others].slice(0, MAX_GAMES)));
}

/**
 * Remember a game created here. Returns the path to continue at: the invitation page if there are guests, else the
 * table.
 */
export function begun({ game, seats, setupCard }: { game: string; seats: Setup["seats"]; setupCard: boolean }): string {
  remember({ game, at: Date.now(), setupCard });
  const guests = seats.some((seat) => seat.player === "person" && seat.on_this_device === false);
  return guests ? `/invite/${encodeURIComponent(game)}` : `/table/${encodeURIComponent(game)}/hall`;
}

/** Update the time at which the game was last opened; adds a game that was joined. */
export function markSeen(game: string): void {
  remember({ ...knownGame(game), game, at: Date.now() });
}

/** Mark it as finished: Home lists it among the past games. */
export function markFinished(game: string): void {
  localStorage.setItem(
    GAMES,
    JSON.stringify(knownGames().map((known) => (known.game === game ? { ...known, over: true } : known))),
  );
}

export function forget(game: string): void {
  localStorage.setItem(GAMES, JSON.stringify(knownGames().filter((known) => known.game !== game)));
}

/** The name given last on this device. */
export function ownName(): string {
  return localStorage.getItem(NAME) ?? "";
}

export function saveName(name: string): void {
  localStorage.setItem(NAME, name);
}

const WORDS = [
  "LUTE",
  "VIOL",
  "HARP",
  "OBOE",
  "HORN",
  "CELLO",
  "FLUTE",
  "DRUM",
  "REED",
  "BELL",
  "PIPE",
  "GUT",
  "SPRUCE",
  "MAPLE",
  "FUGUE",
  "SUITE",
];

/** A seed that is easy to say: "LUTE 4817". */
export function freshSeed(): string {
  const [word, number] = crypto.getRandomValues(new Uint16Array(2)) as unknown as [number, number];
  return `${WORDS[word % WORDS.length]} ${String(number % 10000).padStart(4, "0")}`;
}
