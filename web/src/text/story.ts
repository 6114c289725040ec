// The story of a game: what its events are told as, by round and phase.
import { tellings, together, trades, type Telling } from "../session/event_groups";
import type { Content } from "../api/content";
import type { Seated, ToldEntry } from "../api/host";
import { t } from "./i18n";
import type { GameEvent, Reason, View } from "../api/types";
import { familyName } from "./names";

export interface StoryEntry extends Telling {
  /** The first and the last entry of the log that it tells of. */
  from: number;
  n: number;
  round: number;
  phase: string;
  why: Reason | null;
}

/** An entry of the log after which there is something new to see: one can look back at the position there. */
export interface Stop {
  n: number;
  round: number;
}

type Told = Pick<ToldEntry, "n" | "events" | "why"> & Partial<Pick<ToldEntry, "seat" | "seated">>;

/** The whole log as a story. */
export function storyOf(view: View, content: Content, log: ToldEntry[]): StoryEntry[] {
  const story: StoryEntry[] = [];
  for (const entry of log) tellOn(story, view, content, entry);
  return story;
}

/** Tell one more entry of the log. */
export function tellOn(
  story: StoryEntry[],
  view: View,
  content: Content,
  { n, events, why, seat = -1, seated }: Told,
): void {
  for (const told of retold(view, content, events, story.at(-1))) append(story, told);
  if (seated) story.push(sitsDown(view, content, n, seat, seated, story.at(-1)));
  const first = story.find((entry) => entry.n === n);
  if (first && why) story[story.indexOf(first)] = { ...first, why };
}

function retold(view: View, content: Content, events: GameEvent[], before: StoryEntry | undefined): StoryEntry[] {
  let { round, phase } = moment(before);
  return tellings(view, content, events).map((telling) => {
    const begun = telling.events.find((event) => event.type === "phase-begun");
    if (begun) ({ round, phase } = begun);
    const [from = 0, n = from] = [telling.events[0]?.n, telling.events.at(-1)?.n];
    return { ...telling, from, n, round, phase, why: null };
  });
}

/** Somebody else plays the seat from here on, or can come to it. */
function sitsDown(
  view: View,
  content: Content,
  n: number,
  seat: number,
  { player, level, name, freed }: Seated,
  before: StoryEntry | undefined,
): StoryEntry {
  const who = seat === view.you ? "you" : "other";
  const named = { who, name: name || familyName(view, seat, content) };
  const sentence = freed
    ? t("history.freed", named)
    : t("history.seated", { ...named, player, level: level ? t(`common.level.${level}`) : "" });
  return { seat, sentence, line: "", goods: {}, events: [], from: n, n, ...moment(before), why: null };
}

function moment(before: StoryEntry | undefined): Pick<StoryEntry, "round" | "phase"> {
  return { round: before?.round ?? 0, phase: before?.phase ?? "setup" };
}

/** Trade after trade of one visit to the Market is one entry. */
function append(story: StoryEntry[], entry: StoryEntry): void {
  const last = story.at(-1);
  if (!last || last.seat !== entry.seat || !trades(last) || !trades(entry)) return void story.push(entry);
  const line = [last.line, entry.line].filter(Boolean).join(" ");
  story[story.length - 1] = {
    ...last,
    n: entry.n,
    line,
    goods: together(last.goods, entry.goods),
    events: [...last.events, ...entry.events],
  };
}

// --- to look back ------------------------------------------------------------------------------------------------------

/** Where one can look back to, in order. */
export function stopsOf(story: StoryEntry[]): Stop[] {
  const rounds = new Map<number, number>();
  for (const { n, round, events } of story)
    for (const at of [...events.map((event) => event.n), n]) rounds.set(at, rounds.get(at) ?? round);
  return [...rounds].map(([n, round]) => ({ n, round })).sort((a, b) => a.n - b.n);
}

/** The sentences of a position: those of the entry that led to it, else the last one before. */
export function sentencesAt(story: StoryEntry[], at: number): StoryEntry[] {
  const before = story.filter(({ from }) => from <= at);
  const own = before.filter(({ n }) => n >= at);
  return own.length ? own : before.slice(-1);
}
