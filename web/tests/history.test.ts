// The story and earlier positions on the screen.
import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { tick, type Component } from "svelte";
import { planningView } from "../src/fixtures/board";
import { NO_CHANGE, FakeHost, frame, refusal, seatStatus, seatsOf } from "../src/fixtures/host";
import WithTable from "../src/fixtures/WithTable.svelte";
import { knownGames } from "../src/lobby/known_games";
import type { LogEntry, View } from "../src/api/types";
import { router } from "../src/app/router.svelte";
import { change } from "../src/app/settings.svelte";
import { Table } from "../src/session/table.svelte";
import PastGames from "../src/lobby/PastGames.svelte";
import TableView from "../src/board/TableView.svelte";
import "../src/board/story/lazy_parts"; // load it now, however slow the machine is
import { loadContent } from "./content";

const fake = vi.hoisted(() => ({ host: null as unknown as FakeHost }));
vi.mock("../src/session/open_game", async () => ({
  get host() {
    return fake.host;
  },
  getContent: async () => (await import("./content")).loadContent(),
  localHost: () => new Promise(() => {}),
  isLocal: () => false,
}));

const ada = seatStatus(0, { name: "Ada", held: true, devices: 1 });
const bruno = seatStatus(1, { name: "Bruno", devices: 1 });
const ai = seatStatus(1, { player: "ai", level: "journeyman" });

function past(revision: number, part: Partial<View> = {}): View {
  return planningView({
    revision,
    choice_count: revision,
    clock: [1],
    waiting_for: [{ seat: 1, kind: "plan-worker" }],
    round: 2,
    ...part,
  });
}

function entry(n: number, location: string): LogEntry {
  return {
    n,
    seat: 1,
    events: frame(past(n), [{ type: "worker-placed", seat: 1, location, placement: n, apprentices: 0 }]).events,
    reason: null,
    ...NO_CHANGE,
  };
}

/** A table at revision 20, opened at its story of three sentences and possibly more. */
async function storyOf(view = past(20), more: LogEntry[] = []): Promise<Table> {
  const { host } = fake;
  host.entries = [
    {
      n: 0,
      seat: -1,
      events: frame(past(0), [{ type: "phase-begun", seat: -1, round: 2, phase: "planning" }]).events,
      reason: null,
      ...NO_CHANGE,
    },
    entry(3, "guild"),
    entry(5, "salon"),
    ...more,
  ];
  vi.spyOn(host, "view").mockImplementation((_game, revision = 20) =>
    Promise.resolve(frame(past(revision, { seats: view.seats.map((seat) => ({ ...seat, prestige: revision })) }))),
  );
  const table = new Table("7QK4", host, loadContent(), frame(view));
  await table.open();
  router.go("/table/7QK4/story");
  render(WithTable, { table, shown: TableView as unknown as Component<Record<string, unknown>>, given: { table } });
  await tick();
  if (view.phase !== "setup") await screen.findByRole("slider");
  return table;
}

const slider = (): HTMLInputElement => screen.getByRole("slider", { name: "Position" });
const dock = (): HTMLElement => document.querySelector(".dock") as HTMLElement;
const row = (words: string): HTMLElement =>
  screen.getByText(words, { selector: ".st2 .grow" }).closest("li") as HTMLElement;

beforeEach(() => {
  localStorage.clear();
  fake.host = new FakeHost();
  fake.host.seatInfo = seatsOf([ada, ai]);
  change({ speed: "instant" });
});

test("the slider announces the sentence of its position, and a screen reader can move it", async () => {
  const table = await storyOf();
  expect([slider().min, slider().max, slider().value]).toEqual(["1", "3", "3"]);
  expect(slider()).toHaveAttribute("aria-valuetext", "Ruckers sends a worker to the Salon.");
  await fireEvent.input(slider(), { target: { value: "2" } });
  await fireEvent.change(slider());
  expect(table.navigation.past.at).toBe(3);
  expect(slider()).toHaveAttribute("aria-valuetext", "Ruckers sends a worker to the Guild.");
  expect(screen.getByRole("heading", { name: /^Step 2 of 3/ })).toBeInTheDocument();
});

