import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import type { SeatView } from "../lib/types";
import { chairPrestige, countedFor, firstChairs, leavesIn, levelOf, patienceMoved } from "./facts";
import { served, wishesFor, wishStates } from "./wishes";

const content = loadContent();

function waiting(card: string, under: { token: string; card: string }[] = []): SeatView["patrons"][number] {
  return { card, space: 1, patience: 0, under };
}

test("a string instrument fills the narrow wish, so that the broad one stays open", () => {
  const states = wishStates(content, waiting("antonio-vivaldi", [{ token: "instrument", card: "viola" }]));
  expect(states.map(({ state }) => state)).toEqual(["met", "open"]);
});

test("a concert that may stand for either of two wishes is shown as such", () => {
  const states = wishStates(content, waiting("nadezhda-von-meck", [{ token: "performance", card: "brahms-clarinet-quintet" }]));
  expect(states.map(({ state }) => state)).toEqual(["open", "either", "either"]);
});

test("a card is taken where some matching fits, even if its first wish is already used", () => {
  const vonMeck = waiting("nadezhda-von-meck", [{ token: "performance", card: "brahms-clarinet-quintet" }]);
  expect(wishesFor(content, vonMeck, { token: "instrument", card: "horn" })).toEqual([2]);
  expect(wishesFor(content, vonMeck, { token: "instrument", card: "timpani" })).toEqual([1]);
  expect(wishesFor(content, vonMeck, { token: "performance", card: "telemann-tafelmusik" })).toEqual([]);
});

test("a full patron takes nothing more", () => {
  const full = waiting("marin-marais", [{ token: "instrument", card: "viola" }]);
  expect(wishesFor(content, full, { token: "instrument", card: "violin" })).toEqual([]);
});

test("of the own patrons, those that would take a card are served", () => {
  const own = planningView().seats[0]!;
  expect(served(content, own, { token: "instrument", card: "guitar" }).map(({ card }) => card)).toEqual(["antonio-vivaldi", "nikolaus-esterhazy"]);
  expect(served(content, own, { token: "instrument", card: "timpani" })).toEqual([]);
});

test("a patron leaves three moves from the first space, and not after the last round", () => {
  const view = planningView();
  expect(leavesIn(view, 0, true)).toBe(6);
  expect(leavesIn(view, 2, true)).toBe(4);
  expect(leavesIn({ ...view, round: 6 }, 2, true)).toBeNull();
  expect(leavesIn({ ...view, phase: "setup", round: 1 }, 0, false)).toBe(3);
  expect(leavesIn({ ...view, phase: "start-of-round" }, 2, false)).toBe(3);
});

test("in a start of round, seats before the one on the clock have moved", () => {
  const view = { ...planningView(), phase: "start-of-round" as const, order: [1, 0], clock: [0] };
  expect(patienceMoved(view, 1, "hector-berlioz", null)).toBe(true);
  expect(patienceMoved({ ...view, clock: [1] }, 0, "antonio-vivaldi", null)).toBe(false);
});

test("first chairs count in the orchestra and in the boxes, and pay by the table", () => {
  expect(firstChairs(planningView(), 1)).toHaveLength(4);
  expect([0, 3, 10, 12].map((n) => chairPrestige(content, n))).toEqual([0, 4, 24, 32]);
});

test("a level is reached from its number on", () => {
  const levels = [{ need: 1 }, { need: 3 }, { need: 5 }];
  expect([0, 1, 2, 3, 9].map((value) => levelOf(levels, value))).toEqual([0, 1, 1, 2, 3]);
});

test("an award counts for everybody, a goal for its owner, and what is not kept nothing", () => {
  const view = planningView();
  const award = view.awards[0]!;
  expect(countedFor(view, award.award)).toBe(award.counts[0]);
  expect(countedFor(view, (view.seats[0]!.goals as string[])[1]!)).toBe(view.seats[0]!.goal_counts![1]);
  expect(countedFor(view, "goal-of-another")).toBe(0);
});
