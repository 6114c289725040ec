// What hiring and training cost a seat, its cards counted (VOCABULARY section 6).
import type { Ability, Content } from "../lib/content";
import type { SeatView } from "../lib/types";

const BASE = { apprentice_price: 4, training_price: 15 };

export function marketPrices(content: Content, own: SeatView | null): { apprentice: number; training: number } {
  return { apprentice: price(content, own, "apprentice_price"), training: price(content, own, "training_price") };
}

function price(content: Content, own: SeatView | null, stat: keyof typeof BASE): number {
  const change = abilities(content, own)
    .filter((ability) => ability.effect === "modify" && ability.stat === stat)
    .reduce((sum, ability) => sum + (ability.amount ?? 0), 0);
  return Math.max(0, BASE[stat] + change);
}

/** What works for a seat all the time: its family and its content patrons. */
function abilities(content: Content, own: SeatView | null): Ability[] {
  if (!own) return [];
  const family = own.family ? (content.families[own.family]?.ability ?? []) : [];
  return [...family, ...own.completed.flatMap((id) => content.patrons[id]?.ability ?? [])];
}
