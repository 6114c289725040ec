// The drafting state of the dock: the question, the choices so far, and the move to submit.
import type { Tab } from "../app/router.svelte";
import { questionKey } from "./playback.svelte";
import { settings } from "../app/settings.svelte";
import { NOTHING, type Table } from "./table.svelte";
import type { Choice, Prompt, PromptChoice } from "../api/types";
import { width } from "../app/layout.svelte";
import { sceneOf, type SceneInfo } from "../ask/scenes";
import { buttonWords } from "../text/choices";
import { quiet } from "../ask/warnings.svelte";

/** By question kind: the follow-up questions that are answered in the same move. */
const ANSWERED_TOGETHER: Record<string, string[]> = {
  "plan-worker": ["plan-location"],
  act: ["pay", "save-material", "replace-material", "make-room"],
  "rough-again": ["save-material", "replace-material", "make-room"],
  "finish-again": ["save-material", "replace-material"],
  "found-repair": ["save-material", "replace-material"],
  "save-material": ["save-material", "replace-material", "make-room"],
  "replace-material": ["replace-material", "make-room"],
  "patron-space": ["material"],
  "next-patron": ["material", "goods"],
  gift: ["material"],
  bench: ["make-room"],
  material: ["material"],
};

/** Choice kinds that need no preview: no follow-up question belongs to them. */
const NO_PREVIEW = new Set(["money", "alternate", "score", "decline", "done"]);

/** Questions about costs: each answer leads to the next one, all within one move. */
const CHAINED = new Set(["save-material", "replace-material", "make-room", "material"]);

/** Tabs for reading, which a scene never covers. */
const READING_TABS: Tab[] = ["seats", "story"];

export type Page = "family" | "patron" | "instrument" | "goals" | "all";

export class Drafting {
  /** Set-up: the open page, and the cards chosen so far. */
  page: Page = $state("family");
  chosenCards: { family?: string; patron?: string; instrument?: string; goals: string[] } = $state({ goals: [] });
  /** Over the storage limit: the number of each material to discard. */
  marked: Record<string, number> = $state({});
  /** The Market: what is paid with first. */
  first: "money" | "inspiration" = $state("money");
  /** The person looks at the board instead of the scene. */
  boardShown = $state(false);
  /** The sheet for throwing materials away is open. */
  throwAwayOpen = $state(false);
  /** The question for which a choice was preselected. */
  prepared: Prompt | null = $state.raw(null);
  /** The display card that is inspected although it cannot be taken. */
  inspectedCard: string | null = $state(null);
  /** The answers inside the draft, in words. */
  answeredWords: string[] = $state([]);
  /** A preview is loading. */
  previewing = $state(false);
  /** The warnings that were shown, as a key of their choices. */
  warnedKey: string | null = $state(null);

  /** A choice whose preview failed or is hidden: it is not previewed again automatically. */
  #notPreviewed: PromptChoice | null = null;

  constructor(readonly table: Table) {}

  /** The question of the position, regardless of the draft; null if there is none. */
  base: Prompt | null = $derived.by(() => {
    const { table } = this;
    return table.caption || table.playing ? null : table.view.prompt;
  });

  /** The follow-up question of the draft, if it is answered in the same move. */
  inner: Prompt | null = $derived.by(() => {
    const next = this.table.draft.length ? this.table.prompt : null;
    return next && this.base && ANSWERED_TOGETHER[this.base.kind]?.includes(next.kind) ? next : null;
  });

  /** The scene in place of the board, on its tab; null while the person looks at the board. */
  scene: SceneInfo | null = $derived.by(() => {
    const scene = sceneOf(this.table, this.base);
    const beside = width.is !== "phone" && !READING_TABS.includes(this.table.tab);
    return scene && !this.boardShown && (scene.name === "setup" || beside || scene.tab === this.table.tab)
      ? scene
      : null;
  });

  /** Show the board instead of the scene; a touch of the dock leads back. */
  showBoard(): void {
    this.boardShown = true;
  }

