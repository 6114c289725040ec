import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { asked } from "../fixtures/dock";
import type { Choice, Reason } from "../api/types";
import { plain } from "./names";
import { second } from "./reasons";

const content = loadContent();
const at = { content, view: planningView({}) };
/** Kinds without a question in the fixture. */
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

function secondWords(choice: Choice, behind = 150): string {
  const reason: Reason = {
    n: 1,
    level: "journeyman",
    deck_card: null,
    because: [],
    second: { choice, because: [], behind, opens: "now" },
  };
  return plain(content, second(at, reason));
}

test.each([...kinds])("%s reads well as the second-best choice", (_, choice) => {
  expect(secondWords(choice)).toMatch(/^[A-Z][^:,;]*[^\s:,;].*, 1\.5 prestige behind\.$/);
  expect(secondWords(choice)).not.toMatch(/undefined|NaN|nothing|\{|\s[,.:;]|[,:;]\s*[,:;.]|\s{2}|\bfor \b(?=,)/);
});

test("a second choice as good as the first is marked as such", () => {
  expect(secondWords({ kind: "keep-dice" }, 0)).toBe("Keep the dice, just as good.");
});
