// The counters of awards, goals and patrons, read off what a seat may see (VOCABULARY section 8).
import type { Content, Counter } from "../lib/content";
import type { SeatView, View } from "../lib/types";

/** One counted thing: each attribute with the values it may have; a violin's place may be of either era. */
type Item = Record<string, string[]>;

const GROUPS: Record<string, string[]> = {
  section: ["string", "wind", "percussion"],
  era: ["baroque", "classical", "romantic"],
  token: ["instrument", "performance", "repair"],
  track: ["reputation", "performance", "craft"],
  type: ["performer", "composer", "noble", "royal"],
};
const MOST: Record<string, number> = { reputation: 7, performance: 6, craft: 6 };
const DONE: Record<string, number> = { reputation: 7, performance: 5, craft: 5 };

/** The value of a counter for a seat, now. */
export function count(view: View, content: Content, seat: number, counter: Counter): number {
  const items = itemsOf(view, content, seat, counter.of).filter((item) => keeps(counter, item));
  if (counter.kinds) return kinds(items, counter.kinds);
  if (counter.best) return best(items, counter.best);
  if (counter.sets) return sets(items, counter.sets);
  return items.length;
}

/** The highest level that a value reaches, 0 to 3. */
export function levelOf(levels: { need: number }[], value: number): number {
  return levels.filter((level) => value >= level.need).length;
}

function itemsOf(view: View, content: Content, seat: number, of: string): Item[] {
  const own = view.seats[seat] as SeatView;
  switch (of) {
    case "instruments":
      return own.finished.map((id) => ({ section: [content.instruments[id]!.section], rare: [String(content.instruments[id]!.rare)], name: [id] }));
    case "performances":
      return own.concerts.filter(({ level }) => level !== "low").map(({ card, level }) => ({ era: [content.performances[card]!.era], level: [level] }));
    case "repairs":
      return own.repairs.map((id) => ({ section: [content.repairs[id]!.section] }));
    case "patrons":
      return own.completed.map((id) => ({ type: [content.patrons[id]!.type] }));
    case "requirements":
      return Array.from({ length: wishesMet(content, own) }, () => ({}));
    case "first_chairs":
      return seated(view, content, seat, "first");
    case "second_chairs":
      return seated(view, content, seat, "line");
    case "tokens":
      return [...seated(view, content, seat, "first"), ...seated(view, content, seat, "line")];
    case "specialists":
      return own.specialists.map(({ card }) => ({ track: [content.specialists[card]!.track] }));
    case "awards":
      return view.awards.flatMap(({ levels }) => levels.filter((holder) => holder === seat).map(() => ({})));
    case "steps":
      return Object.entries(own.tracks).flatMap(([track, step]) => Array.from({ length: Math.min(step, MOST[track]!) }, () => ({ track: [track] })));
    case "tracks_done":
      return Object.entries(own.tracks).flatMap(([track, step]) => (step >= DONE[track]! ? [{ track: [track] }] : []));
    default:
      return [];
  }
}

/** Of patrons that left, nothing is seen any more: their wishes are not in this number. */
function wishesMet(content: Content, own: SeatView): number {
  const completed = own.completed.map((id) => 1 + content.patrons[id]!.secondary.length);
  return [...completed, ...own.patrons.map((patron) => patron.under.length)].reduce((a, b) => a + b, 0);
}

function seated(view: View, content: Content, seat: number, where: "first" | "line"): Item[] {
  return Object.entries(view.orchestra).flatMap(([id, place]) => {
    const { section, eras } = content.orchestra[id]!;
    const tokens = where === "line" ? place.line : [...(place.first ? [place.first] : []), ...(place.rare ?? [])];
    return tokens.filter(([holder]) => holder === seat).map(([, token]) => ({ section: [section], era: eras, token: [token] }));
  });
}

function keeps(counter: Counter, item: Item): boolean {
  for (const [word, wanted] of Object.entries(counter)) {
    if (word === "of" || word === "kinds" || word === "best" || word === "sets") continue;
    const allowed = [wanted].flat().map(String);
    if (!(item[word] ?? []).some((value) => allowed.includes(value))) return false;
  }
  return true;
}

function kinds(items: Item[], by: string): number {
  return Math.max(0, ...spreads(items, by).map((sizes) => Object.values(sizes).filter((size) => size > 0).length));
}

function best(items: Item[], by: string): number {
  return Math.max(0, ...spreads(items, by).flatMap((sizes) => Object.values(sizes)));
}

function sets(items: Item[], by: string): number {
  const groups = GROUPS[by] ?? [];
  return Math.max(0, ...spreads(items, by).map((sizes) => Math.min(...groups.map((group) => sizes[group] ?? 0))));
}

/** Every way to put the items into groups; only a violin's place leaves a choice. */
function spreads(items: Item[], by: string): Record<string, number>[] {
  let all: Record<string, number>[] = [{}];
  for (const values of items.map((item) => item[by] ?? [])) {
    if (!values.length) continue;
    const next = all.flatMap((sizes) => values.map((value) => ({ ...sizes, [value]: (sizes[value] ?? 0) + 1 })));
    all = unique(next);
  }
  return all;
}

function unique(all: Record<string, number>[]): Record<string, number>[] {
  const keyed = new Map(all.map((sizes) => [JSON.stringify(Object.entries(sizes).sort()), sizes]));
  return [...keyed.values()];
}
