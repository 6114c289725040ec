import { fireEvent, render, screen, within } from "@testing-library/svelte";
import type { Component } from "svelte";
import { expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import * as fixture from "../fixtures/board";
import WithTable from "../fixtures/WithTable.svelte";
import { Table } from "../session/table.svelte";
import type { Prompt, View } from "../api/types";
import AwardsSheet from "./sheets/AwardsSheet.svelte";
import CardSheet from "./sheets/CardSheet.svelte";
import ChairSheet from "./sheets/ChairSheet.svelte";
import DisplaySheet from "./sheets/DisplaySheet.svelte";
import GoalsSheet from "./sheets/GoalsSheet.svelte";
import Hall from "./hall/Hall.svelte";
import MarketSheet from "./sheets/MarketSheet.svelte";
import Orchestra from "./orchestra/Orchestra.svelte";
import Seats from "./seats/Seats.svelte";
import Workshop from "./workshop/Workshop.svelte";

const content = loadContent();

function tableOf(prompt: Prompt | null = null, part: Partial<View> = {}): Table {
  const view = fixture.planningView({ prompt, ...part });
  return new Table("7QK4", {} as never, content, { revision: view.revision, view, events: [], reasons: [] });
}

function show(shown: Component<never>, table: Table, given: Record<string, unknown> = {}): Table {
  put(shown, table, given);
  return table;
}

function put(shown: Component<never>, table: Table, given: Record<string, unknown>): { unmount: () => void } {
  return render(WithTable, { table, shown: shown as unknown as Component<Record<string, unknown>>, given });
}

test("a location shows its action and its workers", () => {
  show(Hall, tableOf());
  expect(
    screen.getByRole("button", {
      name: /^Guild\. Take an instrument card\. There: Ruckers’s worker, face down with 2 apprentices$/,
    }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: /^Salon\..*your worker 5$/ })).toBeVisible();
});

test("a highlighted location is chosen by a touch, and shows the position that the worker would have", async () => {
  const table = show(Hall, tableOf(fixture.placesPrompt()));
  const perform = screen.getByRole("button", { name: /^Perform/ });
  expect(perform).toHaveClass("lit");
  await fireEvent.click(perform);
  expect(table.drafting.selected).toBe(2);
  expect(perform).toHaveClass("sel");
  expect(perform).toHaveAttribute("aria-pressed", "true");
  expect(within(perform).getByText("1st")).toBeInTheDocument();
  expect(table.navigation.sheet).toBeNull();
});

test("an item without highlight opens its sheet, and so does the info key on a highlighted one", async () => {
  const table = show(Hall, tableOf());
  await fireEvent.click(screen.getByRole("button", { name: /^Repair/ }));
  expect(table.navigation.sheet).toEqual({ kind: "display", location: "repair" });
  table.navigation.closeSheets();
  await fireEvent.keyDown(screen.getByRole("button", { name: /^Salon/ }), { key: "i" });
  expect(table.navigation.sheet).toEqual({ kind: "display", location: "salon" });
});

test("a long touch inspects a highlighted item without choosing it", async () => {
  vi.useFakeTimers();
  const table = show(Hall, tableOf(fixture.placesPrompt()));
  const salon = screen.getByRole("button", { name: /^Salon/ });
  await fireEvent.pointerDown(salon, { button: 0 });
  vi.advanceTimersByTime(600);
  await fireEvent.click(salon);
  vi.useRealTimers();
  expect(table.navigation.sheet).toEqual({ kind: "display", location: "salon" });
  expect(table.drafting.selected).toBeNull();
});

test("a chair has the label of the design", () => {
  show(Orchestra, tableOf(fixture.chairPrompt()));
  expect(
    screen.getByRole("button", {
      name: "Harpsichord, Baroque, percussion and keyboards; first chair Ruckers, repair; below the line you, 1; can be taken: 1 money and 1 wood",
    }),
  ).toHaveClass("lit");
  expect(
    screen.getByRole("button", { name: "Bassoon, Classical, winds; first chair empty; pays 5 money" }),
  ).not.toHaveClass("lit");
  expect(screen.getByRole("button", { name: /^Oboe/ })).toHaveAccessibleName(/can be joined/);
});

