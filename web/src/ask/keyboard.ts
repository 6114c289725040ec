// Keyboard control of a question: 1 to 9 select, Enter submits. Keys of the whole table (tabs, back, help) are handled
// elsewhere.
import type { Table } from "../session/table.svelte";
import type { Drafting } from "../session/drafting.svelte";

export function keys(event: KeyboardEvent, table: Table, drafting: Drafting): void {
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    table.navigation.sheet ||
    table.navigation.viewingPast ||
    table.navigation.throwAwayOpen
  )
    return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.matches("input:not([type='radio']), textarea, select")) return;
  if (act(event.key, at, table, drafting)) event.preventDefault();
}

function act(key: string, at: Element | null, table: Table, drafting: Drafting): boolean {
  if (/^[1-9]$/.test(key)) return pick(Number(key) - 1, table, drafting);
  if (key === "Enter") return !at?.closest("button, a") && submit();
  return false;
}

function pick(index: number, table: Table, drafting: Drafting): boolean {
  const asked = drafting.inner ?? drafting.base;
  if (!asked?.choices[index] || table.session.busy || document.querySelector(".dock .foldline")) return false;
  if (drafting.inner) table.drafting.select(index);
  else void drafting.choose(index);
  return true;
}

/** Click the submit button; a folded dock opens first. */
function submit(): boolean {
  const fold = document.querySelector<HTMLElement>(".dock .foldline");
  const form = document.querySelector<HTMLFormElement>(".dock form.ask");
  if (fold) fold.click();
  else form?.requestSubmit();
  return fold !== null || form !== null;
}
