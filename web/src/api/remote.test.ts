import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { planningView } from "../fixtures/board";
import { frame } from "../fixtures/host";
import { HostError, type ConnectionState, type Viewer, type Watcher } from "./host";
import { RemoteHost } from "./remote";
import type { Frame } from "./types";

class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

type SentRequest = { url: string; method: string; headers: Record<string, string>; body: unknown };
let requests: SentRequest[];
let answer: (request: SentRequest) => Response | Promise<Response>;
let frames: Frame[];
let lines: ConnectionState[];
let gone: string[];

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const at = (revision: number): Frame => frame(planningView({ revision }));
const stops: (() => void)[] = [];

function watch(since: number, viewer?: Viewer): () => void {
  const watcher: Watcher = {
    frame: (got) => frames.push(got),
    connection: (state) => lines.push(state),
    gone: (problem) => gone.push(problem.code),
  };
  const stop = new RemoteHost().watch("7QK4", since, watcher, viewer);
  stops.push(stop);
  return stop;
}

const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  [requests, frames, lines, gone] = [[], [], [], []];
  answer = () => json({}, 404);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const request = {
      url,
      method: init.method ?? "GET",
      headers: (init.headers ?? {}) as Record<string, string>,
      body: init.body ? (JSON.parse(init.body as string) as unknown) : null,
    };
    requests.push(request);
    return Promise.resolve().then(() => answer(request));
  });
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

const HELLO = { hello: { game: "7QK4", since: 10 } };

describe("the socket", () => {
  test("sends the last revision seen, and passes new frames on", () => {
    watch(10);
    last().open();
    expect(last().sent).toEqual([HELLO, { ping: 1 }]);
    last().receive({ frame: at(11) });
    last().receive({ frame: at(11) });
    expect(frames.map(({ revision }) => revision)).toEqual([11]);
  });

  test("names the viewer: a seat, or none for the public view", () => {
    watch(10, 1);
    last().open();
    watch(10, "none");
    last().open();
    expect(FakeSocket.all.map(({ sent }) => sent[0])).toEqual([
      { hello: { ...HELLO.hello, seats: [1] } },
      { hello: { ...HELLO.hello, seats: [null] } },
    ]);
  });

  test("counts as live after its first pong, by which all missed frames have arrived", () => {
    watch(10);
    last().open();
    expect(lines).toEqual(["catching-up"]);
    last().receive({ pong: 1 });
    expect(lines).toEqual(["catching-up", "live"]);
  });

  test("that was closed sends its last revision again", async () => {
    watch(10);
    last().open();
    last().receive({ frame: at(11) });
    last().close();
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.all).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toEqual({ hello: { game: "7QK4", since: 11 } });
  });

  test("that opens and stays silent is dropped within 5 seconds, and the view is polled", async () => {
    answer = (request) =>
      request.url.endsWith("/log")
        ? json({ entries: [{ n: 11, events: [], reason: null }] })
        : json(at(11), 200, { ETag: 'W/"11-0"' });
    watch(10);
    last().open();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all[0]?.readyState).toBe(3);
    expect(frames.map(({ revision }) => revision)).toEqual([11]);
    expect(lines.at(-1)).toBe("polling");
  });

  test("that does not open is dropped within 5 seconds, and tried again", async () => {
    answer = (request) => (request.url.endsWith("/log") ? json({ entries: [] }) : json(at(11)));
    watch(10);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all[0]?.readyState).toBe(3);
    expect(frames.map(({ revision }) => revision)).toEqual([11]);
    expect(lines.at(-1)).toBe("polling");
    await vi.advanceTimersByTimeAsync(500);
    last().open();
    last().receive({ pong: 1 });
    expect(lines.at(-1)).toBe("live");
  });

  test("that stops answering is dropped at the next ping", async () => {
    watch(10);
    last().open();
    last().receive({ pong: 1 });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(last().sent.filter((sent) => JSON.stringify(sent) === '{"ping":1}')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all[0]?.readyState).toBe(3);
  });

  test("stays open after a pong", async () => {
    watch(10);
    last().open();
    last().receive({ pong: 1 });
    await vi.advanceTimersByTimeAsync(15_000);
    last().receive({ pong: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(last().readyState).toBe(1);
  });

  test("that skips revisions is completed from the log before anything newer is delivered", async () => {
    const events = frame(planningView({ revision: 14 }), [{ type: "passed", seat: 1 }]).events;
    answer = () =>
      json({
        entries: [
          { n: 12, events, reason: null },
          { n: 14, events: [], reason: null },
        ],
      });
    watch(10);
    last().open();
    last().receive({ frame: at(14) });
    last().receive({ frame: at(15) });
    last().receive({ pong: 1 });
    expect(lines.at(-1)).toBe("catching-up");
    await vi.advanceTimersByTimeAsync(0);
    expect(frames.map(({ revision }) => revision)).toEqual([14, 15]);
    expect(frames[0]?.events).toEqual(events);
    expect(lines.at(-1)).toBe("live");
  });

  test("that reports a lost game or seat is not opened again", async () => {
    watch(10);
    last().open();
    last().receive({ refused: { type: "about:blank", title: "No token", status: 403, code: "no-token", detail: "" } });
    last().close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([gone, FakeSocket.all.length]).toEqual([["no-token"], 1]);
  });
});

