import "uqr"; // fetched by then, however slow the machine is
import { render, screen, waitFor, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, offer, planningView } from "../src/fixtures/board";
import { FakeHost, frame, refusal, sitting, whoSits } from "../src/fixtures/host";
import WithTable from "../src/fixtures/WithTable.svelte";
import { knownGames, ownName } from "../src/lobby/known_games";
import type { Joinable } from "../src/api/host";
import { router } from "../src/app/router.svelte";
import { problemLine } from "../src/lobby/seat_words";
import { Table } from "../src/session/table.svelte";
import type { View } from "../src/api/types";
import Invite from "../src/lobby/Invite.svelte";
import Join from "../src/lobby/Join.svelte";
import Scoring from "../src/board/scoring/Scoring.svelte";
import SeatLink from "../src/lobby/SeatLink.svelte";
import DevicesSheet from "../src/board/sheets/DevicesSheet.svelte";
import WhoSheet from "../src/board/sheets/SeatsSheet.svelte";
import TableView from "../src/board/TableView.svelte";
import { loadContent } from "./content";

const fake = vi.hoisted(() => ({ host: null as unknown as FakeHost }));
vi.mock("../src/session/open_game", () => ({
  get host() {
    return fake.host;
  },
}));

const SECRET = /^[0-9a-f]{64}$/;
const ada = sitting(0, { name: "Ada", held: true, devices: 1 });
const bruno = sitting(1, { name: "Bruno", devices: 1 });

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
  fake.host.sitting = whoSits([ada, sitting(1, { open: true }), sitting(2, { open: true })]);
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

test("the link is copied, and the button says so", async () => {
  const user = userEvent.setup();
  render(Invite, { game: "7QK4" });
  await screen.findByRole("img", { name: /QR picture/ });
  await user.click(screen.getByRole("button", { name: "Copy it" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/seat/7QK4/1#token-of-1`);
});

test("who sits down is shown while the host waits, and the button names them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fake.host.sitting = whoSits([
    ada,
    sitting(1, { open: true }),
    sitting(2, { open: true }),
    sitting(3, { player: "ai", level: "journeyman" }),
  ]);
  render(Invite, { game: "7QK4" });
  expect(await screen.findByRole("button", { name: "Begin with three rivals" })).toBeInTheDocument();
  fake.host.sitting = whoSits([
    ada,
    bruno,
    sitting(2, { open: true }),
    sitting(3, { player: "ai", level: "journeyman" }),
  ]);
  await vi.advanceTimersByTimeAsync(2500);
  expect(screen.getByText("joined just now")).toBeInTheDocument();
  expect(screen.getByText("Bruno has joined.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Begin with Bruno and two rivals" })).toBeInTheDocument();
});

test("free seats go to rivals at the beginning, except those that the host lets wait", async () => {
  fake.host.sitting = whoSits([ada, sitting(1, { open: true }), sitting(2, { open: true })]);
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

test("in a game that has begun a seat stays as it is kept, and the button goes on", async () => {
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  fake.host.sitting = whoSits([ada, bruno, sitting(2, { open: true })]);
  const reseat = vi.spyOn(fake.host, "reseat");
  render(Invite, { game: "7QK4" });
  await userEvent.click(await screen.findByRole("button", { name: "Go on with Bruno" }));
  expect(reseat).not.toHaveBeenCalled();
});

test("a code that ran out is not shown any more, and a new one is asked for by touch", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const code = vi
    .spyOn(fake.host, "code")
    .mockResolvedValueOnce({ code: "AAAAAA", until: new Date(Date.now() + 60_000).toISOString() });
  render(Invite, { game: "7QK4" });
  expect(await screen.findByText("AAAAAA")).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(screen.queryByText("AAAAAA")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "New code" }));
  expect(await screen.findByText("7QK4MN")).toBeInTheDocument();
  expect(code).toHaveBeenCalledTimes(2);
});

test("a code that leads nowhere any more is not shown again: another device made a newer one", async () => {
  const code = vi
    .spyOn(fake.host, "code")
    .mockResolvedValueOnce({ code: "AAAAAA", until: new Date(Date.now() + 3_600_000).toISOString() });
  const first = render(Invite, { game: "7QK4" });
  await screen.findByText("AAAAAA");
  first.unmount();
  vi.spyOn(fake.host, "joinable").mockRejectedValue(refusal("unknown-code", 404));
  render(Invite, { game: "7QK4" });
  expect(await screen.findByText("7QK4MN")).toBeInTheDocument();
  expect(code).toHaveBeenCalledTimes(2);
});

