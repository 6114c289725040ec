import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { planningView } from "../src/fixtures/board";
import { FakeHost, frame, refusal, seatStatus, seatsOf } from "../src/fixtures/host";
import { knownGames, remember } from "../src/lobby/known_games";
import { router } from "../src/app/router.svelte";
import Home from "../src/lobby/Home.svelte";
import NewGame from "../src/lobby/NewGame.svelte";
import PastGames from "../src/lobby/PastGames.svelte";
import { forHost } from "../src/app/settings.svelte";
import Settings from "../src/app/Settings.svelte";
import { loadContent } from "./content";

const fake = vi.hoisted(() => ({ host: null as unknown as FakeHost }));
vi.mock("../src/session/open_game", () => ({
  get host() {
    return fake.host;
  },
  getContent: () => Promise.resolve(loadContent()),
}));

beforeEach(() => {
  localStorage.clear();
  fake.host = new FakeHost();
  router.go("/");
});

const known = (game: string, at: number): Parameters<typeof remember>[0] => ({ game, at, setupCard: true });

test("a new game has the chosen AIs, card and seed, and is remembered", async () => {
  const create = vi.spyOn(fake.host, "create");
  const user = userEvent.setup();
  render(NewGame);
  await user.click(screen.getByRole("radio", { name: "Apprentice" }));
  await user.click(screen.getByRole("switch", { name: /Setup card/ }));
  const seed = screen.getByRole("textbox", { name: /Seed/ });
  await user.clear(seed);
  await user.type(seed, "OBOE 12");
  await user.click(screen.getByRole("button", { name: "Begin with one rival" }));
  expect(create).toHaveBeenCalledWith({
    seats: [
      { player: "person", colour: "azure" },
      { player: "ai", level: "apprentice", colour: "gules" },
    ],
    seed: "OBOE 12",
    options: { setup_card: false },
    settings: { confirm_turns: true, auto_forced: true },
  });
  expect(knownGames().map(({ game, setupCard }) => [game, setupCard])).toEqual([["NEW1", false]]);
  expect(location.pathname).toBe("/table/NEW1/hall");
});

test("a suggested seed is a word and four digits, and another one is asked for by touch", async () => {
  render(NewGame);
  const seed = screen.getByRole<HTMLInputElement>("textbox", { name: /Seed/ });
  expect(seed.value).toMatch(/^[A-Z]+ \d{4}$/);
  const before = seed.value;
  for (let i = 0; i < 5 && seed.value === before; i++)
    await userEvent.click(screen.getByRole("button", { name: "Another seed" }));
  expect(seed.value).not.toBe(before);
});

test("up to four can sit, and the setup card is only for two seats", async () => {
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: "Add a rival" }));
  await userEvent.click(screen.getByRole("button", { name: "Add a rival" }));
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getByText("Only at a table for two")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove the third seat" }));
  expect(screen.getByRole("button", { name: "Begin with two rivals" })).toBeInTheDocument();
});

test("two people and an AI on one device: names are entered, the button names the players", async () => {
  const create = vi.spyOn(fake.host, "create");
  render(NewGame, { preset: "trio" });
  expect(screen.getByRole("radio", { name: "Two and rival" })).toBeChecked();
  const [ada, bruno] = screen.getAllByRole("textbox", { name: "Name" });
  await userEvent.type(ada as HTMLElement, "Ada");
  await userEvent.type(bruno as HTMLElement, "Bruno ");
  await userEvent.click(screen.getByRole("button", { name: "Begin: Ada, Bruno and a rival" }));
  expect(create.mock.calls[0]?.[0].seats).toEqual([
    { player: "person", colour: "azure", name: "Ada" },
    { player: "person", colour: "vert", name: "Bruno" },
    { player: "ai", level: "journeyman", colour: "gules" },
  ]);
  expect(location.pathname).toBe("/table/NEW1/hall");
});

