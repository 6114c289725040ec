import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import type { Ability, CardKind } from "../api/content";
import {
  abilityWords,
  cardLines,
  counterWords,
  goodsChoiceWords,
  kindLine,
  requirementWords,
  requirementsWords,
} from "./cards";

const content = loadContent();
const KINDS: [CardKind, Record<string, { id: string }>][] = [
  ["patron", content.patrons],
  ["instrument", content.instruments],
  ["performance", content.performances],
  ["repair", content.repairs],
  ["family", content.families],
  ["specialist", content.specialists],
  ["goal", content.goals],
  ["award", content.awards],
  ["market", content.markets],
];
// A word of the vocabulary, a gap or a message mark that leaked into a sentence.
const RAW = /[a-z]_[a-z]|\{|\}|undefined|null|NaN|\[object|\bcard\.[a-z]| {2}| \.| ,|\bnone\b|\bother\b(?!s)(?=[,.]|$)/;
const RAW_IDS = /\bround_start|\bgame_end|\b(baroque|classical|romantic)\b|\bdeck [AB]\b/;

test.each(KINDS.flatMap(([kind, cards]) => Object.keys(cards).map((id) => [kind, id] as const)))(
  "%s %s is told in plain words",
  (kind, id) => {
    const lines = cardLines(content, kind, id);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of [{ title: kindLine(content, kind, id), text: "" }, ...lines]) {
      expect(line.title).toMatch(/^[\p{Lu}\p{Nd}+−]/u);
      expect(`${line.title} ${line.text}`.trim()).not.toMatch(RAW);
      expect(`${line.title} ${line.text}`).not.toMatch(RAW_IDS);
    }
  },
);

test("an ability in one sentence has effect, trigger and place", () => {
  const family = (id: string): Ability => content.families[id]!.ability[0]!;
  expect(abilityWords(family("family-stradivari"))).toBe("1 prestige each time you finish a string instrument.");
  expect(abilityWords(family("family-silbermann"))).toBe("You may trade 1 animal for 1 wood at each start of round.");
  expect(abilityWords(content.specialists["courtier"]!.ability[0]!, "worker")).toBe(
    "+2 skill for this worker at the Salon or the Balcony.",
  );
  expect(abilityWords(content.patrons["antonio-vivaldi"]!.ability[0]!)).toBe("Every finishing costs 1 material less.");
  expect(abilityWords(content.patrons["richard-muehlfeld"]!.ability[0]!)).toBe(
    "3 prestige for every 2 tokens of yours of the Romantic era.",
  );
});

test("an award's criterion reads like a heading", () => {
  expect(counterWords(content.awards["award-golden-chair"]!.counter)).toBe("First chairs you hold");
  expect(counterWords(content.awards["award-master-plane"]!.counter)).toBe("Instruments you finished");
  expect(counterWords(content.awards["award-silver-reed"]!.counter)).toBe("Your tokens among the winds");
  expect(counterWords(content.goals["goal-at-court"]!.counter)).toBe("Content nobles and royals");
  expect(counterWords({ of: "tokens", era: ["baroque"], kinds: "token" })).toBe(
    "Different kinds among the tokens of yours of the Baroque era",
  );
});

test("a requirement names every way to meet it", () => {
  const vivaldi = content.patrons["antonio-vivaldi"]!;
  expect(requirementWords(vivaldi.secondary[0]!, vivaldi.era).text).toBe(
    "Finish a string instrument, or give a Baroque concert that reaches medium. No repairs.",
  );
  expect(requirementsWords(vivaldi)).toBe("Finish a string instrument; one more for strings or a Baroque concert");
  expect(goodsChoiceWords([{ money: 2 }, { inspiration: 1 }])).toBe("2 money or 1 inspiration");
});

test.runIf(process.env.PRINT_CARDS)("print all cards", () => {
  for (const [kind, cards] of KINDS)
    for (const id of Object.keys(cards)) {
      console.log(`\n${kind} ${id}: ${kindLine(content, kind, id)}`);
      for (const line of cardLines(content, kind, id)) console.log(`  [${line.icon}] ${line.title} | ${line.text}`);
    }
});
