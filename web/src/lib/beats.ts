// Events joined into what is told as one: a main event with its sentence, and the small ones around it on a line.
import type { Content } from "./content";
import type { GameEvent, Goods, View } from "./types";
import { eventSentence } from "./words";

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
  const rest = events.filter((event) => event !== head && !SILENT.has(event.type) && !isGoods(event, head.seat));
  const goods = sum(events.filter((event) => event !== head && isGoods(event, head.seat)));
  const words = rest.map((event) => eventSentence(view, content, event));
  return { seat: head.seat, sentence: eventSentence(view, content, head), line: words.join(" "), goods, events };
}

/** Each main event opens a group; quiet ones before the first one belong to it too. */
function groups(events: GameEvent[]): GameEvent[][] {
  const made: GameEvent[][] = [];
  for (const event of events) {
    const last = made.at(-1);
    const joins = last && (!isMain(event) || !last.some(isMain));
    if (joins) last.push(event);
    else made.push([event]);
  }
  return made.filter((group) => group.some((event) => !SILENT.has(event.type)));
}

function isGoods(event: GameEvent, seat: number): boolean {
  return (event.type === "gained" || event.type === "paid") && event.seat === seat;
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

