// Which games this device plays, and the name that its person goes by.
import type { Setup } from "../api/host";

export interface KnownGame {
  game: string;
  /** Milliseconds since 1970, of the last look at it. */
  at: number;
  /** Whether it was begun here with the setup card. */
  setupCard?: boolean;
  /** It was seen to be over. */
  over?: boolean;
}

const GAMES = "luthier.games";
const NAME = "luthier.name";
const KEPT = 40;

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
  localStorage.setItem(GAMES, JSON.stringify([game, ...others].slice(0, KEPT)));
}

/** Keeps a game that was just begun here; the address to go on at: with guests their invitation, else the table. */
export function begun({ game, seats, setupCard }: { game: string; seats: Setup["seats"]; setupCard: boolean }): string {
  remember({ game, at: Date.now(), setupCard });
  const guests = seats.some((seat) => seat.player === "person" && seat.here === false);
  return guests ? `/invite/${encodeURIComponent(game)}` : `/table/${encodeURIComponent(game)}/hall`;
}

/** It was looked at just now; a game that was joined is known from then on. */
export function touch(game: string): void {
  remember({ ...knownGame(game), game, at: Date.now() });
}

/** It is over: Home shows it among the past games. */
export function close(game: string): void {
  localStorage.setItem(
    GAMES,
    JSON.stringify(knownGames().map((known) => (known.game === game ? { ...known, over: true } : known))),
  );
}

export function forget(game: string): void {
  localStorage.setItem(GAMES, JSON.stringify(knownGames().filter((known) => known.game !== game)));
}

/** The name that was given last on this device. */
export function ownName(): string {
  return localStorage.getItem(NAME) ?? "";
}

export function keepName(name: string): void {
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

/** A seed that is easily said: "LUTE 4817". */
export function freshSeed(): string {
  const [word, number] = crypto.getRandomValues(new Uint16Array(2)) as unknown as [number, number];
  return `${WORDS[word % WORDS.length]} ${String(number % 10000).padStart(4, "0")}`;
}
