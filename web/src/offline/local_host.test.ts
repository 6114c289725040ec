import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostError, type Watcher } from "../api/host";
import type { Frame, Problem } from "../api/types";
import { IDLE_MS, LocalHost } from "./local_host";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";

const cache = vi.hoisted(() => ({ installed: null as unknown, whole: true }));
vi.mock("./download", () => ({
  installed: () => Promise.resolve(cache.installed),
  whole: () => Promise.resolve(cache.whole),
}));

/** A worker controlled by the test. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static get last(): FakeWorker {
    return FakeWorker.all.at(-1) as FakeWorker;
  }
  received: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.received.push(structuredClone(message));
  }
  terminate(): void {
    this.ended = true;
  }
  receive(data: FromWorker): void {
    this.onmessage?.({ data });
  }
  get requests(): Request[] {
    return this.received.flatMap((one) => ("request" in one ? one.request : []));
  }
  get engine(): string | undefined {
    return this.received.flatMap((one) => ("start" in one ? one.start.version : []))[0];
  }
}

let host: LocalHost;
/** Remove the listeners of the test's host. */
let forget: () => void;

beforeEach(() => {
  const listens = vi.spyOn(document, "addEventListener");
  vi.stubGlobal("Worker", FakeWorker);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  FakeWorker.all = [];
  cache.installed = { version: "one" } as Manifest;
  cache.whole = true;
  host = new LocalHost();
  const received = listens.mock.calls;
  listens.mockRestore();
  forget = () => received.forEach(([type, listener]) => document.removeEventListener(type, listener));
});
afterEach(() => {
  forget();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const started = (count = 1): Promise<void> => vi.waitFor(() => expect(FakeWorker.all).toHaveLength(count));
const answer = (id: number, args: unknown): void => FakeWorker.last.receive({ answer: { id, answer: args } });
const problem = (code: string): Problem => ({ type: "", title: code, status: 409, code, detail: "" });
const frame = (revision: number): Frame => ({ revision }) as Frame;

function look(shown: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!shown);
  document.dispatchEvent(new Event("visibilitychange"));
}

function watcher(): Watcher & { frames: number[]; lines: string[]; problems: string[] } {
  const seen = { frames: [] as number[], lines: [] as string[], problems: [] as string[] };
  return {
    ...seen,
    frame: ({ revision }) => seen.frames.push(revision),
    connection: (state) => seen.lines.push(state),
    gone: ({ code }) => seen.problems.push(code),
  };
}

test("requests made before the engine is loaded wait for it, in order", async () => {
  const [first, second] = [host.view("L-A"), host.log("L-A", "none")];
  await started();
  expect(FakeWorker.last.received[0]).toEqual({ start: { version: "one" } });
  expect(FakeWorker.last.requests.map(({ command, arguments: args }) => [command, args])).toEqual([
    ["view", { game: "L-A" }],
    ["log", { game: "L-A", viewer: null }],
  ]);
  answer(2, { entries: ["entry"] });
  answer(1, { revision: 5 });
  expect(await first).toEqual({ revision: 5 });
  expect(await second).toEqual(["entry"]);
});

test("a move that a stopped worker left unanswered is repeated under the same key", async () => {
  const submitted = host.submit("L-A", { seat: 0, revision: 3, key: "once", choices: [] });
  await started();
  host.stop();
  void host.seats("L-A");
  await started(2);
  expect(FakeWorker.all[0]?.ended).toBe(true);
  expect(FakeWorker.last.requests[0]).toEqual(FakeWorker.all[0]?.requests[0]);
  answer(1, { revision: 4, frames: [] });
  expect(await submitted).toEqual({ revision: 4, frames: [] });
});

test("a game whose creation a stopped worker left unanswered is created once: the request has a key", async () => {
  void host.create({ seats: [], options: { setup_card: false }, settings: { confirm_turns: true, auto_forced: true } });
  await started();
  host.stop();
  void host.preload();
  await started(2);
  const [before, after] = FakeWorker.all.map(({ requests }) => requests[0]?.creation?.key);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(after).toBe(before);
});

test("without an engine requests are refused; once it is installed the same requests work", async () => {
  cache.installed = null;
  await expect(host.view("L-A")).rejects.toMatchObject({ problem: { code: "device-engine", status: 503 } });
  expect(FakeWorker.all).toEqual([]);
  cache.installed = { version: "one" };
  void host.view("L-A");
  await started();
});

test("a broken worker rejects all pending requests and ends all subscriptions; the next request starts another", async () => {
  const seen = watcher();
  const request = host.view("L-A");
  host.watch("L-A", 0, seen);
  await started();
  FakeWorker.last.receive({ failed: "no wasm" });
  await expect(request).rejects.toMatchObject({ problem: { code: "device-broken", detail: "no wasm" } });
  expect(seen.problems).toEqual(["device-broken"]);
  void host.view("L-A");
  await started(2);
  expect(FakeWorker.last.received).toContainEqual({ watch: { id: 2, game: "L-A", since: 0 } });
});

test("problems arrive unchanged, except codes with their own text for a device as the host", async () => {
  const request = [host.view("L-A"), host.undo("L-A", { seat: 0, revision: 1, key: "k" }), host.view("L-B")];
  await started();
  FakeWorker.last.receive({ problem: { id: 1, problem: problem("unknown-game") } });
  FakeWorker.last.receive({ problem: { id: 2, problem: { ...problem("stale"), view: { revision: 9 } as never } } });
  FakeWorker.last.receive({ problem: { id: 3, problem: problem("content-missing") } });
  const refused = await Promise.all(
    request.map((one) =>
      one.then(
        () => null,
        (error: unknown) => error as HostError,
      ),
    ),
  );
  expect(refused.every((error) => error instanceof HostError)).toBe(true);
  expect(refused.map((error) => error?.problem.code)).toEqual(["device-unknown", "stale", "device-version"]);
  expect(refused[1]?.problem.view).toEqual({ revision: 9 });
});

test("a watcher receives frames until it stops", async () => {
  const seen = watcher();
  const stop = host.watch("L-A", 4, seen, "none");
  await started();
  expect(seen.lines).toEqual(["live"]);
  expect(FakeWorker.last.received).toContainEqual({ watch: { id: 1, game: "L-A", since: 4, viewer: "none" } });
  FakeWorker.last.receive({ frame: { watch: 1, frame: frame(5) } });
  stop();
  FakeWorker.last.receive({ frame: { watch: 1, frame: frame(6) } });
  expect(seen.frames).toEqual([5]);
  expect(FakeWorker.last.received.at(-1)).toEqual({ unwatch: 1 });
});

test("a hidden page stops its worker after a while; when shown again it continues after the last frame", async () => {
  const seen = watcher();
  host.watch("L-A", 4, seen);
  await started();
  FakeWorker.last.receive({ frame: { watch: 1, frame: frame(7) } });
  look(false);
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1_000);
  FakeWorker.last.receive({ frame: { watch: 1, frame: frame(8) } });
  expect(FakeWorker.last.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeWorker.last.ended).toBe(true);
  look(true);
  await started(2);
  expect(FakeWorker.last.received).toContainEqual({ watch: { id: 1, game: "L-A", since: 8 } });
});

