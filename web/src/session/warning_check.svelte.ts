// The warnings of a draft: they are shown once before its move is submitted.
import type { Prompt, PromptChoice } from "../api/types";
import { quiet } from "../ask/warnings.svelte";
import type { Drafting } from "./drafting.svelte";

export interface Warning {
  prompt: Prompt;
  one: PromptChoice;
  word: string;
}

export class WarningCheck {
  /** The warnings that were shown, as a key of their choices. */
  #shownKey: string | null = $state(null);

  constructor(private readonly drafting: Drafting) {}

  /** The warnings of the current choices that are not switched off. */
  get list(): Warning[] {
    const { base, one, inner, chosen } = this.drafting;
    const found = [
      ...(base && one ? [{ prompt: base, one }] : []),
      ...(inner && chosen ? [{ prompt: inner, one: chosen }] : []),
    ];
    return found.flatMap(({ prompt, one }) =>
      one.warn.filter((word) => !quiet.words.includes(word)).map((word) => ({ prompt, one, word })),
    );
  }

  get #key(): string | null {
    const { list } = this;
    return list.length ? JSON.stringify(list.map(({ one, word }) => [one.choice, word])) : null;
  }

  /** Whether the warnings are shown: the next submit confirms them. */
  get shown(): boolean {
    const key = this.#key;
    return key !== null && this.#shownKey === key;
  }

  /** Show the warnings. Returns false if there are none or they are shown already. */
  showFirst(): boolean {
    const key = this.#key;
    this.#shownKey = key === this.#shownKey ? null : key;
    return this.#shownKey !== null;
  }

  reset(): void {
    this.#shownKey = null;
  }
}
