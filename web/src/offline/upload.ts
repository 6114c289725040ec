// Uploads a game of this device to the server, or downloads one. Both sides know each other, so progress on one side
// can be transferred to the other.
import { find, list, updateRow, remove, type Origin, type Upload } from "./store";
import { markSeen } from "../lobby/known_games";
import { HostError, newKey, type Host } from "../api/host";
import type { CreatedGame } from "../api/types";
import { request, path, retryOnce } from "../api/requests";
import { localHost } from "../session/open_game";

/** The server replays every entry before it answers. */
const PATIENCE_MS = 90_000;

/** The server's game was played on too. */
export const BOTH_CHANGED = "both-changed";
/** The server's game is gone, or this device does not hold all of its seats any more. */
export const ORIGIN_LOST = ["unknown-game", "no-token", "foreign-seat", "game-has-secrets"];

interface ExportedGame {
  log: unknown[];
}

/**
 * Upload a game of this device; returns its name on the server. An upload in progress is stored with its key until it
 * is answered, and repeated unchanged before anything newer: so it is idempotent. `anew`: as a new game, whatever its
 * origin.
 */
export async function uploadGame(host: Host, game: string, { anew = false } = {}): Promise<string> {
  for (;;) {
    const row = await find(game);
    if (!row) throw new Error(`${game} is not kept here`);
    const upload = row.upload ?? (await prepare(host, game, anew ? null : row.origin));
    const serverGame = await send(game, upload);
    markSeen(serverGame);
    if (row.status.revision <= upload.revision) return serverGame;
    anew = false;
  }
}

async function prepare(host: Host, game: string, origin: Origin | null): Promise<Upload> {
  const record = (await host.export(game)) as ExportedGame;
  const upload = { key: newKey(), record, origin, revision: record.log.length };
  await updateRow(game, { upload });
  return upload;
}

async function send(game: string, { revision, record, key, origin }: Upload): Promise<string> {
  const options = {
    method: "POST",
    body: { record, key, ...(origin ? { revision: origin.revision } : {}) },
    patience: PATIENCE_MS,
  };
  try {
    const created = await retryOnce(() =>
      request<CreatedGame>(origin ? path(origin.game, "home") : "/api/games/home", options),
    );
    await updateRow(game, { origin: { game: created.game, revision }, upload: null, copy: false });
    return created.game;
  } catch (error) {
    const refused = error instanceof HostError && error.problem.status >= 400 && error.problem.status < 500;
    if (refused) await updateRow(game, { upload: null });
    throw error;
  }
}

/** Continue with the server's game; this device's game stays as a copy. */
export async function markAsCopy(game: string): Promise<void> {
  await updateRow(game, { copy: true, origin: null });
}

/** Download a game of the server; returns its local name. An unchanged earlier download of it is removed. */
export async function downloadGame(host: Host, game: string): Promise<string> {
  const record = (await host.export(game)) as ExportedGame;
  const { game: localGame } = await (await localHost()).import(record, { game, revision: record.log.length });
  const before = (await list()).filter(
    (row) => row.game !== localGame && row.origin?.game === game && row.status?.revision === row.origin.revision,
  );
  for (const row of before) await remove(row.game);
  markSeen(localGame);
  return localGame;
}

/** The name of the identical game on the server; null if there is none. */
export async function unchangedOnServer(game: string): Promise<string | null> {
  const row = await find(game);
  return row?.origin && row.origin.revision === row.status.revision ? row.origin.game : null;
}
