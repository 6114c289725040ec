// What the board shows, worked out from the view: nothing here decides a rule, the engine does.
import type { Content } from "../api/content";
import type { Goods, Holder, QueuedWorker, SeatView, View } from "../api/types";

export const LAST_ROUND = 6;
export const PLACES = ["salon", "guild", "perform", "repair", "balcony"] as const;
export const BENCHES = ["roughing", "finishing"] as const;
export const LOSS_PER_WISH = 3;
/** What a patron placed on each space pays (SAL-3). */
export const SPACE_BONUS: Record<number, Goods> = { 1: { money: 4 }, 2: { material: 1 }, 3: { apprentice: 1 } };
/** The sign of each place's bonus for skill 4 and more. */
export const FOUR_SIGN: Record<string, string> = {
  salon: "patience",
  guild: "material",
  perform: "track-performance",
  repair: "track-craft",
  balcony: "track-reputation",
};
export const TRACKS = {
  reputation: { steps: 8, specialist: 4 },
  performance: { steps: 6, specialist: 3 },
  craft: { steps: 6, specialist: 3 },
} as const;
export type Track = keyof typeof TRACKS;
export const MARKERS = ["royal", "purple", "storage"] as const;
/** Which deck a place takes its cards from, as the view names it, and the cards' kind. */
export const DECK_OF = {
  salon: { deck: "patrons", of: "patron" },
  guild: { deck: "instruments", of: "instrument" },
  perform: { deck: "performances", of: "performance" },
  repair: { deck: "repairs", of: "repair" },
} as const;

/** The round in which a patron whose cube moves next in round `moves` comes to a space; null when the game ends first. */
export function reachedIn(moves: number, patience: number, space: number): number | null {
  const round = moves + space - patience - 1;
  return round > LAST_ROUND ? null : round;
}

/** The first chairs of a seat: each orchestra seat with the token that holds it; in a rare place every token. */
export function firstChairs(view: View, seat: Holder): { place: string; token: string }[] {
  return Object.entries(view.orchestra).flatMap(([place, { first, rare }]) =>
    [...(first ? [first] : []), ...(rare ?? [])]
      .filter(([holder]) => holder === seat)
      .map(([, token]) => ({ place, token })),
  );
}

/** The picture of a first chair: its instrument; in a rare place the rare instruments that the seat finished, in their order. */
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

/** Prestige at the end for so many first chairs (END-1). */
export function chairPrestige(content: Content, chairs: number): number {
  const table = content.firstChairTable;
  const last = table.length - 1;
  return chairs <= last ? (table[chairs] ?? 0) : (table[last] ?? 0) + (chairs - last) * content.firstChairBeyond;
}

export function stored(own: SeatView): number {
  return own.goods.animal + own.goods.wood + own.goods.metal;
}

/** Whether the materials in store pay this. */
export function canPay(own: SeatView, cost: Goods): boolean {
  return Object.entries(cost).every(([word, amount]) => own.goods[word as keyof SeatView["goods"]] >= (amount ?? 0));
}

/** Free patron spaces, 1 to 3. */
export function freeSpaces(own: SeatView): number[] {
  return [1, 2, 3].filter((space) => !own.patrons.some((patron) => patron.space === space));
}

/** Workers lying at a place, and at a bench the viewer's own before the others'. */
export function queueAt(view: View, place: string): QueuedWorker[] {
  if (place in view.locations) return view.locations[place]!.queue;
  const benches = view.benches.filter((bench) => bench.bench === place);
  return benches
    .sort((a, b) => Number(b.seat === view.you) - Number(a.seat === view.you))
    .flatMap((bench) => bench.queue);
}

/** How many workers a seat still has to place, or lying unresolved. */
export function unresolved(view: View, seat: number): number {
  const queues = [...Object.values(view.locations), ...view.benches].flatMap((place) => place.queue);
  return queues.filter((worker) => worker.seat === seat).length;
}

/** Award levels that a seat took. */
export function awardsOf(view: View, seat: number): number {
  return view.awards.flatMap((award) => award.levels).filter((holder) => holder === seat).length;
}

/** The highest level that a count reaches, 0 to 3. */
export function levelOf(levels: { need: number }[], counted: number): number {
  return levels.filter((level) => counted >= level.need).length;
}

/** What an award or one of the viewer's goals has counted for the viewer; 0 for a goal that is not kept. */
export function countedFor(view: View, id: string): number {
  const you = view.you ?? 0;
  const award = view.awards.find((one) => one.award === id);
  if (award) return award.counts[you] ?? 0;
  const own = view.seats[you];
  const at = Array.isArray(own?.goals) ? own.goals.indexOf(id) : -1;
  return own?.goal_counts?.[at] ?? 0;
}

/** How the viewer's tokens stand at an orchestra seat. */
export interface ChairFacts {
  first: [Holder, string] | null;
  line: [Holder, string][];
  rare: [Holder, string][];
  /** Own tokens, first chair and line together. */
  mine: number;
  /** The holder's tokens, first chair and line together. */
  theirs: number;
}

export function chairFacts(view: View, id: string): ChairFacts {
  const { first = null, line = [], rare = [] } = view.orchestra[id] ?? {};
  const all = [...(first ? [first] : []), ...line];
  const of = (holder: Holder | null): number => all.filter(([who]) => who === holder).length;
  return { first, line, rare, mine: view.you === null ? 0 : of(view.you), theirs: first ? of(first[0]) : 0 };
}

/** The chairs of an instrument that are empty. */
export function freeChairs(view: View, content: Content, instrument: string): string[] {
  return content.instruments[instrument]!.seats.filter(
    (seat) => !view.orchestra[seat]?.first && !content.orchestra[seat]?.rare,
  );
}

/** The lit levels of awards, as addresses. */
export function awardAts(lit: Map<string, unknown>): string[] {
  return [...lit.keys()].filter((at) => at.startsWith("award:"));
}

/** Whether a choice lies in a place's display or deck. */
export function litInside(lit: Map<string, unknown>, place: string): boolean {
  return [...lit.keys()].some((at) => at.startsWith(`slot:${place}:`) || at === `deck:${place}`);
}

/** Where a card lies face up on a display. */
export function slotOf(view: View, card: string): { tier: number; price: number } | null {
  return (
    Object.values(view.locations)
      .flatMap((place) => place.display)
      .find((slot) => slot.card === card) ?? null
  );
}

/** Where a patron waits: whose, and how. */
export function waitingAt(view: View, card: string): { seat: number; waiting: SeatView["patrons"][number] } | null {
  for (const { seat, patrons } of view.seats) {
    const waiting = patrons.find((patron) => patron.card === card);
    if (waiting) return { seat, waiting };
  }
  return null;
}
