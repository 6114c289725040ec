// Groups events: a main event with its sentence, and the minor ones around it on a line.
import type { Content } from "../api/content";
import type { GameEvent, Goods, View } from "../api/types";
import { eventSentence } from "../text/names";

export interface EventGroup {
  seat: number;
  /** With marks, for RichText. */
  sentence: string;
  /** Minor events as text with marks; may be empty. */
  line: string;
  /** Goods that the seat gained (positive) and paid (negative). */
  goods: Goods;
  events: GameEvent[];
}

/** Minor events, shown together with a main one. */
const MINOR = new Set<GameEvent["type"]>([
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

/** Hidden if there is another event to show. */
const HIDDEN = new Set<GameEvent["type"]>(["worker-acted", "display-filled", "cards-dealt"]);

export function isMain(event: GameEvent): boolean {
  return !MINOR.has(event.type);
}

/** The groups of the events of one frame. */
export function groupEvents(view: View, content: Content, events: GameEvent[]): EventGroup[] {
  return groups(events).map((group) => eventGroup(view, content, group));
}

function eventGroup(view: View, content: Content, events: GameEvent[]): EventGroup {
  const main = events.find(isMain) ?? events.find((event) => !HIDDEN.has(event.type)) ?? (events[0] as GameEvent);
  const goods = sum(events.filter((event) => isGoods(event, main.seat)));
  const rest = mergeDraws(
    events.filter((event) => event !== main && !HIDDEN.has(event.type) && !isGoods(event, main.seat)),
  );
  const words = rest.map((event) => eventSentence(view, content, event));
  return { seat: main.seat, sentence: eventSentence(view, content, main), line: words.join(" "), goods, events };
}

/** Consecutive draws of cards become one. */
function mergeDraws(events: GameEvent[]): GameEvent[] {
  const result: GameEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (last?.type === "cards-drawn" && event.type === "cards-drawn" && last.seat === event.seat)
      result[result.length - 1] = joinDraws(last, event);
    else result.push(event);
  }
  return result;
}

type Drawn = Extract<GameEvent, { type: "cards-drawn" }>;

function joinDraws(first: Drawn, second: Drawn): Drawn {
  const cards = [...(first.private?.cards ?? []), ...(second.private?.cards ?? [])];
  return { ...first, count: first.count + second.count, ...(cards.length ? { private: { cards } } : {}) };
}

/** Each main event opens a group; minor ones of the same seat join it, also those before it. */
function groups(events: GameEvent[]): GameEvent[][] {
  const found: GameEvent[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last && last[0]?.seat === event.seat && (!isMain(event) || !last.some(isMain))) last.push(event);
    else found.push([event]);
  }
  return found.filter((group) => group.some((event) => !HIDDEN.has(event.type)));
}

function isGoods(event: GameEvent, seat: number): boolean {
  return (event.type === "gained" || event.type === "paid") && event.seat === seat;
}

const TRADES = new Set(["market", "buy", "sell", "hire", "train"]);

/** Whether it starts with goods of the Market: a visit is one group. */
export function isTrade({ events }: Pick<EventGroup, "events">): boolean {
  const first = events[0];
  return (first?.type === "gained" || first?.type === "paid") && TRADES.has(first.source);
}

/** The sum of goods. */
export function addGoods(one: Goods, other: Goods): Goods {
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
