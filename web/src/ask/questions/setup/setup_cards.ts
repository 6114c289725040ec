// What fits together of the cards that a seat keeps.
import type { Content, Requirement } from "../../../api/content";
import { listWords, t } from "../../../text/i18n";
import type { Choice } from "../../../api/types";
import { eraWords, goodsWords, shortName } from "../../../text/cards";
import { meets } from "../../../board/workshop/requirements";

export interface Kept {
  family?: string;
  patron?: string;
  instrument?: string;
  goals: string[];
}

/** Which wishes of the kept patron an instrument would meet: "Karl Theodor’s first wish". */
export function instrumentFit(content: Content, kept: Kept, id: string): string {
  if (!kept.patron) return "";
  const met = meets(content, kept.patron, id);
  if (!met.length) return "";
  const name = shortName(content.patrons[kept.patron]?.name ?? "");
  return t("dock.fit-wish", {
    name,
    wish: listWords(
      met.map((at) => t("dock.nth", { n: at + 1 })),
      "disjunction",
    ),
  });
}

/** Whether the family's goods pay the roughing of an instrument. */
export function ownedFor(content: Content, kept: Kept, id: string): { words: string; good: boolean } | undefined {
  const family = kept.family ? content.families[kept.family] : undefined;
  const instrument = content.instruments[id];
  if (!family || !instrument) return undefined;
  const missing = Object.entries(instrument.rough).filter(([word, need]) => (family.goods[word] ?? 0) < (need ?? 0));
  if (!missing.length) return { words: t("dock.paid-by-family", { goods: goodsWords(instrument.rough) }), good: true };
  const brought = Object.fromEntries(missing.map(([word]) => [word, family.goods[word] ?? 0]));
  return { words: t("dock.family-brings", { goods: goodsWords(brought) }), good: false };
}

/** How a goal goes with what is kept: the patron counts for it, or wants what it counts. */
export function goalFit(content: Content, kept: Kept, id: string): string {
  const counter = content.goals[id]?.counter;
  const patron = kept.patron ? content.patrons[kept.patron] : undefined;
  if (!counter || !patron) return "";
  const name = shortName(patron.name);
  const types = counter.type as string[] | undefined;
  if (counter.of === "patrons" && (!types || types.includes(patron.type))) return t("dock.fit-counts", { name });
  const sections = counter.section as string[] | undefined;
  if (counter.of === "instruments" && sections?.includes(patron.primary)) return t("dock.fit-wants", { name });
  const eras = counter.era as string[] | undefined;
  const performs = patron.secondary.some((wish) => wish.perform);
  return counter.of === "performances" && performs && (!eras || eras.includes(patron.era))
    ? t("dock.fit-wants", { name })
    : "";
}

/** The place of the choice that keeps exactly these cards. */
export function keepIndex(choices: { choice: Choice }[], kept: Kept): number {
  const goals = [...kept.goals].sort().join();
  return choices.findIndex(
    ({ choice }) =>
      choice.kind === "keep" &&
      choice.family === kept.family &&
      choice.patron === kept.patron &&
      choice.instrument === kept.instrument &&
      [...choice.goals].sort().join() === goals,
  );
}

/** A further wish in few words: "one more for winds or a Classical concert". */
export function wishShort(wish: Requirement, era: string): string {
  const ways = wish.perform && wish.repair ? "both" : wish.perform ? "perform" : wish.repair ? "repair" : "none";
  return t("card.wish.short", { section: wish.section, ways, era, eraName: eraWords(era) });
}
