import "uqr"; // load it now, however slow the machine is
import { render, screen, waitFor, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, offer, planningView } from "../src/fixtures/board";
import { FakeHost, frame, refusal, seatStatus, seatsOf } from "../src/fixtures/host";
import WithTable from "../src/fixtures/WithTable.svelte";
import { knownGames, ownName } from "../src/lobby/known_games";
import type { Joinable, View } from "../src/api/types";
import { router } from "../src/app/router.svelte";
import { problemLine } from "../src/lobby/seat_words";
import { Table } from "../src/session/table.svelte";
import Invite from "../src/lobby/Invite.svelte";
import Join from "../src/lobby/Join.svelte";
import Scoring from "../src/board/scoring/Scoring.svelte";
import SeatLink from "../src/lobby/SeatLink.svelte";
import DevicesSheet from "../src/board/sheets/DevicesSheet.svelte";
import SeatsSheet from "../src/board/sheets/SeatsSheet.svelte";
import TableView from "../src/board/TableView.svelte";
import { loadContent } from "./content";

const fake = vi.hoisted(() => ({ host: null as unknown as FakeHost }));
vi.mock("../src/session/open_game", () => ({
  get host() {
    return fake.host;
  },
}));

const SECRET = /^[0-9a-f]{64}$/;
const ada = seatStatus(0, { name: "Ada", held: true, devices: 1 });
const bruno = seatStatus(1, { name: "Bruno", devices: 1 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fake.host = new FakeHost();
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView({ phase: "setup" })));
  router.go("/");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// --- inviting --------------------------------------------------------------------------------------------------------

test("a free seat has a picture of its own link, and one code opens all of them", async () => {
  fake.host.seatInfo = seatsOf([ada, seatStatus(1, { open: true }), seatStatus(2, { open: true })]);
  const link = vi.spyOn(fake.host, "link");
  render(Invite, { game: "7QK4" });
  expect(await screen.findByRole("img", { name: "QR picture of the link to the second seat" })).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Code 7 Q K 4 M N" })).toHaveTextContent("7QK4MN");
  await userEvent.click(screen.getByRole("radio", { name: "Third seat" }));
  expect(await screen.findByRole("img", { name: "QR picture of the link to the third seat" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: "Second seat" }));
  expect(link.mock.calls).toEqual([
    ["7QK4", 1],
    ["7QK4", 2],
  ]);
});

test("the link is copied, and the button confirms it", async () => {
  const user = userEvent.setup();
  render(Invite, { game: "7QK4" });
  await screen.findByRole("img", { name: /QR picture/ });
  await user.click(screen.getByRole("button", { name: "Copy it" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/seat/7QK4/1#token-of-1`);
});

test("a guest who joins is shown while the host waits, and the button names them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fake.host.seatInfo = seatsOf([
    ada,
    seatStatus(1, { open: true }),
    seatStatus(2, { open: true }),
    seatStatus(3, { player: "ai", level: "journeyman" }),
  ]);
  render(Invite, { game: "7QK4" });
  expect(await screen.findByRole("button", { name: "Begin with three rivals" })).toBeInTheDocument();
  fake.host.seatInfo = seatsOf([
    ada,
    bruno,
    seatStatus(2, { open: true }),
    seatStatus(3, { player: "ai", level: "journeyman" }),
  ]);
  await vi.advanceTimersByTimeAsync(2500);
  expect(screen.getByText("joined just now")).toBeInTheDocument();
  expect(screen.getByText("Bruno has joined.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Begin with Bruno and two rivals" })).toBeInTheDocument();
});

test("free seats are given to AIs at the start, except those that the host leaves open", async () => {
  fake.host.seatInfo = seatsOf([ada, seatStatus(1, { open: true }), seatStatus(2, { open: true })]);
  const reseat = vi.spyOn(fake.host, "reseat");
  render(Invite, { game: "7QK4" });
  await userEvent.click(await screen.findByRole("switch", { name: /Third seat, free/ }));
  expect(screen.getByRole("switch", { name: /Third seat, free\s*the table waits for a guest/ })).not.toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Begin with a rival" }));
  expect(reseat.mock.calls).toEqual([
    ["7QK4", 1, { player: "ai", level: "journeyman", key: expect.any(String) as string, viewer: null }],
  ]);
  expect(location.pathname).toBe("/table/7QK4/hall");
});

