// Why a rival chose, in words: the parts that weigh most, and what came second. Texts carry marks for Rich.
import { capital, has, listWords, t, type Params } from "./i18n";
import type { Reason, ReasonPart } from "../api/types";
import { cardName } from "./names";
import { type At, choiceAlone, lenient, placeWords } from "./choices";

/** More parts than this are not told. */
const TOLD = 3;
const CARDS = new Set(["patron", "card", "goal", "award", "instrument", "family", "deck_card"]);

/** The considerations that spoke for the choice; empty where none is open. */
export function because(at: At, reason: Reason): string {
  return capital(parts(at, reason.because));
}

/** The choice that came second and how far behind; empty where it is not open. */
export function second(at: At, reason: Reason): string {
  if (!reason.second) return "";
  const { choice, because: own, behind } = reason.second;
  const name = choiceAlone(at, choice);
  const why = parts(at, own);
  return t(why ? "why.second-because" : "why.second", {
    name,
    why,
    behind: points(behind),
    close: behind ? "no" : "yes",
  });
}

function parts(at: At, list: ReasonPart[]): string {
  const heaviest = [...list].sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth)).slice(0, TOLD);
  return heaviest.length ? t("why.sentence", { parts: listWords(heaviest.map((part) => partWords(at, part))) }) : "";
}

/** One consideration; a word that the messages do not know is told by its name alone. */
function partWords(at: At, part: ReasonPart): string {
  const key = `why.${part.word}`;
  const words = has(key)
    ? t(key, lenient(details(at, part)))
    : t("why.unknown", { word: part.word.replaceAll("-", " ") });
  return part.worth
    ? t("why.worth", { words, points: points(part.worth), sign: part.worth > 0 ? "plus" : "minus" })
    : words;
}

function details(at: At, part: ReasonPart): Params {
  const entries = Object.entries(part).map(([key, value]): [string, string | number] => {
    if (typeof value === "number") return [key, value];
    if (CARDS.has(key)) return [key, `[[card:${value}|${cardName(at.content, value)}]]`];
    if (key === "location") return [key, placeWords(value)];
    return [key, has(`word.${value}`) ? t(`word.${value}`) : value];
  });
  return Object.fromEntries(entries);
}

/** Hundredths of a prestige as "3.1". */
function points(worth: number): string {
  return (Math.abs(worth) / 100).toFixed(1).replace(/\.0$/, "");
}
