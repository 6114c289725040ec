// Which cards meet which wishes of a patron (PAT-3): settled only at the end, so a card counts where some matching fits (PAT-10).
import type { Content, Patron, Requirement } from "../lib/content";
import type { SeatView } from "../lib/types";
import { wishes } from "../lib/words/cards";

type Waiting = SeatView["patrons"][number];
/** A card as a patron sees it: what it became, and which card it is. */
export interface Given {
  token: string;
  card: string;
}

export type WishState = "met" | "either" | "open";

/** Whether a card can stand for this wish. */
export function fits(content: Content, patron: Patron, wish: Requirement, given: Given): boolean {
  if (given.token === "instrument") return content.instruments[given.card]?.section === wish.section;
  if (given.token === "repair") return Boolean(wish.repair) && content.repairs[given.card]?.section === wish.section;
  const era = content.performances[given.card]?.era;
  return Boolean(wish.perform) && (patron.era === "any" || patron.era === era);
}

/** The first way to give every card a wish of its own, in order of the wishes: which card each wish has; null for no way. */
export function match(content: Content, patron: Patron, cards: Given[], taken: (Given | null)[] = wishes(patron).map(() => null)): (Given | null)[] | null {
  const [first, ...rest] = cards;
  if (!first) return taken;
  const all = wishes(patron);
  for (let at = 0; at < all.length; at++) {
    if (taken[at] || !fits(content, patron, all[at]!, first)) continue;
    const found = match(content, patron, rest, taken.map((card, i) => (i === at ? first : card)));
    if (found) return found;
  }
  return null;
}

/** How each wish stands; "either" where the card that met it could as well stand for a wish that is still open. */
export function wishStates(content: Content, waiting: Waiting): { state: WishState; card: Given | null }[] {
  const patron = content.patrons[waiting.card]!;
  const all = wishes(patron);
  const found = match(content, patron, waiting.under) ?? all.map(() => null);
  const movable = (from: number, to: number): boolean =>
    found[from] !== null && found[to] === null && fits(content, patron, all[to]!, found[from]!) && !covers(all[to]!, all[from]!);
  return all.map((_, at) => {
    const doubtful = all.some((__, other) => movable(at, other) || movable(other, at));
    return { state: doubtful ? "either" : found[at] ? "met" : "open", card: found[at] ?? null };
  });
}

/** Whether all that meets `narrow` also meets `broad`: then nothing is lost by calling the narrow one met. */
function covers(broad: Requirement, narrow: Requirement): boolean {
  const same = broad.section === narrow.section;
  return same && (!narrow.perform || Boolean(broad.perform)) && (!narrow.repair || Boolean(broad.repair));
}

/** How many wishes are not met yet. */
export function openWishes(content: Content, waiting: Waiting): number {
  return wishes(content.patrons[waiting.card]!).length - waiting.under.length;
}

/** Which wishes of a waiting patron a card could stand for, counted from 0: open ones where there are, none when it is not accepted. */
export function wishesFor(content: Content, waiting: Waiting, given: Given): number[] {
  const patron = content.patrons[waiting.card]!;
  const found = wishes(patron).flatMap((wish, at) => {
    const taken = wishes(patron).map((_, i) => (i === at ? given : null));
    return fits(content, patron, wish, given) && match(content, patron, waiting.under, taken) ? [at] : [];
  });
  const states = wishStates(content, waiting);
  const open = found.filter((at) => states[at]?.state !== "met");
  return open.length ? open : found;
}

/** The waiting patrons of a seat that would take this card. */
export function served(content: Content, own: SeatView, given: Given): Waiting[] {
  return own.patrons.filter((waiting) => wishesFor(content, waiting, given).length > 0);
}

/** The own cards that would meet a wish: on the benches and in hand, the nearest to being finished first. */
export function helpers(content: Content, own: SeatView, patron: Patron, wish: Requirement): { card: string; at: "finishing" | "roughing" | "hand" }[] {
  const places = { finishing: own.finishing, roughing: own.roughing, hand: Array.isArray(own.hand) ? own.hand : [] };
  return (["finishing", "roughing", "hand"] as const).flatMap((at) =>
    places[at].filter((card) => fits(content, patron, wish, { token: "instrument", card })).map((card) => ({ card, at })),
  );
}
