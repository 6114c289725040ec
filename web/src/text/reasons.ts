// Texts of an AI's reasons: the considerations with the greatest weight, and the second-best choice. With marks for
// RichText.
import { capital, has, listWords, t, type Params } from "./i18n";
import type { Reason, ReasonPart } from "../api/types";
import { cardName } from "./names";
import { type At, choiceAlone, lenient, locationWords } from "./choices";

/** Maximum number of considerations shown. */
const MAX_PARTS = 3;
const CARDS = new Set(["patron", "card", "goal", "award", "instrument", "family", "deck_card"]);

/** The considerations for the choice; empty if none is public. */
export function because(at: At, reason: Reason): string {
  return capital(parts(at, reason.because));
}

/** The second-best choice and its distance; empty if it is not public. */
export function second(at: At, reason: Reason): string {
  if (!reason.second) return "";
  const { choice, because: considerations, behind } = reason.second;
  const name = choiceAlone(at, choice);
  const because = parts(at, considerations);
  return t(because ? "reason.second-because" : "reason.second", {
    name,
    because,
    behind: points(behind),
    close: behind ? "no" : "yes",
  });
}

function parts(at: At, list: ReasonPart[]): string {
  const heaviest = [...list].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, MAX_PARTS);
  return heaviest.length ? t("reason.sentence", { parts: listWords(heaviest.map((part) => partWords(at, part))) }) : "";
}

/** One consideration; a word without a message is shown as it is. */
function partWords(at: At, part: ReasonPart): string {
  const key = `reason.${part.word}`;
  const words = has(key)
    ? t(key, lenient(details(at, part)))
    : t("reason.unknown", { word: part.word.replaceAll("-", " ") });
  return part.value
    ? t("reason.value", { words, points: points(part.value), sign: part.value > 0 ? "plus" : "minus" })
    : words;
}

function details(at: At, part: ReasonPart): Params {
  const entries = Object.entries(part).map(([key, value]): [string, string | number] => {
    if (typeof value === "number") return [key, value];
    if (CARDS.has(key)) return [key, `[[card:${value}|${cardName(at.content, value)}]]`];
    if (key === "location") return [key, locationWords(value)];
    return [key, has(`word.${value}`) ? t(`word.${value}`) : value];
  });
  return Object.fromEntries(entries);
}

/** Hundredths of a prestige as "3.1". */
function points(value: number): string {
  return (Math.abs(value) / 100).toFixed(1).replace(/\.0$/, "");
}
