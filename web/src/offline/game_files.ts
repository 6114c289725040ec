// Games in files: one record, as a table saves it, or all games of a device together.
import type { GameRow, Origin } from "./store";
import { remember } from "../lobby/known_games";
import { HostError, type Host } from "../api/host";
import { t } from "../text/i18n";

const FORMAT = "luthier-games";
/** The largest file that is read, in bytes. */
const LARGEST = 32 * 1024 * 1024;

export type GameRecord = { header: unknown; log: unknown[]; origin?: Origin | null };

/** Where a record can be kept; a device also notes which game of a server it is. */
type Keeper = { import(record: unknown, origin?: Origin): ReturnType<Host["import"]> };

/** All these games in one, to be saved; no engine is needed for it. */
export async function bundle(rows: GameRow[]): Promise<{ format: string; games: GameRecord[] }> {
  const { record } = await import("./store");
  const games = await Promise.all(
    rows.map(async ({ game, origin }) => ({ ...(await record(game)), ...(origin ? { origin } : {}) })),
  );
  return { format: FORMAT, games };
}

/** The records in a file; throws a HostError that says why there are none. */
export async function recordsIn(file: File): Promise<GameRecord[]> {
  if (file.size > LARGEST) throw unreadable();
  let told: unknown;
  try {
    told = JSON.parse(await file.text());
  } catch {
    throw unreadable();
  }
  const all =
    (told as { format?: string; games?: unknown[] } | null)?.format === FORMAT
      ? (told as { games: unknown[] }).games
      : [told];
  if (!Array.isArray(all) || !all.length || !all.every(isRecord)) throw unreadable();
  return all;
}

/** Keep each of the records as a new game of the host; those that do not hold are told, one problem each. */
export async function bring(keeper: Keeper, records: GameRecord[]): Promise<{ games: string[]; refused: HostError[] }> {
  const games: string[] = [];
  const refused: HostError[] = [];
  for (const { origin, ...record } of records) {
    try {
      const { game } = await keeper.import(record, origin ?? undefined);
      remember({ game, at: Date.now() });
      games.push(game);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.problem.code !== "broken-record") throw error;
      refused.push(error);
    }
  }
  return { games, refused };
}

function isRecord(one: unknown): one is GameRecord {
  return typeof one === "object" && one !== null && "header" in one && "log" in one && Array.isArray(one.log);
}

function unreadable(): HostError {
  return new HostError({
    type: "about:blank",
    title: t("error.no-record.title"),
    status: 422,
    code: "no-record",
    detail: t("error.no-record.line"),
  });
}
