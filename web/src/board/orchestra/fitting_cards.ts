// The visible cards that would bring a token to an orchestra seat (ORC-2).
import type { Content } from "../../api/content";
import type { View } from "../../api/types";

export interface Fitting {
  id: string;
  /** finishing, roughing, hand, guild, perform, repair */
  where: string;
}

/** Own cards first, then face-up ones. */
export function fitting(view: View, content: Content, id: string): Fitting[] {
  const own = view.you === null ? null : view.seats[view.you];
  const places: [string, string[]][] = [
    ["finishing", own?.finishing ?? []],
    ["roughing", own?.roughing ?? []],
    ["hand", Array.isArray(own?.hand) ? own.hand : []],
    ...(["guild", "perform", "repair"] as const).map((where): [string, string[]] => [where, shown(view, where)]),
  ];
  const found = places.flatMap(([where, cards]) =>
    cards.filter((card) => content.chairs_for_card[card]?.includes(id)).map((card) => ({ id: card, where })),
  );
  return found.filter(
    (card, i) => found.findIndex((other) => other.id === card.id && other.where === card.where) === i,
  );
}

function shown(view: View, location: string): string[] {
  return (view.locations[location]?.display ?? []).flatMap((slot) => (slot.card ? [slot.card] : []));
}
