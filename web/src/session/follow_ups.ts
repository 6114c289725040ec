// Which follow-up questions are answered in the same move as their question, and which choices need a preview.
import type { Choice, Prompt, PromptChoice } from "../api/types";

/** By question kind: the follow-up questions that are answered in the same move. */
const ANSWERED_TOGETHER: Record<string, string[]> = {
  "plan-worker": ["plan-location"],
  act: ["pay", "save-material", "replace-material", "make-room"],
  "rough-again": ["save-material", "replace-material", "make-room"],
  "finish-again": ["save-material", "replace-material"],
  "found-repair": ["save-material", "replace-material"],
  "save-material": ["save-material", "replace-material", "make-room"],
  "replace-material": ["replace-material", "make-room"],
  "patron-space": ["material"],
  "next-patron": ["material", "goods"],
  gift: ["material"],
  bench: ["make-room"],
  material: ["material"],
};

/** Choice kinds that need no preview: no follow-up question belongs to them. */
const NO_PREVIEW = new Set(["money", "alternate", "score", "decline", "done"]);

/** Questions about costs: each answer leads to the next one, all within one move. */
const CHAINED = new Set(["save-material", "replace-material", "make-room", "material"]);

/** Whether the next question is answered in the same move as this one. */
export function answeredTogether(base: Prompt | null, next: Prompt): boolean {
  return base !== null && (ANSWERED_TOGETHER[base.kind]?.includes(next.kind) ?? false);
}

/** Whether a choice of the question may have follow-up questions in the same move. */
export function needsPreview(base: Prompt | null, one: PromptChoice): boolean {
  const kind = base?.kind ?? "";
  if (!ANSWERED_TOGETHER[kind] || one.irreversible || NO_PREVIEW.has(one.choice.kind)) return false;
  if (one.choice.kind === "take" || one.choice.kind === "search")
    return Boolean(one.cost.money) || base?.about.location === "repair";
  if (kind === "bench") return one.outcome.word === "makes-room";
  if (kind === "patron-space" || kind === "gift" || kind === "next-patron") return Boolean(one.gain.material);
  if (kind === "material") return Number(base?.about.left ?? 1) > 1;
  return true;
}

/** Whether this answer to a follow-up question may lead to another one. */
export function leadsOn(inner: Prompt, one: PromptChoice): boolean {
  return CHAINED.has(inner.kind) && !one.irreversible && Number(inner.about.left ?? 2) > 1;
}

/** The initial selection of a question: the cheapest payment in money, else none. */
export function initialSelection(prompt: Prompt): number | null {
  if (prompt.kind !== "pay") return null;
  const amounts = prompt.choices.map(({ choice }) => (choice.kind === "pay" ? choice.money : Infinity));
  return amounts.indexOf(Math.min(...amounts));
}

export function sameChoice(a: Choice, b: Choice): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (!value || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
