// How the cards of a set-up fit together.
import type { Content, Requirement } from "../../../api/content";
import { listWords, t } from "../../../text/i18n";
import type { Choice } from "../../../api/types";
import { eraWords, goodsWords, shortName } from "../../../text/cards";
import { meets } from "../../../board/workshop/requirements";

export interface ChosenCards {
  family?: string;
  patron?: string;
  instrument?: string;
  goals: string[];
}

/** The requirements of the chosen patron that an instrument would meet: "Karl Theodor’s first wish". */
export function instrumentFit(content: Content, chosen: ChosenCards, id: string): string {
  if (!chosen.patron) return "";
  const met = meets(content, chosen.patron, id);
  if (!met.length) return "";
  const name = shortName(content.patrons[chosen.patron]?.name ?? "");
  return t("dock.fit-requirement", {
    name,
    requirement: listWords(
      met.map((at) => t("dock.nth", { n: at + 1 })),
      "disjunction",
    ),
  });
}

/** Whether the family's goods pay the roughing of an instrument. */
export function ownedFor(
  content: Content,
  chosen: ChosenCards,
  id: string,
): { words: string; good: boolean } | undefined {
  const family = chosen.family ? content.families[chosen.family] : undefined;
  const instrument = content.instruments[id];
  if (!family || !instrument) return undefined;
  const missing = Object.entries(instrument.rough).filter(([word, need]) => (family.goods[word] ?? 0) < (need ?? 0));
  if (!missing.length) return { words: t("dock.paid-by-family", { goods: goodsWords(instrument.rough) }), good: true };
  const brought = Object.fromEntries(missing.map(([word]) => [word, family.goods[word] ?? 0]));
  return { words: t("dock.family-brings", { goods: goodsWords(brought) }), good: false };
}

/** How a goal fits the chosen patron: the goal counts the patron, or what the patron wants. */
export function goalFit(content: Content, chosen: ChosenCards, id: string): string {
  const counter = content.goals[id]?.counter;
  const patron = chosen.patron ? content.patrons[chosen.patron] : undefined;
  if (!counter || !patron) return "";
  const name = shortName(patron.name);
  const types = counter.type as string[] | undefined;
  if (counter.of === "patrons" && (!types || types.includes(patron.type))) return t("dock.fit-counts", { name });
  const sections = counter.section as string[] | undefined;
  if (counter.of === "instruments" && sections?.includes(patron.primary)) return t("dock.fit-wants", { name });
  const eras = counter.era as string[] | undefined;
  const performs = patron.secondary.some((requirement) => requirement.perform);
  return counter.of === "performances" && performs && (!eras || eras.includes(patron.era))
    ? t("dock.fit-wants", { name })
    : "";
}

/** The index of the choice with exactly these cards. */
export function setupIndex(choices: { choice: Choice }[], chosen: ChosenCards): number {
  const goals = [...chosen.goals].sort().join();
  return choices.findIndex(
    ({ choice }) =>
      choice.kind === "setup" &&
      choice.family === chosen.family &&
      choice.patron === chosen.patron &&
      choice.instrument === chosen.instrument &&
      [...choice.goals].sort().join() === goals,
  );
}

/** A secondary requirement in few words: "one more for winds or a Classical concert". */
export function requirementShort(requirement: Requirement, era: string): string {
  const alternatives =
    requirement.perform && requirement.repair
      ? "both"
      : requirement.perform
        ? "perform"
        : requirement.repair
          ? "repair"
          : "none";
  return t("card.requirement.short", { section: requirement.section, alternatives, era, eraName: eraWords(era) });
}
