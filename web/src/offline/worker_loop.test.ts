import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change } from "../fixtures/stored_games";
import { AI_RETRY_MS, WorkerLoop, type LocalServer } from "./worker_loop";
import type { FromWorker, Manifest, Request } from "./protocol";
import { close, find, write, type Write } from "./store";

/** A local server with prepared answers by command, which records its calls. */
class FakeServer implements LocalServer {
  games = new Set<string>();
  calls: string[] = [];
  unloaded: string[] = [];
  ready: Record<string, (() => object)[]> = {};

  is_loaded(game: string): boolean {
    return this.games.has(game);
  }
  load(game: string, stored: string): void {
    this.games.add(game);
    this.calls.push(
      `load ${game} ${(JSON.parse(stored) as { row: { status: { revision: number } } }).row.status.revision}`,
    );
  }
  unload(game: string): void {
    this.games.delete(game);
    this.unloaded.push(game);
  }
  call(command: string): string {
    this.calls.push(command);
    return JSON.stringify(this.#next(command));
  }
  move_ai(game: string): string {
    this.calls.push(`ai ${game}`);
    return JSON.stringify(this.#next("ai"));
  }
  #next(command: string): object {
    return (
      this.ready[command]?.shift()?.() ??
      (command === "frames_since" ? result({ revision: 0, frames: [] }) : result(null))
    );
  }
}

const result = (answer: unknown, writes: Write[] = [], games_awaiting_ai: string[] = []): object => ({
  answer,
  writes,
  games_awaiting_ai,
});
const submit = (id: number, args: Request["arguments"] = { game: "L-A" }): Request => ({
  id,
  command: "submit",
  arguments: args,
});

let server: FakeServer;
let posted: FromWorker[];
let notified: string[];
let loop: WorkerLoop;

beforeEach(async () => {
  await close();
  await deleteDB("luthier");
  server = new FakeServer();
  posted = [];
  notified = [];
  loop = new WorkerLoop(
    async () => server,
    (message) => posted.push(message),
    (game) => notified.push(game),
  );
  loop.receive({ start: {} as Manifest });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const answers = (): unknown[] => posted.filter((one) => "answer" in one).map((one) => one.answer.answer);
const problems = (): string[] => posted.filter((one) => "problem" in one).map((one) => one.problem.problem.code);

test("a move is in the database before it is confirmed, and other tabs are notified", async () => {
  await write([change("L-A")]);
  server.ready.submit = [() => result("submitted", [change("L-A", { from: 1, entries: 2 })])];
  loop.receive({ request: submit(1) });
  await vi.waitFor(() => expect(answers()).toEqual(["submitted"]));
  expect((await find("L-A"))?.status.revision).toBe(3);
  expect(notified).toEqual(["L-A"]);
  expect(server.calls.slice(0, 2)).toEqual(["load L-A 1", "submit"]);
});

test("if another tab wrote first, the game is reloaded and the move repeated", async () => {
  await write([change("L-A")]);
  const stale = (): object => result("on an old position", [change("L-A", { from: 0 })]);
  server.ready.submit = [stale, () => result("submitted", [change("L-A", { from: 1 })])];
  loop.receive({ request: submit(1) });
  await vi.waitFor(() => expect(answers()).toEqual(["submitted"]));
  expect(server.unloaded).toEqual(["L-A"]);
  expect(server.calls.filter((one) => one.startsWith("load"))).toHaveLength(2);
});

test("an AI that is overtaken by another tab several times continues without an error", async () => {
  await write([change("L-A")]);
  const stale = (): object => result(true, [change("L-A", { from: 0 })]);
  server.ready.submit = [() => result("submitted", [], ["L-A"])];
  server.ready.ai = [...Array.from({ length: 7 }, () => stale), () => result(true, [change("L-A", { from: 1 })])];
  loop.receive({ request: submit(1) });
  await vi.waitFor(async () => expect((await find("L-A"))?.status.revision).toBe(2));
  expect(posted.filter((one) => "stuck" in one)).toEqual([]);
});

test.each([
  ["QuotaExceededError", "device-full"],
  ["SecurityError", "device-blocked"],
  ["UnknownError", "device-failed"],
])("a %s of the browser is reported as %s, and the local server drops the change", async (name, code) => {
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
  server.ready.submit = [() => result("never told", [change("L-A", { from: 1 })])];
  loop.receive({ request: submit(1) });
  await vi.waitFor(() => expect(problems()).toEqual([code]));
  expect(answers()).toEqual([]);
  expect(server.unloaded).toEqual(["L-A"]);
});

test("a repeated creation under one key returns the first game", async () => {
  const creation = { origin: null, key: "begin" };
  server.ready.create = [
    () => result({ game: "L-A", seat: 0 }, [change("L-A", { entries: 0 })]),
    () => result({ game: "L-B", seat: 0 }, [change("L-B", { entries: 0 })]),
  ];
  for (const id of [1, 2]) loop.receive({ request: { id, command: "create", arguments: {}, creation } });
  await vi.waitFor(() =>
    expect(answers()).toEqual([
      { game: "L-A", seat: 0 },
      { game: "L-A", seat: 0 },
    ]),
  );
  expect(await find("L-B")).toBeNull();
});

test("a log that cannot be played marks its game as damaged", async () => {
  await write([change("L-A")]);
  server.ready.view = [() => ({ problem: { code: "broken-record", detail: "entry 1", status: 422 } })];
  loop.receive({ request: { id: 1, command: "view", arguments: { game: "L-A" } } });
  await vi.waitFor(() => expect(problems()).toEqual(["device-damaged"]));
  expect((await find("L-A"))?.damaged).toBe(true);
});

test("a broken record in an import marks nothing", async () => {
  server.ready.import = [() => ({ problem: { code: "broken-record", detail: "entry 1", status: 422 } })];
  loop.receive({
    request: { id: 1, command: "import", arguments: { record: {} }, creation: { origin: null, key: "k" } },
  });
  await vi.waitFor(() => expect(problems()).toEqual(["broken-record"]));
});

test("AIs move between the commands of people, one move at a time, until none is left to move", async () => {
  await write([change("L-A")]);
  const move = (from: number, more: boolean) => (): object =>
    result(true, [change("L-A", { from })], more ? ["L-A"] : []);
  server.ready.submit = [() => result("submitted", [], ["L-A"])];
  server.ready.ai = [move(1, true), move(2, false)];
  loop.receive({ request: submit(1) });
  loop.receive({ request: { id: 2, command: "view", arguments: { game: "L-A" } } });
  await vi.waitFor(async () => expect((await find("L-A"))?.status.revision).toBe(3));
  expect(server.calls.filter((one) => !one.startsWith("load") && one !== "frames_since")).toEqual([
    "submit",
    "view",
    "ai L-A",
    "ai L-A",
  ]);
});

test("a failed AI move is reported and retried", async () => {
  await write([change("L-A")]);
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  server.ready.submit = [() => result("submitted", [], ["L-A"])];
  server.ready.ai = [
    () => ({ problem: { code: "busy", detail: "", status: 503 } }),
    () => result(true, [change("L-A", { from: 1 })]),
  ];
  loop.receive({ request: submit(1) });
  await vi.waitFor(() =>
    expect(posted.find((one) => "stuck" in one)).toMatchObject({ stuck: { game: "L-A", problem: { code: "busy" } } }),
  );
  await vi.advanceTimersByTimeAsync(AI_RETRY_MS);
  await vi.waitFor(async () => expect((await find("L-A"))?.status.revision).toBe(2));
});

test("a subscriber receives each frame once, also those of another tab", async () => {
  await write([change("L-A")]);
  const news = (revision: number) => (): object => result({ revision, frames: [{ revision }] });
  server.ready.frames_since = [news(1), news(2)];
  loop.receive({ watch: { id: 7, game: "L-A", since: 0 } });
  await vi.waitFor(() => expect(posted).toContainEqual({ frame: { watch: 7, frame: { revision: 1 } } }));
  loop.changed("L-A");
  await vi.waitFor(() => expect(posted).toContainEqual({ frame: { watch: 7, frame: { revision: 2 } } }));
  expect(server.unloaded).toEqual(["L-A"]);
  loop.receive({ unwatch: 7 });
  server.ready.frames_since = [news(3)];
  loop.changed("L-A");
  loop.receive({ request: submit(9) });
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  expect(posted.filter((one) => "frame" in one)).toHaveLength(2);
});

test("a deleted game is reported to its subscribers, once", async () => {
  server.ready.frames_since = [() => ({ problem: { code: "unknown-game", detail: "", status: 404 } })];
  loop.receive({ watch: { id: 7, game: "L-A", since: 0 } });
  await vi.waitFor(() =>
    expect(posted).toContainEqual({ gone: { watch: 7, problem: { code: "unknown-game", detail: "", status: 404 } } }),
  );
  loop.changed("L-A");
  loop.receive({ request: submit(1, {}) });
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  expect(posted.filter((one) => "gone" in one)).toHaveLength(1);
});

test("an engine that fails to start reports it; requests are refused", async () => {
  posted = [];
  loop = new WorkerLoop(
    () => Promise.reject(new Error("no wasm")),
    (message) => posted.push(message),
    () => {},
  );
  loop.receive({ start: {} as Manifest });
  loop.receive({ request: submit(1) });
  await vi.waitFor(() => expect(problems()).toEqual(["device-broken"]));
  expect(posted[0]).toEqual({ failed: "Error: no wasm" });
});
