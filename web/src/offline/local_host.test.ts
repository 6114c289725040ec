import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostError, type Watcher } from "../api/host";
import type { Frame, Problem } from "../api/types";
import { GRACE_MS, LocalHost } from "./local_host";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";

const kept = vi.hoisted(() => ({ installed: null as unknown, whole: true }));
vi.mock("./download", () => ({
  installed: () => Promise.resolve(kept.installed),
  whole: () => Promise.resolve(kept.whole),
}));

/** A worker that says what the test lets it say. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static get last(): FakeWorker {
    return FakeWorker.all.at(-1) as FakeWorker;
  }
  heard: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.heard.push(structuredClone(message));
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }
  get requests(): Request[] {
    return this.heard.flatMap((one) => ("request" in one ? one.request : []));
  }
  get engine(): string | undefined {
    return this.heard.flatMap((one) => ("start" in one ? one.start.version : []))[0];
  }
}

let host: LocalHost;
/** The host of a test listens no longer than that. */
let forget: () => void;

beforeEach(() => {
  const listens = vi.spyOn(document, "addEventListener");
  vi.stubGlobal("Worker", FakeWorker);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  FakeWorker.all = [];
  kept.installed = { version: "one" } as Manifest;
  kept.whole = true;
  host = new LocalHost();
  const heard = listens.mock.calls;
  listens.mockRestore();
  forget = () => heard.forEach(([type, listener]) => document.removeEventListener(type, listener));
});
afterEach(() => {
  forget();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const started = (count = 1): Promise<void> => vi.waitFor(() => expect(FakeWorker.all).toHaveLength(count));
const answer = (id: number, told: unknown): void => FakeWorker.last.say({ answer: { id, answer: told } });
const problem = (code: string): Problem => ({ type: "", title: code, status: 409, code, detail: "" });
const frame = (ply: number): Frame => ({ ply }) as Frame;

function look(shown: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!shown);
  document.dispatchEvent(new Event("visibilitychange"));
}

function watcher(): Watcher & { frames: number[]; lines: string[]; problems: string[] } {
  const seen = { frames: [] as number[], lines: [] as string[], problems: [] as string[] };
  return {
    ...seen,
    frame: ({ ply }) => seen.frames.push(ply),
    line: (now) => seen.lines.push(now),
    gone: ({ code }) => seen.problems.push(code),
  };
}

test("what is asked before the engine is loaded waits for it, in order", async () => {
  const [first, second] = [host.view("L-A"), host.log("L-A", "none")];
  await started();
  expect(FakeWorker.last.heard[0]).toEqual({ start: { version: "one" } });
  expect(FakeWorker.last.requests.map(({ what, told }) => [what, told])).toEqual([
    ["view", { game: "L-A" }],
    ["log", { game: "L-A", viewer: null }],
  ]);
  answer(2, { entries: ["told"] });
  answer(1, { ply: 5 });
  expect(await first).toEqual({ ply: 5 });
  expect(await second).toEqual(["told"]);
});

test("a press that a stopped worker left unanswered is made again, under the same key", async () => {
  const pressed = host.submit("L-A", { seat: 0, ply: 3, key: "once", choices: [] });
  await started();
  host.stop();
  void host.who("L-A");
  await started(2);
  expect(FakeWorker.all[0]?.ended).toBe(true);
  expect(FakeWorker.last.requests[0]).toEqual(FakeWorker.all[0]?.requests[0]);
  answer(1, { ply: 4, frames: [] });
  expect(await pressed).toEqual({ ply: 4, frames: [] });
});

test("a game that was begun when the worker stopped is begun once: the request bears a key", async () => {
  void host.create({ seats: [], options: { setup_card: false }, settings: { confirm_turns: true, auto_forced: true } });
  await started();
  host.stop();
  void host.warm();
  await started(2);
  const [before, after] = FakeWorker.all.map(({ requests }) => requests[0]?.birth?.key);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(after).toBe(before);
});

test("without an engine what is asked is refused; once it is here the same works", async () => {
  kept.installed = null;
  await expect(host.view("L-A")).rejects.toMatchObject({ problem: { code: "device-engine", status: 503 } });
  expect(FakeWorker.all).toEqual([]);
  kept.installed = { version: "one" };
  void host.view("L-A");
  await started();
});

test("a worker that breaks is told to all who wait and look on; the next one who asks has another", async () => {
  const seen = watcher();
  const asked = host.view("L-A");
  host.watch("L-A", 0, seen);
  await started();
  FakeWorker.last.say({ failed: "no wasm" });
  await expect(asked).rejects.toMatchObject({ problem: { code: "device-broken", detail: "no wasm" } });
  expect(seen.problems).toEqual(["device-broken"]);
  void host.view("L-A");
  await started(2);
  expect(FakeWorker.last.heard).toContainEqual({ watch: { id: 2, game: "L-A", since: 0 } });
});

test("refusals come as they were meant, and in the device's own words where it is the host", async () => {
  const asked = [host.view("L-A"), host.undo("L-A", { seat: 0, ply: 1, key: "k" }), host.view("L-B")];
  await started();
  FakeWorker.last.say({ problem: { id: 1, problem: problem("unknown-game") } });
  FakeWorker.last.say({ problem: { id: 2, problem: { ...problem("stale"), view: { ply: 9 } as never } } });
  FakeWorker.last.say({ problem: { id: 3, problem: problem("content-missing") } });
  const refused = await Promise.all(
    asked.map((one) =>
      one.then(
        () => null,
        (error: unknown) => error as HostError,
      ),
    ),
  );
  expect(refused.every((error) => error instanceof HostError)).toBe(true);
  expect(refused.map((error) => error?.problem.code)).toEqual(["device-unknown", "stale", "device-version"]);
  expect(refused[1]?.problem.view).toEqual({ ply: 9 });
});

test("who looks on is told frames until it stops looking", async () => {
  const seen = watcher();
  const stop = host.watch("L-A", 4, seen, "none");
  await started();
  expect(seen.lines).toEqual(["live"]);
  expect(FakeWorker.last.heard).toContainEqual({ watch: { id: 1, game: "L-A", since: 4, viewer: "none" } });
  FakeWorker.last.say({ frame: { watch: 1, frame: frame(5) } });
  stop();
  FakeWorker.last.say({ frame: { watch: 1, frame: frame(6) } });
  expect(seen.frames).toEqual([5]);
  expect(FakeWorker.last.heard.at(-1)).toEqual({ unwatch: 1 });
});

test("hidden, the page ends its worker after a while; shown again it goes on from the last frame that came", async () => {
  const seen = watcher();
  host.watch("L-A", 4, seen);
  await started();
  FakeWorker.last.say({ frame: { watch: 1, frame: frame(7) } });
  look(false);
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1_000);
  FakeWorker.last.say({ frame: { watch: 1, frame: frame(8) } });
  expect(FakeWorker.last.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeWorker.last.ended).toBe(true);
  look(true);
  await started(2);
  expect(FakeWorker.last.heard).toContainEqual({ watch: { id: 1, game: "L-A", since: 8 } });
});

