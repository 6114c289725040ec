import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { planningView } from "../fixtures/board";
import { frame } from "../fixtures/host";
import { HostError } from "./host";
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
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

type Asked = { url: string; method: string; headers: Record<string, string>; body: unknown };
let asked: Asked[];
let answer: (request: Asked) => Response | Promise<Response>;
let frames: Frame[];
let reached: boolean[];

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response => new Response(JSON.stringify(body), { status, headers });
const at = (ply: number): Frame => frame(planningView({ ply }));
const watch = (since: number): (() => void) => new RemoteHost().watch("7QK4", since, { frame: (got) => frames.push(got), reached: (yes) => reached.push(yes) });
const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  [asked, frames, reached] = [[], [], []];
  answer = () => json({}, 404);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const request = { url, method: init.method ?? "GET", headers: (init.headers ?? {}) as Record<string, string>, body: init.body ? JSON.parse(String(init.body)) : null };
    asked.push(request);
    return Promise.resolve().then(() => answer(request));
  });
});

afterEach(() => vi.unstubAllGlobals());

test("the socket says what it has seen, and hands on what is new", () => {
  watch(10);
  last().open();
  expect(last().sent).toEqual([{ hello: { game: "7QK4", since: 10 } }]);
  last().say({ frame: at(11) });
  last().say({ frame: at(11) });
  expect(frames.map(({ ply }) => ply)).toEqual([11]);
});

test("a socket that was away says its last position anew", async () => {
  watch(10);
  last().open();
  last().say({ frame: at(12) });
  last().close();
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
  last().open();
  expect(last().sent).toEqual([{ hello: { game: "7QK4", since: 12 } }]);
});

test("a socket that answers no ping in 5 seconds is left, and the view is polled", async () => {
  answer = (request) => (request.url.endsWith("/log") ? json({ entries: [{ n: 11, events: [], why: null }] }) : json(at(11), 200, { ETag: 'W/"11-0"' }));
  watch(10);
  last().open();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(last().sent).toContainEqual({ ping: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeSocket.all[0]?.readyState).toBe(3);
  expect(frames.map(({ ply }) => ply)).toEqual([11]);
});

test("a pong keeps the socket", async () => {
  watch(10);
  last().open();
  await vi.advanceTimersByTimeAsync(15_000);
  last().say({ pong: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(last().readyState).toBe(1);
});

test("a device that wakes up asks at once whether its socket lives", async () => {
  watch(10);
  last().open();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(last().sent).toContainEqual({ ping: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeSocket.all[0]?.readyState).toBe(3);
});

test("the poll asks by its ETag and tells what was missed", async () => {
  const events = frame(planningView({ ply: 12 }), [{ type: "passed", seat: 1 }]).events;
  let unchanged = false;
  answer = (request) => {
    if (request.url.endsWith("/log")) return json({ entries: [{ n: 10, events: [], why: null }, { n: 12, events, why: null }] });
    return unchanged ? new Response(null, { status: 304, headers: { ETag: 'W/"12-0"' } }) : json(at(12), 200, { ETag: 'W/"12-0"' });
  };
  watch(10);
  last().close();
  await vi.advanceTimersByTimeAsync(0);
  expect(frames[0]?.events).toEqual(events);
  unchanged = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.filter(({ url }) => url === "/api/games/7QK4").at(-1)?.headers).toEqual({ "If-None-Match": 'W/"12-0"' });
  expect(frames).toHaveLength(1);
});

test("a server that is not reached is told, and again when it is", async () => {
  answer = () => Promise.reject(new TypeError("no route"));
  watch(10);
  last().close();
  await vi.advanceTimersByTimeAsync(0);
  expect(reached.at(-1)).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  last().open();
  expect(reached.at(-1)).toBe(true);
});

test("nothing is asked any more once it is stopped", async () => {
  const stop = watch(10);
  last().open();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, asked.length]).toEqual([1, 0]);
});

test("a press that did not reach the server is sent once more under its key", async () => {
  let tries = 0;
  answer = () => (++tries === 1 ? Promise.reject(new TypeError("reset")) : json({ ply: 11, frames: [] }));
  await new RemoteHost().submit("7QK4", { seat: 0, ply: 10, key: "b1f0", choices: [] });
  expect(asked.map(({ body }) => (body as { key: string }).key)).toEqual(["b1f0", "b1f0"]);
});

test("a refusal carries its problem", async () => {
  answer = () => json({ type: "about:blank", title: "Stale", code: "stale", detail: "ply 12", view: planningView({ ply: 12 }) }, 409);
  const refused = await new RemoteHost().view("7QK4").catch((error: HostError) => error);
  expect(refused).toBeInstanceOf(HostError);
  expect((refused as HostError).problem).toMatchObject({ code: "stale", status: 409, view: { ply: 12 } });
});

test("an answer that is no problem document is still a problem", async () => {
  answer = () => new Response("<html>", { status: 502, statusText: "Bad Gateway" });
  const refused = (await new RemoteHost().log("7QK4").catch((error: HostError) => error)) as HostError;
  expect(refused.problem).toMatchObject({ code: "unknown", status: 502, title: "Bad Gateway" });
});
