// Games that this device keeps, on the screens: lists, a new game, settings, on the way to the server and back.
import "fake-indexeddb/auto";
import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { deleteDB } from "idb";
import type { Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { planningView } from "../src/fixtures/board";
import { FakeHost, frame, refusal, sitting, whoSits } from "../src/fixtures/host";
import { change, header, summary } from "../src/fixtures/stored_games";
import WithTable from "../src/fixtures/WithTable.svelte";
import { knownGames } from "../src/lobby/known_games";
import { goHome, takeAlong } from "../src/offline/upload";
import { reach } from "../src/api/reachable.svelte";
import { router } from "../src/app/router.svelte";
import { Table } from "../src/session/table.svelte";
import { update } from "../src/app/update.svelte";
import { install } from "../src/app/install.svelte";
import { engine } from "../src/offline/engine.svelte";
import type { Manifest } from "../src/offline/protocol";
import { close, find, list, note, write } from "../src/offline/store";
import Home from "../src/lobby/Home.svelte";
import NewGame from "../src/lobby/NewGame.svelte";
import PastGames from "../src/lobby/PastGames.svelte";
import Settings from "../src/app/Settings.svelte";
import TableScreen from "../src/board/TableScreen.svelte";
import MenuSheet from "../src/board/sheets/MenuSheet.svelte";
import TopBar from "../src/board/TopBar.svelte";
import WhoSheet from "../src/board/sheets/SeatsSheet.svelte";
import { loadContent } from "./content";

const fake = vi.hoisted(() => ({
  host: null as unknown as FakeHost,
  local: null as unknown as FakeHost,
  open: (_: string): Promise<never> => Promise.reject(new Error("not asked for")),
}));
vi.mock("../src/session/open_game", () => ({
  get host() {
    return fake.host;
  },
  getContent: () => loadContent(),
  localHost: () => Promise.resolve(fake.local),
  openGame: (game: string) => fake.open(game),
}));

const MANIFEST = {
  version: "one",
  rules: "1.0.0",
  playable: ["1.0.0"],
  content: "c0ffee",
  bytes: 4_360_000,
} as Manifest;

/** What the server is asked, and how it answers. */
let asked: { url: string; body: unknown }[];
let answer: (url: string) => Response | Promise<Response>;

beforeEach(async () => {
  await close();
  await deleteDB("luthier");
  localStorage.clear();
  fake.host = new FakeHost();
  fake.local = new FakeHost();
  asked = [];
  answer = () => new Response('{"ok": true}');
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", (url: string, { body }: { body?: string } = {}) => {
    asked.push({ url, body: body ? JSON.parse(body) : null });
    return Promise.resolve().then(() => answer(url));
  });
  Object.assign(engine, {
    here: MANIFEST,
    looked: true,
    fetching: false,
    paused: false,
    trouble: null,
    bytes: MANIFEST.bytes,
    loaded: 0,
  });
  vi.spyOn(engine, "seen", "get").mockReturnValue(Promise.resolve());
  reach.away = false;
  update.ready = false;
  install.by = null;
  router.go("/");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const away = (): Promise<Response> => Promise.reject(new TypeError("no network"));
const text = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

// --- lists -----------------------------------------------------------------------------------------------------------

test("the title page lists the games of this device without asking an engine or a server, and opens them", async () => {
  await write([change("L-A")]);
  render(Home);
  await userEvent.click(
    await screen.findByRole("button", {
      name: /Continue, on this device\s*Amati against Ruckers\s*Round 1, your turn. 3 to 5/,
    }),
  );
  expect(location.pathname).toBe("/table/L-A/hall");
  expect(asked.map(({ url }) => url)).toEqual(["/healthz"]);
});

test("games of the server and of this device stand together, the one played last first", async () => {
  localStorage.setItem("luthier.games", JSON.stringify([{ game: "7QK4", at: Date.now() + 60_000 }]));
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  fake.host.sitting = whoSits([sitting(0, { held: true }), sitting(1, { player: "ai" })]);
  await write([change("L-A")]);
  render(Home);
  expect(await screen.findByRole("button", { name: /On this device/ })).toHaveTextContent("Round 1");
  await waitFor(() => expect(screen.getByRole("button", { name: /^Continue\b/ })).toHaveTextContent("Round 3"));
});

test("a damaged game breaks neither the list nor the others: what is left of it is saved or removed", async () => {
  await write([change("L-A")]);
  await write([change("L-B", { entries: 2 })]);
  await note("L-B", { damaged: true });
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:");
  URL.revokeObjectURL = () => {};
  render(Home);
  expect(await screen.findByRole("button", { name: /Continue/ })).toBeInTheDocument();
  expect(await screen.findByText(/cannot be read whole/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Save what is left" }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const file = JSON.parse(await read(saved.mock.calls[0]?.[0] as Blob)) as object;
  expect(file).toMatchObject({ header, log: [{ n: 1 }, { n: 2 }], damaged: true });
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(await find("L-B")).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove it for good" }));
  await waitFor(() => expect(screen.queryByText(/cannot be read whole/)).toBeNull());
  expect((await list()).map(({ game }) => game)).toEqual(["L-A"]);
});

test("a game of other rules or cards is told as such, can be saved, and is not offered to be played", async () => {
  await write([change("L-A")]);
  engine.here = { ...MANIFEST, playable: ["2.0.0"] };
  render(Home);
  expect(await screen.findByText(/made by other rules or cards \(rules 1.0.0\)/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Save the record" })).toBeInTheDocument();
  expect(screen.queryByText(/Continue/)).toBeNull();
});

test("a game that lies at the server as it is here is told once; played on here it is told twice; a copy says so", async () => {
  localStorage.setItem("luthier.games", JSON.stringify([{ game: "7QK4", at: 5 }]));
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  fake.host.sitting = whoSits([sitting(0, { held: true }), sitting(1, { player: "ai" })]);
  await write([change("L-A")], { origin: { game: "7QK4", ply: 1 }, key: "k" });
  const first = render(Home);
  await waitFor(() => expect(screen.getAllByText("Amati against Ruckers")).toHaveLength(1));
  first.unmount();
  await write([change("L-A", { from: 1 })]);
  const second = render(Home);
  await waitFor(() => expect(screen.getAllByText("Amati against Ruckers")).toHaveLength(2));
  second.unmount();
  await note("L-A", { copy: true, origin: null });
  render(Home);
  expect(await screen.findByText("Amati against Ruckers, a copy")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Continue\b/ })).toHaveTextContent("Round 3");
});

test("a game of this device that is over stands among the past games, with the server away too", async () => {
  vi.spyOn(fake.host, "view").mockRejectedValue(refusal("unreachable", 0));
  await write([change("L-A", { finished: true, summary: summary({ phase: "finished", winners: [1] }) })]);
  render(PastGames);
  await userEvent.click(await screen.findByRole("button", { name: /Amati against Ruckers\s*Ruckers won, 5 to 3/ }));
  expect(location.pathname).toBe("/table/L-A/hall");
});

// --- notes -----------------------------------------------------------------------------------------------------------

test("with the server away the title page offers to play here, or says what is missing for it", async () => {
  answer = away;
  const first = render(Home);
  await userEvent.click(await screen.findByRole("button", { name: "Play here" }));
  expect(location.pathname).toBe("/new");
  first.unmount();
  engine.here = null;
  render(Home);
  expect(await screen.findByText(/has to reach it once/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Play here" })).toBeNull();
});

test("a page that answers in the server's place is not taken for it", async () => {
  answer = () => new Response("<html>Please sign in to the hotel's network</html>");
  render(Home);
  expect(await screen.findByText("The server does not answer")).toBeInTheDocument();
});

test("the engine on its way shows its megabytes, and can be paused; here it says so", async () => {
  const pause = vi.spyOn(engine, "pause").mockImplementation(() => {});
  Object.assign(engine, { here: null, fetching: true, loaded: 3_100_000 });
  render(Home);
  expect(screen.getByText("3.1 of 4.4 MB: the rules and the rivals")).toBeInTheDocument();
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "71");
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(pause).toHaveBeenCalled();
  Object.assign(engine, { here: MANIFEST, fetching: false });
  expect(await screen.findByText("Ready to play without a network · 4.4 MB")).toBeInTheDocument();
});

test.each([
  ["device-full", "has no room left for it", "Try again"],
  ["unreachable", "it goes on by itself", "Try again"],
  ["device-blocked", "does not let this page keep anything", null],
])("what keeps the engine from coming is said in words: %s", async (trouble, words, button) => {
  const fetch = vi.spyOn(engine, "fetch").mockResolvedValue();
  Object.assign(engine, { here: null, trouble });
  render(Home);
  expect(screen.getByRole("alert")).toHaveTextContent(words);
  if (!button) return expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: button }));
  expect(fetch).toHaveBeenCalled();
});

test("a browser that keeps nothing is told of", async () => {
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("", "SecurityError");
  });
  render(Home);
  expect(await screen.findByText("This browser keeps nothing here")).toBeInTheDocument();
});

