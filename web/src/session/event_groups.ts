// Events joined into what is told as one: a main event with its sentence, and the small ones around it on a line.
import type { Content } from "../api/content";
import type { GameEvent, Goods, View } from "../api/types";
import { eventSentence } from "../text/names";

export interface Telling {
  seat: number;
  /** With marks, for Rich. */
  sentence: string;
  /** What came with it in words, with marks; may be empty. */
  line: string;
  /** What the seat gained (positive) and paid (negative) with it. */
  goods: Goods;
  events: GameEvent[];
}

/** Events that are told along with another one. */
const QUIET = new Set<GameEvent["type"]>([
  "gained",
  "paid",
  "worker-acted",
  "display-filled",
  "apprentice-left",
  "cards-drawn",
  "card-kept",
  "patience-moved",
  "track-advanced",
  "nothing-to-choose",
  "market-shown",
  "turn-order-set",
  "cards-dealt",
]);

/** Not told at all where something else is. */
const SILENT = new Set<GameEvent["type"]>(["worker-acted", "display-filled", "cards-dealt"]);

export function isMain(event: GameEvent): boolean {
  return !QUIET.has(event.type);
}

/** What the events of one frame are told as. */
export function tellings(view: View, content: Content, events: GameEvent[]): Telling[] {
  return groups(events).map((group) => telling(view, content, group));
}

function telling(view: View, content: Content, events: GameEvent[]): Telling {
  const head = events.find(isMain) ?? events.find((event) => !SILENT.has(event.type)) ?? (events[0] as GameEvent);
  const goods = sum(events.filter((event) => isGoods(event, head.seat)));
  const rest = merged(
    events.filter((event) => event !== head && !SILENT.has(event.type) && !isGoods(event, head.seat)),
  );
  const words = rest.map((event) => eventSentence(view, content, event));
  return { seat: head.seat, sentence: eventSentence(view, content, head), line: words.join(" "), goods, events };
}

/** Cards drawn one after another are told as one draw. */
function merged(events: GameEvent[]): GameEvent[] {
  const told: GameEvent[] = [];
  for (const event of events) {
    const last = told.at(-1);
    if (last?.type === "cards-drawn" && event.type === "cards-drawn" && last.seat === event.seat)
      told[told.length - 1] = both(last, event);
    else told.push(event);
  }
  return told;
}

type Drawn = Extract<GameEvent, { type: "cards-drawn" }>;

function both(first: Drawn, second: Drawn): Drawn {
  const cards = [...(first.private?.cards ?? []), ...(second.private?.cards ?? [])];
  return { ...first, count: first.count + second.count, ...(cards.length ? { private: { cards } } : {}) };
}

/** Each main event opens a group; quiet ones of the same seat join it, also those that came before it. */
function groups(events: GameEvent[]): GameEvent[][] {
  const made: GameEvent[][] = [];
  for (const event of events) {
    const last = made.at(-1);
    if (last && last[0]?.seat === event.seat && (!isMain(event) || !last.some(isMain))) last.push(event);
    else made.push([event]);
  }
  return made.filter((group) => group.some((event) => !SILENT.has(event.type)));
}

function isGoods(event: GameEvent, seat: number): boolean {
  return (event.type === "gained" || event.type === "paid") && event.seat === seat;
}

const TRADES = new Set(["market", "buy", "sell", "hire", "train"]);

/** Whether it begins with goods of the Market: a visit is told as one, apart from what was before. */
export function trades({ events }: Pick<Telling, "events">): boolean {
  const first = events[0];
  return (first?.type === "gained" || first?.type === "paid") && TRADES.has(first.source);
}

/** Goods of several tellings together. */
export function together(one: Goods, other: Goods): Goods {
  const total = { ...one };
  for (const [word, amount] of Object.entries(other)) total[word] = (total[word] ?? 0) + (amount ?? 0);
  return Object.fromEntries(Object.entries(total).filter(([, amount]) => amount));
}

function sum(events: GameEvent[]): Goods {
  const total: Goods = {};
  for (const event of events) {
    if (event.type !== "gained" && event.type !== "paid") continue;
    const sign = event.type === "gained" ? 1 : -1;
    for (const [word, amount] of Object.entries(event.goods)) total[word] = (total[word] ?? 0) + sign * (amount ?? 0);
  }
  return Object.fromEntries(Object.entries(total).filter(([, amount]) => amount));
}
