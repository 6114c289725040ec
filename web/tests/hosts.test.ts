// Both hosts return the same for the same answer and report problems alike, so screens do not depend on the kind of
// host.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HostError, type Host } from "../src/api/host";
import type { Frame, Move, Problem, Setup, UndoRequest } from "../src/api/types";
import { RemoteHost } from "../src/api/remote";
import { LocalHost } from "../src/offline/local_host";
import type { FromWorker, Request, ToWorker } from "../src/offline/protocol";

vi.mock("../src/offline/download", () => ({
  installed: () => Promise.resolve({ version: "one" }),
  whole: () => Promise.resolve(true),
}));

/** The requests received by the server or the local server, and the answer. */
let requests: { what: string; args: unknown }[];
let answer: unknown;
let refusal: Problem | null;

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror = null;
  postMessage(message: ToWorker): void {
    if ("request" in message) queueMicrotask(() => this.onmessage?.({ data: this.#answered(message.request) }));
    if ("watch" in message)
      queueMicrotask(() => this.onmessage?.({ data: { frame: { watch: message.watch.id, frame: FRAME } } }));
  }
  terminate(): void {}
  #answered({ id, command, arguments: args }: Request): FromWorker {
    const { game: _, body, ...rest } = args;
    requests.push({ what: command, args: body ?? rest });
    return refusal ? { problem: { id, problem: refusal } } : { answer: { id, answer: structuredClone(answer) } };
  }
}

/** Sends the frame after the hello message. */
class FakeSocket {
  readyState = 1;
  onopen: (() => void) | null = null;
  onclose = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  constructor() {
    queueMicrotask(() => this.onopen?.());
  }
  send(text: string): void {
    if (text.includes("hello")) queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ frame: FRAME }) }));
  }
  close(): void {}
}

