// Games stored on this device, on the screens: lists, a new game, settings, upload and download.
import "fake-indexeddb/auto";
import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { deleteDB } from "idb";
import type { Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { planningView } from "../src/fixtures/board";
import { FakeHost, frame, refusal, seatStatus, seatsOf } from "../src/fixtures/host";
import { change, header, summary } from "../src/fixtures/stored_games";
import WithTable from "../src/fixtures/WithTable.svelte";
import { knownGames } from "../src/lobby/known_games";
import { uploadGame, downloadGame } from "../src/offline/upload";
import { serverStatus } from "../src/api/reachable.svelte";
import { router } from "../src/app/router.svelte";
import { Table } from "../src/session/table.svelte";
import { update } from "../src/app/update.svelte";
import { install } from "../src/app/install.svelte";
import { engine } from "../src/offline/engine.svelte";
import type { Manifest } from "../src/offline/protocol";
import { close, find, list, updateRow, write } from "../src/offline/store";
import Home from "../src/lobby/Home.svelte";
import NewGame from "../src/lobby/NewGame.svelte";
import PastGames from "../src/lobby/PastGames.svelte";
import Settings from "../src/app/Settings.svelte";
import TableScreen from "../src/board/TableScreen.svelte";
import MenuSheet from "../src/board/sheets/MenuSheet.svelte";
import TopBar from "../src/board/TopBar.svelte";
import SeatsSheet from "../src/board/sheets/SeatsSheet.svelte";
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

/** The requests to the server, and its answers. */
let requests: { url: string; body: unknown }[];
let answer: (url: string) => Response | Promise<Response>;

beforeEach(async () => {
  await close();
  await deleteDB("luthier");
  localStorage.clear();
  fake.host = new FakeHost();
  fake.local = new FakeHost();
  requests = [];
  answer = () => new Response('{"ok": true}');
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", (url: string, { body }: { body?: string } = {}) => {
    requests.push({ url, body: body ? JSON.parse(body) : null });
    return Promise.resolve().then(() => answer(url));
  });
  Object.assign(engine, {
    installed: MANIFEST,
    checked: true,
    fetching: false,
    paused: false,
    problemCode: null,
    bytes: MANIFEST.bytes,
    loaded: 0,
  });
  vi.spyOn(engine, "whenChecked", "get").mockReturnValue(Promise.resolve());
  serverStatus.unreachable = false;
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

test("the title page lists the games of this device without an engine or a server, and opens them", async () => {
  await write([change("L-A")]);
  render(Home);
  await userEvent.click(
    await screen.findByRole("button", {
      name: /Continue, on this device\s*Amati against Ruckers\s*Round 1, your turn. 3 to 5/,
    }),
  );
  expect(location.pathname).toBe("/table/L-A/hall");
  expect(requests.map(({ url }) => url)).toEqual(["/healthz"]);
});

test("games of the server and of this device are in one list, the last played first", async () => {
  localStorage.setItem("luthier.games", JSON.stringify([{ game: "7QK4", at: Date.now() + 60_000 }]));
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  fake.host.seatInfo = seatsOf([seatStatus(0, { held: true }), seatStatus(1, { player: "ai" })]);
  await write([change("L-A")]);
  render(Home);
  expect(await screen.findByRole("button", { name: /On this device/ })).toHaveTextContent("Round 1");
  await waitFor(() => expect(screen.getByRole("button", { name: /^Continue\b/ })).toHaveTextContent("Round 3"));
});

test("a damaged game breaks neither the list nor the others: the rest of it is saved or removed", async () => {
  await write([change("L-A")]);
  await write([change("L-B", { entries: 2 })]);
  await updateRow("L-B", { damaged: true });
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

test("a game of other rules or cards is marked, can be saved, and is not offered for playing", async () => {
  await write([change("L-A")]);
  engine.installed = { ...MANIFEST, playable: ["2.0.0"] };
  render(Home);
  expect(await screen.findByText(/made by other rules or cards \(rules 1.0.0\)/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Save the record" })).toBeInTheDocument();
  expect(screen.queryByText(/Continue/)).toBeNull();
});

test("a game that is identical on the server is listed once, one that was played on here twice; a copy is marked", async () => {
  localStorage.setItem("luthier.games", JSON.stringify([{ game: "7QK4", at: 5 }]));
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  fake.host.seatInfo = seatsOf([seatStatus(0, { held: true }), seatStatus(1, { player: "ai" })]);
  await write([change("L-A")], { origin: { game: "7QK4", revision: 1 }, key: "k" });
  const first = render(Home);
  await waitFor(() => expect(screen.getAllByText("Amati against Ruckers")).toHaveLength(1));
  first.unmount();
  await write([change("L-A", { from: 1 })]);
  const second = render(Home);
  await waitFor(() => expect(screen.getAllByText("Amati against Ruckers")).toHaveLength(2));
  second.unmount();
  await updateRow("L-A", { copy: true, origin: null });
  render(Home);
  expect(await screen.findByText("Amati against Ruckers, a copy")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Continue\b/ })).toHaveTextContent("Round 3");
});

test("a finished game of this device is among the past games, also without the server", async () => {
  vi.spyOn(fake.host, "view").mockRejectedValue(refusal("unreachable", 0));
  await write([change("L-A", { finished: true, summary: summary({ phase: "finished", winners: [1] }) })]);
  render(PastGames);
  await userEvent.click(await screen.findByRole("button", { name: /Amati against Ruckers\s*Ruckers won, 5 to 3/ }));
  expect(location.pathname).toBe("/table/L-A/hall");
});

// --- notes -----------------------------------------------------------------------------------------------------------

test("without the server the title page offers to play here, or names what is missing", async () => {
  answer = away;
  const first = render(Home);
  await userEvent.click(await screen.findByRole("button", { name: "Play here" }));
  expect(location.pathname).toBe("/new");
  first.unmount();
  engine.installed = null;
  render(Home);
  expect(await screen.findByText(/has to reach it once/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Play here" })).toBeNull();
});

test("a page that answers in place of the server does not count as the server", async () => {
  answer = () => new Response("<html>Please sign in to the hotel's network</html>");
  render(Home);
  expect(await screen.findByText("The server does not answer")).toBeInTheDocument();
});

test("the engine download shows its megabytes, and can be paused; an installed engine is shown", async () => {
  const pause = vi.spyOn(engine, "pause").mockImplementation(() => {});
  Object.assign(engine, { installed: null, fetching: true, loaded: 3_100_000 });
  render(Home);
  expect(screen.getByText("3.1 of 4.4 MB: the rules and the rivals")).toBeInTheDocument();
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "71");
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(pause).toHaveBeenCalled();
  Object.assign(engine, { installed: MANIFEST, fetching: false });
  expect(await screen.findByText("Ready to play without a network · 4.4 MB")).toBeInTheDocument();
});

test.each([
  ["device-full", "has no room left for it", "Try again"],
  ["unreachable", "it goes on by itself", "Try again"],
  ["device-blocked", "does not let this page keep anything", null],
])("a problem of the engine download is shown in words: %s", async (trouble, words, button) => {
  const fetch = vi.spyOn(engine, "fetch").mockResolvedValue();
  Object.assign(engine, { installed: null, problemCode: trouble });
  render(Home);
  expect(screen.getByRole("alert")).toHaveTextContent(words);
  if (!button) return expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: button }));
  expect(fetch).toHaveBeenCalled();
});

test("a browser that blocks storage is reported", async () => {
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("", "SecurityError");
  });
  render(Home);
  expect(await screen.findByText("This browser keeps nothing here")).toBeInTheDocument();
});