test("a long story loads in batches, the newest first, and every sentence once", async () => {
  const counts = [0];
  const rows = (): Element[] => [...document.querySelectorAll(".st2 li")];
  const watch = new MutationObserver(() => counts.push(rows().length));
  watch.observe(document.body, { childList: true, subtree: true });
  await storyOf(
    past(200),
    Array.from({ length: 130 }, (_, i) => entry(6 + i, i === 129 ? "balcony" : "guild")),
  );
  await waitFor(() => expect(rows()).toHaveLength(133), { timeout: 4000 });
  watch.disconnect();
  expect(Math.max(...counts.slice(1).map((count, i) => count - counts[i]!))).toBeLessThanOrEqual(40);
  expect(rows()[0]).toHaveTextContent("Planning: workers go out face down.");
  expect(rows()[132]).toHaveTextContent("Balcony");
});

test("a touch on a sentence shows its position, later sentences turn pale, and the present comes back", async () => {
  const table = await storyOf();
  await userEvent.click(
    within(row("Ruckers sends a worker to the Guild.")).getByRole("button", { name: "The position then" }),
  );
  const print = await screen.findByRole("region", { name: "As it was" });
  await waitFor(() => expect(within(print).getByRole("heading", { name: "Round 2, planning" })).toBeInTheDocument());
  expect(within(print).getByText("You").parentElement).toHaveTextContent("3");
  expect(row("Ruckers sends a worker to the Guild.")).toHaveAttribute("aria-current", "step");
  expect(row("Ruckers sends a worker to the Salon.")).toHaveClass("after");
  expect(row("Planning: workers go out face down.")).not.toHaveClass("after");
  expect(dock()).not.toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Back to now" }));
  expect(table.navigation.past.at).toBeNull();
  expect(screen.queryByRole("region", { name: "As it was" })).not.toBeInTheDocument();
  expect(slider()).toHaveFocus();
});

test("arrows, Home and End move while looking back, and Escape returns to the present", async () => {
  const table = await storyOf();
  await fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  expect(table.navigation.past.at).toBeNull();
  table.navigation.past.goTo(5);
  for (const [key, at] of [
    ["ArrowLeft", 3],
    ["Home", 0],
    ["ArrowLeft", 0],
    ["ArrowRight", 3],
    ["End", 5],
  ] as const) {
    await fireEvent.keyDown(document.body, { key });
    expect(table.navigation.past.at).toBe(at);
  }
  expect(table.session.playback.announcement).toBe("Ruckers sends a worker to the Salon.");
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(table.navigation.past.at).toBeNull();
  table.navigation.past.goTo(5);
  await fireEvent.keyDown(slider(), { key: "Home" }); // the slider's own
  expect(table.navigation.past.at).toBe(5);
  await fireEvent.keyDown(slider(), { key: "Escape" });
  expect(table.navigation.past.at).toBeNull();
});

test("the arrows beside the button move, and do nothing at the ends", async () => {
  const table = await storyOf();
  table.navigation.past.goTo(3);
  await userEvent.click(await screen.findByRole("button", { name: "One step back" }));
  expect(table.navigation.past.at).toBe(0);
  expect(screen.getByRole("button", { name: "One step back" })).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(screen.getByRole("button", { name: "One step forward" }));
  expect(table.navigation.past.at).toBe(3);
});

test("the browser's Back leads from the past to the present, and only then to the Hall", async () => {
  const table = await storyOf();
  table.navigation.past.goTo(3);
  await screen.findByRole("button", { name: "Back to now" });
  history.back();
  await waitFor(() => expect(table.navigation.past.at).toBeNull());
  expect(table.navigation.tab).toBe("story");
});

