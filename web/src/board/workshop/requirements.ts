// The cards that meet a patron's requirements: combines the engine's table of cards with the patron's state.
import type { Content } from "../../api/content";
import type { SeatView } from "../../api/types";

export type WaitingPatron = SeatView["patrons"][number];

/** The requirements of a patron that a card could meet if none were met yet, counted from 0. */
export function meets(content: Content, patron: string, card: string): number[] {
  return content.requirements_met_by[patron]?.[card] ?? [];
}

/**
 * The requirements of a waiting patron that a card could count for: open ones first, none if the card is not accepted.
 */
export function requirementsMetBy(content: Content, waiting: WaitingPatron, card: string): number[] {
  const found = meets(content, waiting.card, card).filter((at) => waiting.takes.includes(at));
  const open = found.filter((at) => waiting.requirements[at]?.state !== "met");
  return open.length ? open : found;
}

/** Number of open requirements. */
export function openRequirements(waiting: WaitingPatron): number {
  return waiting.requirements.length - waiting.tucked.length;
}

/** The waiting patrons of a seat that would accept this card. */
export function served(content: Content, own: SeatView, card: string): WaitingPatron[] {
  return own.patrons.filter((waiting) => requirementsMetBy(content, waiting, card).length > 0);
}

/**
 * The seat's own instruments that would meet a requirement: on the benches and in hand, the nearest to completion
 * first.
 */
export function helpers(
  content: Content,
  own: SeatView,
  patron: string,
  requirement: number,
): { card: string; at: "finishing" | "roughing" | "hand" }[] {
  const places = { finishing: own.finishing, roughing: own.roughing, hand: Array.isArray(own.hand) ? own.hand : [] };
  return (["finishing", "roughing", "hand"] as const).flatMap((at) =>
    places[at].filter((card) => meets(content, patron, card).includes(requirement)).map((card) => ({ card, at })),
  );
}
