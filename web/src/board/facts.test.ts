import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { chairPrestige, countedFor, firstChairs, levelOf, reachedIn } from "./facts";
import { served, wishesFor } from "./workshop/requirements";

const content = loadContent();

test("of the own patrons, those that would take a card are served", () => {
  const own = planningView().seats[0]!;
  expect(served(content, own, "guitar").map(({ card }) => card)).toEqual(["antonio-vivaldi", "nikolaus-esterhazy"]);
  expect(served(content, own, "timpani")).toEqual([]);
});

test("a card stands for an open wish where there is one, else for one whose card can move over", () => {
  const [vivaldi] = planningView().seats[0]!.patrons;
  expect(wishesFor(content, vivaldi!, "guitar")).toEqual([1]);
  expect(wishesFor(content, { ...vivaldi!, takes: [0] }, "guitar")).toEqual([0]);
  expect(wishesFor(content, { ...vivaldi!, takes: [] }, "guitar")).toEqual([]);
});

test("a patron’s cube reaches a space one round after another, and none after the last round", () => {
  expect([0, 1, 2, 3].map((space) => reachedIn(4, 0, space))).toEqual([3, 4, 5, 6]);
  expect(reachedIn(6, 0, 2)).toBeNull();
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
