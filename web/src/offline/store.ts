// The games stored on this device, in IndexedDB. A move is written here before it is confirmed to anybody.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { SeatView, View } from "../api/types";

const NAME = "luthier";
/** 2: the log format of the first release; older databases are emptied. */
const VERSION = 2;

/** The progress of a game, as the local server stores it. */
export interface Status {
  revision: number;
  finished: boolean;
  /** The next choice is an AI's. */
  ai_to_move: boolean;
  /** How often the seats changed. */
  seat_revision: number;
}

/** The part of a view that a list of games shows. */
export interface Summary extends Pick<View, "round" | "phase" | "clock" | "active_worker" | "winners"> {
  seats: Pick<SeatView, "seat" | "colour" | "player" | "name" | "level" | "family" | "prestige">[];
}

/** The server game that this one came from, and the revision up to which both are identical. */
export interface Origin {
  game: string;
  revision: number;
}

/** An upload in progress: repeated under the same key until it is answered. */
export interface Upload {
  key: string;
  record: unknown;
  origin: Origin | null;
  revision: number;
}

interface Row {
  header: { rules: string; content: { digest: string } };
  status: Status;
  host: number;
  seats: { seat: number; player: "person" | "ai" }[];
  tokens: unknown[];
}

/** The origin of a new game, and the key that makes its creation idempotent. */
export interface Creation {
  origin: Origin | null;
  key: string;
}

export interface GameRow extends Row, Creation {
  game: string;
  summary: Summary;
  /** Milliseconds since 1970, of the last change. */
  at: number;
  /** Its log cannot be played. */
  damaged?: boolean;
  /** It diverged from the server game that it came from. */
  copy?: boolean;
  upload?: Upload | null;
}

/** A write of the local server: a change of one game, based on the status `before`, or its deletion. */
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
      move: { key: string } | null;
    };

interface Numbered {
  n: number;
}

interface Schema extends DBSchema {
  games: { key: string; value: GameRow };
  entries: { key: [string, number]; value: Numbered };
  reasons: { key: [string, number]; value: Numbered };
  moves: { key: [string, string]; value: { key: string } };
}

/** Another tab wrote to the game first. */
export class Overtaken extends Error {}

/** A game whose log is incomplete: it can be saved, not played. */
export class Damaged extends Error {
  constructor(
    readonly game: string,
    entries: number,
  ) {
    super(`The log of ${game} has ${entries} entries`);
  }
}

let connection: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  connection ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      for (const store of [...db.objectStoreNames]) db.deleteObjectStore(store);
      db.createObjectStore("games", { keyPath: "game" });
      for (const store of ["entries", "reasons", "moves"] as const) db.createObjectStore(store);
    },
    // A newer page upgrades the database: close this connection; it is opened again when needed.
    blocking: (_now, _then, event) => {
      (event.target as IDBDatabase).close();
      connection = null;
    },
    terminated: () => (connection = null),
  });
  connection.catch(() => (connection = null));
  return connection;
}

/** Close the database; it is opened again when needed. */
export async function close(): Promise<void> {
  (await connection)?.close();
  connection = null;
}

/** The range of a game's keys in the stores whose keys start with its name. */
const keysOf = (game: string): IDBKeyRange => IDBKeyRange.bound([game], [game, []]);

/** Write the changes in one transaction; throws Overtaken if a game's status is not the expected one. */
export async function write(writes: Write[], creation?: Creation): Promise<void> {
  const db = await database();
  const tx = db.transaction(["games", "entries", "reasons", "moves"], "readwrite", { durability: "strict" });
  try {
    for (const one of writes) {
      if (one.deleted) {
        await Promise.all([
          tx.objectStore("games").delete(one.game),
          ...(["entries", "reasons", "moves"] as const).map((store) => tx.objectStore(store).delete(keysOf(one.game))),
        ]);
        continue;
      }
      const { game, before, row, summary, entries, reasons, move } = one;
      const existing = await tx.objectStore("games").get(game);
      if (
        (existing?.status.revision ?? 0) !== before.revision ||
        (existing?.status.seat_revision ?? 0) !== before.seat_revision
      )
        throw new Overtaken();
      await Promise.all([
        tx
          .objectStore("games")
          .put({ origin: null, key: "", ...creation, ...existing, ...row, game, summary, at: Date.now() }),
        ...entries.map((entry) => tx.objectStore("entries").add(entry, [game, entry.n])),
        ...reasons.map((reason) => tx.objectStore("reasons").put(reason, [game, reason.n])),
        ...(move ? [tx.objectStore("moves").put(move, [game, move.key])] : []),
      ]);
    }
    await tx.done;
  } catch (error) {
    const ended = tx.done.then(
      () => error,
      (reason: unknown) => reason,
    );
    try {
      tx.abort();
    } catch {
      // The transaction failed already.
    }
    // A transaction that the browser aborted, for lack of space, has its reason only at its end.
    throw isAbort(error) ? await ended : error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The stored parts of a game for the local server; null if there is none. */
export async function read(
  game: string,
): Promise<{ row: Row; entries: Numbered[]; reasons: Numbered[]; moves: unknown[] } | null> {
  const tx = (await database()).transaction(["games", "entries", "reasons", "moves"]);
  const [row, entries, reasons, moves] = await Promise.all([
    tx.objectStore("games").get(game),
    tx.objectStore("entries").getAll(keysOf(game)),
    tx.objectStore("reasons").getAll(keysOf(game)),
    tx.objectStore("moves").getAll(keysOf(game)),
  ]);
  if (!row && !entries.length) return null;
  if (!row?.status || entries.length !== row.status.revision || entries.some((entry, i) => entry?.n !== i + 1))
    throw new Damaged(game, entries.length);
  const { header, status, host, seats, tokens } = row;
  return { row: { header, status, host, seats, tokens }, entries, reasons, moves };
}

/** The game that was created under the key; null for none. */
export async function createdUnder(key: string): Promise<{ game: string; seat: number } | null> {
  const rows = await (await database()).getAll("games");
  const row = rows.find((one) => one.key === key);
  return row ? { game: row.game, seat: row.host } : null;
}

export async function find(game: string): Promise<GameRow | null> {
  return (await (await database()).get("games", game)) ?? null;
}

/** All stored games, damaged ones too, the last changed first. */
export async function list(): Promise<GameRow[]> {
  const tx = (await database()).transaction(["games", "entries"]);
  const rows = await tx.objectStore("games").getAll();
  const counted = await Promise.all(rows.map((row) => tx.objectStore("entries").count(keysOf(row.game))));
  const games = rows.map((row, i) => ({
    ...row,
    damaged: Boolean(row.damaged) || !row.header || !row.seats || !row.summary || counted[i] !== row.status?.revision,
  }));
  return games.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** The readable parts of a game, without an engine; for a complete game this is its full record. */
export async function record(game: string): Promise<{ header: unknown; log: unknown[] }> {
  const tx = (await database()).transaction(["games", "entries"]);
  const [row, log] = await Promise.all([
    tx.objectStore("games").get(game),
    tx.objectStore("entries").getAll(keysOf(game)),
  ]);
  return { header: row?.header ?? null, log };
}

export async function remove(game: string): Promise<void> {
  await write([{ game, deleted: true }]);
}

/** Update fields of a game's row that are not part of its log. */
export async function updateRow(
  game: string,
  part: Partial<Pick<GameRow, "origin" | "copy" | "damaged" | "upload">>,
): Promise<void> {
  const tx = (await database()).transaction("games", "readwrite", { durability: "strict" });
  const row = await tx.store.get(game);
  if (row) await tx.store.put({ ...row, ...part });
  await tx.done;
}
