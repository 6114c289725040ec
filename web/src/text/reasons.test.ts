import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { asked } from "../fixtures/dock";
import type { Choice, Reason } from "../api/types";
import { plain } from "./names";
import { second } from "./reasons";

const content = loadContent();
const at = { content, view: planningView({}) };
/** Kinds that no question of the fixture offers. */
const REST: Choice[] = [
  { kind: "search", wanted: "string" },
  { kind: "train", track: "craft" },
  { kind: "hire" },
  { kind: "leave" },
  { kind: "pass" },
];
const kinds = new Map(
  [...Object.values(asked).flatMap(({ choices }) => choices.map(({ choice }) => choice)), ...REST].map((choice) => [
    choice.kind,
    choice,
  ]),
);

function told(choice: Choice, behind = 150): string {
  const reason: Reason = {
    n: 1,
    level: "journeyman",
    deck_card: null,
    because: [],
    second: { choice, because: [], behind, opens: "now" },
  };
  return plain(content, second(at, reason));
}

test.each([...kinds])("as the choice that came second, %s reads well by itself", (_, choice) => {
  expect(told(choice)).toMatch(/^[A-Z][^:,;]*[^\s:,;].*, 1\.5 prestige behind\.$/);
  expect(told(choice)).not.toMatch(/undefined|NaN|nothing|\{|\s[,.:;]|[,:;]\s*[,:;.]|\s{2}|\bfor \b(?=,)/);
});

test("a second choice as good as the first is said to be", () => {
  expect(told({ kind: "keep-dice" }, 0)).toBe("Keep the dice, just as good.");
});
