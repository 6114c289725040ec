import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change } from "../fixtures/stored_games";
import { AGAIN_MS, Loop, type Desk } from "./worker_loop";
import type { FromWorker, Manifest, Request } from "./protocol";
import { close, find, write, type Write } from "./store";

/** A desk that answers what was put ready for each question, and remembers what it was told. */
class FakeDesk implements Desk {
  games = new Set<string>();
  asked: string[] = [];
  forgotten: string[] = [];
  ready: Record<string, (() => object)[]> = {};

  has(game: string): boolean {
    return this.games.has(game);
  }
  put(game: string, kept: string): void {
    this.games.add(game);
    this.asked.push(`put ${game} ${(JSON.parse(kept) as { row: { status: { ply: number } } }).row.status.ply}`);
  }
  forget(game: string): void {
    this.games.delete(game);
    this.forgotten.push(game);
  }
  ask(what: string): string {
    this.asked.push(what);
    return JSON.stringify(this.#next(what));
  }
  move_rival(game: string): string {
    this.asked.push(`rival ${game}`);
    return JSON.stringify(this.#next("rival"));
  }
  #next(what: string): object {
    return this.ready[what]?.shift()?.() ?? (what === "news" ? done({ ply: 0, frames: [] }) : done(null));
  }
}

const done = (answer: unknown, writes: Write[] = [], rivals: string[] = []): object => ({ answer, writes, rivals });
const press = (id: number, told: Request["told"] = { game: "L-A" }): Request => ({ id, what: "submit", told });

let desk: FakeDesk;
let told: FromWorker[];
let others: string[];
let loop: Loop;

beforeEach(async () => {
  await close();
  await deleteDB("luthier");
  desk = new FakeDesk();
  told = [];
  others = [];
  loop = new Loop(
    async () => desk,
    (message) => told.push(message),
    (game) => others.push(game),
  );
  loop.hear({ start: {} as Manifest });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const answers = (): unknown[] => told.filter((one) => "answer" in one).map((one) => one.answer.answer);
const problems = (): string[] => told.filter((one) => "problem" in one).map((one) => one.problem.problem.code);

test("a press is in the database before it is told, and other tabs hear of it", async () => {
  await write([change("L-A")]);
  desk.ready.submit = [() => done("pressed", [change("L-A", { from: 1, entries: 2 })])];
  loop.hear({ request: press(1) });
  await vi.waitFor(() => expect(answers()).toEqual(["pressed"]));
  expect((await find("L-A"))?.status.ply).toBe(3);
  expect(others).toEqual(["L-A"]);
  expect(desk.asked.slice(0, 2)).toEqual(["put L-A 1", "submit"]);
});

test("where another tab wrote first, the game is read anew and the press is made once more", async () => {
  await write([change("L-A")]);
  const stale = (): object => done("on an old position", [change("L-A", { from: 0 })]);
  desk.ready.submit = [stale, () => done("pressed", [change("L-A", { from: 1 })])];
  loop.hear({ request: press(1) });
  await vi.waitFor(() => expect(answers()).toEqual(["pressed"]));
  expect(desk.forgotten).toEqual(["L-A"]);
  expect(desk.asked.filter((one) => one.startsWith("put"))).toHaveLength(2);
});

test("a rival that is overtaken by its double in another tab time and again goes on without a word", async () => {
  await write([change("L-A")]);
  const stale = (): object => done(true, [change("L-A", { from: 0 })]);
  desk.ready.submit = [() => done("pressed", [], ["L-A"])];
  desk.ready.rival = [...Array.from({ length: 7 }, () => stale), () => done(true, [change("L-A", { from: 1 })])];
  loop.hear({ request: press(1) });
  await vi.waitFor(async () => expect((await find("L-A"))?.status.ply).toBe(2));
  expect(told.filter((one) => "stuck" in one)).toEqual([]);
});

test.each([
  ["QuotaExceededError", "device-full"],
  ["SecurityError", "device-blocked"],
  ["UnknownError", "device-failed"],
])("what the browser calls %s is told as %s, and the desk does not believe that it was done", async (name, code) => {
  await write([change("L-A")]);
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    if (mode === "readwrite") throw new DOMException("", name);
    return transaction.call(this, stores, mode, options);
  });
  desk.ready.submit = [() => done("never told", [change("L-A", { from: 1 })])];
  loop.hear({ request: press(1) });
  await vi.waitFor(() => expect(problems()).toEqual([code]));
  expect(answers()).toEqual([]);
  expect(desk.forgotten).toEqual(["L-A"]);
});

test("a game that is asked for again under its key is told, not made twice", async () => {
  const birth = { origin: null, key: "begin" };
  desk.ready.create = [
    () => done({ game: "L-A", seat: 0 }, [change("L-A", { entries: 0 })]),
    () => done({ game: "L-B", seat: 0 }, [change("L-B", { entries: 0 })]),
  ];
  for (const id of [1, 2]) loop.hear({ request: { id, what: "create", told: {}, birth } });
  await vi.waitFor(() =>
    expect(answers()).toEqual([
      { game: "L-A", seat: 0 },
      { game: "L-A", seat: 0 },
    ]),
  );
  expect(await find("L-B")).toBeNull();
});

test("a log that cannot be played marks its game for the list", async () => {
  await write([change("L-A")]);
  desk.ready.view = [() => ({ problem: { code: "broken-record", detail: "entry 1", status: 422 } })];
  loop.hear({ request: { id: 1, what: "view", told: { game: "L-A" } } });
  await vi.waitFor(() => expect(problems()).toEqual(["device-damaged"]));
  expect((await find("L-A"))?.damaged).toBe(true);
});

test("a broken record that is brought in marks nothing", async () => {
  desk.ready.import = [() => ({ problem: { code: "broken-record", detail: "entry 1", status: 422 } })];
  loop.hear({ request: { id: 1, what: "import", told: { record: {} }, birth: { origin: null, key: "k" } } });
  await vi.waitFor(() => expect(problems()).toEqual(["broken-record"]));
});

test("rivals move behind what people ask, one move at a time, until none is to move", async () => {
  await write([change("L-A")]);
  const move = (from: number, more: boolean) => (): object =>
    done(true, [change("L-A", { from })], more ? ["L-A"] : []);
  desk.ready.submit = [() => done("pressed", [], ["L-A"])];
  desk.ready.rival = [move(1, true), move(2, false)];
  loop.hear({ request: press(1) });
  loop.hear({ request: { id: 2, what: "view", told: { game: "L-A" } } });
  await vi.waitFor(async () => expect((await find("L-A"))?.status.ply).toBe(3));
  expect(desk.asked.filter((one) => !one.startsWith("put") && one !== "news")).toEqual([
    "submit",
    "view",
    "rival L-A",
    "rival L-A",
  ]);
});

test("a rival whose move cannot be kept says so and tries again", async () => {
  await write([change("L-A")]);
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  desk.ready.submit = [() => done("pressed", [], ["L-A"])];
  desk.ready.rival = [
    () => ({ problem: { code: "busy", detail: "", status: 503 } }),
    () => done(true, [change("L-A", { from: 1 })]),
  ];
  loop.hear({ request: press(1) });
  await vi.waitFor(() =>
    expect(told.find((one) => "stuck" in one)).toMatchObject({ stuck: { game: "L-A", problem: { code: "busy" } } }),
  );
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  await vi.waitFor(async () => expect((await find("L-A"))?.status.ply).toBe(2));
});

test("who follows a game is told each frame once, also those of another tab", async () => {
  await write([change("L-A")]);
  const news = (ply: number) => (): object => done({ ply, frames: [{ ply }] });
  desk.ready.news = [news(1), news(2)];
  loop.hear({ watch: { id: 7, game: "L-A", since: 0 } });
  await vi.waitFor(() => expect(told).toContainEqual({ frame: { watch: 7, frame: { ply: 1 } } }));
  loop.changed("L-A");
  await vi.waitFor(() => expect(told).toContainEqual({ frame: { watch: 7, frame: { ply: 2 } } }));
  expect(desk.forgotten).toEqual(["L-A"]);
  loop.hear({ unwatch: 7 });
  desk.ready.news = [news(3)];
  loop.changed("L-A");
  loop.hear({ request: press(9) });
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  expect(told.filter((one) => "frame" in one)).toHaveLength(2);
});

test("a game that is gone is told to who follows it, once", async () => {
  desk.ready.news = [() => ({ problem: { code: "unknown-game", detail: "", status: 404 } })];
  loop.hear({ watch: { id: 7, game: "L-A", since: 0 } });
  await vi.waitFor(() =>
    expect(told).toContainEqual({ gone: { watch: 7, problem: { code: "unknown-game", detail: "", status: 404 } } }),
  );
  loop.changed("L-A");
  loop.hear({ request: press(1, {}) });
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  expect(told.filter((one) => "gone" in one)).toHaveLength(1);
});

test("an engine that does not begin says so; what is asked is refused", async () => {
  told = [];
  loop = new Loop(
    () => Promise.reject(new Error("no wasm")),
    (message) => told.push(message),
    () => {},
  );
  loop.hear({ start: {} as Manifest });
  loop.hear({ request: press(1) });
  await vi.waitFor(() => expect(problems()).toEqual(["device-broken"]));
  expect(told[0]).toEqual({ failed: "Error: no wasm" });
});
