// Screens cannot tell who keeps a game: both hosts give the same for the same answer, and refuse alike.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HostError, type Host, type Move, type Press, type Setup } from "../src/api/host";
import { RemoteHost } from "../src/api/remote";
import type { Frame, Problem } from "../src/api/types";
import { LocalHost } from "../src/offline/local_host";
import type { FromWorker, Request, ToWorker } from "../src/offline/protocol";

vi.mock("../src/offline/download", () => ({
  installed: () => Promise.resolve({ version: "one" }),
  whole: () => Promise.resolve(true),
}));

/** What the host behind is told, however it is told, and what it answers. */
let asked: { what: string; told: unknown }[];
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
  #answered({ id, what, told }: Request): FromWorker {
    const { game: _, body, ...rest } = told;
    asked.push({ what, told: body ?? rest });
    return refusal ? { problem: { id, problem: refusal } } : { answer: { id, answer: structuredClone(answer) } };
  }
}

/** Says the frame to whoever greets it. */
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

/** Addresses of the server, and what the desk of a device calls the same. */
const ADDRESSES: [RegExp, string][] = [
  [/^POST \/api\/games$/, "create"],
  [/^GET \/api\/content$/, "content_tables"],
  [/^POST \/api\/games\/import$/, "import"],
  [/^POST .*\/choices$/, "submit"],
  [/^POST .*\/preview$/, "preview"],
  [/^POST .*\/undo$/, "undo"],
  [/^POST .*\/redo$/, "redo"],
  [/^GET .*\/log/, "log"],
  [/^GET .*\/why\//, "why"],
  [/^PUT .*\/settings$/, "settings"],
  [/^GET .*\/who$/, "who"],
  [/^PUT .*\/seats\//, "reseat"],
  [/^GET .*\/export$/, "export"],
  [/^POST .*\/copy$/, "copy"],
  [/^POST .*\/again$/, "again"],
  [/^DELETE /, "remove"],
  [/^GET /, "view"],
];

async function serve(
  url: string,
  { method = "GET", body }: { method?: string; body?: string } = {},
): Promise<Response> {
  const what = ADDRESSES.find(([address]) => address.test(`${method} ${url}`))?.[1] ?? "";
  asked.push({ what, told: body ? JSON.parse(body) : url });
  if (refusal) return new Response(JSON.stringify(refusal), { status: refusal.status });
  return answer === null && method !== "GET"
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify(answer));
}

const FRAME = { ply: 5, view: { ply: 5 }, events: [], why: [] } as unknown as Frame;
const MOVE: Move = { seat: 0, ply: 4, key: "once", viewer: null };
const PRESS: Press = { ...MOVE, choices: [{ kind: "leave" }] };
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
  view: { ply: 5 } as never,
};

/** Each thing that is asked of a host: how, what the host behind is told of it (undefined: it stands in the address), and an answer. */
const DEEDS: [string, (host: Host) => Promise<unknown>, unknown, unknown][] = [
  ["content_tables", (host) => host.content(), undefined, { pack: "atelier" }],
  ["create", (host) => host.create(SETUP), SETUP, { game: "G", seat: 0 }],
  ["view", (host) => host.view("G", 3, "none"), undefined, FRAME],
  ["submit", (host) => host.submit("G", PRESS), PRESS, { ply: 5, frames: [FRAME] }],
  ["preview", (host) => host.preview("G", PRESS), PRESS, { prompt: null, seat: {}, hidden: true }],
  ["undo", (host) => host.undo("G", MOVE), MOVE, { ply: 5, frames: [FRAME] }],
  ["redo", (host) => host.redo("G", MOVE), MOVE, { ply: 5, frames: [FRAME] }],
  ["log", (host) => host.log("G", 1), undefined, { ply: 5, entries: [{ n: 1 }] }],
  ["why", (host) => host.why("G", 3), undefined, { n: 3, because: [] }],
  ["settings", (host) => host.settings("G", 0, SETUP.settings), undefined, null],
  ["who", (host) => host.who("G"), undefined, { host: 0, you: [0], seats: [] }],
  [
    "reseat",
    (host) => host.reseat("G", 1, { player: "ai", level: "apprentice", key: "k", viewer: null }),
    undefined,
    { ply: 5, frames: [] },
  ],
  ["export", (host) => host.export("G"), undefined, { header: {}, log: [] }],
  ["import", (host) => host.import({ header: {}, log: [] }), undefined, { game: "G", seat: 0 }],
  ["copy", (host) => host.copy("G", { ply: 2, level: "apprentice", seat: 1 }), undefined, { game: "G", seat: 0 }],
  ["again", (host) => host.again("G"), undefined, { game: "G", seat: 0 }],
  ["remove", (host) => host.remove("G"), undefined, null],
];
const NOTHING = ["settings", "remove"];

beforeEach(() => {
  asked = [];
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
  test.each(DEEDS)("%s: asked once, and the answer is given as it came", async (what, deed, told, given) => {
    answer = given;
    const expected = NOTHING.includes(what)
      ? undefined
      : what === "log"
        ? (given as { entries: unknown }).entries
        : given;
    expect((await deed(open())) ?? undefined).toEqual(expected);
    expect(asked.map((one) => one.what)).toEqual([what]);
    if (told && !(what === "create" && name === "the device")) expect(asked[0]?.told).toEqual(told);
  });

  test.each(DEEDS)("%s: a refusal is a HostError with its code, and what it carries", async (what, deed) => {
    refusal = STALE;
    const error = await deed(open()).then(
      () => null,
      (refused: unknown) => refused,
    );
    expect(error).toBeInstanceOf(HostError);
    expect((error as HostError).problem).toMatchObject({
      code: "stale",
      status: 409,
      detail: "the game is at 5",
      view: { ply: 5 },
    });
    expect(asked.map((one) => one.what)).toEqual([what]);
  });
});

test.each(hosts)("%s brings frames to who looks on", async (_, open) => {
  const frames: number[] = [];
  const stop = open().watch("G", 4, { frame: ({ ply }) => frames.push(ply), line: () => {}, gone: () => {} });
  await vi.waitFor(() => expect(frames).toEqual([5]));
  stop();
});
