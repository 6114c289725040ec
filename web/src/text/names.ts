// Names and sentences that every screen uses.
import type { Content } from "../api/content";
import { card } from "../api/content";
import { capital, has, listWords, t, type Params } from "./i18n";
import { bare } from "./rich_text";
import type { GameEvent, Goods, Holder, SeatView, ShownWorker, View } from "../api/types";
import { GOODS_ORDER } from "../ui/icon_names";

/** "You", or the family's name; before a family is known, the name that the seat was given. */
export function seatName(view: View, seat: Holder, content?: Content): string {
  if (seat === "stone" || seat < 0) return t("common.seat.stone");
  if (seat === view.you) return t("common.you");
  return familyName(view, seat, content);
}

/** What of a view tells how seats are called. */
interface Named {
  seats: Pick<SeatView, "family" | "name" | "colour" | "player">[];
}

/** The family's name even for oneself. */
export function familyName(view: Named, seat: number, content?: Content): string {
  const { family, name, colour } = view.seats[seat] ?? { family: null, name: "", colour: "stone" };
  if (family) return content?.families[family]?.name ?? capital(family.replace(/^family-/, ""));
  if (name || view.seats[seat]?.player !== "ai") return name || t(`common.seat.${colour}`);
  const rivals = view.seats.filter(({ player }) => player === "ai").length;
  return rivals > 1 ? t("common.rival.of", { colour: t(`common.seat.${colour}`) }) : t("common.rival");
}

/** The colour of a seat, "stone" for neutral tokens. */
export function colourOf(view: View, seat: Holder): string {
  return seat === "stone" || seat < 0 ? "stone" : (view.seats[seat]?.colour ?? "stone");
}

/** What is printed as the name of a card, or of an orchestra seat. */
export function cardName(content: Content, id: string): string {
  return card(content, id)?.name ?? content.orchestra[id]?.name ?? id;
}

export function locationName(location: string): string {
  return t(`common.location.${location}`);
}

/** The card inside a sentence: "the Flute", but "Antonio Vivaldi". */
function inSentence(content: Content, id: string): string {
  const name = cardName(content, id);
  return content.instruments[id] ? t("common.instrument", { name }) : name;
}

/** The place inside a sentence: "the Salon", but "Perform". */
function placeName(location: string): string {
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

/** A message without its marks: for the live region, labels and titles. */
export function plain(content: Content, text: string): string {
  return bare(
    text,
    (id) => cardName(content, id),
    (word, amount) =>
      `${amount} ${t(`common.goods.${word}`, { count: Math.abs(Number(amount.replace("−", "-"))) || 0 })}`,
  );
}

/** The key of an event's sentence. */
export function storyKey(event: GameEvent): string {
  return `story.${event.type}`;
}

/** One sentence with marks for what happened. Goods that were gained or paid are not named in it: they stand beside it. */
export function eventSentence(view: View, content: Content, event: GameEvent): string {
  const own = event.seat === view.you && "private" in event && event.private ? ".own" : "";
  const source = event.type === "gained" || event.type === "paid" ? `.${event.source}` : "";
  const key = storyKey(event);
  return t([key + own, key + source].find((one) => one !== key && has(one)) ?? key, eventParams(view, content, event));
}

function eventParams(view: View, content: Content, event: GameEvent): Params {
  const told = { ...event, ...("private" in event ? event.private : {}) } as Record<string, unknown>;
  const params: Params = {
    who: event.seat === view.you ? "you" : event.seat < 0 ? "nobody" : "other",
    name: event.seat < 0 ? "" : familyName(view, event.seat, content),
  };
  for (const [field, value] of Object.entries(told)) {
    if (typeof value === "string" || typeof value === "number") params[field] = value;
    if (typeof value === "boolean") params[field] = String(value);
  }
  return { ...params, ...spelled(view, content, told) };
}

/** What an id or a list of the event is called in a sentence. */
function spelled(view: View, content: Content, told: Record<string, unknown>): Params {
  const params: Params = {};
  const link = (id: string): string => `[[card:${id}|${inSentence(content, id)}]]`;
  for (const field of ["card", "patron", "family", "instrument", "award", "found"]) {
    const id = told[field];
    if (typeof id === "string") params[field] = id ? link(id) : "";
  }
  for (const field of ["cards", "goals", "patrons", "families", "instruments", "awards"]) {
    const ids = told[field];
    if (Array.isArray(ids)) params[field] = listWords(ids.filter(Boolean).map((id) => link(String(id))));
  }
  for (const field of ["location", "bench"]) {
    if (typeof told[field] === "string") params[field] = placeName(told[field]);
  }
  if (typeof told.phase === "string") params.phase = told.phase.replaceAll("-", "_");
  if (told.type === "deck-searched") params.seen = told.card ? "yes" : "no";
  if (typeof told.token === "string") params.tokenword = t(`common.token.${told.token}`);
  if (typeof told.track === "string") params.trackword = t(`common.track.${told.track}`);
  if (told.type === "source-scored") params.sourceword = t(`scoring.source.${String(told.source)}`);
  if (told.type === "concert-given") params.level = t(`common.result.${String(told.level)}`);
  if (Array.isArray(told.workers))
    params.workers = listWords((told.workers as ShownWorker[]).map((worker) => shownWords(view, content, worker)));
  if (told.type === "worker-moved") params.source = placeName(String(told.source));
  if (typeof told.orchestra_seat === "string") params.place = cardName(content, told.orchestra_seat);
  if (told.goods) params.goods = goodsMarks(told.goods);
  if (Array.isArray(told.order))
    params.order = listWords(
      (told.order as number[]).map((seat) =>
        seat === view.you ? t("common.you.within") : familyName(view, seat, content),
      ),
    );
  if (Array.isArray(told.winners)) Object.assign(params, winners(view, content, told.winners as number[]));
  if (Array.isArray(told.dice))
    params.dice = (told.dice as { colour: string; face: number }[]).map((die) => dieWords(content, die)).join(", ");
  return params;
}

function shownWords(view: View, content: Content, worker: ShownWorker): string {
  const name = worker.seat === view.you ? t("common.you.within") : familyName(view, worker.seat, content);
  return t("common.worker", { name, disc: worker.disc, skill: worker.skill });
}

function winners(view: View, content: Content, seats: number[]): Params {
  return {
    winners: listWords(seats.map((seat) => familyName(view, seat, content))),
    shared: String(seats.length > 1),
    won: view.you !== null && seats.includes(view.you) ? "you" : "other",
  };
}

/** What a rolled die shows: notes, or goods of the purple one. */
export function dieWords(content: Content, die: { colour: string; face: number }): string {
  if (die.colour === "purple") return goodsMarks(content.dice.purple[die.face - 1] ?? {});
  const faces = die.colour === "black" ? content.dice.black : content.dice.white;
  return String(faces[die.face - 1] ?? 0);
}
