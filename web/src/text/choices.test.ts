import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { asked, viewAsking } from "../fixtures/dock";
import { has } from "./i18n";
import type { Prompt } from "../api/types";
import { aside, buttonWords, choiceLine, choiceSign, choiceTitle, question, warnWords } from "./choices";

const ENGINE = resolve(import.meta.dirname, "../../../engine");
const content = loadContent();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith(".py") ? [readFileSync(path, "utf-8")] : [];
  });
}

const python = sources(ENGINE);
const all = (pattern: RegExp): string[] => [
  ...new Set(python.flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1] as string))),
];
const decisions = all(/^ {4}kind = "([a-z-]+)"$/gm);
const choices = all(/^@choice\("([a-z-]+)"\)$/gm);

/** The text between the parentheses of a call. */
function call(text: string, from: number): string {
  let depth = 1;
  let at = from;
  while (depth && at < text.length) depth += { "(": 1, ")": -1 }[text[at++] as string] ?? 0;
  return text.slice(from, at - 1);
}

/** The arguments of a call, split at commas outside all brackets. */
function split(args: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of args) {
    depth += { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 }[sign] ?? 0;
    if (sign === "," && !depth) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** The words of outcomes: the literals of the second argument, and of a `word` assigned just before. */
const words = [
  ...new Set(
    python
      .filter((text) => text.includes("Outcome("))
      .flatMap((text) => [
        ...[...text.matchAll(/\bOutcome\(/g)].flatMap((found) => {
          const args = split(call(text, found.index + found[0].length));
          const word = args.find((arg) => arg.startsWith("word=")) ?? (args[1]?.includes("=") ? "" : (args[1] ?? ""));
          return [...word.matchAll(/"([a-z-]+)"/g)].map((literal) => literal[1] as string);
        }),
        ...[...text.matchAll(/^\s+word = (.*)$/gm)].flatMap((found) =>
          [...(found[1] as string).matchAll(/(?<!== )"([a-z-]+)"/g)].map((literal) => literal[1] as string),
        ),
      ]),
  ),
];

/** The words of an AI's reasons. */
const automa = readFileSync(join(ENGINE, "../automa/reasons/parts.py"), "utf-8");
const reasons = [
  ...automa.slice(automa.indexOf("REASON_WORDS"), automa.indexOf("@dataclass")).matchAll(/^ {4}"([a-z-]+)":/gm),
].map((found) => found[1] as string);

describe("every word of the engine has its message", () => {
  test("the source was read", () => {
    expect(decisions.length).toBeGreaterThan(35);
    expect(choices.length).toBeGreaterThan(45);
    expect(words.length).toBeGreaterThan(20);
  });

  test.each(decisions)("the decision %s has a question", (kind) => expect(has(`prompt.${kind}`)).toBe(true));
  test.each(choices)("the choice %s has a title", (kind) => expect(has(`choice.${kind}`)).toBe(true));
  test.each(choices)("the choice %s has a button", (kind) => expect(has(`button.${kind}`)).toBe(true));
  test.each(words)("the outcome %s has its words", (word) => expect(has(`outcome.${word}`)).toBe(true));
  test.each(all(/warn=\("([a-z-]+)",\)/g))("the warning %s has its words", (word) =>
    expect(has(`warn.${word}`)).toBe(true),
  );
  test.each(["empty", "ousts", "takes-chair", "second", "rare", "low", "medium", "high"])(
    "a chair or concert that ends %s has its words",
    (word) => expect(has(`outcome.${word}`)).toBe(true),
  );
  test.each(reasons)("the reason %s has its words", (word) => expect(has(`reason.${word}`)).toBe(true));
});

/** Assert that the text has no holes, ids or double spaces. */
function sound(text: string): void {
  expect(text).not.toMatch(/[{}]|undefined|NaN|\[object/);
  expect(text).not.toMatch(/ {2}| [.,:;]/);
  expect(text).not.toMatch(/\b(seat|goal|award|repair|family)-[a-z]/);
}

test("a worker is shown by the icon of its number", () => {
  const prompt = Object.values(asked).find((one) => one.kind === "plan-worker") as Prompt;
  const signs = prompt.choices.map((one) => choiceSign({ view: viewAsking(prompt), content }, one));
  expect(signs).toEqual(prompt.choices.map((one) => `worker-${String((one.choice as { number: number }).number)}`));
});

describe("questions of real games in words", () => {
  const cases: [string, Prompt][] = Object.entries(asked);

  test.each(cases)("%s", (_, prompt) => {
    const at = { view: viewAsking(prompt), content };
    sound(question(at, prompt));
    expect(question(at, prompt)).not.toBe("");
    sound(aside(at, prompt));
    for (const one of prompt.choices) {
      for (const words of [choiceTitle(at, prompt, one), buttonWords(at, prompt, one)]) {
        expect(words).not.toBe("");
        sound(words);
      }
      sound(choiceLine(at, prompt, one));
      expect(choiceSign(at, one)).toMatch(/^[a-z0-9-]+$/);
      for (const word of one.warn) sound(warnWords(at, prompt, one, word));
    }
  });

  test("a performance shows the rewards with their thresholds", () => {
    const prompt = asked["act-perform"] as Prompt;
    const take = prompt.choices.find(({ choice }) => choice.kind === "take");
    if (!take) throw new Error("no card on offer");
    const at = { view: viewAsking(prompt), content };
    expect(choiceTitle(at, prompt, take)).toMatch(/^Perform: /);
    expect(choiceLine(at, prompt, take)).toMatch(/Medium from \d+: .*money.* a performance token\. High from \d+:/);
  });

  test("a chair that is taken names its holder", () => {
    const prompt: Prompt = {
      ...(asked["chair-performance"] as Prompt),
      choices: [
        {
          choice: { kind: "chair", orchestra_seat: "seat-harpsichord" },
          at: [],
          outcome: { word: "takes-chair", mine: 2, theirs: 1, holder: 1, held_by: "repair" },
          cost: {},
          gain: { wood: 1, money: 1 },
          irreversible: false,
          warn: [],
        },
      ],
    };
    const at = { view: viewAsking(prompt), content };
    const one = prompt.choices[0]!;
    expect(choiceLine(at, prompt, one)).toBe("2 of yours against 1: take the chair. Ruckers keeps what it once paid.");
    expect(buttonWords(at, prompt, one)).toBe("Take the Harpsichord from Ruckers");
  });
});