describe("a device that was asleep or without a network", () => {
  test("checks its socket and polls at once", async () => {
    answer = (request) => (request.url.endsWith("/log") ? json({ entries: [] }) : json(at(12)));
    watch(10);
    last().open();
    last().receive({ pong: 1 });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(last().sent.at(-1)).toEqual({ ping: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(frames.map(({ revision }) => revision)).toEqual([12]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all[0]?.readyState).toBe(3);
  });

  test("delivers a polled frame while missed ones are still loading", async () => {
    let answerLog: (log: Response) => void = () => {};
    const log = new Promise<Response>((resolve) => (answerLog = resolve));
    answer = (request) => (request.url.endsWith("/log") ? log : json(at(16), 200, { ETag: 'W/"16-0"' }));
    watch(10);
    last().open();
    last().receive({ frame: at(14) });
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    answer = () => json({ entries: [] });
    answerLog(json({ entries: [] }));
    await vi.advanceTimersByTimeAsync(0);
    expect(frames.map(({ revision }) => revision)).toEqual([14, 16]);
  });

  test("opens its socket at once when the network is back", async () => {
    answer = () => Promise.reject(new TypeError("no route"));
    watch(10);
    for (let i = 0; i < 3; i++) {
      last().close();
      await vi.advanceTimersByTimeAsync(2_000);
    }
    last().close();
    const before = FakeSocket.all.length;
    window.dispatchEvent(new Event("offline"));
    expect(lines.at(-1)).toBe("offline");
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(before + 1);
  });
});

describe("without a socket", () => {
  test("the view is polled with its ETag, and missed events are delivered", async () => {
    const events = frame(planningView({ revision: 12 }), [{ type: "passed", seat: 1 }]).events;
    let unchanged = false;
    answer = (request) => {
      if (request.url.endsWith("/log?seat=none"))
        return json({
          entries: [
            { n: 10, events: [], reason: null },
            { n: 12, events, reason: null },
          ],
        });
      return unchanged
        ? new Response(null, { status: 304, headers: { ETag: 'W/"12-none"' } })
        : json(at(12), 200, { ETag: 'W/"12-none"' });
    };
    watch(10, "none");
    last().close();
    await vi.advanceTimersByTimeAsync(0);
    expect(frames[0]?.events).toEqual(events);
    unchanged = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests.filter(({ url }) => url === "/api/games/7QK4?seat=none").at(-1)?.headers).toEqual({
      "If-None-Match": 'W/"12-none"',
    });
    expect(frames).toHaveLength(1);
  });

  test("a browser that allows none polls from the start", async () => {
    vi.stubGlobal("WebSocket", undefined);
    answer = (request) => (request.url.endsWith("/log") ? json({ entries: [] }) : json(at(11)));
    watch(10);
    await vi.advanceTimersByTimeAsync(0);
    expect([frames.length, lines.at(-1)]).toEqual([1, "polling"]);
  });

  test("an unreachable server is reported, and reported again when it is back", async () => {
    answer = () => Promise.reject(new TypeError("no route"));
    watch(10);
    last().close();
    await vi.advanceTimersByTimeAsync(0);
    expect(lines.at(-1)).toBe("offline");
    await vi.advanceTimersByTimeAsync(500);
    last().open();
    last().receive({ pong: 1 });
    expect(lines.at(-1)).toBe("live");
  });

  test("a deleted game is reported, and not polled again", async () => {
    answer = () => json({ code: "unknown-game", title: "No such game", detail: "" }, 404);
    watch(10);
    last().close();
    await vi.advanceTimersByTimeAsync(0);
    const before = requests.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([gone, requests.length]).toEqual([["unknown-game"], before]);
  });
});

test("nothing is requested after stop", async () => {
  const stop = watch(10);
  last().open();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, requests.length]).toEqual([1, 0]);
});

test("a move that did not reach the server is sent once more under its key", async () => {
  let tries = 0;
  answer = () => (++tries === 1 ? Promise.reject(new TypeError("reset")) : json({ revision: 11, frames: [] }));
  await new RemoteHost().submit("7QK4", { seat: 0, revision: 10, key: "b1f0", choices: [] });
  expect(requests.map(({ body }) => (body as { key: string }).key)).toEqual(["b1f0", "b1f0"]);
});

test("a refusal carries its problem", async () => {
  answer = () =>
    json(
      { type: "about:blank", title: "Stale", code: "stale", detail: "ply 12", view: planningView({ revision: 12 }) },
      409,
    );
  const refused = await new RemoteHost().view("7QK4").catch((error: HostError) => error);
  expect(refused).toBeInstanceOf(HostError);
  expect((refused as HostError).problem).toMatchObject({ code: "stale", status: 409, view: { revision: 12 } });
});

test("a response that is no problem document is still a problem", async () => {
  answer = () => new Response("<html>", { status: 502, statusText: "Bad Gateway" });
  const refused = (await new RemoteHost().log("7QK4").catch((error: HostError) => error)) as HostError;
  expect(refused.problem).toMatchObject({ code: "unknown", status: 502, title: "Bad Gateway" });
});
