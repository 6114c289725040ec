// The keyboard of the prompt: 1 to 9 pick, Enter does. What belongs to the whole table (tabs, back, help) is its own.
import type { Table } from "../session/table.svelte";
import type { Moment } from "../session/drafting.svelte";

export function keys(event: KeyboardEvent, table: Table, moment: Moment): void {
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    table.sheet ||
    table.looking ||
    moment.throwing
  )
    return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.matches("input:not([type='radio']), textarea, select")) return;
  if (act(event.key, at, table, moment)) event.preventDefault();
}

function act(key: string, at: Element | null, table: Table, moment: Moment): boolean {
  if (/^[1-9]$/.test(key)) return pick(Number(key) - 1, table, moment);
  if (key === "Enter") return !at?.closest("button, a") && press();
  return false;
}

function pick(index: number, table: Table, moment: Moment): boolean {
  const asked = moment.inner ?? moment.base;
  if (!asked?.choices[index] || table.busy || document.querySelector(".dock .foldline")) return false;
  if (moment.inner) table.select(index);
  else void moment.choose(index);
  return true;
}

/** As if the velvet button were pressed, whatever it does in this moment; a folded dock opens first. */
function press(): boolean {
  const fold = document.querySelector<HTMLElement>(".dock .foldline");
  const form = document.querySelector<HTMLFormElement>(".dock form.ask");
  if (fold) fold.click();
  else form?.requestSubmit();
  return fold !== null || form !== null;
}
