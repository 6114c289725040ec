// Which games this device began: enough to go on with them, and to play one again.
import type { SeatSetup } from "./host";

export interface KnownGame {
  game: string;
  /** Milliseconds since 1970, of the last look at it. */
  at: number;
  seats: SeatSetup[];
  seed: string;
  setupCard: boolean;
}

const KEY = "luthier.games";
const KEPT = 12;

/** Newest first. */
export function knownGames(): KnownGame[] {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? "[]") as KnownGame[];
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
  localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, KEPT)));
}

/** It was looked at just now. */
export function touch(game: string): void {
  const known = knownGame(game);
  if (known) remember({ ...known, at: Date.now() });
}

export function forget(game: string): void {
  localStorage.setItem(KEY, JSON.stringify(knownGames().filter((known) => known.game !== game)));
}

const WORDS = ["LUTE", "VIOL", "HARP", "OBOE", "HORN", "CELLO", "FLUTE", "DRUM", "REED", "BELL", "PIPE", "GUT", "SPRUCE", "MAPLE", "FUGUE", "SUITE"];

/** A seed that is easily said: "LUTE 4817". */
export function freshSeed(): string {
  const [word, number] = crypto.getRandomValues(new Uint16Array(2)) as unknown as [number, number];
  return `${WORDS[word % WORDS.length]} ${String(number % 10000).padStart(4, "0")}`;
}
