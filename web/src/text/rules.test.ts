import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { inRem } from "../../scripts/rem";
import { parseRules } from "../../scripts/rules";

const SOURCE = readFileSync(resolve(import.meta.dirname, "../../../engine/RULES.md"), "utf-8");
const sections = parseRules(SOURCE);
const rules = new Map(sections.flatMap((section) => section.rules.map((rule) => [rule.id, rule.text])));

test("every rule id of the reference is found once", () => {
  const ids = [...SOURCE.matchAll(/\*\*([A-Z]{3}-[A-Z]?\d+)\*\*/g)].map((found) => found[1]);
  expect([...rules.keys()].sort()).toEqual([...new Set(ids)].sort());
});

test("lines of one rule are joined, and ids in it are links", () => {
  expect(rules.get("GEN-9")).toMatch(/^Each bench holds two instrument cards\. When .*\[\[rule:RND-3\]\].*are lost\.$/);
});

test("rules in the cells of a table are rules too", () => {
  expect(rules.get("TRK-R3")).toBe("Tier II cards are free.");
});

test("no marks are left but those of our messages", () => {
  expect([...rules.values()].filter((text) => /ruling|`|\|/.test(text.replace(/\[\[[^\]]*\]\]/g, "")))).toEqual([]);
});

test("font sizes become rem, and nothing else does", () => {
  expect(inRem("font", "560 19px/1.1 var(--face-head)")).toBe("560 1.1875rem/1.1 var(--face-head)");
  expect(inRem("font-size", "14px")).toBe("0.875rem");
  expect(inRem("padding", "0 14px")).toBe("0 14px");
  expect(inRem("font", "600 calc(12 * 1px) var(--face-head)")).toBe("600 calc(12 * 1px) var(--face-head)");
});
