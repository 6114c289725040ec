// Spectators hold no seat: no text of the table may address them as players.
import { render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { amati, planningView } from "../src/fixtures/board";
import { FakeHost, frame } from "../src/fixtures/host";
import { counterWords } from "../src/text/cards";
import { TABS } from "../src/app/router.svelte";
import type { Sheet } from "../src/session/navigation.svelte";
import { Table } from "../src/session/table.svelte";
import type { GameEvent } from "../src/api/types";
import TableView from "../src/board/TableView.svelte";
import { loadContent } from "./content";

const width = vi.hoisted(() => ({ is: "phone" as "phone" | "tablet" | "desktop" }));
vi.mock("../src/app/layout.svelte", () => ({ width }));

const content = loadContent();
let fake: FakeHost;
beforeEach(() => {
  fake = new FakeHost();
});

function watched(): Table {
  const view = planningView({ you: null });
  const ada = { ...amati(), hand: 2, goals: 2, goal_counts: null, idle: null };
  const table = new Table("7QK4", fake, content, frame({ ...view, seats: [ada, view.seats[1]!] }));
  render(TableView, { table });
  return table;
}

/** All visible and announced text of an element. */
function words(of: HTMLElement): string {
  const labels = [...of.querySelectorAll("[aria-label], [title]")].map(
    (one) => `${one.getAttribute("aria-label") ?? ""} ${one.getAttribute("title") ?? ""}`,
  );
  return [of.textContent, ...labels].join("\n");
}

/** Sentences that address the reader; the texts printed on awards address everybody. */
function spoken(of: HTMLElement): string[] {
  const awards = Object.values(content.awards).map(({ counter }) => counterWords(counter));
  const own = awards.reduce((text, printed) => text.replaceAll(printed, ""), words(of));
  return own.match(/[^.\n]*\b(you|your|yours|my)\b[^.\n]*/gi) ?? [];
}

/** A phone shows one part at a time, a desktop most of them at once. */
const SHOWN = [
  ...TABS.map((tab) => [tab, "phone"] as const),
  ["workshop", "tablet"],
  ["orchestra", "desktop"],
  ["seats", "desktop"],
] as const;

test.each(SHOWN)("no part of the table calls a spectator “you”: %s on a %s", async (tab, is) => {
  width.is = is;
  const table = watched();
  table.navigation.tab = tab;
  await tick();
  expect(spoken(document.body)).toEqual([]);
});

test("spectators skip to the newest position, and have no undo", async () => {
  width.is = "phone";
  const table = watched();
  const placed: GameEvent = {
    n: 134,
    i: 0,
    type: "worker-placed",
    seat: 1,
    location: "perform",
    placement: 6,
    apprentices: 0,
  };
  table.session.receive({ ...frame({ ...table.view, revision: 134 }), events: [placed] });
  expect(await screen.findByRole("button", { name: "To the newest" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /way back|Take back/ })).toBeNull();
  expect(spoken(document.body)).toEqual([]);
});

test.each<Sheet>([{ kind: "awards" }, { kind: "chair", id: "seat-violin-1" }, { kind: "chair", id: "seat-clarinet" }])(
  "no sheet does: %o",
  async (sheet) => {
    width.is = "phone";
    watched().navigation.openSheet(sheet);
    expect(spoken(await screen.findByRole("dialog"))).toEqual([]);
  },
);

test("at the Market spectators see the prices, and no goods of their own", async () => {
  width.is = "phone";
  watched().navigation.openSheet({ kind: "market" });
  const market = await screen.findByRole("dialog");
  expect(within(market).getByText("4 to buy, 4 to sell")).toBeInTheDocument();
  expect(within(market).queryByText(/you stand on|of yours/)).toBeNull();
  expect(within(market).queryByText("held")).toBeNull();
});

test("the workshop is named by its family: first the host's, then that of the seat shown", async () => {
  width.is = "desktop";
  const table = watched();
  expect(screen.getByRole("heading", { name: "Workshop of the Amati" })).toBeInTheDocument();
  table.navigation.shownSeat = 1;
  expect(await screen.findByRole("heading", { name: "Workshop of the Ruckers" })).toBeInTheDocument();
});
