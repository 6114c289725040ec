// Summaries of what happened at a table in the meantime.
import { isMain, groupEvents } from "./event_groups";
import type { LogEntry, View } from "../api/types";
import { t } from "../text/i18n";
import type { Choices } from "./submit_queue.svelte";
import type { Session } from "./session.svelte";
import type { Table } from "./table.svelte";
import { familyName } from "../text/names";
import { choicesWords } from "../text/choices";

const MAX_SENTENCES = 3;

/** The sentences of the last main events of these entries, with marks. */
export function recentSentences(
  table: Pick<Table, "content">,
  names: View,
  entries: LogEntry[],
  limit = MAX_SENTENCES,
): string[] {
  const groups = entries.flatMap(({ events }) => groupEvents(names, table.content, events));
  return groups
    .filter(({ events }) => events.some(isMain))
    .map(({ sentence }) => sentence)
    .slice(-limit);
}

/** The label of the undo button; in the public view it may undo another person's move. */
export function takeBackWords(table: Table): string {
  const { seat } = table.view.undo;
  if (seat === undefined || seat === table.view.you || table.drafting.touched || table.session.pending)
    return t("common.take-back");
  return t("common.take-back.of", {
    name: table.view.seats[seat]?.name || familyName(table.view, seat, table.content),
  });
}

/** The text shown when the game moved on under a choice: what happened, and what became of the choice. */
export function missedWords(session: Session, log: LogEntry[], before: View, lost: Choices | null): string {
  const missed = log.filter(({ n }) => n > before.revision);
  const recent = recentSentences(session, session.namesView, missed);
  const elsewhere = before.you !== null && missed.some(({ seat }) => seat === before.you);
  const lines = [t("common.moved-on")];
  if (elsewhere) lines.push(t("common.moved-on.elsewhere"));
  if (!recent.length && session.view.choice_count < before.choice_count) lines.push(t("common.moved-on.back"));
  lines.push(...recent);
  const words = lost ? choicesWords(session, lost) : "";
  if (words) lines.push(t("common.moved-on.dropped", { words }));
  return lines.join(" ");
}