test("all chairs and boxes are on the stage, each at its position", () => {
  show(Orchestra, tableOf());
  const chairs = document.querySelectorAll<HTMLElement>(".chair");
  expect(chairs).toHaveLength(20);
  expect(document.querySelectorAll(".box")).toHaveLength(3);
  expect(new Set([...chairs].map((chair) => `${chair.style.left} ${chair.style.top}`)).size).toBe(20);
  expect(screen.getByRole("button", { name: /^First violins/ })).toHaveStyle({ left: "82px", top: "311px" });
});

test("a patron shows met requirements, its patience, when it leaves and the loss", () => {
  show(Workshop, tableOf());
  const vivaldi = screen.getByRole("button", {
    name: /^Antonio Vivaldi, 1 wish of 2 open\. Gift now: 1 apprentice\. Leaves in round 6$/,
  });
  expect(vivaldi.querySelectorAll(".rq.met")).toHaveLength(1);
  expect(vivaldi.querySelectorAll(".ps")[0]).toHaveClass("at");
  const prince = screen.getByRole("button", { name: /^Nikolaus I, Prince Esterházy/ });
  expect(within(prince).getByText("Leaves in round 4: −6")).toHaveClass("warn");
  expect(screen.getByText("Violin can be finished")).toBeVisible();
});

test("an empty space shows the bonus for placing a patron there, and is highlighted when one is to be placed", async () => {
  const spaces = [fixture.offer({ kind: "patron-space", space: 3 }, ["space:3"], "place", { gain: { apprentice: 1 } })];
  const table = show(Workshop, tableOf(fixture.ask("patron-space", spaces, { card: "joseph-haydn" })));
  await fireEvent.click(screen.getByRole("button", { name: "Space 3, gives 1 apprentice" }));
  expect(table.drafting.selected).toBe(0);
});

test("cards in hand can be chosen, and goals show what they would score now", () => {
  const bench = [fixture.offer({ kind: "bench", card: "oboe" }, ["hand:oboe"], "bench")];
  show(Workshop, tableOf(fixture.ask("bench", bench, { left: 2 })));
  expect(screen.getByRole("button", { name: "Oboe, in your hand" })).toHaveClass("lit");
  expect(screen.getByRole("button", { name: "Theorbo, in your hand, rare" })).not.toHaveClass("lit");
  expect(screen.getByRole("button", { name: /Goals/ })).toHaveTextContent("2, so far 0");
});

test("a track shows its next bonus, and all of them when touched", async () => {
  show(Workshop, tableOf());
  const craft = screen.getByRole("button", { name: "Craft, step 0 of 6. Next: rough two instruments at once" });
  await fireEvent.click(craft);
  const sheet = screen.getByRole("dialog", { name: "Craft" });
  expect(within(sheet).getAllByRole("listitem")).toHaveLength(6);
});

test("another seat shows its workshop with hidden things only counted", () => {
  const table = tableOf();
  table.navigation.shownSeat = 1;
  show(Seats, table);
  expect(screen.getByRole("heading", { name: "Ruckers of Antwerp" })).toBeVisible();
  expect(screen.getByText("4 held: 6 at the end")).toBeVisible();
  expect(screen.getByText("Instruments, 2")).toBeVisible();
  expect(screen.getByText("goals, hidden")).toBeVisible();
  expect(screen.getByText("cards in hand")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Hector Berlioz/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Natural trumpet, roughing costs 2 metal/ })).toBeVisible();
  expect(screen.getByText("1 content: Marin Marais")).toBeVisible();
});

test("a display shows tier and price, and how many of the viewer's patrons a card serves", async () => {
  const table = show(DisplaySheet, tableOf(fixture.guildPrompt()), { location: "guild" });
  const guitar = screen.getByRole("button", { name: "Guitar, tier II, costs 4, would serve 2 of your patrons" });
  expect(guitar.querySelectorAll(".mt svg")).toHaveLength(2);
  await fireEvent.click(guitar);
  expect(table.drafting.selected).toBe(1);
  expect(screen.getByText(/Antonio Vivaldi’s second wish/)).toBeVisible();
  expect(screen.getByText(/Nikolaus I’s first wish/)).toBeVisible();
  expect(screen.getByText(/Its chair is free/)).toBeVisible();
});

test("a card selected at one location is not shown at another", () => {
  const table = tableOf(fixture.guildPrompt());
  table.drafting.selected = 1;
  show(DisplaySheet, table, { location: "salon" });
  expect(screen.getByRole("heading", { name: "Salon" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: /Guitar/ })).toBeNull();
});

