// Data derived from the view for display. No rule is decided here; the engine decides.
import type { Content } from "../api/content";
import type { Goods, Holder, QueuedWorker, SeatView, View } from "../api/types";

export type Track = keyof SeatView["tracks"];
/** The kinds of cards that lie on displays. */
export type DisplayKind = "patron" | "instrument" | "performance" | "repair";
/** The kind of the cards of a deck, as the view names the deck. */
const KIND_OF_DECK: Record<string, DisplayKind> = {
  patrons: "patron",
  instruments: "instrument",
  performances: "performance",
  repairs: "repair",
};

/** The icon of a location's bonus for high skill. */
export function bonusSign(content: Content, location: string): string {
  return content.rules.locations.find((one) => one.location === location)?.bonus ?? "star";
}

/** The deck of a location, as the view names it, and the kind of its cards; null where there are no cards. */
export function deckOf(content: Content, location: string): { deck: string; of: DisplayKind } | null {
  const deck = content.rules.locations.find((one) => one.location === location)?.deck;
  return deck ? { deck, of: KIND_OF_DECK[deck]! } : null;
}

/** The number of spaces of a track, and the space that brings a specialist. */
export function trackFacts(content: Content, track: Track): { spaces: number; specialist: number } {
  return content.rules.tracks[track]!;
}

/**
 * The round in which a patron, whose cube moves next in round `moves`, reaches a space; null after the end of the game.
 */
export function reachedIn(content: Content, moves: number, patience: number, space: number): number | null {
  const round = moves + space - patience - 1;
  return round > content.rules.rounds ? null : round;
}

/** The first chairs of a seat: each orchestra seat with the token that holds it; in a rare place every token. */
export function firstChairs(view: View, seat: Holder): { place: string; token: string }[] {
  return Object.entries(view.orchestra).flatMap(([place, { first, rare }]) =>
    [...(first ? [first] : []), ...(rare ?? [])]
      .filter(([holder]) => holder === seat)
      .map(([, token]) => ({ place, token })),
  );
}

/**
 * The icon of a first chair: its instrument; in a rare place the rare instruments that the seat finished, in their
 * order.
 */
export function chairSign(view: View, content: Content, seat: number, chairs: { place: string }[], at: number): string {
  const place = chairs[at]!.place;
  const { instrument, section } = content.orchestra[place]!;
  if (instrument) return `ins-${instrument}`;
  const rare = view.seats[seat]!.finished.filter(
    (id) => content.instruments[id]!.rare && content.instruments[id]!.section === section,
  );
  const before = chairs.slice(0, at).filter((chair) => chair.place === place).length;
  return rare[before] ? `ins-${rare[before]}` : `section-${section}`;
}

/** Prestige at the end for this number of first chairs (END-1). */
export function chairPrestige(content: Content, chairs: number): number {
  return content.rules.first_chair_prestige[chairs] ?? 0;
}

export function stored(own: SeatView): number {
  return own.goods.animal + own.goods.wood + own.goods.metal;
}

/** Whether the seat's materials pay this cost. */
export function canPay(own: SeatView, cost: Goods): boolean {
  return Object.entries(cost).every(([word, amount]) => own.goods[word as keyof SeatView["goods"]] >= (amount ?? 0));
}

/** The free patron spaces. */
export function freeSpaces(content: Content, own: SeatView): number[] {
  return content.rules.patron_spaces
    .map(({ space }) => space)
    .filter((space) => !own.patrons.some((patron) => patron.space === space));
}

/** The workers at a location; at a bench the viewer's own before the others'. */
export function queueAt(view: View, place: string): QueuedWorker[] {
  if (place in view.locations) return view.locations[place]!.queue;
  const benches = view.benches.filter((bench) => bench.bench === place);
  return benches
    .sort((a, b) => Number(b.seat === view.you) - Number(a.seat === view.you))
    .flatMap((bench) => bench.queue);
}

/** The number of a seat's workers that are to be placed, or placed and unresolved. */
export function unresolved(view: View, seat: number): number {
  const queues = [...Object.values(view.locations), ...view.benches].flatMap((place) => place.queue);
  return queues.filter((worker) => worker.seat === seat).length;
}

/** The number of award levels that a seat took. */
export function awardsOf(view: View, seat: number): number {
  return view.awards.flatMap((award) => award.levels).filter((holder) => holder === seat).length;
}

/** The highest level that a count reaches, 0 to 3. */
export function levelOf(levels: { need: number }[], counted: number): number {
  return levels.filter((level) => counted >= level.need).length;
}

/** The viewer's current count for an award or one of the viewer's goals; 0 for other goals. */
export function countedFor(view: View, id: string): number {
  const you = view.you ?? 0;
  const award = view.awards.find((one) => one.award === id);
  if (award) return award.counts[you] ?? 0;
  const own = view.seats[you];
  const at = Array.isArray(own?.goals) ? own.goals.indexOf(id) : -1;
  return own?.goal_counts?.[at] ?? 0;
}

/** The tokens at an orchestra seat from the viewer's perspective. */
export interface ChairFacts {
  first: [Holder, string] | null;
  second: [Holder, string][];
  rare: [Holder, string][];
  /** Own tokens, first and second chairs together. */
  mine: number;
  /** The holder's tokens, first and second chairs together. */
  theirs: number;
}

export function chairFacts(view: View, id: string): ChairFacts {
  const { first = null, second = [], rare = [] } = view.orchestra[id] ?? {};
  const all = [...(first ? [first] : []), ...second];
  const of = (holder: Holder | null): number => all.filter(([owner]) => owner === holder).length;
  return { first, second, rare, mine: view.you === null ? 0 : of(view.you), theirs: first ? of(first[0]) : 0 };
}

/** The empty first chairs that an instrument could take. */
export function freeChairs(view: View, content: Content, instrument: string): string[] {
  return content.instruments[instrument]!.seats.filter(
    (seat) => !view.orchestra[seat]?.first && !content.orchestra[seat]?.rare,
  );
}

/** The highlighted award levels, as addresses. */
export function awardAts(lit: Map<string, unknown>): string[] {
  return [...lit.keys()].filter((at) => at.startsWith("award:"));
}

/** Whether a choice is in a location's display or deck. */
export function litInside(lit: Map<string, unknown>, place: string): boolean {
  return [...lit.keys()].some((at) => at.startsWith(`slot:${place}:`) || at === `deck:${place}`);
}

/** The location and slot of a face-up card. */
export function slotOf(view: View, card: string): { tier: number; price: number } | null {
  return (
    Object.values(view.locations)
      .flatMap((place) => place.display)
      .find((slot) => slot.card === card) ?? null
  );
}

/** The seat that a patron waits at, and the waiting patron. */
export function waitingAt(view: View, card: string): { seat: number; waiting: SeatView["patrons"][number] } | null {
  for (const { seat, patrons } of view.seats) {
    const waiting = patrons.find((patron) => patron.card === card);
    if (waiting) return { seat, waiting };
  }
  return null;
}