test("two people alone always play with the setup card, and the page says so", async () => {
  const create = vi.spyOn(fake.host, "create");
  render(NewGame);
  await userEvent.click(screen.getByRole("switch", { name: /Setup card/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Two" }));
  expect(screen.getByText("Two people always play with it")).toBeInTheDocument();
  expect(screen.queryByRole("switch")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Begin: Azure and Vert" }));
  expect(create.mock.calls[0]?.[0].options).toEqual({ setup_card: true });
});

test("with a guest the seat is open, nobody knows the seed, and the host continues to the invitation", async () => {
  const create = vi.spyOn(fake.host, "create");
  render(NewGame);
  await userEvent.click(screen.getByRole("radio", { name: "Two phones" }));
  expect(screen.queryByRole("textbox", { name: /Seed/ })).toBeNull();
  expect(screen.getByText(/shown after the end/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Invite one guest" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    seed: undefined,
    seats: [{ player: "person" }, { player: "person", on_this_device: false }, { player: "ai" }],
  });
  expect(location.pathname).toBe("/invite/NEW1");
});

test("a seat takes another colour, and its former seat gets the one given up", async () => {
  const create = vi.spyOn(fake.host, "create");
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: "Colour: Azure. Take another one" }));
  await userEvent.click(screen.getByRole("button", { name: /Begin/ }));
  expect(create.mock.calls[0]?.[0].seats.map(({ colour }) => colour)).toEqual(["gules", "azure"]);
});

test("arrows choose within a group, round its ends", async () => {
  render(NewGame);
  screen.getByRole("radio", { name: "Alone" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "Two" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "Two" })).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(screen.getByRole("radio", { name: "Two phones" })).toBeChecked();
});

test("the name given last is preset in the next game", async () => {
  const first = render(NewGame);
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ada");
  await userEvent.click(screen.getByRole("button", { name: /Begin/ }));
  first.unmount();
  render(NewGame);
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada");
});

test("an unreachable server is reported beside the button", async () => {
  vi.spyOn(fake.host, "create").mockRejectedValue(refusal("unreachable", 0));
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: /Begin/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The server does not answer.");
});

test("the title page continues the last game, and removes deleted ones", async () => {
  remember(known("GONE", 1));
  remember(known("7QK4", 2));
  fake.host.seatInfo = seatsOf([seatStatus(0, { held: true }), seatStatus(1, { player: "ai", level: "journeyman" })]);
  vi.spyOn(fake.host, "view").mockImplementation((game?: string) => {
    return game === "GONE" ? Promise.reject(refusal("unknown-game", 404)) : Promise.resolve(frame(planningView()));
  });
  render(Home);
  await userEvent.click(await screen.findByRole("button", { name: /Amati against Ruckers/ }));
  expect(location.pathname).toBe("/table/7QK4/hall");
  expect(knownGames().map(({ game }) => game)).toEqual(["7QK4"]);
});

test("the title page requests the spectator view: a shared device shows nobody's secrets on it", async () => {
  remember(known("7QK4", 2));
  const view = vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView()));
  render(Home);
  await screen.findByText("Continue");
  expect(view.mock.calls).toEqual([["7QK4", undefined, "none"]]);
});

test.each([
  [
    "another person's turn",
    [seatStatus(0, { held: true }), seatStatus(1, { name: "Bruno" })],
    [1],
    "With Bruno",
    "Round 3, Bruno’s turn. 23 to 27",
  ],
  [
    "a free seat",
    [seatStatus(0, { held: true }), seatStatus(1, { open: true })],
    [1],
    "With a guest",
    "Round 3, waiting for a guest. 23 to 27",
  ],
  [
    "a seat kept by a rival",
    [seatStatus(0, { held: true }), seatStatus(1, { name: "Bruno" }), seatStatus(2, { player: "ai" })],
    [2],
    "With Bruno and a rival",
    "Round 3, a rival’s turn. 23 to 27",
  ],
  [
    "a shared device",
    [seatStatus(0, { held: true, name: "Ada" }), seatStatus(1, { held: true, name: "Bruno" })],
    [1],
    "Ada and Bruno",
    "Round 3, Bruno’s turn. 23 to 27",
  ],
  [
    "a spectator",
    [seatStatus(0, { name: "Ada" }), seatStatus(1, { name: "Bruno" })],
    [0],
    "Ada and Bruno",
    "Round 3, Ada’s turn. 23 to 27",
  ],
])("the title page names the players and the seat to move: %s", async (_, seats, clock, names, line) => {
  remember(known("7QK4", 2));
  fake.host.seatInfo = seatsOf(seats);
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView({ clock, you: null })));
  render(Home);
  const button = await screen.findByRole("button", { name: /Continue/ });
  expect(button).toHaveTextContent(names);
  expect(button).toHaveTextContent(line);
});

