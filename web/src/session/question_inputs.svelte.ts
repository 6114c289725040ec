// What a person entered in the form of a question and what is not a choice yet.
import type { Prompt } from "../api/types";

export type Page = "family" | "patron" | "instrument" | "goals" | "all";

export class QuestionInputs {
  /** Set-up: the open page, and the cards chosen so far. */
  page: Page = $state("family");
  chosenCards: { family?: string; patron?: string; instrument?: string; goals: string[] } = $state({ goals: [] });
  /** Over the storage limit: the number of each material to discard. */
  marked: Record<string, number> = $state({});
  /** The Market: what is paid with first. */
  first: "money" | "inspiration" = $state("money");
  /** The question for which a choice was preselected. */
  prepared: Prompt | null = $state.raw(null);
  /** The display card that is inspected although it cannot be taken. */
  inspectedCard: string | null = $state(null);

  /** Empty the form for a new question; the set-up keeps its cards while it lasts. */
  reset(next: Prompt | null): void {
    this.marked = {};
    this.inspectedCard = null;
    if (next?.kind === "setup") return;
    this.page = "family";
    this.chosenCards = { goals: [] };
  }
}
