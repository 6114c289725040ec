// What happened at a table while somebody did not look: in a few sentences.
import { isMain, tellings } from "./event_groups";
import type { ToldEntry } from "../api/host";
import { t } from "../text/i18n";
import type { Choices } from "./submit_queue.svelte";
import type { Table } from "./table.svelte";
import type { View } from "../api/types";
import { familyName } from "../text/names";
import { choicesWords } from "../text/choices";

const MOST = 3;

/** The main sentences of these entries, the last ones, with marks. */
export function sentences(table: Pick<Table, "content">, names: View, entries: ToldEntry[], most = MOST): string[] {
  const told = entries.flatMap(({ events }) => tellings(names, table.content, events));
  return told
    .filter(({ events }) => events.some(isMain))
    .map(({ sentence }) => sentence)
    .slice(-most);
}

/** What the arrow back does: over what lies open to all it may take back the press of another than who is asked. */
export function takeBackWords(table: Table): string {
  const { seat } = table.view.undo;
  if (seat === undefined || seat === table.view.you || table.touched || table.waiting) return t("common.take-back");
  return t("common.take-back.of", {
    name: table.view.seats[seat]?.name || familyName(table.view, seat, table.content),
  });
}

/** That the table is at another position than the one a choice was made at: what happened, and what became of the choice. */
export function happened(table: Table, log: ToldEntry[], before: View, lost: Choices | null): string {
  const missed = log.filter(({ n }) => n > before.ply);
  const told = sentences(table, table.names, missed);
  const elsewhere = before.you !== null && missed.some(({ seat }) => seat === before.you);
  const lines = [t("common.moved-on")];
  if (elsewhere) lines.push(t("common.moved-on.elsewhere"));
  if (!told.length && table.view.step < before.step) lines.push(t("common.moved-on.back"));
  lines.push(...told);
  const words = lost ? choicesWords(table, lost) : "";
  if (words) lines.push(t("common.moved-on.dropped", { words }));
  return lines.join(" ");
}
