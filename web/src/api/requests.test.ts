import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostError, newKey } from "./host";
import { RemoteHost } from "./remote";

const host = new RemoteHost();
let requests: [string, string, unknown][];
let answer: () => Response;

beforeEach(() => {
  requests = [];
  answer = () => new Response("{}");
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
    requests.push([method, url, body === undefined ? undefined : JSON.parse(body)]);
    return Promise.resolve(answer());
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each<[string, () => Promise<unknown>, string, string, unknown]>([
  ["who sits", () => host.seats("7QK4"), "GET", "/api/games/7QK4/seats", undefined],
  ["a new code", () => host.joinCode("7QK4"), "POST", "/api/games/7QK4/join-code", {}],
  ["what a code opens", () => host.joinable("ABCDEF"), "GET", "/api/join/ABCDEF", undefined],
  [
    "seatStatus down",
    () => host.join("ABCDEF", { seat: 1, name: "Bruno", key: "k" }),
    "POST",
    "/api/join/ABCDEF",
    { seat: 1, name: "Bruno", key: "k" },
  ],
  ["a link to a seat", () => host.link("7QK4", 1), "POST", "/api/games/7QK4/links", { seat: 1 }],
  ["a link to watch", () => host.link("7QK4", null), "POST", "/api/games/7QK4/links", { seat: null }],
  ["signing a seat's devices out", () => host.unlink("7QK4", 1), "DELETE", "/api/games/7QK4/links?seat=1", undefined],
  ["signing spectators out", () => host.unlink("7QK4", null), "DELETE", "/api/games/7QK4/links?seat=none", undefined],
  [
    "coming by a link",
    () => host.openSession("7QK4", { token: "t", name: "Bruno", key: "k" }),
    "POST",
    "/api/games/7QK4/session",
    { token: "t", name: "Bruno", key: "k" },
  ],
  [
    "a rival on a seat",
    () => host.reseat("7QK4", 1, { player: "ai", level: "journeyman", key: "k", viewer: null }),
    "PUT",
    "/api/games/7QK4/seats/1",
    { player: "ai", level: "journeyman", key: "k", viewer: null },
  ],
  [
    "setting a seat free",
    () => host.free("7QK4", 1, { key: "k", viewer: null }),
    "POST",
    "/api/games/7QK4/seats/1/free",
    { key: "k", viewer: null },
  ],
  ["a spectator's view", () => host.view("7QK4", 3, "none"), "GET", "/api/games/7QK4?revision=3&seat=none", undefined],
  ["a seat's view", () => host.view("7QK4", undefined, 0), "GET", "/api/games/7QK4?seat=0", undefined],
  [
    "a spectator's reason",
    () => host.reason("7QK4", 3, "none"),
    "GET",
    "/api/games/7QK4/reasons/3?seat=none",
    undefined,
  ],
  ["a record", () => host.import({ log: [] }), "POST", "/api/games/import", { log: [] }],
  [
    "a game from here",
    () => host.copy("7QK4", { revision: 9, level: "apprentice", seat: 1 }),
    "POST",
    "/api/games/7QK4/copy",
    { revision: 9, level: "apprentice", seat: 1 },
  ],
  ["the same seed again", () => host.rematch("7QK4"), "POST", "/api/games/7QK4/rematch", {}],
  ["deleting", () => host.remove("7QK4"), "DELETE", "/api/games/7QK4", undefined],
])("%s is requested as the API defines it", async (_, act, ...request) => {
  await act();
  expect(requests).toEqual([request]);
});

test.each<[string, () => Promise<unknown>]>([
  ["reseating", () => host.reseat("7QK4", 1, { player: "person", key: newKey(), viewer: null })],
  ["setting a seat free", () => host.free("7QK4", 1, { key: newKey(), viewer: null })],
  ["joining", () => host.join("ABCDEF", { seat: 1, name: "Bruno", key: newKey() })],
  ["a link", () => host.openSession("7QK4", { token: "t", key: newKey() })],
])("the same request is sent once more if the response was lost: %s", async (_, act) => {
  let lost = true;
  answer = () => {
    if (!lost) return new Response(JSON.stringify({ revision: 4, frames: [] }));
    lost = false;
    throw new TypeError("network");
  };
  await act();
  expect(requests).toHaveLength(2);
  expect(requests[0]).toEqual(requests[1]);
});

test("after too many wrong codes the response says how long to wait", async () => {
  answer = () =>
    new Response(JSON.stringify({ code: "too-many-guesses" }), { status: 429, headers: { "Retry-After": "150" } });
  const refused = await host.joinable("ABCDEF").catch((error: HostError) => error);
  expect(refused).toBeInstanceOf(HostError);
  expect((refused as HostError).problem).toMatchObject({ code: "too-many-guesses", status: 429, retry_after: 150 });
});
