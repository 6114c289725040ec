// The games that this device keeps, in IndexedDB. A press is written here before anybody is told that it is done.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { SeatView, View } from "../api/types";

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
export interface Summary extends Pick<View, "round" | "phase" | "clock" | "acting" | "winners"> {
  seats: Pick<SeatView, "seat" | "colour" | "player" | "name" | "level" | "family" | "prestige">[];
}

/** Which game of a server this one is, and how far both were the same. */
export interface Origin {
  game: string;
  ply: number;
}

/** What is on its way to a server: sent under the same key until an answer came. */
export interface Upload {
  key: string;
  record: unknown;
  origin: Origin | null;
  ply: number;
}

interface Row {
  header: { rules: string; content: { digest: string } };
  status: Status;
  seating: { host: number; seats: { seat: number; player: "person" | "ai" }[] };
}

/** Where a new game comes from, and the key under which it is made once, however often it is asked for. */
export interface Birth {
  origin: Origin | null;
  key: string;
}

export interface GameRow extends Row, Birth {
  game: string;
  summary: Summary;
  /** Milliseconds since 1970, of the last change. */
  at: number;
  /** It was found that its log cannot be played. */
  damaged?: boolean;
  /** It went another way than the game of the server that it was. */
  copy?: boolean;
  upload?: Upload | null;
}

/** What the desk wants written: a change of one game, from the status `before` on, or its deletion. */
export type Write =
  | { game: string; deleted: true }
  | {
      game: string;
      deleted?: undefined;
      before: Status;
      row: Row;
      summary: Summary;
      entries: Numbered[];
      reasons: Numbered[];
      press: { key: string } | null;
    };

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

/** A game whose log is not whole: what is left of it can be saved, not played. */
export class Damaged extends Error {
  constructor(
    readonly game: string,
    entries: number,
  ) {
    super(`The log of ${game} has ${entries} entries`);
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

/** Let go of the database; it is opened again when it is needed. */
export async function close(): Promise<void> {
  (await opened)?.close();
  opened = null;
}

/** All of a game's keys in the stores whose keys begin with its name. */
const of = (game: string): IDBKeyRange => IDBKeyRange.bound([game], [game, []]);

/** Put the changes into the database, all or none; Overtaken where a game is not as the desk thought it was. */
export async function write(writes: Write[], birth?: Birth): Promise<void> {
  const db = await database();
  const tx = db.transaction(["games", "entries", "reasons", "presses"], "readwrite", { durability: "strict" });
  try {
    for (const one of writes) {
      if (one.deleted) {
        await Promise.all([
          tx.objectStore("games").delete(one.game),
          ...(["entries", "reasons", "presses"] as const).map((store) => tx.objectStore(store).delete(of(one.game))),
        ]);
        continue;
      }
      const { game, before, row, summary, entries, reasons, press } = one;
      const kept = await tx.objectStore("games").get(game);
      if ((kept?.status.ply ?? 0) !== before.ply || (kept?.status.seating ?? 0) !== before.seating)
        throw new Overtaken();
      await Promise.all([
        tx
          .objectStore("games")
          .put({ origin: null, key: "", ...birth, ...kept, ...row, game, summary, at: Date.now() }),
        ...entries.map((entry) => tx.objectStore("entries").add(entry, [game, entry.n])),
        ...reasons.map((reason) => tx.objectStore("reasons").put(reason, [game, reason.n])),
        ...(press ? [tx.objectStore("presses").put(press, [game, press.key])] : []),
      ]);
    }
    await tx.done;
  } catch (error) {
    const ended = tx.done.then(
      () => error,
      (why: unknown) => why,
    );
    try {
      tx.abort();
    } catch {
      // It failed as a whole already.
    }
    // A change that the browser gave up, for want of room, tells why at its end only.
    throw isAbort(error) ? await ended : error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** A game for the desk to take up; null where there is none. */
export async function read(
  game: string,
): Promise<{ row: Row; entries: Numbered[]; reasons: Numbered[]; presses: unknown[] } | null> {
  const tx = (await database()).transaction(["games", "entries", "reasons", "presses"]);
  const [row, entries, reasons, presses] = await Promise.all([
    tx.objectStore("games").get(game),
    tx.objectStore("entries").getAll(of(game)),
    tx.objectStore("reasons").getAll(of(game)),
    tx.objectStore("presses").getAll(of(game)),
  ]);
  if (!row && !entries.length) return null;
  if (!row?.status || entries.length !== row.status.ply || entries.some((entry, i) => entry?.n !== i + 1))
    throw new Damaged(game, entries.length);
  const { header, status, seating } = row;
  return { row: { header, status, seating }, entries, reasons, presses };
}

/** The game that was made under the key; null for none yet. */
export async function made(key: string): Promise<{ game: string; seat: number } | null> {
  const rows = await (await database()).getAll("games");
  const row = rows.find((one) => one.key === key);
  return row ? { game: row.game, seat: row.seating.host } : null;
}

export async function find(game: string): Promise<GameRow | null> {
  return (await (await database()).get("games", game)) ?? null;
}

/** Every game that is kept here, the one changed last first; damaged ones too. */
export async function list(): Promise<GameRow[]> {
  const tx = (await database()).transaction(["games", "entries"]);
  const rows = await tx.objectStore("games").getAll();
  const counted = await Promise.all(rows.map((row) => tx.objectStore("entries").count(of(row.game))));
  const games = rows.map((row, i) => ({
    ...row,
    damaged: Boolean(row.damaged) || !row.header || !row.seating || !row.summary || counted[i] !== row.status?.ply,
  }));
  return games.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** What can be read of a game, without an engine: of a whole one all that others need to play on. */
export async function record(game: string): Promise<{ header: unknown; log: unknown[] }> {
  const tx = (await database()).transaction(["games", "entries"]);
  const [row, log] = await Promise.all([tx.objectStore("games").get(game), tx.objectStore("entries").getAll(of(game))]);
  return { header: row?.header ?? null, log };
}

export async function remove(game: string): Promise<void> {
  await write([{ game, deleted: true }]);
}

/** Note something beside the log of a game. */
export async function note(
  game: string,
  part: Partial<Pick<GameRow, "origin" | "copy" | "damaged" | "upload">>,
): Promise<void> {
  const tx = (await database()).transaction("games", "readwrite", { durability: "strict" });
  const row = await tx.store.get(game);
  if (row) await tx.store.put({ ...row, ...part });
  await tx.done;
}
