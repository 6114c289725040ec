// The story of a game: what its events are told as, by round and phase.
import { tellings, together, trades, type Telling } from "./beats";
import type { Content } from "./content";
import type { ToldEntry } from "./host";
import type { GameEvent, Reason, View } from "./types";

export interface StoryEntry extends Telling {
  n: number;
  round: number;
  phase: string;
  why: Reason | null;
}

/** The whole log as a story. */
export function storyOf(view: View, content: Content, log: ToldEntry[]): StoryEntry[] {
  const story: StoryEntry[] = [];
  for (const { n, events, why } of log) tellOn(story, view, content, { n, events, why });
  return story;
}

/** Tell one more entry of the log. */
export function tellOn(story: StoryEntry[], view: View, content: Content, { n, events, why }: Pick<ToldEntry, "n" | "events" | "why">): void {
  for (const told of retold(view, content, n, events, story.at(-1))) append(story, told);
  const first = story.find((entry) => entry.n === n);
  if (first && why) story[story.indexOf(first)] = { ...first, why };
}

function retold(view: View, content: Content, n: number, events: GameEvent[], before: StoryEntry | undefined): StoryEntry[] {
  let round = before?.round ?? 0;
  let phase = before?.phase ?? "setup";
  return tellings(view, content, events).map((telling) => {
    const begun = telling.events.find((event) => event.type === "phase-begun");
    if (begun) ({ round, phase } = begun);
    return { ...telling, n, round, phase, why: null };
  });
}

/** Trade after trade of one visit to the Market is one entry. */
function append(story: StoryEntry[], entry: StoryEntry): void {
  const last = story.at(-1);
  if (!last || last.seat !== entry.seat || !trades(last) || !trades(entry)) return void story.push(entry);
  const line = [last.line, entry.line].filter(Boolean).join(" ");
  story[story.length - 1] = { ...last, n: entry.n, line, goods: together(last.goods, entry.goods), events: [...last.events, ...entry.events] };
}
