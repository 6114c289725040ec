import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change, summary } from "../fixtures/stored_games";
import { close, Damaged, find, list, createdUnder, updateRow, Overtaken, read, record, remove, write } from "./store";

beforeEach(async () => {
  await close();
  await deleteDB("luthier");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a written game is read back unchanged, with reasons and moves", async () => {
  const reasons = [{ n: 2, level: "journeyman" }];
  await write([change("L-A", { entries: 3, reasons, move: { key: "once" } })]);
  const stored = await read("L-A");
  expect(stored?.entries.map(({ n }) => n)).toEqual([1, 2, 3]);
  expect(stored?.row.status.revision).toBe(3);
  expect(stored).toMatchObject({ reasons, moves: [{ key: "once" }] });
  expect(await read("L-B")).toBeNull();
});

test("the list has each game's summary, the last changed first", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const [at, game] of [
    [1, "L-A"],
    [3, "L-B"],
    [2, "L-C"],
  ] as const) {
    vi.setSystemTime(at);
    await write([change(game)]);
  }
  expect((await list()).map(({ game, damaged }) => [game, damaged])).toEqual([
    ["L-B", false],
    ["L-C", false],
    ["L-A", false],
  ]);
  expect((await list())[0]?.summary).toEqual(summary());
});

test("a change based on a position that another tab has left is refused, and leaves no trace", async () => {
  await write([change("L-A", { entries: 2 })]);
  await write([change("L-A", { from: 2, entries: 1 })]);
  await expect(write([change("L-A", { from: 2, entries: 2, move: { key: "late" } })])).rejects.toBeInstanceOf(
    Overtaken,
  );
  expect(await read("L-A")).toMatchObject({ row: { status: { revision: 3 } }, moves: [] });
});

test("a change of the seats counts as a newer status too, though the revision is the same", async () => {
  await write([change("L-A", { seat_revision: 1 })]);
  await expect(write([change("L-A", { from: 1, entries: 1 })])).rejects.toBeInstanceOf(Overtaken);
});

test("several changes are written all or none", async () => {
  await write([change("L-B")]);
  await expect(write([change("L-A"), change("L-B", { from: 0 })])).rejects.toBeInstanceOf(Overtaken);
  expect(await find("L-A")).toBeNull();
});

test("a full device stores nothing of the change, and keeps the previous state", async () => {
  await write([change("L-A", { entries: 2 })]);
  const add = IDBObjectStore.prototype.add;
  const full = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = add.apply(this, args);
    (this.transaction as unknown as { _abort: (name: string) => void })._abort("QuotaExceededError");
    return request;
  });
  await expect(write([change("L-A", { from: 2, entries: 1 })])).rejects.toMatchObject({ name: "QuotaExceededError" });
  full.mockRestore();
  expect((await read("L-A"))?.entries).toHaveLength(2);
});

test("a log with a gap is damaged: it is not read, only its game is marked, and the rest can be saved", async () => {
  await write([change("L-A", { entries: 3 })]);
  await write([change("L-B", { entries: 3 })]);
  await spoil((tx) => tx.objectStore("entries").delete(["L-A", 2]));
  await expect(read("L-A")).rejects.toBeInstanceOf(Damaged);
  expect(Object.fromEntries((await list()).map(({ game, damaged }) => [game, damaged]))).toEqual({
    "L-A": true,
    "L-B": false,
  });
  expect((await record("L-A")).log).toEqual([expect.objectContaining({ n: 1 }), expect.objectContaining({ n: 3 })]);
});

test("a row with missing parts breaks neither the list nor the saving", async () => {
  await write([change("L-A", { entries: 1 })]);
  await write([change("L-B", { entries: 1 })]);
  await spoil((tx) => tx.objectStore("games").put({ game: "L-A" }));
  expect((await list()).map(({ game, damaged }) => [game, damaged])).toEqual([
    ["L-B", false],
    ["L-A", true],
  ]);
  expect(await record("L-A")).toMatchObject({ header: null, log: [{ n: 1 }] });
  await expect(read("L-A")).rejects.toBeInstanceOf(Damaged);
});

test("a removed game takes all of its own data along, and nothing of one with a longer name", async () => {
  for (const game of ["L-A", "L-AB"])
    await write([change(game, { entries: 2, reasons: [{ n: 1 }], move: { key: "k" } })]);
  await remove("L-A");
  expect(await read("L-A")).toBeNull();
  expect(await read("L-AB")).toMatchObject({
    entries: [{ n: 1 }, { n: 2 }],
    reasons: [{ n: 1 }],
    moves: [{ key: "k" }],
  });
});

test("a game is found by its creation key, and keeps its origin", async () => {
  const origin = { game: "7QK4", revision: 2 };
  await write([change("L-A", { entries: 2 })], { origin, key: "begin" });
  await write([change("L-A", { from: 2, entries: 1 })]);
  expect(await createdUnder("begin")).toEqual({ game: "L-A", seat: 0 });
  expect(await createdUnder("other")).toBeNull();
  expect((await find("L-A"))?.origin).toEqual(origin);
});

test("fields beside the log survive the next move", async () => {
  await write([change("L-A")]);
  const upload = { key: "k", record: { header: {}, log: [] }, origin: null, revision: 1 };
  await updateRow("L-A", { copy: true, upload });
  await write([change("L-A", { from: 1, entries: 1 })]);
  expect(await find("L-A")).toMatchObject({ copy: true, upload });
  await updateRow("L-GONE", { copy: true });
  expect(await find("L-GONE")).toBeNull();
});

/** Change the database in ways that the module never does. */
function spoil(act: (tx: IDBTransaction) => void): Promise<void> {
  return new Promise((done) => {
    const opening = indexedDB.open("luthier");
    opening.onsuccess = () => {
      const tx = opening.result.transaction(["games", "entries"], "readwrite");
      act(tx);
      tx.oncomplete = () => {
        opening.result.close();
        done();
      };
    };
  });
}