test("loading the page anew keeps the code that was told to others", async () => {
  vi.spyOn(fake.host, "joinable").mockResolvedValue({ game: "7QK4", seats: [], until: "" });
  const code = vi.spyOn(fake.host, "code");
  const first = render(Invite, { game: "7QK4" });
  await screen.findByText("7QK4MN");
  first.unmount();
  render(Invite, { game: "7QK4" });
  await screen.findByText("7QK4MN");
  expect(code).toHaveBeenCalledTimes(1);
});

test("people on the host's own device are named too", async () => {
  fake.host.sitting = whoSits([ada, { ...bruno, held: true }, sitting(2, { open: true })]);
  render(Invite, { game: "7QK4" });
  expect(await screen.findByRole("button", { name: "Begin with Bruno and a rival" })).toBeInTheDocument();
  expect(screen.getByText("Ada")).toBeInTheDocument();
});

test("only the host invites; others are told, and find the way to the table", async () => {
  fake.host.sitting = whoSits([sitting(0, { name: "Ada" }), sitting(1, { held: true }), sitting(2, { open: true })]);
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
    sitting(2, { open: true }),
    sitting(3, { open: true, player: "ai", level: "journeyman" }),
  ],
  until,
});

test("a code leads to its table; the guest chooses a seat and gives a name", async () => {
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

test("an address with a code has everything filled in", async () => {
  localStorage.setItem("luthier.name", "Clara");
  vi.spyOn(fake.host, "joinable").mockResolvedValue(found());
  render(Join, { code: "7qk4mn" });
  expect(await screen.findByRole("button", { name: "Sit down as Clara, third seat" })).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: /Code/ })).toHaveValue("7QK4MN");
});

test("a code that is still being typed is not guessed with", async () => {
  const joinable = vi.spyOn(fake.host, "joinable");
  render(Join, { code: "" });
  await userEvent.type(screen.getByRole("textbox", { name: /Code/ }), "7QK4M");
  await new Promise((done) => setTimeout(done, 700));
  expect(joinable).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Look for the table" })).toBeDisabled();
});

test.each([
  ["unknown-code", 404, {}, "No table has this code, or its hour is over."],
  ["too-many-guesses", 429, { wait: 290 }, "Wait 5 minutes, then try again."],
  ["unreachable", 0, {}, "The server does not answer."],
])("a code that does not open a table is told in plain words: %s", async (problem, status, more, words) => {
  vi.spyOn(fake.host, "joinable").mockRejectedValue(refusal(problem, status, more));
  render(Join, { code: "AAAAAA" });
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(words));
});