test("the dock stays in place while the slider is dragged", async () => {
  await storyOf();
  await fireEvent.pointerDown(slider());
  await fireEvent.input(slider(), { target: { value: "1" } });
  expect(dock()).toBeVisible();
  await fireEvent.pointerUp(window);
  expect(dock()).not.toBeVisible();
});

test("the whole earlier table can be inspected and stepped through", async () => {
  const table = await storyOf();
  table.navigation.past.goTo(3);
  await userEvent.click(await screen.findByRole("button", { name: "Look around the table at step 2" }));
  const sheet = await screen.findByRole("dialog", { name: "As it was" });
  expect(within(sheet).getByRole("button", { name: /^Guild\./ })).toBeInTheDocument();
  await userEvent.click(within(sheet).getByRole("radio", { name: "Seats" }));
  await userEvent.click(within(sheet).getByRole("radio", { name: "You" }));
  expect(within(sheet).getByText("3", { selector: ".lr b" })).toBeInTheDocument();
  await userEvent.click(within(sheet).getByRole("button", { name: "One step forward" }));
  await waitFor(() => expect(within(sheet).getByText("5", { selector: ".lr b" })).toBeInTheDocument());
  expect(table.navigation.sheets).toHaveLength(1);
});

test("a position that fails to load is reported in the summary, with a retry", async () => {
  const table = await storyOf();
  vi.spyOn(fake.host, "view").mockRejectedValueOnce(refusal("unreachable", 0));
  table.navigation.past.goTo(3);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  const print = screen.getByRole("region", { name: "As it was" });
  expect(await within(print).findByRole("heading", { name: "Round 2, planning" })).toBeInTheDocument();
});

test("the set-up has no earlier positions", async () => {
  await storyOf(past(20, { phase: "setup" }));
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "The position then" })).not.toBeInTheDocument();
});

// --- new games out of old ones ---------------------------------------------------------------------------------------

