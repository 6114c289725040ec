// What a rival does, step by step, and what it changed for the viewer.
import { isMain, tellings, together, trades } from "./event_groups";
import type { Content } from "../api/content";
import { t } from "../text/i18n";
import type { Frame, GameEvent, Goods, Reason, View } from "../api/types";
import { goodsMarks } from "../text/names";

/** What is told while a rival's frames are played. */
export interface Caption {
  /** -1 where it concerns the table. */
  seat: number;
  /** With marks, for Rich. */
  sentence: string;
  /** What else came with it, with marks; may be empty. */
  line: string;
  /** What the seat gained and paid with it. */
  goods: Goods;
  events: GameEvent[];
  why: Reason | null;
  paused: boolean;
}

/** A frame as captions: one for each change of the seat that something is told of. */
export function captionsOf(frame: Frame, content: Content): Caption[] {
  const captions: Caption[] = [];
  for (const { seat, sentence, line, goods, events } of tellings(frame.view, content, frame.events)) {
    const step: Caption = { seat, sentence, line, goods, events, why: null, paused: false };
    const last = captions.at(-1);
    if (last && last.seat === seat) captions[captions.length - 1] = join(last, step);
    else captions.push(step);
  }
  const why = frame.why.find(({ because, second }) => because.length || second) ?? null;
  return captions.map((caption, i) => (i ? caption : { ...caption, why }));
}

/** Whether a step is told along with the one that stands: small things of the same seat are, but a visit to the Market
 *  stands for itself. */
export function belongs(step: Caption, standing: Caption): boolean {
  return step.seat === standing.seat && !step.events.some(isMain) && (!trades(step) || trades(standing));
}

/** Both as one: the words of the second go on the line of the first. */
export function join(first: Caption, second: Caption): Caption {
  const line = [first.line, onlyGoods(second) ? "" : second.sentence, second.line].filter(Boolean).join(" ");
  return {
    ...first,
    line,
    goods: together(first.goods, second.goods),
    events: [...first.events, ...second.events],
    why: first.why ?? second.why,
  };
}

/** Whether the signs beside it say all there is to say. */
function onlyGoods({ events }: Caption): boolean {
  return events.every(({ type }) => type === "gained" || type === "paid" || type === "worker-acted");
}

/** Of one's own seat, but no news to its player. */
const NO_NEWS = new Set<GameEvent["type"]>(["passed", "cards-kept", "family-shown"]);

/** The one line of what the rivals' moves changed for the viewer. */
export function sumUp(content: Content, before: View, after: View, events: GameEvent[]): string | null {
  const mine = events.filter((event) => event.seat === after.you && !NO_NEWS.has(event.type));
  const told = tellings(after, content, mine);
  const lines = told.filter(({ events }) => events.some(isMain)).map(({ sentence }) => sentence);
  const goods = goodsMarks(
    told.reduce((total, { goods }) => together(total, goods), {}),
    "+",
  );
  if (after.round > before.round && before.round) lines.unshift(t("common.new-round", { round: after.round }));
  if (goods) lines.push(t("common.for-you", { goods }));
  return lines.length ? lines.join(" ") : null;
}
