// A game goes to the server from this device, or comes along from there. Both ends know of each other: what was played on
// at one of them only can be taken to the other.
import { find, list, note, remove, type Origin, type Upload } from "./store";
import { touch } from "../lobby/known_games";
import { HostError, newKey, type Begun, type Host } from "../api/host";
import { ask, path, twice } from "../api/requests";
import { localHost } from "../session/open_game";

/** The server plays every step over before it answers. */
const PATIENCE_MS = 90_000;

/** The server's game went on meanwhile, too. */
export const BOTH_CHANGED = "both-changed";
/** The game that this one came from is gone, or not all of its seats are this device's any more. */
export const CUT_OFF = ["unknown-game", "no-token", "foreign-seat", "game-has-secrets"];

interface Whole {
  log: unknown[];
}

/**
 * Take a game of this device to the server; gives its name there. What is on its way lies in the database under its key
 * until it is answered, and is sent as it was before anything newer: so it has one effect. `anew`: as a new game, wherever
 * it came from.
 */
export async function goHome(host: Host, game: string, { anew = false } = {}): Promise<string> {
  for (;;) {
    const row = await find(game);
    if (!row) throw new Error(`${game} is not kept here`);
    const upload = row.upload ?? (await prepare(host, game, anew ? null : row.origin));
    const there = await sent(game, upload);
    touch(there);
    if (row.status.ply <= upload.ply) return there;
    anew = false;
  }
}

async function prepare(host: Host, game: string, origin: Origin | null): Promise<Upload> {
  const record = (await host.export(game)) as Whole;
  const upload = { key: newKey(), record, origin, ply: record.log.length };
  await note(game, { upload });
  return upload;
}

async function sent(game: string, { ply, record, key, origin }: Upload): Promise<string> {
  const request = {
    method: "POST",
    body: { record, key, ...(origin ? { ply: origin.ply } : {}) },
    patience: PATIENCE_MS,
  };
  try {
    const kept = await twice(() => ask<Begun>(origin ? path(origin.game, "home") : "/api/games/home", request));
    await note(game, { origin: { game: kept.game, ply }, upload: null, copy: false });
    return kept.game;
  } catch (error) {
    const refused = error instanceof HostError && error.problem.status >= 400 && error.problem.status < 500;
    if (refused) await note(game, { upload: null });
    throw error;
  }
}

/** The server's game is the one to go on with; this device's stays beside it as a copy. */
export async function stayCopy(game: string): Promise<void> {
  await note(game, { copy: true, origin: null });
}

/** Keep a game of the server on this device; gives its name here. An end that was kept here before, and not played on, goes. */
export async function takeAlong(host: Host, game: string): Promise<string> {
  const record = (await host.export(game)) as Whole;
  const { game: here } = await (await localHost()).import(record, { game, ply: record.log.length });
  const before = (await list()).filter(
    (row) => row.game !== here && row.origin?.game === game && row.status?.ply === row.origin.ply,
  );
  for (const row of before) await remove(row.game);
  touch(here);
  return here;
}

/** Where the game lies at the server as it is here; null where it does not. */
export async function sameThere(game: string): Promise<string | null> {
  const row = await find(game);
  return row?.origin && row.origin.ply === row.status.ply ? row.origin.game : null;
}
