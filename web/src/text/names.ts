// Names and event sentences that all screens use.
import type { Content } from "../api/content";
import { card } from "../api/content";
import { capital, has, listWords, t, type Params } from "./i18n";
import { bare } from "./rich_text";
import type { GameEvent, Goods, Holder, SeatView, RevealedWorker, View } from "../api/types";
import { GOODS_ORDER } from "../ui/icon_names";

/** "You", or the family's name; before a family is known, the seat's given name. */
export function seatName(view: View, seat: Holder, content?: Content): string {
  if (seat === "neutral" || seat < 0) return t("common.seat.neutral");
  if (seat === view.you) return t("common.you");
  return familyName(view, seat, content);
}

/** The part of a view that names seats. */
interface Named {
  seats: Pick<SeatView, "family" | "name" | "colour" | "player">[];
}

/** The family's name, also for the viewer's own seat. */
export function familyName(view: Named, seat: number, content?: Content): string {
  const { family, name, colour } = view.seats[seat] ?? { family: null, name: "", colour: "neutral" };
  if (family) return content?.families[family]?.name ?? capital(family.replace(/^family-/, ""));
  if (name || view.seats[seat]?.player !== "ai") return name || t(`common.seat.${colour}`);
  const rivals = view.seats.filter(({ player }) => player === "ai").length;
  return rivals > 1 ? t("common.rival.of", { colour: t(`common.seat.${colour}`) }) : t("common.rival");
}

/** The colour of a seat; "neutral" for tokens that belong to nobody. */
export function colourOf(view: View, seat: Holder): string {
  return seat === "neutral" || seat < 0 ? "neutral" : (view.seats[seat]?.colour ?? "neutral");
}

/** The printed name of a card or an orchestra seat. */
export function cardName(content: Content, id: string): string {
  return card(content, id)?.name ?? content.orchestra[id]?.name ?? id;
}

export function locationName(location: string): string {
  return t(`common.location.${location}`);
}

/** The card within a sentence: "the Flute", but "Antonio Vivaldi". */
function inSentence(content: Content, id: string): string {
  const name = cardName(content, id);
  return content.instruments[id] ? t("common.instrument", { name }) : name;
}

/** The location within a sentence: "the Salon", but "Perform". */
function locationWithin(location: string): string {
  return t(`common.place.${location}`);
}

/** Goods as marks of a message: ":money 4: :wood 1:". */
export function goodsMarks(goods: Goods, sign: "" | "+" | "−" = ""): string {
  return GOODS_ORDER.filter((word) => goods[word])
    .map(
      (word) => `:${word} ${(goods[word] as number) < 0 ? `−${-(goods[word] as number)}` : `${sign}${goods[word]}`}:`,
    )
    .join(" ");
}

/** A message without its marks: for screen readers, labels and titles. */
export function plain(content: Content, text: string): string {
  return bare(
    text,
    (id) => cardName(content, id),
    (word, amount) =>
      `${amount} ${t(`common.goods.${word}`, { count: Math.abs(Number(amount.replace("−", "-"))) || 0 })}`,
  );
}

/** The message key of an event. */
export function storyKey(event: GameEvent): string {
  return `story.${event.type}`;
}

/** A sentence with marks for an event. Goods gained or paid are not part of it: they are shown beside it. */
export function eventSentence(view: View, content: Content, event: GameEvent): string {
  const own = event.seat === view.you && "private" in event && event.private ? ".own" : "";
  const source = event.type === "gained" || event.type === "paid" ? `.${event.source}` : "";
  const key = storyKey(event);
  return t([key + own, key + source].find((one) => one !== key && has(one)) ?? key, eventParams(view, content, event));
}

function eventParams(view: View, content: Content, event: GameEvent): Params {
  const fields = { ...event, ...("private" in event ? event.private : {}) } as Record<string, unknown>;
  const params: Params = {
    subject: event.seat === view.you ? "you" : event.seat < 0 ? "nobody" : "other",
    name: event.seat < 0 ? "" : familyName(view, event.seat, content),
  };
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "string" || typeof value === "number") params[field] = value;
    if (typeof value === "boolean") params[field] = String(value);
  }
  return { ...params, ...spelledOut(view, content, fields) };
}

/** The message parameters for the ids and lists of an event. */
function spelledOut(view: View, content: Content, fields: Record<string, unknown>): Params {
  const params: Params = {};
  const link = (id: string): string => `[[card:${id}|${inSentence(content, id)}]]`;
  for (const field of ["card", "patron", "family", "instrument", "award", "found"]) {
    const id = fields[field];
    if (typeof id === "string") params[field] = id ? link(id) : "";
  }
  for (const field of ["cards", "goals", "patrons", "families", "instruments", "awards"]) {
    const ids = fields[field];
    if (Array.isArray(ids)) params[field] = listWords(ids.filter(Boolean).map((id) => link(String(id))));
  }
  for (const field of ["location", "bench"]) {
    if (typeof fields[field] === "string") params[field] = locationWithin(fields[field]);
  }
  if (typeof fields.phase === "string") params.phase = fields.phase.replaceAll("-", "_");
  if (fields.type === "deck-searched") params.seen = fields.card ? "yes" : "no";
  if (typeof fields.token === "string") params.tokenword = t(`common.token.${fields.token}`);
  if (typeof fields.track === "string") params.trackword = t(`common.track.${fields.track}`);
  if (fields.type === "source-scored") params.sourceword = t(`scoring.source.${String(fields.source)}`);
  if (fields.type === "performance-given") params.level = t(`common.result.${String(fields.level)}`);
  if (Array.isArray(fields.workers))
    params.workers = listWords(
      (fields.workers as RevealedWorker[]).map((worker) => revealedWorkerWords(view, content, worker)),
    );
  if (fields.type === "worker-moved") params.source = locationWithin(String(fields.source));
  if (typeof fields.orchestra_seat === "string") params.place = cardName(content, fields.orchestra_seat);
  if (fields.goods) params.goods = goodsMarks(fields.goods as Goods);
  if (Array.isArray(fields.order))
    params.order = listWords(
      (fields.order as number[]).map((seat) =>
        seat === view.you ? t("common.you.within") : familyName(view, seat, content),
      ),
    );
  if (Array.isArray(fields.winners)) Object.assign(params, winners(view, content, fields.winners as number[]));
  if (Array.isArray(fields.dice))
    params.dice = (fields.dice as { colour: string; face: number }[]).map((die) => dieWords(content, die)).join(", ");
  return params;
}

function revealedWorkerWords(view: View, content: Content, worker: RevealedWorker): string {
  const name = worker.seat === view.you ? t("common.you.within") : familyName(view, worker.seat, content);
  return t("common.worker", { name, number: worker.number, skill: worker.skill });
}

function winners(view: View, content: Content, seats: number[]): Params {
  return {
    winners: listWords(seats.map((seat) => familyName(view, seat, content))),
    shared: String(seats.length > 1),
    won: view.you !== null && seats.includes(view.you) ? "you" : "other",
  };
}

/** The face of a rolled die: notes, or goods of the purple one. */
export function dieWords(content: Content, die: { colour: string; face: number }): string {
  if (die.colour === "purple") return goodsMarks(content.dice.purple[die.face - 1] ?? {});
  const faces = die.colour === "black" ? content.dice.black : content.dice.white;
  return String(faces[die.face - 1] ?? 0);
}