test("in the set-up the title page names the seats still to choose", async () => {
  remember(known("7QK4", 2));
  fake.host.seatInfo = seatsOf([
    seatStatus(0, { held: true }),
    seatStatus(1, { name: "Bruno" }),
    seatStatus(2, { name: "Clara" }),
  ]);
  const view = vi
    .spyOn(fake.host, "view")
    .mockResolvedValue(frame(planningView({ phase: "setup", round: 1, clock: [1, 2] })));
  const shown = render(Home);
  expect(await screen.findByText("Set-up, Bruno and Clara are to choose")).toBeInTheDocument();
  shown.unmount();
  view.mockResolvedValue(frame(planningView({ phase: "setup", round: 1, clock: [0, 1, 2] })));
  render(Home);
  expect(await screen.findByText("Choosing what to keep")).toBeInTheDocument();
});

test("a finished game moves to the past games, which show its result", async () => {
  remember(known("7QK4", 2));
  fake.host.seatInfo = seatsOf([seatStatus(0, { held: true }), seatStatus(1, { player: "ai" })]);
  vi.spyOn(fake.host, "view").mockResolvedValue(frame(planningView({ phase: "finished", winners: [1] })));
  render(Home);
  await waitFor(() => expect(knownGames()[0]?.over).toBe(true));
  expect(screen.queryByText("Continue")).toBeNull();
  render(PastGames);
  await userEvent.click(await screen.findByRole("button", { name: /Amati against Ruckers\s*Ruckers won, 27 to 23/ }));
  expect(location.pathname).toBe("/table/7QK4/hall");
});

test("without past games the page offers to play the first", async () => {
  render(PastGames);
  await userEvent.click(await screen.findByRole("button", { name: "Play the first" }));
  expect(location.pathname).toBe("/new");
});

test("without a game the title page offers to begin or join one, and nothing else", () => {
  render(Home);
  const names = ["Alone", "Two people", "Join with a code", "Past games", "Rules", "Settings"].map((name) =>
    screen.getByRole("button", { name: new RegExp(`^${name}`) }),
  );
  expect(screen.getAllByRole("button")).toEqual(names);
});

test("over plain http the title page explains why the app cannot be installed; elsewhere it does not", () => {
  const shown = render(Home);
  expect(screen.queryByText("Over plain http")).toBeNull();
  shown.unmount();
  vi.stubGlobal("isSecureContext", false);
  render(Home);
  vi.unstubAllGlobals();
  expect(screen.getByText("Over plain http").parentElement).toHaveTextContent(/https/);
});

test("each warning can be switched off, and on again", async () => {
  render(Settings);
  const names = [
    "A strong worker, or a bonus, wasted",
    "A patron about to leave",
    "More than storage holds",
    "A Market left unused",
  ];
  for (const name of names) {
    const warning = screen.getByRole("switch", { name });
    expect(warning).toBeChecked();
    await userEvent.click(warning);
    expect(warning).not.toBeChecked();
  }
  expect(JSON.parse(localStorage.getItem("luthier.quiet") ?? "[]")).toHaveLength(4);
  for (const name of names) await userEvent.click(screen.getByRole("switch", { name }));
  expect(JSON.parse(localStorage.getItem("luthier.quiet") ?? "[]")).toEqual([]);
});

test("the end of a turn is confirmed or automatic, as the settings say", async () => {
  render(Settings);
  const confirm = screen.getByRole("switch", { name: /Ask before a turn ends/ });
  expect(confirm).toBeChecked();
  await userEvent.click(confirm);
  expect(forHost()).toMatchObject({ confirm_turns: false });
  await userEvent.click(confirm);
  expect(forHost()).toMatchObject({ confirm_turns: true });
});

test("settings are kept on the device", async () => {
  render(Settings);
  await userEvent.click(screen.getByRole("switch", { name: /One touch/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Slow" }));
  expect(JSON.parse(localStorage.getItem("luthier.settings") ?? "{}")).toMatchObject({ oneTouch: true, speed: "slow" });
  await userEvent.click(screen.getByRole("switch", { name: /One touch/ }));
});