test("installing is offered once a round was finished here, and no more after “Not now”", async () => {
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

test("with the engine, a game of people on this device is stored here if preferred, and the preference is remembered", async () => {
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

test("by default a game is on the server, and its start fetches the engine", async () => {
  const [onServer, onDevice] = [vi.spyOn(fake.host, "create"), vi.spyOn(fake.local, "create")];
  const begun = vi.spyOn(engine, "begun");
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: "Begin with one rival" }));
  await waitFor(() => expect(onServer).toHaveBeenCalledOnce());
  expect(onDevice).not.toHaveBeenCalled();
  expect(begun).toHaveBeenCalledOnce();
});

test("without the server the game is stored here, with the reason", async () => {
  answer = away;
  const create = vi.spyOn(fake.local, "create");
  render(NewGame);
  expect(await screen.findByText("The server does not answer. This game plays without it")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Begin with one rival" }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
});

test("without engine and network the page says so; guests need the server anyway", async () => {
  answer = away;
  engine.installed = null;
  render(NewGame);
  expect(await screen.findByText(/does not hold the game itself yet/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: /Two phones/ }));
  expect(screen.getByText(/Guests on other devices need it/)).toBeInTheDocument();
});

test("a game with guests is on the server, whatever the preference", async () => {
  localStorage.setItem("luthier.settings", JSON.stringify({ keepOnDevice: true }));
  render(NewGame, { preset: "phones" });
  expect(screen.queryByRole("switch", { name: /Keep this game/ })).toBeNull();
});

test("a device without the engine offers to fetch it", async () => {
  const fetch = vi.spyOn(engine, "fetch").mockResolvedValue();
  vi.spyOn(engine, "possible", "get").mockReturnValue(true);
  engine.installed = null;
  render(NewGame);
  await userEvent.click(
    await screen.findByRole("button", {
      name: /Play without a network too\s*Fetch the rules and the rivals once: 4.4 MB/,
    }),
  );
  expect(fetch).toHaveBeenCalled();
});

// --- at the table ----------------------------------------------------------------------------------------------------

test("a game whose engine was removed waits until it is fetched again, and opens", async () => {
  const fetch = vi.spyOn(engine, "fetch").mockResolvedValue();
  vi.spyOn(engine, "possible", "get").mockReturnValue(true);
  vi.spyOn(engine, "check").mockResolvedValue();
  engine.installed = null;
  const open = vi.spyOn(fake, "open").mockRejectedValue(refusal("device-engine", 503));
  render(TableScreen, { game: "L-A" });
  expect(await screen.findByRole("alert")).toHaveTextContent("The game waits until they are fetched");
  await userEvent.click(screen.getByRole("button", { name: "Fetch" }));
  expect(fetch).toHaveBeenCalled();
  expect(open).toHaveBeenCalledOnce();
  engine.installed = MANIFEST;
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

test("the bar of a game on this device shows that instead of a connection state", async () => {
  await atTable("L-A", fake.local, TopBar as never, { title: "Round 3", line: "planning" });
  expect(screen.getByRole("img", { name: "On this device" })).toBeInTheDocument();
});

test("a game of this device is uploaded from its menu; other devices are not mentioned", async () => {
  await write([change("L-A")]);
  vi.spyOn(fake.local, "export").mockResolvedValue({ header, log: [{ n: 1 }], hash: "abc" });
  answer = (url) => (url === "/api/games/home" ? text({ game: "7QK4", seat: 0 }, 201) : text({ ok: true }));
  fake.local.seatInfo = seatsOf([
    seatStatus(0, { held: true, devices: 1 }),
    seatStatus(1, { player: "ai", level: "apprentice" }),
  ]);
  await atTable("L-A", fake.local, MenuSheet as never);
  expect(screen.queryByRole("button", { name: /Other devices/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Take this game to the server/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it to the server" }));
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
  expect(requests.at(-1)?.body).toEqual({
    record: { header, log: [{ n: 1 }], hash: "abc" },
    key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(await find("L-A")).toMatchObject({ origin: { game: "7QK4", revision: 1 }, upload: null });
});

test.each([
  [
    "This device’s",
    "/table/NEW1/hall",
    { origin: { game: "NEW1", revision: 2 } },
    ["/api/games/7QK4/home", "/api/games/home"],
  ],
  ["The server’s", "/table/7QK4/hall", { origin: null, copy: true }, ["/api/games/7QK4/home"]],
])("a game that was played on at both ends asks for the one to keep: %s", async (choice, path, stored, sent) => {
  await write([change("L-A", { entries: 2 })], { origin: { game: "7QK4", revision: 1 }, key: "k" });
  vi.spyOn(fake.local, "export").mockResolvedValue({ header, log: [{ n: 1 }, { n: 2 }] });
  answer = (url) =>
    url === "/api/games/7QK4/home" ? text({ code: "both-changed" }, 409) : text({ game: "NEW1", seat: 0 }, 201);
  await atTable("L-A", fake.local, MenuSheet as never);
  await userEvent.click(screen.getByRole("button", { name: /Take this game to the server/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it to the server" }));
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${choice}`) }));
  await waitFor(() => expect(location.pathname).toBe(path));
  expect(await find("L-A")).toMatchObject(stored);
  expect(requests.map(({ url }) => url).filter((url) => url.startsWith("/api"))).toEqual(sent);
});

test("an entry that the server refuses is named, and the game stays here", async () => {
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
])("an upload is stored before it is sent: %s is shown as its problem", async (name, line) => {
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
  expect(requests.filter(({ url }) => url.startsWith("/api/games"))).toEqual([]);
});

test("a game of the server can be downloaded if this device holds every person's seat, and only then", async () => {
  vi.spyOn(engine, "possible", "get").mockReturnValue(true);
  const taken = vi.spyOn(fake.local, "import");
  vi.spyOn(fake.host, "export").mockResolvedValue({ header, log: [{ n: 1 }] });
  fake.host.seatInfo = seatsOf([
    seatStatus(0, { held: true, devices: 1 }),
    seatStatus(1, { name: "Bruno", devices: 1 }),
  ]);
  await atTable("7QK4", fake.host, MenuSheet as never);
  await screen.findByText(/Other devices/);
  expect(screen.queryByRole("button", { name: /Take this game along/ })).toBeNull();
  document.body.innerHTML = "";
  fake.host.seatInfo = seatsOf([
    seatStatus(0, { held: true, devices: 1 }),
    seatStatus(1, { player: "ai", level: "apprentice" }),
  ]);
  await atTable("7QK4", fake.host, MenuSheet as never);
  await userEvent.click(await screen.findByRole("button", { name: /Take this game along/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take it along" }));
  await waitFor(() => expect(location.pathname).toBe("/table/NEW1/hall"));
  expect(taken.mock.calls).toEqual([
    [
      { header, log: [{ n: 1 }] },
      { game: "7QK4", revision: 1 },
    ],
  ]);
});

test("the seats of a game on this device have no links, with the reason", async () => {
  fake.local.seatInfo = seatsOf([
    seatStatus(0, { held: true, devices: 1 }),
    seatStatus(1, { player: "ai", level: "apprentice" }),
  ]);
  await atTable("L-A", fake.local, SeatsSheet as never);
  expect(await screen.findByText(/once the game is at the server/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Let others watch/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Delete the game\s*From this device/ })).toBeInTheDocument();
});

test.each([
  ["verified", "chose as they would have here"],
  ["not-verified", "Rival not verified"],
] as const)("the seats of an uploaded game show the AI check: %s", async (ai_check, words) => {
  fake.host.seatInfo = seatsOf(undefined, { played_offline: true, ai_check });
  await atTable("7QK4", fake.host, SeatsSheet as never);
  expect(await screen.findByText(new RegExp(`Played without a network so far.*${words}`))).toBeInTheDocument();
});

// --- on the way ------------------------------------------------------------------------------------------------------

test("an upload without an answer is repeated unchanged, then the later entries are uploaded", async () => {
  await write([change("L-A")]);
  const record = (entries: number): object => ({
    header,
    log: Array.from({ length: entries }, (_, i) => ({ n: i + 1 })),
  });
  const exported = vi.spyOn(fake.local, "export").mockResolvedValue(record(1));
  answer = away;
  await expect(uploadGame(fake.local, "L-A")).rejects.toMatchObject({ problem: { code: "unreachable" } });
  const lost = requests.map(({ body }) => body);
  await write([change("L-A", { from: 1, entries: 2 })]);
  exported.mockResolvedValue(record(3));
  requests = [];
  answer = () => text({ game: "7QK4", seat: 0 }, 201);
  expect(await uploadGame(fake.local, "L-A")).toBe("7QK4");
  expect(requests.map(({ url }) => url)).toEqual(["/api/games/home", "/api/games/7QK4/home"]);
  expect(lost.every((body) => JSON.stringify(body) === JSON.stringify(requests[0]?.body))).toBe(true);
  expect(requests[1]?.body).toMatchObject({ record: record(3), revision: 1 });
  expect((await find("L-A"))?.origin).toEqual({ game: "7QK4", revision: 3 });
  expect(knownGames().map(({ game }) => game)).toContain("7QK4");
});

test("a second download replaces the first if that was not played on", async () => {
  await write([change("L-A")], { origin: { game: "7QK4", revision: 1 }, key: "a" });
  await write([change("L-B", { entries: 2 })], { origin: { game: "7QK4", revision: 1 }, key: "b" });
  vi.spyOn(fake.host, "export").mockResolvedValue({ header, log: [{ n: 1 }] });
  await downloadGame(fake.host, "7QK4");
  expect((await list()).map(({ game }) => game)).toEqual(["L-B"]);
});

// --- settings --------------------------------------------------------------------------------------------------------

test("settings show the size and the versions of the engine, and remove it after a confirmation", async () => {
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

test("all games are exported into one file, which restores them on a fresh device; invalid ones are named", async () => {
  await write([change("L-A", { entries: 2 })], { origin: { game: "7QK4", revision: 1 }, key: "k" });
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
    { game: "7QK4", revision: 1 },
  ]);
});

test("a file chosen before the engine check waits for it, and is imported to the device", async () => {
  engine.installed = null;
  let saw = (): void => {};
  vi.spyOn(engine, "whenChecked", "get").mockReturnValue(new Promise<void>((known) => (saw = known)));
  const [onServer, onDevice] = [
    vi.spyOn(fake.host, "import"),
    vi.spyOn(fake.local, "import").mockResolvedValue({ game: "L-C", seat: 0 }),
  ];
  render(Settings);
  await screen.findByRole("button", { name: "Import" });
  await userEvent.upload(
    screen.getByLabelText("Import", { selector: "input" }),
    fileOf(JSON.stringify({ header, log: [] })),
  );
  expect([onServer.mock.calls, onDevice.mock.calls]).toEqual([[], []]);
  engine.installed = MANIFEST;
  saw();
  await waitFor(() => expect(onDevice).toHaveBeenCalledOnce());
  expect(onServer).not.toHaveBeenCalled();
});

test("a file without a game is refused with a text", async () => {
  render(Settings);
  await screen.findByRole("button", { name: "Import" });
  await userEvent.upload(screen.getByLabelText("Import", { selector: "input" }), fileOf('{"a": 1}'));
  expect(await screen.findByText("The file holds no game that was saved by Luthier.")).toBeInTheDocument();
});

test("deleting all games asks for a confirmation", async () => {
  await write([change("L-A")]);
  render(Settings);
  expect(await screen.findByText("one game here")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await list()).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Sure?" }));
  expect(await screen.findByText("no games here")).toBeInTheDocument();
  expect(await list()).toHaveLength(0);
});

test("persistent storage is shown, and requested on demand", async () => {
  const storage = { persisted: () => Promise.resolve(false), persist: vi.fn(() => Promise.resolve(true)) };
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
  render(Settings);
  await userEvent.click(await screen.findByRole("button", { name: "Ask for it" }));
  expect(await screen.findByText("The browser keeps games until you remove them")).toBeInTheDocument();
  Reflect.deleteProperty(navigator, "storage");
});

/** A file with this text; jsdom's files cannot be read as text. */
function fileOf(told: string): File {
  return Object.assign(new File([told], "luthier-games.json", { type: "application/json" }), {
    text: () => Promise.resolve(told),
  });
}

/** The content of a saved file. */
function read(blob: Blob): Promise<string> {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.readAsText(blob);
  });
}