test("a page that is hidden for a moment keeps its worker", async () => {
  host.watch("L-A", 0, watcher());
  await started();
  look(false);
  await vi.advanceTimersByTimeAsync(IDLE_MS / 2);
  look(true);
  await vi.advanceTimersByTimeAsync(IDLE_MS * 2);
  expect(FakeWorker.last.ended).toBe(false);
});

test("after the table is left the worker stops after a while, unless another game is opened", async () => {
  const leave = host.watch("L-A", 0, watcher());
  await started();
  leave();
  await vi.advanceTimersByTimeAsync(IDLE_MS / 2);
  const open = host.watch("L-B", 0, watcher());
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(FakeWorker.last.ended).toBe(false);
  open();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(FakeWorker.last.ended).toBe(true);
});

test("an open game keeps its engine, also after a restart of the worker; the next game uses the new one", async () => {
  const leave = host.watch("L-A", 0, watcher());
  await started();
  cache.installed = { version: "two" };
  host.renew();
  expect(FakeWorker.last.ended).toBe(false);
  look(false);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
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

test("messages of a stopped worker are ignored", async () => {
  const request = host.view("L-A");
  await started();
  const first = FakeWorker.last;
  host.stop();
  void host.view("L-B");
  await started(2);
  first.receive({ failed: "terminated" });
  expect(FakeWorker.last.ended).toBe(false);
  answer(1, { revision: 1 });
  expect(await request).toEqual({ revision: 1 });
});

test("an AI that cannot move is reported at its table, which stays subscribed", async () => {
  const [seen, other] = [watcher(), watcher()];
  host.watch("L-A", 0, seen);
  host.watch("L-B", 0, other);
  await started();
  FakeWorker.last.receive({ stuck: { game: "L-A", problem: problem("device-full") } });
  FakeWorker.last.receive({ frame: { watch: 1, frame: frame(1) } });
  expect([seen.problems, seen.frames, other.problems]).toEqual([["device-full"], [1], []]);
});

test.each(["joinCode", "joinable", "join", "link", "unlink", "openSession", "free"] as const)(
  "what needs other devices is refused with a reason: %s",
  async (command) => {
    await expect((host[command] as () => Promise<unknown>)()).rejects.toMatchObject({
      problem: { code: "device-alone" },
    });
    expect(FakeWorker.all).toEqual([]);
  },
);