test("in a running game a seat keeps its player, and the button continues", async () => {
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  fake.host.seatInfo = seatsOf([ada, bruno, seatStatus(2, { open: true })]);
  const reseat = vi.spyOn(fake.host, "reseat");
  render(Invite, { game: "7QK4" });
  await userEvent.click(await screen.findByRole("button", { name: "Go on with Bruno" }));
  expect(reseat).not.toHaveBeenCalled();
});

test("an expired code is hidden, and a new one is created on demand", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const code = vi
    .spyOn(fake.host, "joinCode")
    .mockResolvedValueOnce({ code: "AAAAAA", until: new Date(Date.now() + 60_000).toISOString() });
  render(Invite, { game: "7QK4" });
  expect(await screen.findByText("AAAAAA")).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(screen.queryByText("AAAAAA")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "New code" }));
  expect(await screen.findByText("7QK4MN")).toBeInTheDocument();
  expect(code).toHaveBeenCalledTimes(2);
});

test("a code that opens nothing any more is hidden: another device created a newer one", async () => {
  const code = vi
    .spyOn(fake.host, "joinCode")
    .mockResolvedValueOnce({ code: "AAAAAA", until: new Date(Date.now() + 3_600_000).toISOString() });
  const first = render(Invite, { game: "7QK4" });
  await screen.findByText("AAAAAA");
  first.unmount();
  vi.spyOn(fake.host, "joinable").mockRejectedValue(refusal("unknown-code", 404));
  render(Invite, { game: "7QK4" });
  expect(await screen.findByText("7QK4MN")).toBeInTheDocument();
  expect(code).toHaveBeenCalledTimes(2);
});

test("a reload of the page keeps the current code", async () => {
  vi.spyOn(fake.host, "joinable").mockResolvedValue({ game: "7QK4", seats: [], until: "" });
  const code = vi.spyOn(fake.host, "joinCode");
  const first = render(Invite, { game: "7QK4" });
  await screen.findByText("7QK4MN");
  first.unmount();
  render(Invite, { game: "7QK4" });
  await screen.findByText("7QK4MN");
  expect(code).toHaveBeenCalledTimes(1);
});

test("people on the host's own device are named too", async () => {
  fake.host.seatInfo = seatsOf([ada, { ...bruno, held: true }, seatStatus(2, { open: true })]);
  render(Invite, { game: "7QK4" });
  expect(await screen.findByRole("button", { name: "Begin with Bruno and a rival" })).toBeInTheDocument();
  expect(screen.getByText("Ada")).toBeInTheDocument();
});

test("only the host invites; others see that, and a link to the table", async () => {
  fake.host.seatInfo = seatsOf([
    seatStatus(0, { name: "Ada" }),
    seatStatus(1, { held: true }),
    seatStatus(2, { open: true }),
  ]);
  const link = vi.spyOn(fake.host, "link");
  render(Invite, { game: "7QK4" });
  expect(await screen.findByRole("alert")).toHaveTextContent("The person who began the game invites");
  expect(link).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: /Begin|table/ }));
  expect(location.pathname).toBe("/table/7QK4/hall");
});

// --- joining ---------------------------------------------------------------------------------------------------------

const until = new Date(Date.now() + 3_600_000).toISOString();
const found = (): Joinable => ({
  game: "7QK4",
  seats: [
    { ...ada },
    { ...bruno },
    seatStatus(2, { open: true }),
    seatStatus(3, { open: true, player: "ai", level: "journeyman" }),
  ],
  until,
});

test("a code opens its game; the guest chooses a seat and enters a name", async () => {
  const joinable = vi.spyOn(fake.host, "joinable").mockResolvedValue(found());
  const join = vi.spyOn(fake.host, "join");
  render(Join, { code: "" });
  await userEvent.type(screen.getByRole("textbox", { name: /Code/ }), "7qk4-mn");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Ada’s table. Four seats, two free."));
  expect(joinable.mock.calls).toEqual([["7QK4MN"]]);
  expect(screen.getByRole("radio", { name: /Third seat\s*yours, if you like/ })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: /Bruno\s*taken/ }));
  expect(screen.getByRole("radio", { name: /Third seat/ })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: /Fourth seat\s*a rival keeps it/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /Your name/ }), "Clara");
  await userEvent.click(screen.getByRole("button", { name: "Sit down as Clara, fourth seat" }));
  expect(join.mock.calls).toEqual([
    ["7QK4MN", { seat: 3, name: "Clara", key: expect.stringMatching(SECRET) as string }],
  ]);
  expect(location.pathname).toBe("/table/7QK4/hall");
  expect(knownGames().map(({ game }) => game)).toEqual(["7QK4"]);
  expect(ownName()).toBe("Clara");
});

