// The story of a game: its events as sentences, by round and phase.
import { groupEvents, addGoods, isTrade, type EventGroup } from "../session/event_groups";
import type { Content } from "../api/content";
import type { GameEvent, LogEntry, PlayerChange, Reason, View } from "../api/types";
import { t } from "./i18n";
import { familyName } from "./names";

export interface StoryEntry extends EventGroup {
  /** The first and the last log entry that it covers. */
  from: number;
  n: number;
  round: number;
  phase: string;
  reason: Reason | null;
}

/** A log entry with a visible change: one can look back at the position after it. */
export interface Stop {
  n: number;
  round: number;
}

type LoggedEvents = Pick<LogEntry, "n" | "events" | "reason"> & Partial<Pick<LogEntry, "seat" | "player_change">>;

/** The whole log as a story. */
export function storyOf(view: View, content: Content, log: LogEntry[]): StoryEntry[] {
  const story: StoryEntry[] = [];
  for (const entry of log) addToStory(story, view, content, entry);
  return story;
}

/** Append a log entry to the story. */
export function addToStory(
  story: StoryEntry[],
  view: View,
  content: Content,
  { n, events, reason, seat = -1, player_change }: LoggedEvents,
): void {
  for (const added of entriesOf(view, content, events, story.at(-1))) append(story, added);
  if (player_change) story.push(playerChangeEntry(view, content, n, seat, player_change, story.at(-1)));
  const first = story.find((entry) => entry.n === n);
  if (first && reason) story[story.indexOf(first)] = { ...first, reason };
}

function entriesOf(view: View, content: Content, events: GameEvent[], before: StoryEntry | undefined): StoryEntry[] {
  let { round, phase } = roundAndPhase(before);
  return groupEvents(view, content, events).map((group) => {
    const begun = group.events.find((event) => event.type === "phase-begun");
    if (begun) ({ round, phase } = begun);
    const [from = 0, n = from] = [group.events[0]?.n, group.events.at(-1)?.n];
    return { ...group, from, n, round, phase, reason: null };
  });
}

/** The entry for a change of a seat's player. */
function playerChangeEntry(
  view: View,
  content: Content,
  n: number,
  seat: number,
  { player, level, name, freed }: PlayerChange,
  before: StoryEntry | undefined,
): StoryEntry {
  const subject = seat === view.you ? "you" : "other";
  const named = { subject, name: name || familyName(view, seat, content) };
  const sentence = freed
    ? t("history.freed", named)
    : t("history.seated", { ...named, player, level: level ? t(`common.level.${level}`) : "" });
  return { seat, sentence, line: "", goods: {}, events: [], from: n, n, ...roundAndPhase(before), reason: null };
}

function roundAndPhase(before: StoryEntry | undefined): Pick<StoryEntry, "round" | "phase"> {
  return { round: before?.round ?? 0, phase: before?.phase ?? "setup" };
}

/** Append an entry; consecutive trades of one Market visit become one. */
function append(story: StoryEntry[], entry: StoryEntry): void {
  const last = story.at(-1);
  if (!last || last.seat !== entry.seat || !isTrade(last) || !isTrade(entry)) return void story.push(entry);
  const line = [last.line, entry.line].filter(Boolean).join(" ");
  story[story.length - 1] = {
    ...last,
    n: entry.n,
    line,
    goods: addGoods(last.goods, entry.goods),
    events: [...last.events, ...entry.events],
  };
}

// --- to look back ------------------------------------------------------------------------------------------------------

/** The positions that one can look back to, in order. */
export function stopsOf(story: StoryEntry[]): Stop[] {
  const rounds = new Map<number, number>();
  for (const { n, round, events } of story)
    for (const at of [...events.map((event) => event.n), n]) rounds.set(at, rounds.get(at) ?? round);
  return [...rounds].map(([n, round]) => ({ n, round })).sort((a, b) => a.n - b.n);
}

/** The entries of a position: those of its log entry, else the last one before. */
export function sentencesAt(story: StoryEntry[], at: number): StoryEntry[] {
  const before = story.filter(({ from }) => from <= at);
  const own = before.filter(({ n }) => n >= at);
  return own.length ? own : before.slice(-1);
}