/** Paths of the server and the matching commands of the local server. */
const ADDRESSES: [RegExp, string][] = [
  [/^POST \/api\/games$/, "create"],
  [/^GET \/api\/content$/, "content"],
  [/^POST \/api\/games\/import$/, "import"],
  [/^POST .*\/choices$/, "submit"],
  [/^POST .*\/preview$/, "preview"],
  [/^POST .*\/undo$/, "undo"],
  [/^POST .*\/redo$/, "redo"],
  [/^GET .*\/log/, "log"],
  [/^GET .*\/reasons\//, "reason"],
  [/^PUT .*\/settings$/, "change_seat_settings"],
  [/^GET .*\/seats$/, "seats"],
  [/^PUT .*\/seats\//, "reseat"],
  [/^GET .*\/export$/, "export"],
  [/^POST .*\/copy$/, "copy"],
  [/^POST .*\/rematch$/, "rematch"],
  [/^DELETE /, "delete"],
  [/^GET /, "view"],
];

async function serve(
  url: string,
  { method = "GET", body }: { method?: string; body?: string } = {},
): Promise<Response> {
  const what = ADDRESSES.find(([address]) => address.test(`${method} ${url}`))?.[1] ?? "";
  requests.push({ what, args: body ? JSON.parse(body) : url });
  if (refusal) return new Response(JSON.stringify(refusal), { status: refusal.status });
  return answer === null && method !== "GET"
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify(answer));
}

const FRAME = { revision: 5, view: { revision: 5 }, events: [], reasons: [] } as unknown as Frame;
const UNDO: UndoRequest = { seat: 0, revision: 4, key: "once", viewer: null };
const MOVE: Move = { ...UNDO, choices: [{ kind: "leave" }] };
const SETTINGS = { confirm_turns: true, auto_forced: true };
const SETUP: Setup = {
  seats: [],
  seed: "LUTE 1",
  options: { setup_card: true },
  settings: { confirm_turns: true, auto_forced: false },
};
const STALE: Problem = {
  type: "urn",
  title: "stale",
  status: 409,
  code: "stale",
  detail: "the game is at 5",
  view: { revision: 5 } as never,
};

/**
 * Each request of a host: its name, the call, the expected arguments (undefined: they are in the path), and an answer.
 */
const REQUESTS: [string, (host: Host) => Promise<unknown>, unknown, unknown][] = [
  ["content", (host) => host.content(), undefined, { pack: "atelier" }],
  ["create", (host) => host.create(SETUP), SETUP, { game: "G", seat: 0 }],
  ["view", (host) => host.view("G", 3, "none"), undefined, FRAME],
  ["submit", (host) => host.submit("G", MOVE), MOVE, { revision: 5, frames: [FRAME] }],
  ["preview", (host) => host.preview("G", MOVE), MOVE, { prompt: null, seat: {}, hidden: true }],
  ["undo", (host) => host.undo("G", UNDO), UNDO, { revision: 5, frames: [FRAME] }],
  ["redo", (host) => host.redo("G", UNDO), UNDO, { revision: 5, frames: [FRAME] }],
  ["log", (host) => host.log("G", 1), undefined, { revision: 5, entries: [{ n: 1 }] }],
  ["reason", (host) => host.reason("G", 3), undefined, { n: 3, because: [] }],
  ["change_seat_settings", (host) => host.settings("G", 0, SETTINGS), undefined, null],
  ["seats", (host) => host.seats("G"), undefined, { host: 0, you: [0], seats: [] }],
  [
    "reseat",
    (host) => host.reseat("G", 1, { player: "ai", level: "apprentice", key: "k", viewer: null }),
    undefined,
    { revision: 5, frames: [] },
  ],
  ["export", (host) => host.export("G"), undefined, { header: {}, log: [] }],
  ["import", (host) => host.import({ header: {}, log: [] }), undefined, { game: "G", seat: 0 }],
  ["copy", (host) => host.copy("G", { revision: 2, level: "apprentice", seat: 1 }), undefined, { game: "G", seat: 0 }],
  ["rematch", (host) => host.rematch("G"), undefined, { game: "G", seat: 0 }],
  ["delete", (host) => host.remove("G"), undefined, null],
];
const NOTHING = ["change_seat_settings", "delete"];

beforeEach(() => {
  requests = [];
  answer = null;
  refusal = null;
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", serve);
});
afterEach(() => vi.unstubAllGlobals());

const hosts: [string, () => Host][] = [
  ["the server", () => new RemoteHost()],
  ["the device", () => new LocalHost()],
];

describe.each(hosts)("%s", (name, open) => {
  test.each(REQUESTS)("%s: requested once, and the answer is returned unchanged", async (what, call, args, given) => {
    answer = given;
    const expected = NOTHING.includes(what)
      ? undefined
      : what === "log"
        ? (given as { entries: unknown }).entries
        : given;
    expect((await call(open())) ?? undefined).toEqual(expected);
    expect(requests.map((one) => one.what)).toEqual([what]);
    if (args && !(what === "create" && name === "the device")) expect(requests[0]?.args).toEqual(args);
  });

  test.each(REQUESTS)("%s: a refusal is a HostError with its code and its details", async (what, call) => {
    refusal = STALE;
    const error = await call(open()).then(
      () => null,
      (refused: unknown) => refused,
    );
    expect(error).toBeInstanceOf(HostError);
    expect((error as HostError).problem).toMatchObject({
      code: "stale",
      status: 409,
      detail: "the game is at 5",
      view: { revision: 5 },
    });
    expect(requests.map((one) => one.what)).toEqual([what]);
  });
});

test.each(hosts)("%s delivers frames to a watcher", async (_, open) => {
  const frames: number[] = [];
  const stop = open().watch("G", 4, {
    frame: ({ revision }) => frames.push(revision),
    connection: () => {},
    gone: () => {},
  });
  await vi.waitFor(() => expect(frames).toEqual([5]));
  stop();
});
