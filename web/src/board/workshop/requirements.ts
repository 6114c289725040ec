// Which cards meet which wishes of a patron: what the engine tells of the cards and of those that wait, put together.
import type { Content } from "../../api/content";
import type { SeatView } from "../../api/types";

export type Waiting = SeatView["patrons"][number];

/** The wishes of a patron that a card could meet where nothing is met yet, counted from 0. */
export function meets(content: Content, patron: string, card: string): number[] {
  return content.meeting[patron]?.[card] ?? [];
}

/** Which wishes of a waiting patron a card could stand for: open ones where there are, none when it is not accepted. */
export function wishesFor(content: Content, waiting: Waiting, card: string): number[] {
  const found = meets(content, waiting.card, card).filter((at) => waiting.takes.includes(at));
  const open = found.filter((at) => waiting.requirements[at]?.state !== "met");
  return open.length ? open : found;
}

/** How many wishes are not met yet. */
export function openWishes(waiting: Waiting): number {
  return waiting.requirements.length - waiting.under.length;
}

/** The waiting patrons of a seat that would take this card. */
export function served(content: Content, own: SeatView, card: string): Waiting[] {
  return own.patrons.filter((waiting) => wishesFor(content, waiting, card).length > 0);
}

/** The own instruments that would meet a wish: on the benches and in hand, the nearest to being finished first. */
export function helpers(
  content: Content,
  own: SeatView,
  patron: string,
  wish: number,
): { card: string; at: "finishing" | "roughing" | "hand" }[] {
  const places = { finishing: own.finishing, roughing: own.roughing, hand: Array.isArray(own.hand) ? own.hand : [] };
  return (["finishing", "roughing", "hand"] as const).flatMap((at) =>
    places[at].filter((card) => meets(content, patron, card).includes(wish)).map((card) => ({ card, at })),
  );
}