  /** The index of the base question's selected or drafted choice. */
  current: number | null = $derived.by(() => {
    const first = this.table.draft[0];
    if (!first) return this.table.selected;
    const at = this.base?.choices.findIndex(({ choice }) => sameChoice(choice, first)) ?? -1;
    return at < 0 ? null : at;
  });

  get one(): PromptChoice | null {
    return this.current === null ? null : (this.base?.choices[this.current] ?? null);
  }

  /** Whether the move can be submitted. */
  get canSubmit(): boolean {
    if (this.table.busy || this.table.pending || this.previewing || !this.base) return false;
    if (this.inner) return this.table.chosen !== null;
    return this.one !== null;
  }

  /** Whether the move cannot be undone. */
  get irreversible(): boolean {
    const last = this.inner ? this.table.chosen : this.one;
    return Boolean(last?.irreversible);
  }

  /** The unconfirmed warnings of the current choices. */
  get warns(): { prompt: Prompt; one: PromptChoice; word: string }[] {
    const found = [
      ...(this.base && this.one ? [{ prompt: this.base, one: this.one }] : []),
      ...(this.inner && this.table.chosen ? [{ prompt: this.inner, one: this.table.chosen }] : []),
    ];
    return found.flatMap(({ prompt, one }) =>
      one.warn.filter((word) => !quiet.words.includes(word)).map((word) => ({ prompt, one, word })),
    );
  }