test("a single person plays on from the position that is shown", async () => {
  const copy = vi.spyOn(fake.host, "copy");
  const table = await storyOf();
  table.navigation.past.goTo(3);
  await userEvent.click(await screen.findByRole("button", { name: "Play on from here" }));
  expect(await screen.findByText("From step 2, as it was in round 2.")).toBeInTheDocument();
  expect(screen.queryByRole("radio", { name: "Apprentice" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Play on alone" }));
  await waitFor(() => expect(copy).toHaveBeenCalledWith("7QK4", { revision: 3, level: "journeyman", seat: 0 }));
  expect(router.route).toMatchObject({ name: "table", game: "NEW1" });
  expect(knownGames().map(({ game }) => game)).toContain("NEW1");
});

test("on a shared device the level of the AI for the other seat is chosen", async () => {
  fake.host.seatInfo = seatsOf([ada, { ...bruno, held: true }]);
  const copy = vi.spyOn(fake.host, "copy");
  const table = await storyOf();
  table.navigation.openSheet({ kind: "copy" });
  await userEvent.click(await screen.findByRole("radio", { name: "Apprentice" }));
  await userEvent.click(screen.getByRole("button", { name: "Play on alone" }));
  await waitFor(() => expect(copy).toHaveBeenCalledWith("7QK4", { revision: 20, level: "apprentice", seat: 0 }));
});

test("on a shared device the seat to play on with is chosen: first that of the viewer", async () => {
  fake.host.seatInfo = seatsOf([ada, { ...bruno, held: true }]);
  const copy = vi.spyOn(fake.host, "copy");
  const table = await storyOf(past(20, { you: 1 }));
  table.navigation.openSheet({ kind: "copy" });
  const whose = await screen.findByRole("radiogroup", { name: "Whose seat is yours?" });
  expect(within(whose).getByRole("radio", { name: "Bruno" })).toBeChecked();
  await userEvent.click(within(whose).getByRole("radio", { name: "Ada" }));
  await userEvent.click(screen.getByRole("button", { name: "Play on alone" }));
  await waitFor(() => expect(copy).toHaveBeenLastCalledWith("7QK4", expect.objectContaining({ seat: 0 })));
  table.navigation.openSheet({ kind: "copy" });
  await userEvent.click(await screen.findByRole("button", { name: "Play on alone" }));
  await waitFor(() => expect(copy).toHaveBeenLastCalledWith("7QK4", expect.objectContaining({ seat: 1 })));
});

test("with one seat of several, record, copy and seed are locked, with the reason", async () => {
  fake.host.seatInfo = seatsOf([ada, bruno]);
  const exported = vi.spyOn(fake.host, "export");
  const rematch = vi.spyOn(fake.host, "rematch");
  const table = await storyOf();
  table.navigation.openSheet({ kind: "menu" });
  for (const name of [/^Save the record/, /^Play on from here/, /^Same seed again/]) {
    const shut = await screen.findByRole("button", {
      name: new RegExp(`${name.source}.*Not before the end: it would show what others hide`),
    });
    expect(shut).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(shut);
  }
  expect(table.navigation.sheet).toEqual({ kind: "menu" });
  expect(exported).not.toHaveBeenCalled();
  expect(rematch).not.toHaveBeenCalled();
});

test.each([
  [
    "a rival keeps the seat of a friend who left",
    seatsOf([ada, { ...bruno, player: "ai", level: "journeyman" }]),
    true,
  ],
  ["a seat is still free", seatsOf([ada, seatStatus(1, { open: true })]), true],
  ["the game is over", seatsOf([ada, bruno], { finished: true }), false],
  ["one only watches a game that is over", seatsOf([bruno], { finished: true, watching: true }), true],
])("where %s", async (_, seats, locked) => {
  fake.host.seatInfo = seats;
  const table = await storyOf();
  table.navigation.openSheet({ kind: "menu" });
  const keep = await screen.findByRole("button", { name: /^Save the record/ });
  await waitFor(() => expect(keep.getAttribute("aria-disabled")).toBe(locked ? "true" : null));
});

test("the same seed again is a new game with the same seats", async () => {
  const rematch = vi.spyOn(fake.host, "rematch");
  const table = await storyOf();
  table.navigation.openSheet({ kind: "menu" });
  await userEvent.click(await screen.findByRole("button", { name: /^Same seed again/ }));
  await waitFor(() => expect(rematch).toHaveBeenCalledWith("7QK4"));
  expect(router.route).toMatchObject({ name: "table", game: "NEW1" });
});

// --- bringing in a record ----------------------------------------------------------------------------------------------

const record = { header: { seed: "LUTE 4817" }, log: [] };

async function bring(content: string): Promise<void> {
  const file = Object.assign(new File([content], "luthier-7QK4.json", { type: "application/json" }), {
    text: () => Promise.resolve(content),
  });
  render(PastGames);
  await userEvent.upload(screen.getByLabelText("Bring in a game", { selector: "input" }), file);
}

test("a record from a file goes to its table", async () => {
  const brought = vi.spyOn(fake.host, "import");
  await bring(JSON.stringify(record));
  await waitFor(() => expect(router.route).toMatchObject({ name: "table", game: "NEW1" }));
  expect(brought.mock.calls[0]?.[0]).toEqual(record);
  expect(knownGames().map(({ game }) => game)).toEqual(["NEW1"]);
});

test("an invalid record is reported with its difference", async () => {
  vi.spyOn(fake.host, "import").mockRejectedValue(
    refusal("broken-record", 422, { detail: "log entry 57: not offered" }),
  );
  await bring(JSON.stringify(record));
  expect(await screen.findByText("What differs: log entry 57: not offered")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The game in the file cannot be played over as it is written there.",
  );
});

test.each([
  ["is no JSON", "a shopping list", "The file holds no game that was saved by Luthier."],
  ["is other JSON", "[1, 2]", "The file holds no game that was saved by Luthier."],
])("a file that %s is not sent at all", async (_, content, words) => {
  const brought = vi.spyOn(fake.host, "import");
  await bring(content);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(brought).not.toHaveBeenCalled();
});
