// The games that this device keeps, in IndexedDB. A press is written here before anybody is told that it is done.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

const NAME = "luthier";
const VERSION = 1;

/** How far a game is, as the desk counts. */
export interface Status {
  ply: number;
  finished: boolean;
  rival: boolean;
  seating: number;
}

/** What a list shows of a game without playing it. */
export interface Summary {
  round: number;
  phase: string;
  clock: number[];
  winners: number[];
  seats: { seat: number; colour: string; player: "person" | "ai"; name: string; level: string | null; family: string | null; prestige: number }[];
}

/** Where a game came from, when it was taken along from a server. */
export interface Origin {
  game: string;
  ply: number;
}

interface Row {
  header: unknown;
  status: Status;
  seating: unknown;
}

export interface GameRow extends Row {
  game: string;
  summary: Summary;
  /** Milliseconds since 1970, of the last change. */
  at: number;
  origin: Origin | null;
}

/** What the desk wants written: a change of one game, from the status `before` on, or its deletion. */
export type Write =
  | { game: string; deleted: true }
  | { game: string; deleted?: undefined; before: Status; row: Row; summary: Summary; entries: Numbered[]; reasons: Numbered[]; press: { key: string } | null };

interface Numbered {
  n: number;
}

interface Schema extends DBSchema {
  games: { key: string; value: GameRow };
  entries: { key: [string, number]; value: Numbered };
  reasons: { key: [string, number]; value: Numbered };
  presses: { key: [string, string]; value: { key: string } };
}

/** Another tab wrote to the game first. */
export class Overtaken extends Error {}

/** A game whose log is not whole: it can be looked for in an export, not played. */
export class Damaged extends Error {
  constructor(
    readonly game: string,
    readonly entries: Numbered[],
    readonly row: GameRow | null,
  ) {
    super(`The log of ${game} has ${entries.length} entries`);
  }
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore("games", { keyPath: "game" });
      for (const store of ["entries", "reasons", "presses"] as const) db.createObjectStore(store);
    },
    // A newer page wants to change the database: this one lets go, and opens it again when it needs it.
    blocking: (_now, _then, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => (opened = null),
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** All of a game's keys in the stores whose keys begin with its name. */
const of = (game: string): IDBKeyRange => IDBKeyRange.bound([game], [game, []]);

/** Put the changes into the database, all or none; Overtaken where a game is not as the desk thought it was. */
export async function write(writes: Write[], origin: Origin | null = null): Promise<void> {
  const db = await database();
  const tx = db.transaction(["games", "entries", "reasons", "presses"], "readwrite", { durability: "strict" });
  try {
    for (const one of writes) {
      if (one.deleted) {
        await Promise.all([tx.objectStore("games").delete(one.game), ...(["entries", "reasons", "presses"] as const).map((store) => tx.objectStore(store).delete(of(one.game)))]);
        continue;
      }
      const { game, before, row, summary, entries, reasons, press } = one;
      const kept = await tx.objectStore("games").get(game);
      if ((kept?.status.ply ?? 0) !== before.ply || (kept?.status.seating ?? 0) !== before.seating) throw new Overtaken();
      await Promise.all([
        tx.objectStore("games").put({ ...row, game, summary, at: Date.now(), origin: kept?.origin ?? origin }),
        ...entries.map((entry) => tx.objectStore("entries").add(entry, [game, entry.n])),
        ...reasons.map((reason) => tx.objectStore("reasons").put(reason, [game, reason.n])),
        ...(press ? [tx.objectStore("presses").put(press, [game, press.key])] : []),
      ]);
    }
    await tx.done;
  } catch (error) {
    tx.done.catch(() => {});
    try {
      tx.abort();
    } catch {
      // It failed as a whole already.
    }
    throw error;
  }
}

/** A game for the desk to take up; null where there is none. */
export async function read(game: string): Promise<{ row: Row; entries: Numbered[]; reasons: Numbered[]; presses: unknown[] } | null> {
  const tx = (await database()).transaction(["games", "entries", "reasons", "presses"]);
  const [row, entries, reasons, presses] = await Promise.all([
    tx.objectStore("games").get(game),
    tx.objectStore("entries").getAll(of(game)),
    tx.objectStore("reasons").getAll(of(game)),
    tx.objectStore("presses").getAll(of(game)),
  ]);
  if (!row && !entries.length) return null;
  if (!row?.status || entries.length !== row.status.ply || entries.some((entry, i) => entry?.n !== i + 1)) throw new Damaged(game, entries, row ?? null);
  const { header, status, seating } = row;
  return { row: { header, status, seating }, entries, reasons, presses };
}

/** Every game that is kept here, the one changed last first; damaged ones too. */
export async function list(): Promise<(GameRow & { damaged: boolean })[]> {
  const tx = (await database()).transaction(["games", "entries"]);
  const rows = await tx.objectStore("games").getAll();
  const counted = await Promise.all(rows.map((row) => tx.objectStore("entries").count(of(row.game))));
  const games = rows.map((row, i) => ({ ...row, damaged: !row.status || !row.summary || counted[i] !== row.status.ply }));
  return games.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** What can still be read of a damaged game, for an export. */
export async function remains(game: string): Promise<unknown> {
  const tx = (await database()).transaction(["games", "entries"]);
  const row = await tx.objectStore("games").get(game);
  return { header: row?.header ?? null, log: await tx.objectStore("entries").getAll(of(game)), damaged: true };
}

export async function remove(game: string): Promise<void> {
  await write([{ game, deleted: true }]);
}

/** Note that a game belongs to one of a server, up to this position. */
export async function setOrigin(game: string, origin: Origin | null): Promise<void> {
  const tx = (await database()).transaction("games", "readwrite", { durability: "strict" });
  const row = await tx.store.get(game);
  if (row) await tx.store.put({ ...row, origin });
  await tx.done;
}
