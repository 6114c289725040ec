import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { chairPrestige, countedFor, firstChairs, levelOf, reachedIn } from "./facts";
import { served, requirementsMetBy } from "./workshop/requirements";

const content = loadContent();

test("the viewer's patrons that would accept a card are those it serves", () => {
  const own = planningView().seats[0]!;
  expect(served(content, own, "guitar").map(({ card }) => card)).toEqual(["antonio-vivaldi", "nikolaus-esterhazy"]);
  expect(served(content, own, "timpani")).toEqual([]);
});

test("a card counts for an open requirement if there is one, else for one whose card can move", () => {
  const [vivaldi] = planningView().seats[0]!.patrons;
  expect(requirementsMetBy(content, vivaldi!, "guitar")).toEqual([1]);
  expect(requirementsMetBy(content, { ...vivaldi!, takes: [0] }, "guitar")).toEqual([0]);
  expect(requirementsMetBy(content, { ...vivaldi!, takes: [] }, "guitar")).toEqual([]);
});

test("a patron's cube reaches one space per round, and none after the last round", () => {
  expect([0, 1, 2, 3].map((space) => reachedIn(content, 4, 0, space))).toEqual([3, 4, 5, 6]);
  expect(reachedIn(content, 6, 0, 2)).toBeNull();
});

test("first chairs count in the orchestra and in the boxes, and score by the table", () => {
  expect(firstChairs(planningView(), 1)).toHaveLength(4);
  expect([0, 3, 10, 12].map((n) => chairPrestige(content, n))).toEqual([0, 4, 24, 32]);
});

test("a level is reached from its threshold on", () => {
  const levels = [{ need: 1 }, { need: 3 }, { need: 5 }];
  expect([0, 1, 2, 3, 9].map((value) => levelOf(levels, value))).toEqual([0, 1, 1, 2, 3]);
});

test("an award counts for everybody, a goal for its owner, and anything else nothing", () => {
  const view = planningView();
  const award = view.awards[0]!;
  expect(countedFor(view, award.award)).toBe(award.counts[0]);
  expect(countedFor(view, (view.seats[0]!.goals as string[])[1]!)).toBe(view.seats[0]!.goal_counts![1]);
  expect(countedFor(view, "goal-of-another")).toBe(0);
});