test("installing is offered once somebody has finished a round here, and no more after “Not now”", async () => {
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt: vi.fn(() => Promise.resolve()),
  });
  dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  const first = render(Home);
  expect(screen.queryByText("Keep Luthier at hand")).toBeNull();
  first.unmount();
  await write([change("L-A", { summary: summary({ round: 2 }) })]);
  render(Home);
  await userEvent.click(await screen.findByRole("button", { name: "Install" }));
  expect(offer.prompt).toHaveBeenCalledOnce();
  dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: vi.fn() }));
  await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
  dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: vi.fn() }));
  await waitFor(() => expect(screen.queryByText("Keep Luthier at hand")).toBeNull());
});

test("a new version is offered, and can wait", async () => {
  update.ready = true;
  render(Home);
  expect(screen.getByRole("button", { name: "Update" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Later" }));
  expect(screen.queryByRole("button", { name: "Update" })).toBeNull();
});

// --- a new game ------------------------------------------------------------------------------------------------------

test("where the engine is here, a game of those who sit here is kept here by wish, and the wish is remembered", async () => {
  const create = vi.spyOn(fake.local, "create");
  const first = render(NewGame);
  const keep = await screen.findByRole("switch", { name: /Keep this game on this device/ });
  expect(keep).not.toBeChecked();
  await userEvent.click(keep);
  await userEvent.click(screen.getByRole("button", { name: "Begin with one rival" }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  first.unmount();
  render(NewGame);
  expect(await screen.findByRole("switch", { name: /Keep this game/ })).toBeChecked();
  await userEvent.click(screen.getByRole("switch", { name: /Keep this game/ }));
});

test("by itself a game is the server's, and its beginning fetches the engine", async () => {
  const [there, here] = [vi.spyOn(fake.host, "create"), vi.spyOn(fake.local, "create")];
  const begun = vi.spyOn(engine, "begun");
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: "Begin with one rival" }));
  await waitFor(() => expect(there).toHaveBeenCalledOnce());
  expect(here).not.toHaveBeenCalled();
  expect(begun).toHaveBeenCalledOnce();
});

test("with the server away the game is kept here, and it says why", async () => {
  answer = away;
  const create = vi.spyOn(fake.local, "create");
  render(NewGame);
  expect(await screen.findByText("The server does not answer. This game plays without it")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Begin with one rival" }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
});

test("without engine and network it says so plainly; guests need the server anyway", async () => {
  answer = away;
  engine.here = null;
  render(NewGame);
  expect(await screen.findByText(/does not hold the game itself yet/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: /Two phones/ }));
  expect(screen.getByText(/Guests on other devices need it/)).toBeInTheDocument();
});

test("a guest's game is the server's, whatever was wished before", async () => {
  localStorage.setItem("luthier.settings", JSON.stringify({ keepHere: true }));
  render(NewGame, { preset: "phones" });
  expect(screen.queryByRole("switch", { name: /Keep this game/ })).toBeNull();
});

test("a device without the engine offers to fetch it", async () => {
  const fetch = vi.spyOn(engine, "fetch").mockResolvedValue();
  vi.spyOn(engine, "possible", "get").mockReturnValue(true);
  engine.here = null;
  render(NewGame);
  await userEvent.click(
    await screen.findByRole("button", {
      name: /Play without a network too\s*Fetch the rules and the rivals once: 4.4 MB/,
    }),
  );
  expect(fetch).toHaveBeenCalled();
});

// --- at the table ----------------------------------------------------------------------------------------------------

test("a game whose engine was removed waits until that is fetched again, and opens", async () => {
  const fetch = vi.spyOn(engine, "fetch").mockResolvedValue();
  vi.spyOn(engine, "possible", "get").mockReturnValue(true);
  vi.spyOn(engine, "look").mockResolvedValue();
  engine.here = null;
  const open = vi.spyOn(fake, "open").mockRejectedValue(refusal("device-engine", 503));
  render(TableScreen, { game: "L-A" });
  expect(await screen.findByRole("alert")).toHaveTextContent("The game waits until they are fetched");
  await userEvent.click(screen.getByRole("button", { name: "Fetch" }));
  expect(fetch).toHaveBeenCalled();
  expect(open).toHaveBeenCalledOnce();
  engine.here = MANIFEST;
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
});

async function atTable(
  game: string,
  host: FakeHost,
  what: Component<Record<string, unknown>>,
  props = {},
): Promise<Table> {
  const table = new Table(game, host, loadContent(), frame(planningView()));
  render(WithTable, { table, shown: what, given: props });
  return table;
}

test("the bar of a game that this device keeps says that, and nothing of a line", async () => {
  await atTable("L-A", fake.local, TopBar as never, { title: "Round 3", line: "planning" });
  expect(screen.getByRole("img", { name: "On this device" })).toBeInTheDocument();
});

test("a game of this device is taken to the server from its menu; other devices are not spoken of", async () => {
  await write([change("L-A")]);
  vi.spyOn(fake.local, "export").mockResolvedValue({ header, log: [{ n: 1 }], hash: "abc" });
  answer = (url) => (url === "/api/games/home" ? text({ game: "7QK4", seat: 0 }, 201) : text({ ok: true }));
  fake.local.sitting = whoSits([
    sitting(0, { held: true, devices: 1 }),
    sitting(1, { player: "ai", level: "apprentice" }),
  ]);
  await atTable("L-A", fake.local, MenuSheet as never);
  expect(screen.queryByRole("button", { name: /Other devices/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Take this game to the server/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it to the server" }));
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
  expect(asked.at(-1)?.body).toEqual({
    record: { header, log: [{ n: 1 }], hash: "abc" },
    key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(await find("L-A")).toMatchObject({ origin: { game: "7QK4", ply: 1 }, upload: null });
});

test.each([
  [
    "This device’s",
    "/table/NEW1/hall",
    { origin: { game: "NEW1", ply: 2 } },
    ["/api/games/7QK4/home", "/api/games/home"],
  ],
  ["The server’s", "/table/7QK4/hall", { origin: null, copy: true }, ["/api/games/7QK4/home"]],
])("a game that went on at both ends asks which to keep: %s", async (choice, path, kept, sent) => {
  await write([change("L-A", { entries: 2 })], { origin: { game: "7QK4", ply: 1 }, key: "k" });
  vi.spyOn(fake.local, "export").mockResolvedValue({ header, log: [{ n: 1 }, { n: 2 }] });
  answer = (url) =>
    url === "/api/games/7QK4/home" ? text({ code: "both-changed" }, 409) : text({ game: "NEW1", seat: 0 }, 201);
  await atTable("L-A", fake.local, MenuSheet as never);
  await userEvent.click(screen.getByRole("button", { name: /Take this game to the server/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it to the server" }));
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${choice}`) }));
  await waitFor(() => expect(location.pathname).toBe(path));
  expect(await find("L-A")).toMatchObject(kept);
  expect(asked.map(({ url }) => url).filter((url) => url.startsWith("/api"))).toEqual(sent);
});

test("a step that the server does not believe is named, and the game stays here", async () => {
  await write([change("L-A")]);
  vi.spyOn(fake.local, "export").mockResolvedValue({ header, log: [{ n: 1 }] });
  answer = () => text({ code: "broken-record", detail: "log entry 1: it is not offered" }, 422);
  await atTable("L-A", fake.local, MenuSheet as never);
  await userEvent.click(screen.getByRole("button", { name: /Take this game to the server/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it to the server" }));
  expect(await screen.findByText("log entry 1: it is not offered")).toBeInTheDocument();
  expect((await find("L-A"))?.upload).toBeNull();
});

test.each([
  ["QuotaExceededError", "Free some room"],
  ["SecurityError", "storage is blocked"],
  ["UnknownError", "could not write it down"],
])("what is on its way to the server is written down first: %s says why it does not go", async (name, line) => {
  await write([change("L-A")]);
  vi.spyOn(fake.local, "export").mockImplementation(() => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("", name);
    });
    return Promise.resolve({ header, log: [{ n: 1 }] });
  });
  answer = () => text({ ok: true });
  await atTable("L-A", fake.local, MenuSheet as never);
  await userEvent.click(screen.getByRole("button", { name: /Take this game to the server/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it to the server" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(line);
  expect(asked.filter(({ url }) => url.startsWith("/api/games"))).toEqual([]);
});

test("a game of the server comes along where this device holds every person's seat, and only there", async () => {
  vi.spyOn(engine, "possible", "get").mockReturnValue(true);
  const taken = vi.spyOn(fake.local, "import");
  vi.spyOn(fake.host, "export").mockResolvedValue({ header, log: [{ n: 1 }] });
  fake.host.sitting = whoSits([sitting(0, { held: true, devices: 1 }), sitting(1, { name: "Bruno", devices: 1 })]);
  await atTable("7QK4", fake.host, MenuSheet as never);
  await screen.findByText(/Other devices/);
  expect(screen.queryByRole("button", { name: /Take this game along/ })).toBeNull();
  document.body.innerHTML = "";
  fake.host.sitting = whoSits([
    sitting(0, { held: true, devices: 1 }),
    sitting(1, { player: "ai", level: "apprentice" }),
  ]);
  await atTable("7QK4", fake.host, MenuSheet as never);
  await userEvent.click(await screen.findByRole("button", { name: /Take this game along/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it along" }));
  await waitFor(() => expect(location.pathname).toBe("/table/NEW1/hall"));
  expect(taken.mock.calls).toEqual([
    [
      { header, log: [{ n: 1 }] },
      { game: "7QK4", ply: 1 },
    ],
  ]);
});

test("who sits at a game of this device: no links, and why", async () => {
  fake.local.sitting = whoSits([
    sitting(0, { held: true, devices: 1 }),
    sitting(1, { player: "ai", level: "apprentice" }),
  ]);
  await atTable("L-A", fake.local, WhoSheet as never);
  expect(await screen.findByText(/once the game is at the server/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Let others watch/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Delete the game\s*From this device/ })).toBeInTheDocument();
});

test.each([
  ["verified", "chose as they would have here"],
  ["not-verified", "Rival not verified"],
] as const)("who sits at a game that came home tells what is known of its rivals: %s", async (rivals, words) => {
  fake.host.sitting = whoSits(undefined, { played_offline: true, rivals });
  await atTable("7QK4", fake.host, WhoSheet as never);
  expect(await screen.findByText(new RegExp(`Played without a network so far.*${words}`))).toBeInTheDocument();
});

// --- on the way ------------------------------------------------------------------------------------------------------

test("an upload whose answer was lost is sent again as it was, then what was played meanwhile", async () => {
  await write([change("L-A")]);
  const record = (entries: number): object => ({
    header,
    log: Array.from({ length: entries }, (_, i) => ({ n: i + 1 })),
  });
  const exported = vi.spyOn(fake.local, "export").mockResolvedValue(record(1));
  answer = away;
  await expect(goHome(fake.local, "L-A")).rejects.toMatchObject({ problem: { code: "unreachable" } });
  const lost = asked.map(({ body }) => body);
  await write([change("L-A", { from: 1, entries: 2 })]);
  exported.mockResolvedValue(record(3));
  asked = [];
  answer = () => text({ game: "7QK4", seat: 0 }, 201);
  expect(await goHome(fake.local, "L-A")).toBe("7QK4");
  expect(asked.map(({ url }) => url)).toEqual(["/api/games/home", "/api/games/7QK4/home"]);
  expect(lost.every((body) => JSON.stringify(body) === JSON.stringify(asked[0]?.body))).toBe(true);
  expect(asked[1]?.body).toMatchObject({ record: record(3), ply: 1 });
  expect((await find("L-A"))?.origin).toEqual({ game: "7QK4", ply: 3 });
  expect(knownGames().map(({ game }) => game)).toContain("7QK4");
});

test("a game that is taken along again takes the place of the one that was not played on", async () => {
  await write([change("L-A")], { origin: { game: "7QK4", ply: 1 }, key: "a" });
  await write([change("L-B", { entries: 2 })], { origin: { game: "7QK4", ply: 1 }, key: "b" });
  vi.spyOn(fake.host, "export").mockResolvedValue({ header, log: [{ n: 1 }] });
  await takeAlong(fake.host, "7QK4");
  expect((await list()).map(({ game }) => game)).toEqual(["L-B"]);
});

// --- settings --------------------------------------------------------------------------------------------------------

test("settings tell what the engine takes and its versions, and remove it after asking once more", async () => {
  const remove = vi.spyOn(engine, "remove").mockResolvedValue();
  const storage = { persisted: async () => true, estimate: async () => ({ usage: 46_000_000 }) };
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
  render(Settings);
  const line = "Here, to play without a network: 4.4 MB were fetched, 46.0 MB are taken with all games";
  expect(await screen.findByText(line)).toBeInTheDocument();
  Reflect.deleteProperty(navigator, "storage");
  expect(screen.getByText("Engine one, rules 1.0.0, cards c0ffee")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Sure?" }));
  expect(remove).toHaveBeenCalledOnce();
});

test("all games go into one file, which brings them back on a fresh device; what does not hold is named", async () => {
  await write([change("L-A", { entries: 2 })], { origin: { game: "7QK4", ply: 1 }, key: "k" });
  await write([change("L-B")]);
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:");
  URL.revokeObjectURL = () => {};
  render(Settings);
  const all = await screen.findByRole("button", { name: "Export" });
  await waitFor(() => expect(all).toBeEnabled());
  await userEvent.click(all);
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const file = await read(saved.mock.calls[0]?.[0] as Blob);
  const taken = vi
    .spyOn(fake.local, "import")
    .mockResolvedValueOnce({ game: "L-C", seat: 0 })
    .mockRejectedValueOnce(refusal("broken-record", 422, { detail: "log entry 1" }));
  await userEvent.upload(screen.getByLabelText("Import", { selector: "input" }), fileOf(file));
  expect(await screen.findByText("One game came in.")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent("One game does not hold: log entry 1");
  expect(taken.mock.calls).toContainEqual([
    {
      header,
      log: [
        { n: 1, seat: 0 },
        { n: 2, seat: 0 },
      ],
    },
    { game: "7QK4", ply: 1 },
  ]);
});

test("a file that is chosen before it is known whether the engine is here waits, and comes to the device", async () => {
  engine.here = null;
  let saw = (): void => {};
  vi.spyOn(engine, "seen", "get").mockReturnValue(new Promise<void>((known) => (saw = known)));
  const [there, here] = [
    vi.spyOn(fake.host, "import"),
    vi.spyOn(fake.local, "import").mockResolvedValue({ game: "L-C", seat: 0 }),
  ];
  render(Settings);
  await screen.findByRole("button", { name: "Import" });
  await userEvent.upload(
    screen.getByLabelText("Import", { selector: "input" }),
    fileOf(JSON.stringify({ header, log: [] })),
  );
  expect([there.mock.calls, here.mock.calls]).toEqual([[], []]);
  engine.here = MANIFEST;
  saw();
  await waitFor(() => expect(here).toHaveBeenCalledOnce());
  expect(there).not.toHaveBeenCalled();
});

test("a file without a game is refused in words", async () => {
  render(Settings);
  await screen.findByRole("button", { name: "Import" });
  await userEvent.upload(screen.getByLabelText("Import", { selector: "input" }), fileOf('{"a": 1}'));
  expect(await screen.findByText("The file holds no game that was saved by Luthier.")).toBeInTheDocument();
});

test("deleting all games asks once more", async () => {
  await write([change("L-A")]);
  render(Settings);
  expect(await screen.findByText("one game here")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await list()).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Sure?" }));
  expect(await screen.findByText("no games here")).toBeInTheDocument();
  expect(await list()).toHaveLength(0);
});

test("whether the browser keeps games safely is told, and asked for", async () => {
  const storage = { persisted: () => Promise.resolve(false), persist: vi.fn(() => Promise.resolve(true)) };
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
  render(Settings);
  await userEvent.click(await screen.findByRole("button", { name: "Ask for it" }));
  expect(await screen.findByText("The browser keeps games until you remove them")).toBeInTheDocument();
  Reflect.deleteProperty(navigator, "storage");
});

/** A file with this text in it; jsdom's files cannot be read as text. */
function fileOf(told: string): File {
  return Object.assign(new File([told], "luthier-games.json", { type: "application/json" }), {
    text: () => Promise.resolve(told),
  });
}

/** What is in a file to be saved. */
function read(blob: Blob): Promise<string> {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.readAsText(blob);
  });
}
