// Games as files: one exported record, or all games of a device in a bundle.
import type { GameRow, Origin } from "./store";
import { remember } from "../lobby/known_games";
import { HostError, type Host } from "../api/host";
import { t } from "../text/i18n";

const FORMAT = "luthier-games";
/** The largest file to read, in bytes. */
const LARGEST = 32 * 1024 * 1024;

export type GameRecord = { header: unknown; log: unknown[]; origin?: Origin | null };

/** A host that imports records; a device also stores the server game that a record came from. */
type Importer = { import(record: unknown, origin?: Origin): ReturnType<Host["import"]> };

/** A bundle of these games for saving; needs no engine. */
export async function bundle(rows: GameRow[]): Promise<{ format: string; games: GameRecord[] }> {
  const { record } = await import("./store");
  const games = await Promise.all(
    rows.map(async ({ game, origin }) => ({ ...(await record(game)), ...(origin ? { origin } : {}) })),
  );
  return { format: FORMAT, games };
}

/** The records in a file; throws a HostError if there are none. */
export async function readRecords(file: File): Promise<GameRecord[]> {
  if (file.size > LARGEST) throw unreadable();
  let parsed: unknown;
  try {
    parsed = JSON.parse(await file.text());
  } catch {
    throw unreadable();
  }
  const all =
    (parsed as { format?: string; games?: unknown[] } | null)?.format === FORMAT
      ? (parsed as { games: unknown[] }).games
      : [parsed];
  if (!Array.isArray(all) || !all.length || !all.every(isRecord)) throw unreadable();
  return all;
}

/** Import each record as a new game; invalid ones are returned as problems. */
export async function importRecords(
  importer: Importer,
  records: GameRecord[],
): Promise<{ games: string[]; refused: HostError[] }> {
  const games: string[] = [];
  const refused: HostError[] = [];
  for (const { origin, ...record } of records) {
    try {
      const { game } = await importer.import(record, origin ?? undefined);
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