test("a URL with a code has everything filled in", async () => {
  localStorage.setItem("luthier.name", "Clara");
  vi.spyOn(fake.host, "joinable").mockResolvedValue(found());
  render(Join, { code: "7qk4mn" });
  expect(await screen.findByRole("button", { name: "Sit down as Clara, third seat" })).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: /Code/ })).toHaveValue("7QK4MN");
});

test("an incomplete code is not looked up", async () => {
  const joinable = vi.spyOn(fake.host, "joinable");
  render(Join, { code: "" });
  await userEvent.type(screen.getByRole("textbox", { name: /Code/ }), "7QK4M");
  await new Promise((done) => setTimeout(done, 700));
  expect(joinable).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Look for the table" })).toBeDisabled();
});

test.each([
  ["unknown-code", 404, {}, "No table has this code, or its hour is over."],
  ["too-many-guesses", 429, { retry_after: 290 }, "Wait 5 minutes, then try again."],
  ["unreachable", 0, {}, "The server does not answer."],
])("a code that opens no game is reported: %s", async (problem, status, more, words) => {
  vi.spyOn(fake.host, "joinable").mockRejectedValue(refusal(problem, status, more));
  render(Join, { code: "AAAAAA" });
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(words));
});

test("if another guest took the seat, that is reported and the next free one is offered", async () => {
  const left: Joinable = {
    ...found(),
    seats: found().seats.map((seat) => (seat.seat === 2 ? { ...seat, open: false, name: "Dora" } : seat)),
  };
  vi.spyOn(fake.host, "joinable").mockResolvedValueOnce(found()).mockResolvedValueOnce(left);
  vi.spyOn(fake.host, "join").mockRejectedValueOnce(refusal("seat-taken", 409));
  render(Join, { code: "7QK4MN" });
  await userEvent.click(await screen.findByRole("button", { name: "Sit down, third seat" }));
  expect(await screen.findByText(/Somebody else sat down there meanwhile/)).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: /Dora\s*taken/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Sit down, fourth seat" })).toBeInTheDocument();
});

test("a link to one's own seat opens the table at once", async () => {
  const take = vi.spyOn(fake.host, "openSession");
  render(SeatLink, { game: "7QK4", invited: null, token: "secret" });
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
  expect(take.mock.calls).toEqual([["7QK4", { token: "secret", key: expect.stringMatching(SECRET) as string }]]);
  expect(knownGames().map(({ game }) => game)).toEqual(["7QK4"]);
});

test("a guest's link asks for the name before the seat is taken", async () => {
  const take = vi.spyOn(fake.host, "openSession");
  render(SeatLink, { game: "7QK4", invited: 2, token: "secret" });
  expect(screen.getByText("You are invited: the third seat is yours.")).toBeInTheDocument();
  expect(take).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole("textbox", { name: /Your name/ }), "Clara");
  await userEvent.click(screen.getByRole("button", { name: "Sit down as Clara, third seat" }));
  expect(take.mock.calls).toEqual([
    ["7QK4", { token: "secret", name: "Clara", key: expect.stringMatching(SECRET) as string }],
  ]);
  expect(location.pathname).toBe("/table/7QK4/hall");
});

