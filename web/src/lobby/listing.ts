// The games in the lists: those on the server and those stored on this device.
import type { Manifest } from "../offline/protocol";
import type { GameRow } from "../offline/store";
import { markFinished, knownGames } from "./known_games";
import { localGameSummary, gameSummaries, type GameSummary } from "./game_summary";
import { isLocal, type Host } from "../api/host";

export interface ListedGame extends GameSummary {
  /** When it last changed or was opened, in milliseconds since 1970. */
  at: number;
  /** The database row of a game of this device. */
  row: GameRow | null;
}

/** Maximum number of server games to request. */
const MAX_ASKED = 8;

/** The newest games on the server, either unfinished or finished. Fails if the server is out of reach. */
export async function serverGames(host: Host, { over }: { over: boolean }): Promise<ListedGame[]> {
  const known = knownGames().filter((one) => !isLocal(one.game) && Boolean(one.over) === over);
  const found = await gameSummaries(
    host,
    known.slice(0, over ? known.length : MAX_ASKED).map(({ game }) => game),
  );
  for (const { game, view } of found) if (view.phase === "finished") markFinished(game);
  const at = new Map(known.map((one) => [one.game, one.at]));
  return found
    .filter(({ view }) => (view.phase === "finished") === over)
    .map((one) => ({ ...one, at: at.get(one.game) ?? 0, row: null }));
}

/** The games of this device; `unplayable` are those that the installed engine cannot play. */
export async function localGames(engine: Manifest | null): Promise<{ games: ListedGame[]; unplayable: GameRow[] }> {
  const { list } = await import("../offline/store");
  const rows = await list();
  const unplayable = rows.filter((row) => row.damaged || !canPlay(engine, row));
  const games = rows
    .filter((row) => !unplayable.includes(row))
    .map((row) => ({ ...localGameSummary(row), at: row.at, row }));
  return { games, unplayable };
}

/** Whether the engine supports the rules and the cards of a game. Without an engine, the one to come may. */
function canPlay(engine: Manifest | null, { header: { rules, content } }: GameRow): boolean {
  return !engine || (engine.playable.includes(rules) && engine.content === content.digest);
}

/** Both lists merged, the newest first and copies last. A game that is identical on both sides is listed once. */
export function mergeGames(served: ListedGame[], local: ListedGame[]): ListedGame[] {
  const known = new Set(served.map(({ game }) => game));
  const own = local.filter(
    ({ row }) => !(row?.origin && row.origin.revision === row.status.revision && known.has(row.origin.game)),
  );
  return [...served, ...own].sort((a, b) => Number(a.row?.copy ?? false) - Number(b.row?.copy ?? false) || b.at - a.at);
}
