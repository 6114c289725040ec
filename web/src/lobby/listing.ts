// The games that the lists show: those of the server, and those that this device keeps itself.
import type { Manifest } from "../offline/protocol";
import type { GameRow } from "../offline/store";
import { close, knownGames } from "./known_games";
import { glanceHere, glances, type Glance } from "./game_summary";
import { isLocal, type Host } from "../api/host";

export interface Listed extends Glance {
  /** Milliseconds since 1970, of the last change or look. */
  at: number;
  /** A game of this device, as its database has it. */
  row: GameRow | null;
}

/** So many games of the server are asked for. */
const ASKED = 8;

/** The newest games of the server that were not seen to be over, or those that were. Fails where it is not reached. */
export async function there(host: Host, { over }: { over: boolean }): Promise<Listed[]> {
  const known = knownGames().filter((one) => !isLocal(one.game) && Boolean(one.over) === over);
  const found = await glances(
    host,
    known.slice(0, over ? known.length : ASKED).map(({ game }) => game),
  );
  for (const { game, view } of found) if (view.phase === "finished") close(game);
  const at = new Map(known.map((one) => [one.game, one.at]));
  return found
    .filter(({ view }) => (view.phase === "finished") === over)
    .map((one) => ({ ...one, at: at.get(one.game) ?? 0, row: null }));
}

/** The games of this device; `odd` are those that cannot be played by the engine that is here. */
export async function here(engine: Manifest | null): Promise<{ games: Listed[]; odd: GameRow[] }> {
  const { list } = await import("../offline/store");
  const rows = await list();
  const odd = rows.filter((row) => row.damaged || !plays(engine, row));
  const games = rows.filter((row) => !odd.includes(row)).map((row) => ({ ...glanceHere(row), at: row.at, row }));
  return { games, odd };
}

/** Whether the engine plays by the rules and with the cards of a game. Where none is here, the one that comes may. */
function plays(engine: Manifest | null, { header: { rules, content } }: GameRow): boolean {
  return !engine || (engine.playable.includes(rules) && engine.content === content.digest);
}

/** Both together, the newest first and copies last. A game that lies unchanged at both ends is told once. */
export function together(there: Listed[], here: Listed[]): Listed[] {
  const known = new Set(there.map(({ game }) => game));
  const own = here.filter(
    ({ row }) => !(row?.origin && row.origin.ply === row.status.ply && known.has(row.origin.game)),
  );
  return [...there, ...own].sort((a, b) => Number(a.row?.copy ?? false) - Number(b.row?.copy ?? false) || b.at - a.at);
}