test("a link that opens nothing is reported, and leads to the code", async () => {
  vi.spyOn(fake.host, "openSession").mockRejectedValue(refusal("no-token", 401));
  render(SeatLink, { game: "7QK4", invited: null, token: "old" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This link opens nothing any more.");
  await userEvent.click(screen.getByRole("button", { name: "Join with a code" }));
  expect(location.pathname).toBe("/join");
});

test("a link is retried when the server did not answer", async () => {
  vi.spyOn(fake.host, "openSession").mockRejectedValueOnce(refusal("unreachable", 0));
  render(SeatLink, { game: "7QK4", invited: null, token: "secret" });
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
});

test("a link used before on this device leads to the table, another one without its token is reported", async () => {
  const first = render(SeatLink, { game: "7QK4", invited: null, token: "" });
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
  first.unmount();
  vi.spyOn(fake.host, "seats").mockRejectedValue(refusal("no-token", 401));
  render(SeatLink, { game: "OTHER", invited: null, token: "" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This link was used, or a part of it is missing.");
});

// --- at the table ----------------------------------------------------------------------------------------------------

function atTable(shown: typeof SeatsSheet, part: Partial<View> = {}): Table {
  const table = new Table("7QK4", fake.host, loadContent(), frame(planningView(part)));
  table.navigation.openSheet({ kind: "seats" });
  render(WithTable, { table, shown: shown as never });
  return table;
}
const seat = (name: RegExp): Promise<HTMLElement> => screen.findByRole("listitem", { name });

test("the host lets an AI of a level play for a friend who has left, and gives the seat back", async () => {
  fake.host.seatInfo = seatsOf([ada, bruno]);
  const reseat = vi.spyOn(fake.host, "reseat");
  atTable(SeatsSheet);
  const his = within(await seat(/Bruno/));
  await userEvent.click(his.getByRole("button", { name: "Let a rival play" }));
  await userEvent.click(his.getByRole("radio", { name: "Apprentice" }));
  fake.host.seatInfo = seatsOf([ada, { ...bruno, player: "ai", level: "apprentice" }]);
  await userEvent.click(his.getByRole("button", { name: "Let the Apprentice play" }));
  expect(await screen.findByText("a rival plays on: Apprentice")).toBeInTheDocument();
  await userEvent.click(his.getByRole("button", { name: "Give the seat back" }));
  expect(reseat.mock.calls.map(([, at, { player }]) => [at, player])).toEqual([
    [1, "ai"],
    [1, "person"],
  ]);
});

test("the host frees the seat of a guest who lost the device, after a confirmation, and invites somebody else", async () => {
  fake.host.seatInfo = seatsOf([ada, bruno]);
  const free = vi.spyOn(fake.host, "free");
  atTable(SeatsSheet);
  expect(within(await seat(/You, Ada/)).queryByRole("button", { name: "Let somebody else sit here" })).toBeNull();
  const his = within(await seat(/Bruno/));
  await userEvent.click(his.getByRole("button", { name: "Let somebody else sit here" }));
  expect(
    his.getByText(/^For Bruno, who cannot come back to the seat: no device and no link opens it any more/),
  ).toBeInTheDocument();
  expect(free).not.toHaveBeenCalled();
  await userEvent.click(his.getByRole("button", { name: "Set the seat free" }));
  expect(free).toHaveBeenCalledWith("7QK4", 1, expect.objectContaining({ viewer: null }));
  await waitFor(() => expect(location.pathname).toBe("/invite/7QK4"));
});

test("a guest's seat that an AI plays can be freed too; an AI's, a free one and one on this device cannot", async () => {
  const ai = seatStatus(1, { player: "ai", level: "journeyman", devices: 0 });
  fake.host.seatInfo = seatsOf([
    ada,
    ai,
    seatStatus(2, { open: true }),
    { ...bruno, seat: 3, player: "ai", level: "apprentice" },
  ]);
  const first = atTable(SeatsSheet);
  await seat(/Bruno/);
  expect(screen.getAllByRole("button", { name: "Let somebody else sit here" })).toHaveLength(1);
  first.navigation.closeSheets();
});

test("two people on one device, and a guest elsewhere: only the guest's seat can be freed", async () => {
  fake.host.seatInfo = seatsOf([ada, { ...bruno, held: true }, seatStatus(2, { name: "Cleo", devices: 1 })]);
  atTable(SeatsSheet);
  expect(within(await seat(/Cleo/)).getByRole("button", { name: "Let somebody else sit here" })).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: "Let somebody else sit here" })).toHaveLength(1);
});

test("a guest controls their own seat only, and cannot delete the game", async () => {
  fake.host.seatInfo = seatsOf([seatStatus(0, { name: "Ada" }), { ...bruno, held: true }]);
  atTable(SeatsSheet, { you: 1 });
  expect(within(await seat(/Ada/)).queryByRole("button")).toBeNull();
  expect(within(await seat(/You, Bruno/)).getByRole("button", { name: "Let a rival play" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
});

test("an AI from the start has no person to give its seat back to", async () => {
  fake.host.seatInfo = seatsOf([ada, seatStatus(1, { player: "ai", level: "journeyman", devices: 0 })]);
  atTable(SeatsSheet);
  expect(within(await seat(/A rival/)).queryByRole("button")).toBeNull();
});

test("one's own seat is taken back from the AI", async () => {
  fake.host.seatInfo = seatsOf([{ ...ada, player: "ai", level: "journeyman" }, bruno]);
  const reseat = vi.spyOn(fake.host, "reseat");
  atTable(SeatsSheet);
  await userEvent.click(within(await seat(/You, Ada/)).getByRole("button", { name: "Take the seat back" }));
  expect(reseat.mock.calls.map(([, at, { player }]) => [at, player])).toEqual([[0, "person"]]);
});

test("a sheet keeps its keys when the focused button vanishes: Escape still closes it", async () => {
  fake.host.seatInfo = seatsOf([{ ...ada, player: "ai", level: "journeyman" }, bruno]);
  const table = atTable(SeatsSheet);
  const take = within(await seat(/You, Ada/)).getByRole("button", { name: "Take the seat back" });
  fake.host.seatInfo = seatsOf([ada, bruno]);
  await userEvent.click(take);
  await waitFor(() => expect(take).not.toBeInTheDocument());
  await userEvent.keyboard("{Escape}");
  expect(table.navigation.sheets).toEqual([]);
});

test("a free seat leads the host to inviting", async () => {
  fake.host.seatInfo = seatsOf([ada, seatStatus(1, { open: true })]);
  atTable(SeatsSheet);
  await userEvent.click(within(await seat(/Second seat, free/)).getByRole("button", { name: "Invite a guest" }));
  expect(location.pathname).toBe("/invite/7QK4");
});

test("a player at the table creates the spectator link there", async () => {
  const table = atTable(SeatsSheet);
  await userEvent.click(await screen.findByRole("button", { name: /Let others watch/ }));
  expect(table.navigation.sheet).toEqual({ kind: "devices", what: "watch" });
});

test("the host deletes the game after a confirmation", async () => {
  fake.host.seatInfo = seatsOf([ada, bruno]);
  const remove = vi.spyOn(fake.host, "remove");
  router.go("/table/7QK4/hall");
  atTable(SeatsSheet);
  await userEvent.click(await screen.findByRole("button", { name: /Delete the game/ }));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: /Delete it: the game and its story are gone/ }));
  expect(remove).toHaveBeenCalledWith("7QK4");
  expect(location.pathname).toBe("/");
});

test("a link to one's own seat is created on demand, and the other devices are signed out", async () => {
  fake.host.seatInfo = seatsOf([{ ...ada, devices: 2 }, bruno]);
  const [link, unlink] = [vi.spyOn(fake.host, "link"), vi.spyOn(fake.host, "unlink")];
  atTable(DevicesSheet);
  expect(await screen.findByText(/^2 keys to the seat are out/)).toBeInTheDocument();
  expect(link).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Make the link" }));
  expect(await screen.findByRole("img", { name: "QR picture of the link to your seat" })).toBeInTheDocument();
  expect(link.mock.calls).toEqual([["7QK4", 0]]);
  await userEvent.click(screen.getByRole("button", { name: "Sign the other devices out" }));
  expect(unlink.mock.calls).toEqual([["7QK4", 0]]);
  expect(screen.queryByRole("img", { name: /QR picture/ })).toBeNull();
});

test("spectators get a link of their own, which opens no seat", async () => {
  fake.host.seatInfo = seatsOf([ada, bruno]);
  const link = vi.spyOn(fake.host, "link");
  atTable(DevicesSheet);
  await userEvent.click(await screen.findByRole("radio", { name: "To watch" }));
  await userEvent.click(screen.getByRole("button", { name: "Make the link" }));
  expect(await screen.findByRole("img", { name: "QR picture of the link for those who watch" })).toBeInTheDocument();
  expect(link.mock.calls).toEqual([["7QK4", null]]);
});

test("on a shared device no link to another person's seat can be created in passing", async () => {
  fake.host.seatInfo = seatsOf([ada, { ...bruno, held: true }]);
  atTable(DevicesSheet, { you: null });
  expect(await screen.findByText(/sees what lies open/)).toBeInTheDocument();
  expect(screen.queryByRole("radio")).toBeNull();
});

test.each([
  ["too-many-links", "Sign the other devices out first; then new links can be made."],
  ["too-large", "No game is as large as this file."],
  ["host-seat", "The seat of the person who began the game cannot be set free."],
])("a common problem is shown in words: %s", (code, words) => {
  expect(problemLine(refusal(code, 409).problem)).toBe(words);
});

test.each(["no-token", "unknown-game"])(
  "a device that has lost its seat, or its game, goes home and shows nothing of it any more: %s",
  async (code) => {
    router.go("/table/7QK4/hall");
    const table = new Table("7QK4", fake.host, loadContent(), frame(planningView()));
    await table.open();
    render(TableView, { table });
    fake.host.watcher?.gone(refusal(code, 401).problem);
    const shownText = within(await screen.findByRole("dialog"));
    expect(shownText.queryByRole("button", { name: "Close" })).toBeNull();
    await userEvent.click(shownText.getByRole("button", { name: "Home" }));
    expect(location.pathname).toBe("/");
    table.close();
  },
);

test("on the public table of a shared device no seat link can be created, though it is the person's turn", async () => {
  fake.host.seatInfo = seatsOf([ada, { ...bruno, held: true }]);
  const prompt = ask("turn", [offer({ kind: "pass" }, [], "plain")]);
  const table = new Table("7QK4", fake.host, loadContent(), frame(planningView({ you: null, prompt, clock: [0] })), {
    viewer: "none",
    held: [0, 1],
  });
  expect(table.view.you).toBe(0);
  table.navigation.openSheet({ kind: "devices", what: "seat" });
  render(WithTable, { table, shown: DevicesSheet as never });
  expect(
    await screen.findByText("A link to a seat of this device is made while its own cards show."),
  ).toBeInTheDocument();
  expect(screen.queryByRole("radio", { name: "My seat" })).toBeNull();
});

test("a spectator cannot create links", async () => {
  fake.host.seatInfo = seatsOf([seatStatus(0, { name: "Ada" }), bruno], { watching: true });
  atTable(DevicesSheet, { you: null });
  expect(await screen.findByText("Only who sits at the table can hand on links to it.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Make the link" })).toBeNull();
});

