// Captions for an AI's moves, and the summary of their effect on the viewer.
import { isMain, groupEvents, addGoods, isTrade } from "./event_groups";
import type { Content } from "../api/content";
import { t } from "../text/i18n";
import type { Frame, GameEvent, Goods, Reason, View } from "../api/types";
import { goodsMarks } from "../text/names";

/** The caption shown during playback of an AI's moves. */
export interface Caption {
  /** -1 if it concerns no seat. */
  seat: number;
  /** With marks, for RichText. */
  sentence: string;
  /** Minor events as text with marks; may be empty. */
  line: string;
  /** Goods that the seat gained and paid. */
  goods: Goods;
  events: GameEvent[];
  reason: Reason | null;
  paused: boolean;
}

/** The captions of a frame: consecutive events of one seat share one. */
export function captionsOf(frame: Frame, content: Content): Caption[] {
  const captions: Caption[] = [];
  for (const { seat, sentence, line, goods, events } of groupEvents(frame.view, content, frame.events)) {
    const step: Caption = { seat, sentence, line, goods, events, reason: null, paused: false };
    const last = captions.at(-1);
    if (last && last.seat === seat) captions[captions.length - 1] = joinCaptions(last, step);
    else captions.push(step);
  }
  const reason = frame.reasons.find(({ because, second }) => because.length || second) ?? null;
  return captions.map((caption, i) => (i ? caption : { ...caption, reason }));
}

/**
 * Whether a step is appended to the current caption: minor events of the same seat are, but a visit to the Market has
 * its own.
 */
export function joinsCaption(step: Caption, standing: Caption): boolean {
  return step.seat === standing.seat && !step.events.some(isMain) && (!isTrade(step) || isTrade(standing));
}

/** Both in one caption: the text of the second is appended to the line of the first. */
export function joinCaptions(first: Caption, second: Caption): Caption {
  const line = [first.line, onlyGoods(second) ? "" : second.sentence, second.line].filter(Boolean).join(" ");
  return {
    ...first,
    line,
    goods: addGoods(first.goods, second.goods),
    events: [...first.events, ...second.events],
    reason: first.reason ?? second.reason,
  };
}

/** Whether the icons beside it say everything. */
function onlyGoods({ events }: Caption): boolean {
  return events.every(({ type }) => type === "gained" || type === "paid" || type === "worker-acted");
}

/** Events of the viewer's own seat that are not worth a summary. */
const UNREMARKABLE = new Set<GameEvent["type"]>(["passed", "setup-chosen", "family-shown"]);

/** The summary of what the AI moves changed for the viewer. */
export function summarize(content: Content, before: View, after: View, events: GameEvent[]): string | null {
  const mine = events.filter((event) => event.seat === after.you && !UNREMARKABLE.has(event.type));
  const groups = groupEvents(after, content, mine);
  const lines = groups.filter(({ events }) => events.some(isMain)).map(({ sentence }) => sentence);
  const goods = goodsMarks(
    groups.reduce((total, { goods }) => addGoods(total, goods), {}),
    "+",
  );
  if (after.round > before.round && before.round) lines.unshift(t("common.new-round", { round: after.round }));
  if (goods) lines.push(t("common.for-you", { goods }));
  return lines.length ? lines.join(" ") : null;
}