test("a page that is hidden for a moment keeps its worker", async () => {
  host.watch("L-A", 0, watcher());
  await started();
  look(false);
  await vi.advanceTimersByTimeAsync(GRACE_MS / 2);
  look(true);
  await vi.advanceTimersByTimeAsync(GRACE_MS * 2);
  expect(FakeWorker.last.ended).toBe(false);
});

test("when the table is left the worker ends after a while, unless another game is opened", async () => {
  const leave = host.watch("L-A", 0, watcher());
  await started();
  leave();
  await vi.advanceTimersByTimeAsync(GRACE_MS / 2);
  const open = host.watch("L-B", 0, watcher());
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  expect(FakeWorker.last.ended).toBe(false);
  open();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  expect(FakeWorker.last.ended).toBe(true);
});

test("an open game keeps the engine it is played by, also after a sleep; the next game has the new one", async () => {
  const leave = host.watch("L-A", 0, watcher());
  await started();
  kept.installed = { version: "two" };
  host.renew();
  expect(FakeWorker.last.ended).toBe(false);
  look(false);
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  look(true);
  await started(2);
  expect(FakeWorker.last.engine).toBe("one");
  host.renew();
  leave();
  expect(FakeWorker.last.ended).toBe(true);
  void host.view("L-B");
  await started(3);
  expect(FakeWorker.last.engine).toBe("two");
});

test("a worker that was stopped is not listened to any more", async () => {
  const asked = host.view("L-A");
  await started();
  const first = FakeWorker.last;
  host.stop();
  void host.view("L-B");
  await started(2);
  first.say({ failed: "terminated" });
  expect(FakeWorker.last.ended).toBe(false);
  answer(1, { ply: 1 });
  expect(await asked).toEqual({ ply: 1 });
});

test("a rival that cannot go on is told at its table, which goes on being followed", async () => {
  const [seen, other] = [watcher(), watcher()];
  host.watch("L-A", 0, seen);
  host.watch("L-B", 0, other);
  await started();
  FakeWorker.last.say({ stuck: { game: "L-A", problem: problem("device-full") } });
  FakeWorker.last.say({ frame: { watch: 1, frame: frame(1) } });
  expect([seen.problems, seen.frames, other.problems]).toEqual([["device-full"], [1], []]);
});

test.each(["code", "joinable", "join", "link", "unlink", "takeSeat", "free"] as const)(
  "what needs other devices is refused with a reason: %s",
  async (what) => {
    await expect((host[what] as () => Promise<unknown>)()).rejects.toMatchObject({ problem: { code: "device-alone" } });
    expect(FakeWorker.all).toEqual([]);
  },
);