// --- after the end ---------------------------------------------------------------------------------------------------

function atTheEnd(part: Partial<View> = {}): void {
  const scoring: View["scoring"] = [];
  const table = new Table(
    "7QK4",
    fake.host,
    loadContent(),
    frame(planningView({ phase: "finished", winners: [0], scoring, ...part })),
  );
  table.navigation.scored = true;
  render(WithTable, { table, shown: Scoring as never });
}

test("a spectator sees the winner, and nothing that needs a seat", async () => {
  fake.host.seatInfo = seatsOf([seatStatus(0, { name: "Ada" }), bruno], { watching: true });
  atTheEnd({ you: null });
  expect(await screen.findByText("The hall goes to Amati")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Same seed" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "New game" }));
  expect(location.pathname).toBe("/new");
});

test.each([
  [["apprentice"], "Six rounds, against an Apprentice"],
  [["journeyman"], "Six rounds, against a Journeyman"],
  [["apprentice", "apprentice"], "Six rounds, against two Apprentices"],
  [["journeyman", "apprentice"], "Six rounds, against a Journeyman and an Apprentice"],
  [[], "Six rounds"],
])("the opponents are named in words: %o", async (levels, words) => {
  const seats = planningView().seats.slice(0, 1);
  const rivals = levels.map((level, i) => ({ ...planningView().seats[1]!, seat: i + 1, level }));
  atTheEnd({ seats: [...seats, ...rivals] });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test("a rematch among friends keeps one's own seat here and invites the others anew", async () => {
  fake.host.seatInfo = seatsOf([ada, bruno, seatStatus(2, { player: "ai", level: "apprentice" })]);
  const create = vi.spyOn(fake.host, "create");
  atTheEnd();
  await userEvent.click(await screen.findByRole("button", { name: "Play again" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    seed: undefined,
    seats: [
      { player: "person", name: "Ada", on_this_device: true },
      { player: "person", name: "Bruno", on_this_device: false },
      { player: "ai", level: "apprentice" },
    ],
  });
  expect(location.pathname).toBe("/invite/NEW1");
});

test("the same seed again is dealt by the server, since nobody here may know it", async () => {
  fake.host.seatInfo = seatsOf([ada, seatStatus(1, { player: "ai", level: "journeyman" })]);
  const rematch = vi.spyOn(fake.host, "rematch");
  atTheEnd();
  await userEvent.click(await screen.findByRole("button", { name: "Same seed" }));
  expect(rematch).toHaveBeenCalledWith("7QK4");
  expect(location.pathname).toBe("/table/NEW1/hall");
});
