import { expect, test } from "vitest";
import { planningView } from "../../fixtures/board";
import { margin, rows } from "./scores";
import type { View } from "../../api/types";

const line = (
  source: string,
  prestige: number,
  count = 1,
  card = "",
): { source: string; prestige: number; count: number; card: string } => ({ source, prestige, count, card });

function ended(own: number, other: number, winners: number[]): View {
  const view = planningView({
    phase: "finished",
    winners,
    scoring: [
      {
        seat: 0,
        lines: [
          line("first_chairs", 11, 6),
          line("goals", 4, 2, "goal-at-court"),
          line("goals", 5, 3, "goal-pattern-book"),
          line("leftovers", 2, 21),
        ],
      },
      { seat: 1, lines: [line("first_chairs", 8, 5), line("finishing_bench", 3, 1, "cello")] },
    ],
  });
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, prestige: seat.seat ? other : own })) };
}

test("the rows add up to the prestige of each seat", () => {
  const scored = rows(ended(70, 64, [0]));
  const sums = [0, 1].map((seat) => scored.reduce((sum, { prestige }) => sum + (prestige[seat] ?? 0), 0));
  expect(sums).toEqual([70, 64]);
  expect(scored[0]).toMatchObject({ source: "during", prestige: [48, 53] });
});

test("goals are one row with both cards as its details", () => {
  const goals = rows(ended(70, 64, [0])).find(({ source }) => source === "goals");
  expect(goals?.prestige).toEqual([9, 0]);
  expect(goals?.behind.map(({ card }) => card)).toEqual(["goal-at-court", "goal-pattern-book"]);
});

test("the margin is the lead over the best of the others, 0 if money decided", () => {
  expect(margin(ended(70, 64, [0]))).toBe(6);
  expect(margin(ended(64, 64, [1]))).toBe(0);
});