test("when somebody else took the seat, that is told and the next free one is offered", async () => {
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

test("a link to the own seat opens the table at once", async () => {
  const take = vi.spyOn(fake.host, "takeSeat");
  render(SeatLink, { game: "7QK4", invited: null, token: "secret" });
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
  expect(take.mock.calls).toEqual([["7QK4", { token: "secret", key: expect.stringMatching(SECRET) as string }]]);
  expect(knownGames().map(({ game }) => game)).toEqual(["7QK4"]);
});

test("a guest's link asks for the name before the seat is taken", async () => {
  const take = vi.spyOn(fake.host, "takeSeat");
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

test("a link that opens nothing says so, and leads to the code", async () => {
  vi.spyOn(fake.host, "takeSeat").mockRejectedValue(refusal("no-token", 401));
  render(SeatLink, { game: "7QK4", invited: null, token: "old" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This link opens nothing any more.");
  await userEvent.click(screen.getByRole("button", { name: "Join with a code" }));
  expect(location.pathname).toBe("/join");
});

test("a link is tried again when the server did not answer", async () => {
  vi.spyOn(fake.host, "takeSeat").mockRejectedValueOnce(refusal("unreachable", 0));
  render(SeatLink, { game: "7QK4", invited: null, token: "secret" });
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
});

test("a link that was opened here before leads to the table, another one without its token is told of", async () => {
  const first = render(SeatLink, { game: "7QK4", invited: null, token: "" });
  await waitFor(() => expect(location.pathname).toBe("/table/7QK4/hall"));
  first.unmount();
  vi.spyOn(fake.host, "who").mockRejectedValue(refusal("no-token", 401));
  render(SeatLink, { game: "OTHER", invited: null, token: "" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This link was used, or a part of it is missing.");
});

// --- at the table ----------------------------------------------------------------------------------------------------

function atTable(shown: typeof WhoSheet, part: Partial<View> = {}): Table {
  const table = new Table("7QK4", fake.host, loadContent(), frame(planningView(part)));
  table.openSheet({ kind: "who" });
  render(WithTable, { table, shown: shown as never });
  return table;
}
const seat = (name: RegExp): Promise<HTMLElement> => screen.findByRole("listitem", { name });

test("the host lets a rival of a level play for a friend who has left, and gives the seat back", async () => {
  fake.host.sitting = whoSits([ada, bruno]);
  const reseat = vi.spyOn(fake.host, "reseat");
  atTable(WhoSheet);
  const his = within(await seat(/Bruno/));
  await userEvent.click(his.getByRole("button", { name: "Let a rival play" }));
  await userEvent.click(his.getByRole("radio", { name: "Apprentice" }));
  fake.host.sitting = whoSits([ada, { ...bruno, player: "ai", level: "apprentice" }]);
  await userEvent.click(his.getByRole("button", { name: "Let the Apprentice play" }));
  expect(await screen.findByText("a rival plays on: Apprentice")).toBeInTheDocument();
  await userEvent.click(his.getByRole("button", { name: "Give the seat back" }));
  expect(reseat.mock.calls.map(([, at, { player }]) => [at, player])).toEqual([
    [1, "ai"],
    [1, "person"],
  ]);
});

test("the host sets the seat of a guest free who lost the device, after being asked once, and invites somebody else", async () => {
  fake.host.sitting = whoSits([ada, bruno]);
  const free = vi.spyOn(fake.host, "free");
  atTable(WhoSheet);
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

test("a seat that a rival keeps for a guest can be set free too; a rival's, a free one and one on this device cannot", async () => {
  const rival = sitting(1, { player: "ai", level: "journeyman", devices: 0 });
  fake.host.sitting = whoSits([
    ada,
    rival,
    sitting(2, { open: true }),
    { ...bruno, seat: 3, player: "ai", level: "apprentice" },
  ]);
  const first = atTable(WhoSheet);
  await seat(/Bruno/);
  expect(screen.getAllByRole("button", { name: "Let somebody else sit here" })).toHaveLength(1);
  first.closeSheets();
});

test("two people on one device, and a guest elsewhere: only the guest's seat is set free", async () => {
  fake.host.sitting = whoSits([ada, { ...bruno, held: true }, sitting(2, { name: "Cleo", devices: 1 })]);
  atTable(WhoSheet);
  expect(within(await seat(/Cleo/)).getByRole("button", { name: "Let somebody else sit here" })).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: "Let somebody else sit here" })).toHaveLength(1);
});

test("a guest decides about the own seat only, and cannot delete the game", async () => {
  fake.host.sitting = whoSits([sitting(0, { name: "Ada" }), { ...bruno, held: true }]);
  atTable(WhoSheet, { you: 1 });
  expect(within(await seat(/Ada/)).queryByRole("button")).toBeNull();
  expect(within(await seat(/You, Bruno/)).getByRole("button", { name: "Let a rival play" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
});

test("a rival from the beginning has nobody to give its seat back to", async () => {
  fake.host.sitting = whoSits([ada, sitting(1, { player: "ai", level: "journeyman", devices: 0 })]);
  atTable(WhoSheet);
  expect(within(await seat(/A rival/)).queryByRole("button")).toBeNull();
});

test("the own seat is taken back from the rival", async () => {
  fake.host.sitting = whoSits([{ ...ada, player: "ai", level: "journeyman" }, bruno]);
  const reseat = vi.spyOn(fake.host, "reseat");
  atTable(WhoSheet);
  await userEvent.click(within(await seat(/You, Ada/)).getByRole("button", { name: "Take the seat back" }));
  expect(reseat.mock.calls.map(([, at, { player }]) => [at, player])).toEqual([[0, "person"]]);
});

test("a sheet keeps its keys when the button that was pressed vanishes: Escape still closes it", async () => {
  fake.host.sitting = whoSits([{ ...ada, player: "ai", level: "journeyman" }, bruno]);
  const table = atTable(WhoSheet);
  const take = within(await seat(/You, Ada/)).getByRole("button", { name: "Take the seat back" });
  fake.host.sitting = whoSits([ada, bruno]);
  await userEvent.click(take);
  await waitFor(() => expect(take).not.toBeInTheDocument());
  await userEvent.keyboard("{Escape}");
  expect(table.sheets).toEqual([]);
});

test("a free seat leads the host to inviting", async () => {
  fake.host.sitting = whoSits([ada, sitting(1, { open: true })]);
  atTable(WhoSheet);
  await userEvent.click(within(await seat(/Second seat, free/)).getByRole("button", { name: "Invite a guest" }));
  expect(location.pathname).toBe("/invite/7QK4");
});

test("who sits at the table lets others watch from there", async () => {
  const table = atTable(WhoSheet);
  await userEvent.click(await screen.findByRole("button", { name: /Let others watch/ }));
  expect(table.sheet).toEqual({ kind: "devices", what: "watch" });
});

test("the host deletes the game after being asked once", async () => {
  fake.host.sitting = whoSits([ada, bruno]);
  const remove = vi.spyOn(fake.host, "remove");
  router.go("/table/7QK4/hall");
  atTable(WhoSheet);
  await userEvent.click(await screen.findByRole("button", { name: /Delete the game/ }));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: /Delete it: the game and its story are gone/ }));
  expect(remove).toHaveBeenCalledWith("7QK4");
  expect(location.pathname).toBe("/");
});

test("a link to the own seat is made when it is asked for, and the other devices are signed out", async () => {
  fake.host.sitting = whoSits([{ ...ada, devices: 2 }, bruno]);
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

test("those who only watch get a link of their own, which opens no seat", async () => {
  fake.host.sitting = whoSits([ada, bruno]);
  const link = vi.spyOn(fake.host, "link");
  atTable(DevicesSheet);
  await userEvent.click(await screen.findByRole("radio", { name: "To watch" }));
  await userEvent.click(screen.getByRole("button", { name: "Make the link" }));
  expect(await screen.findByRole("img", { name: "QR picture of the link for those who watch" })).toBeInTheDocument();
  expect(link.mock.calls).toEqual([["7QK4", null]]);
});

test("on a shared device behind its curtain no seat's link can be made in passing", async () => {
  fake.host.sitting = whoSits([ada, { ...bruno, held: true }]);
  atTable(DevicesSheet, { you: null });
  expect(await screen.findByText(/sees what lies open/)).toBeInTheDocument();
  expect(screen.queryByRole("radio")).toBeNull();
});

test.each([
  ["too-many-links", "Sign the other devices out first; then new links can be made."],
  ["too-large", "No game is as large as this file."],
  ["host-seat", "The seat of the person who began the game cannot be set free."],
])("what a person may run into is told in plain words: %s", (code, words) => {
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
    const told = within(await screen.findByRole("dialog"));
    expect(told.queryByRole("button", { name: "Close" })).toBeNull();
    await userEvent.click(told.getByRole("button", { name: "Home" }));
    expect(location.pathname).toBe("/");
    table.close();
  },
);

test("over what lies open on a shared device no link to anybody's seat is had in passing, though it is the person's turn", async () => {
  fake.host.sitting = whoSits([ada, { ...bruno, held: true }]);
  const prompt = ask("turn", [offer({ kind: "pass" }, [], "plain")]);
  const table = new Table("7QK4", fake.host, loadContent(), frame(planningView({ you: null, prompt, clock: [0] })), {
    viewer: "none",
    held: [0, 1],
  });
  expect(table.view.you).toBe(0);
  table.openSheet({ kind: "devices", what: "seat" });
  render(WithTable, { table, shown: DevicesSheet as never });
  expect(
    await screen.findByText("A link to a seat of this device is made while its own cards show."),
  ).toBeInTheDocument();
  expect(screen.queryByRole("radio", { name: "My seat" })).toBeNull();
});

test("a spectator hands no links on", async () => {
  fake.host.sitting = whoSits([sitting(0, { name: "Ada" }), bruno], { watching: true });
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
  table.scored = true;
  render(WithTable, { table, shown: Scoring as never });
}

test("who only watched is told who won, and offered nothing that takes a seat", async () => {
  fake.host.sitting = whoSits([sitting(0, { name: "Ada" }), bruno], { watching: true });
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
])("against whom it was played is said as one says it: %o", async (levels, words) => {
  const seats = planningView().seats.slice(0, 1);
  const rivals = levels.map((level, i) => ({ ...planningView().seats[1]!, seat: i + 1, level }));
  atTheEnd({ seats: [...seats, ...rivals] });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test("another game among friends keeps the own seat here and invites the others anew", async () => {
  fake.host.sitting = whoSits([ada, bruno, sitting(2, { player: "ai", level: "apprentice" })]);
  const create = vi.spyOn(fake.host, "create");
  atTheEnd();
  await userEvent.click(await screen.findByRole("button", { name: "Play again" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    seed: undefined,
    seats: [
      { player: "person", name: "Ada", here: true },
      { player: "person", name: "Bruno", here: false },
      { player: "ai", level: "apprentice" },
    ],
  });
  expect(location.pathname).toBe("/invite/NEW1");
});

test("the same seed once more is the server's to deal, as nobody here need know it", async () => {
  fake.host.sitting = whoSits([ada, sitting(1, { player: "ai", level: "journeyman" })]);
  const again = vi.spyOn(fake.host, "again");
  atTheEnd();
  await userEvent.click(await screen.findByRole("button", { name: "Same seed" }));
  expect(again).toHaveBeenCalledWith("7QK4");
  expect(location.pathname).toBe("/table/NEW1/hall");
});
