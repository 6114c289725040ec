import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change, summary } from "../fixtures/stored_games";
import { close, Damaged, find, list, made, note, Overtaken, read, record, remove, write } from "./store";

beforeEach(async () => {
  await close();
  await deleteDB("luthier");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("what was written is read back as it was, reasons and presses with it", async () => {
  const reasons = [{ n: 2, level: "journeyman" }];
  await write([change("L-A", { entries: 3, reasons, press: { key: "once" } })]);
  const kept = await read("L-A");
  expect(kept?.entries.map(({ n }) => n)).toEqual([1, 2, 3]);
  expect(kept?.row.status.ply).toBe(3);
  expect(kept).toMatchObject({ reasons, presses: [{ key: "once" }] });
  expect(await read("L-B")).toBeNull();
});

test("the list tells each game's summary, the one changed last first", async () => {
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

test("a change from a position that another tab has left is refused, and leaves no trace", async () => {
  await write([change("L-A", { entries: 2 })]);
  await write([change("L-A", { from: 2, entries: 1 })]);
  await expect(write([change("L-A", { from: 2, entries: 2, press: { key: "late" } })])).rejects.toBeInstanceOf(
    Overtaken,
  );
  expect(await read("L-A")).toMatchObject({ row: { status: { ply: 3 } }, presses: [] });
});

test("a change of who sits there is overtaken as well, though the position is the same", async () => {
  await write([change("L-A", { seating: 1 })]);
  await expect(write([change("L-A", { from: 1, entries: 1 })])).rejects.toBeInstanceOf(Overtaken);
});

test("of several changes all are kept or none", async () => {
  await write([change("L-B")]);
  await expect(write([change("L-A"), change("L-B", { from: 0 })])).rejects.toBeInstanceOf(Overtaken);
  expect(await find("L-A")).toBeNull();
});

test("a full device keeps nothing of the change, and what was there before", async () => {
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

test("a log with a hole is damaged: it is not read, the list marks it alone, and what is left can be saved", async () => {
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

test("a row that lost its parts breaks neither the list nor what can be saved", async () => {
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

test("a removed game takes all that is its own along, and nothing of one with a longer name", async () => {
  for (const game of ["L-A", "L-AB"])
    await write([change(game, { entries: 2, reasons: [{ n: 1 }], press: { key: "k" } })]);
  await remove("L-A");
  expect(await read("L-A")).toBeNull();
  expect(await read("L-AB")).toMatchObject({
    entries: [{ n: 1 }, { n: 2 }],
    reasons: [{ n: 1 }],
    presses: [{ key: "k" }],
  });
});

test("a game is found by the key that it was asked for under, and keeps where it came from", async () => {
  const origin = { game: "7QK4", ply: 2 };
  await write([change("L-A", { entries: 2 })], { origin, key: "begin" });
  await write([change("L-A", { from: 2, entries: 1 })]);
  expect(await made("begin")).toEqual({ game: "L-A", seat: 0 });
  expect(await made("other")).toBeNull();
  expect((await find("L-A"))?.origin).toEqual(origin);
});

test("what is noted beside the log stays through the next press", async () => {
  await write([change("L-A")]);
  const upload = { key: "k", record: { header: {}, log: [] }, origin: null, ply: 1 };
  await note("L-A", { copy: true, upload });
  await write([change("L-A", { from: 1, entries: 1 })]);
  expect(await find("L-A")).toMatchObject({ copy: true, upload });
  await note("L-GONE", { copy: true });
  expect(await find("L-GONE")).toBeNull();
});

/** Do something to the database that no code of ours does. */
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
