import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { frame } from "../fixtures/host";
import { has, keys, t } from "./i18n";
import type { GameEvent } from "../api/types";
import { pieces } from "./rich_text";
import { groupEvents } from "../session/event_groups";
import { cardName, eventSentence, plain, seatName } from "./names";

const content = loadContent();
const TYPES = readFileSync(resolve(import.meta.dirname, "../api/generated.ts"), "utf-8");
const types = [...TYPES.matchAll(/GameEvent[A-Z][A-Za-z]+: \{[\s\S]*?type: "([a-z-]+)"/g)].map(
  (found) => found[1] as string,
);
const view = planningView();

test("the event types were found", () => {
  expect(types.length).toBeGreaterThan(40);
});

test.each(types)("%s has a sentence", (type) => {
  expect(has(`story.${type}`)).toBe(true);
});

test("every sentence belongs to an event", () => {
  const groups = keys()
    .filter((key) => key.startsWith("story."))
    .map((key) => key.split(".")[1]);
  expect(groups.filter((type) => !types.includes(type as string))).toEqual([]);
});

function sentenceOf(event: { type: GameEvent["type"]; seat: number } & Record<string, unknown>): string {
  return plain(content, eventSentence(view, content, frame(view, [event]).events[0] as GameEvent));
}

test("the viewer is you, an AI is its family, a neutral token nobody", () => {
  expect([seatName(view, 0, content), seatName(view, 1, content), seatName(view, "neutral", content)]).toEqual([
    "You",
    "Ruckers",
    "Nobody",
  ]);
});

test("a sentence speaks to the viewer, and of others by name", () => {
  const taken = { type: "card-taken" as const, location: "guild", slot: 2, card: "flute" };
  expect(sentenceOf({ ...taken, seat: 0 })).toBe("You take the Flute at the Guild.");
  expect(sentenceOf({ ...taken, seat: 1 })).toBe("Ruckers takes the Flute at the Guild.");
});

test("private details are in sentences of one's own events only", () => {
  const sent = { type: "worker-placed" as const, location: "perform", placement: 1, apprentices: 1 };
  expect(sentenceOf({ ...sent, seat: 0, private: { number: 3 } })).toBe(
    "You send worker 3 with 1 apprentice to Perform.",
  );
  expect(sentenceOf({ ...sent, seat: 1 })).toBe("Ruckers sends a worker with 1 apprentice to Perform.");
});

test("goods are grouped with the sentence of their source", () => {
  const events = frame(view, [
    { type: "token-placed", seat: 1, token: "repair", orchestra_seat: "seat-lute", chair: "first", word: "empty" },
    { type: "gained", seat: 1, goods: { money: 2 }, source: "chair", card: "" },
    { type: "paid", seat: 1, goods: { money: 3, wood: 1 }, source: "buy", card: "" },
  ]).events;
  const groups = groupEvents(view, content, events);
  expect(groups.map(({ sentence, goods }) => [sentence, goods])).toEqual([
    ["Ruckers puts a repair token on the first chair of Lute.", { money: -1, wood: -1 }],
  ]);
  expect(eventSentence(view, content, events[2] as GameEvent)).toBe("Ruckers trades at the Market.");
});

test("events of different seats are in different groups", () => {
  const events = frame(view, [
    { type: "passed", seat: 1 },
    { type: "gained", seat: 0, goods: { money: 2 }, source: "round", card: "" },
  ]).events;
  expect(groupEvents(view, content, events).map(({ seat }) => seat)).toEqual([1, 0]);
});

test("every source of goods has its sentence", () => {
  const paid = [
    "take",
    "search",
    "buy",
    "sell",
    "hire",
    "train",
    "rough",
    "finish",
    "repair",
    "performance",
    "ability",
  ];
  expect(paid.filter((source) => !has(`story.paid.${source}`))).toEqual([]);
  const sources = [
    "family",
    "gift",
    "space",
    "alternate",
    "bonus",
    "chair",
    "track",
    "award",
    "ability",
    "dice",
    "level",
    "money",
    "market",
    "round",
  ];
  expect(sources.filter((source) => !has(`story.gained.${source}`))).toEqual([]);
});

test("cards of a sentence open their sheets", () => {
  const event = frame(view, [{ type: "patron-placed", seat: 0, card: "antonio-vivaldi", space: 2 }])
    .events[0] as GameEvent;
  expect(pieces(eventSentence(view, content, event))).toContainEqual({
    kind: "link",
    of: "card",
    id: "antonio-vivaldi",
    label: "Antonio Vivaldi",
  });
});

test("every problem code with a text has a title and a line", () => {
  const codes = [
    "stale",
    "not-offered",
    "not-on-the-clock",
    "undo-closed",
    "unknown-game",
    "no-token",
    "foreign-seat",
    "busy",
    "storage-full",
    "game-has-secrets",
    "content-missing",
  ];
  expect(codes.filter((code) => !has(`error.${code}.title`) || !has(`error.${code}.line`))).toEqual([]);
});

test("a missing message throws", () => {
  expect(() => t("common.no-such-message")).toThrow("no message");
});

test("an orchestra seat has its printed name", () => {
  expect(cardName(content, "seat-violin-1")).toBe("First violins");
});