  get #key(): string {
    return JSON.stringify(this.warns.map(({ one, word }) => [one.choice, word]));
  }

  /** Whether the warnings are shown: the next submit confirms them. */
  get warned(): boolean {
    if (!this.warns.length) return false;
    return this.warnedKey === this.#key || (this.table.asked !== null && this.table.asked === this.table.selected);
  }

  /** A touch on a choice of the base question: selects it, and loads a preview if the move has follow-up questions. */
  async touch(index: number): Promise<void> {
    const { table } = this;
    const one = this.base?.choices[index];
    if (!one || table.busy || this.previewing) return;
    if (index === this.current) return void (await this.submit());
    await this.#choose(index, one);
    if (settings.oneTouch && !this.irreversible && !this.inner && !this.warns.length) await this.submit();
  }

  /** Select a choice without submitting it. */
  async choose(index: number): Promise<void> {
    const one = this.base?.choices[index];
    if (one && index !== this.current && !this.previewing) await this.#choose(index, one);
  }

  /** Preselect a choice, once per question. */
  async prepare(index: number): Promise<void> {
    const { base } = this;
    await this.choose(index);
    if (this.base === base && this.current === index) this.table.markReady();
  }

  async #choose(index: number, one: PromptChoice): Promise<void> {
    this.answeredWords = [];
    const question = questionKey(this.table.view);
    if (this.#needsPreview(one) && (await this.#loadPreview([one.choice]))) return;
    if (questionKey(this.table.view) !== question) return;
    this.#notPreviewed = one;
    this.#clearDraft();
    this.table.select(index);
  }

  /** A touch on a choice of the follow-up question: continues to the next one, or submits after the last. */
  async touchInner(index: number): Promise<void> {
    const { inner } = this;
    const one = inner?.choices[index];
    if (!one || this.previewing) return;
    const chained = CHAINED.has(inner.kind) && !one.irreversible;
    const words = buttonWords(this.table, inner, one);
    if (chained && Number(inner.about.left ?? 2) > 1 && (await this.#loadPreview([...this.table.draft, one.choice]))) {
      this.answeredWords = [...this.answeredWords, words];
      return;
    }
    if (this.inner !== inner) return;
    if (this.table.selected === index) return void (await this.submit());
    this.table.select(index);
  }

  /** Go back to the previous question inside the draft. */
  async retreat(): Promise<void> {
    if (this.previewing) return;
    const draft = this.table.draft.slice(0, -1);
    this.answeredWords = this.answeredWords.slice(0, -1);
    if (!draft.length || !(await this.#loadPreview(draft))) this.#clearDraft();
  }

  /** Load the preview of a choice that was selected on the board. */
  async previewSelected(): Promise<void> {
    const { table } = this;
    if (
      table.draft.length ||
      this.previewing ||
      !table.chosen ||
      table.chosen === this.#notPreviewed ||
      !this.#needsPreview(table.chosen)
    )
      return;
    this.#notPreviewed = table.chosen;
    await this.#loadPreview([table.chosen.choice]);
  }

  /** Draft these choices and load the next question. If that is hidden, nothing is drafted and nothing submitted. */
  async #loadPreview(draft: Choice[]): Promise<boolean> {
    const { table, base } = this;
    const { revision } = table.view;
    this.previewing = true;
    try {
      const preview = await table.previewOf(draft);
      if (preview.hidden || !preview.prompt || table.view.revision !== revision || this.base !== base) return false;
      table.draft = draft;
      const joined = base !== null && ANSWERED_TOGETHER[base.kind]?.includes(preview.prompt.kind);
      table.preview = joined ? preview : { ...preview, prompt: null };
      table.select(joined ? initialSelection(preview.prompt) : null);
      return true;
    } catch {
      return false;
    } finally {
      this.previewing = false;
    }
  }

  #clearDraft(): void {
    this.table.draft = NOTHING.draft;
    this.table.preview = null;
    this.table.select(null);
  }

  #needsPreview(one: PromptChoice): boolean {
    const kind = this.base?.kind ?? "";
    if (!ANSWERED_TOGETHER[kind] || one.irreversible || NO_PREVIEW.has(one.choice.kind)) return false;
    if (one.choice.kind === "take" || one.choice.kind === "search")
      return Boolean(one.cost.money) || this.base?.about.location === "repair";
    if (kind === "bench") return one.outcome.word === "makes-room";
    if (kind === "patron-space" || kind === "gift" || kind === "next-patron") return Boolean(one.gain.material);
    if (kind === "material") return Number(this.base?.about.left ?? 1) > 1;
    return true;
  }

  /** The submit button: asks for a confirmation once if there are warnings, then submits. */
  async submit(): Promise<void> {
    const { table } = this;
    if (!this.canSubmit) return;
    if (this.warns.length && !this.warned) {
      this.warnedKey = this.#key;
      return;
    }
    this.warnedKey = null;
    vibrate(this.base?.kind ?? "", this.irreversible);
    const last = table.draft.length ? (this.inner ? table.chosen : null) : this.one;
    await table.submit(last ? [last.choice] : []);
  }

  /** For actions by a single touch: true if it may run, false if its warning is shown first. */
  confirms(index: number): boolean {
    const warnedKey = this.table.selected === index ? this.warnedKey : null;
    this.table.select(index);
    const key = this.warns.length ? this.#key : null;
    this.warnedKey = key === warnedKey ? null : key;
    if (this.warnedKey === null) this.table.select(null);
    return this.warnedKey === null;
  }

  /** Reset the state for a new question. */
  reset(): void {
    this.marked = {};
    this.boardShown = false;
    this.inspectedCard = null;
    this.answeredWords = [];
    this.throwAwayOpen = false;
    this.warnedKey = null;
    if (this.base?.kind !== "setup") {
      this.page = "family";
      this.chosenCards = { goals: [] };
    }
  }
}

/** Vibrate when a worker is placed and when dice are rolled. */
function vibrate(kind: string, irreversible: boolean): void {
  if (kind.startsWith("plan-")) navigator.vibrate?.(10);
  if (kind === "reroll" && irreversible) navigator.vibrate?.([20, 40, 20]);
}

/** The initial selection of a question: the cheapest payment in money, else none. */
export function initialSelection(prompt: Prompt): number | null {
  if (prompt.kind !== "pay") return null;
  const amounts = prompt.choices.map(({ choice }) => (choice.kind === "pay" ? choice.money : Infinity));
  return amounts.indexOf(Math.min(...amounts));
}

export function sameChoice(a: Choice, b: Choice): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (!value || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

const draftings = new WeakMap<Table, Drafting>();

/** The drafting state of a table; dock and scene share it. */
export function draftingOf(table: Table): Drafting {
  let drafting = draftings.get(table);
  if (!drafting) draftings.set(table, (drafting = new Drafting(table)));
  return drafting;
}