test("every location describes its actions", () => {
  for (const location of ["salon", "guild", "perform", "repair", "balcony", "roughing", "finishing"]) {
    const { unmount } = put(DisplaySheet, tableOf(), { location });
    expect(screen.getByText("Main action")).toBeVisible();
    expect(screen.getByText("Or instead")).toBeVisible();
    unmount();
  }
});

test("a patron's sheet shows its requirements, the cards that meet them, and its gifts by round", () => {
  show(CardSheet, tableOf(), { of: "patron", id: "antonio-vivaldi" });
  expect(screen.getByText("Met by Viola")).toBeVisible();
  expect(screen.getByText(/on the finishing bench would do/)).toBeVisible();
  expect(screen.getByText("now, Salon 4+")).toBeVisible();
  expect(screen.getByText("in 6, −3 a wish")).toBeVisible();
  expect(screen.getByText("Every finishing costs 1 material less")).toBeVisible();
});

const KINDS = [
  ["patron", content.patrons],
  ["instrument", content.instruments],
  ["performance", content.performances],
  ["repair", content.repairs],
  ["family", content.families],
  ["specialist", content.specialists],
  ["goal", content.goals],
  ["award", content.awards],
  ["market", content.markets],
] as [string, Record<string, { name: string }>][];

test.each(KINDS)("every %s has a sheet", { timeout: 20_000 }, (of, cards) => {
  for (const [id, card] of Object.entries(cards)) {
    const { unmount } = put(CardSheet, tableOf(), { of, id });
    expect(document.querySelector("h1")).toHaveTextContent(card.name);
    unmount();
  }
});

test("awards show the own count, levels closed, taken and reached, and the markers left", () => {
  show(AwardsSheet, tableOf());
  expect(screen.getByRole("button", { name: "From 3: 3 prestige, closed" })).toBeVisible();
  expect(screen.getByRole("button", { name: "From 2: 3 prestige, You" })).toBeVisible();
  expect(screen.getByRole("button", { name: "From 2: 3 prestige, Ruckers" })).toBeVisible();
  expect(screen.getByRole("button", { name: "From 3: 5 prestige, reached" })).toBeVisible();
  expect(screen.getByText("1 of 3 used")).toBeVisible();
});

test("a highlighted level of an award is chosen by a touch", async () => {
  const levels = [
    fixture.offer({ kind: "score", award: "award-silver-reed", level: 2 }, ["award:award-silver-reed:2"], "score", {
      gain: { prestige: 5 },
    }),
  ];
  const table = show(AwardsSheet, tableOf(fixture.ask("act", levels, { location: "balcony" })));
  await fireEvent.click(screen.getByRole("button", { name: "From 3: 5 prestige, reached" }));
  expect(table.drafting.selected).toBe(0);
});

test("goals show their current count", () => {
  show(GoalsSheet, tableOf());
  expect(screen.getByText("Different instruments you finished")).toBeVisible();
  expect(screen.getByRole("button", { name: "From 3: 2 prestige, 1 more" })).toBeVisible();
});

test("the Market shows the viewer's prices", () => {
  show(MarketSheet, tableOf(null, { market: { ...fixture.planningView().market, hire: 2 } }));
  expect(screen.getByRole("heading", { name: "Butchers' fair" })).toBeVisible();
  expect(screen.getByText("Hire an apprentice, 2")).toBeVisible();
  expect(screen.getByText("Train Craft, 15")).toBeVisible();
});

test("how many tokens take a chair is the engine's word, also where a patron lets as many as the holder's do", () => {
  const orchestra = { ...fixture.planningView().orchestra };
  orchestra["seat-harpsichord"] = { ...orchestra["seat-harpsichord"]!, needed: 2, possible: false };
  show(ChairSheet, tableOf(null, { orchestra }), { id: "seat-harpsichord" });
  expect(screen.getByText(/it cannot be taken any more: you have 1 against 1/)).toBeVisible();
});

test("a chair's sheet shows the lead, what takes the chair and the cards that fit", () => {
  show(ChairSheet, tableOf(), { id: "seat-harpsichord" });
  expect(screen.getByText(/you need 1 more token: you have 1, Ruckers has 1/)).toBeVisible();
  expect(screen.getByRole("button", { name: /Harpsichord on your finishing bench/ })).toBeVisible();
  expect(screen.getByText("You hold 3 first chairs: 4 prestige at the end. With one more: 6.")).toBeVisible();
});
