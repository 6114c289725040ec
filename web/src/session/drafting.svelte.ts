// The answer to the current question: the choices drafted so far with their preview, the selection, and its warnings.
import { settings } from "../app/settings.svelte";
import type { Choice, Preview, Prompt, PromptChoice, SeatView } from "../api/types";
import { buttonWords } from "../text/choices";
import { answeredTogether, initialSelection, leadsOn, needsPreview, sameChoice } from "./follow_ups";
import { questionKey } from "./playback.svelte";
import { QuestionInputs } from "./question_inputs.svelte";
import type { Table } from "./table.svelte";
import { WarningCheck } from "./warning_check.svelte";

/** The draft, its preview and the selection. */
interface DraftState {
  draft: Choice[];
  preview: Preview | null;
  selected: number | null;
}

const NOTHING: DraftState = { draft: [], preview: null, selected: null };

export class Drafting {
  draft: Choice[] = $state.raw(NOTHING.draft);
  /** The draft's preview: the next question and one's own goods after it. */
  preview: Preview | null = $state.raw(null);
  /** The selected choice of `prompt`, not submitted yet. */
  selected: number | null = $state(null);
  /** The preselected state: there is nothing of the person's own to take back. */
  #ready: DraftState = $state.raw(NOTHING);
  /** The answers inside the draft, in words. */
  answeredWords: string[] = $state([]);
  /** A preview is loading. */
  previewing = $state(false);
  readonly warnings = new WarningCheck(this);
  readonly inputs = new QuestionInputs();

  constructor(private readonly table: Table) {}

  // --- what is asked ---------------------------------------------------------------------------------------------

  /** The question of the position, regardless of the draft; null during playback or if there is none. */
  base: Prompt | null = $derived.by(() => {
    const { session } = this.table;
    return session.playing ? null : session.view.prompt;
  });

  /** The follow-up question of the draft, answered in the same move. */
  inner: Prompt | null = $derived.by(() => (this.base && this.draft.length ? (this.preview?.prompt ?? null) : null));

  /** The current question: the follow-up question during a draft. */
  get prompt(): Prompt | null {
    return this.draft.length ? this.inner : this.base;
  }

  /** Highlights: the indices of choices by `at`. */
  lit: Map<string, number[]> = $derived.by(() => {
    const lit = new Map<string, number[]>();
    this.prompt?.choices.forEach((choice, index) => {
      for (const at of choice.at) lit.set(at, [...(lit.get(at) ?? []), index]);
    });
    return lit;
  });

  // --- what is chosen --------------------------------------------------------------------------------------------

  /** The selected choice of the current question. */
  get chosen(): PromptChoice | null {
    return this.selected === null ? null : (this.prompt?.choices[this.selected] ?? null);
  }

  /** The index of the base question's selected or drafted choice. */
  current: number | null = $derived.by(() => {
    const [first] = this.draft;
    if (!first) return this.selected;
    const at = this.base?.choices.findIndex(({ choice }) => sameChoice(choice, first)) ?? -1;
    return at < 0 ? null : at;
  });

  /** The base question's selected or drafted choice. */
  get one(): PromptChoice | null {
    return this.current === null ? null : (this.base?.choices[this.current] ?? null);
  }

  /** One's own seat after the draft; null for spectators. */
  get own(): SeatView | null {
    if (this.draft.length && this.preview) return this.preview.seat;
    const { view } = this.table;
    return view.you === null ? null : (view.seats[view.you] ?? null);
  }

  /** Whether the move can be submitted. */
  get canSubmit(): boolean {
    if (this.table.session.blocked || this.previewing || !this.base) return false;
    return (this.inner ? this.chosen : this.one) !== null;
  }

  /** Whether the move cannot be undone. */
  get irreversible(): boolean {
    return Boolean((this.inner ? this.chosen : this.one)?.irreversible);
  }

  /** Whether the person changed the preselected state. */
  get touched(): boolean {
    return this.selected !== this.#ready.selected || this.draft !== this.#ready.draft;
  }

  // --- from touch to submit --------------------------------------------------------------------------------------

  /** A touch on the board: like a touch in the dock; where several choices are highlighted, it selects them in turn. */
  pick(at: string): void {
    const { session, navigation } = this.table;
    const indices = this.lit.get(at);
    if (!indices?.length || session.blocked) return;
    if (navigation.viewingPast) navigation.past.leave();
    const next = indices[(indices.indexOf(this.selected ?? -1) + 1) % indices.length] as number;
    if (indices.length === 1) void (this.inner ? this.touchInner(next) : this.touch(next));
    else if (this.inner) this.select(next);
    else void this.choose(next);
  }

  /** A touch on a choice of the base question selects it; a second one, or the first with "one touch", submits. */
  async touch(index: number): Promise<void> {
    const one = this.base?.choices[index];
    if (!one || this.table.session.blocked || this.previewing) return;
    if (index === this.current) return this.submit();
    await this.#choose(index, one);
    if (!this.inner) await this.#submitAtOnce();
  }

  /** A touch on a choice of the follow-up question: continues to the next one, or selects and submits as `touch` does. */
  async touchInner(index: number): Promise<void> {
    const { inner } = this;
    const one = inner?.choices[index];
    if (!one || this.table.session.blocked || this.previewing) return;
    const words = buttonWords(this.table, inner, one);
    if (leadsOn(inner, one) && (await this.#loadPreview([...this.draft, one.choice]))) {
      this.answeredWords = [...this.answeredWords, words];
      return;
    }
    if (this.inner !== inner) return;
    if (this.selected === index) return this.submit();
    this.select(index);
    await this.#submitAtOnce();
  }

  async #submitAtOnce(): Promise<void> {
    if (settings.oneTouch && !this.irreversible) await this.submit();
  }

  /**
   * Submit the draft with the selected choice; if that warns, the first call shows the warnings and the second one
   * submits. Given choices are submitted at once.
   */
  async submit(choices?: Choice[]): Promise<void> {
    const { session } = this.table;
    if (session.blocked || (!choices && (!this.canSubmit || this.warnings.showFirst()))) return;
    if (!choices) vibrate(this.base?.kind ?? "", this.irreversible);
    const last = this.chosen ? [this.chosen.choice] : [];
    await session.submit({ prompt: this.prompt, choices: [...this.draft, ...(choices ?? last)] });
  }

  /** For actions by a single touch: true if it may run, false if its warning is shown first. */
  confirms(index: number): boolean {
    if (this.selected !== index) this.select(index);
    if (this.warnings.showFirst()) return false;
    this.select(null);
    return true;
  }

  /** Select a choice of the base question without submitting it. */
  async choose(index: number): Promise<void> {
    const one = this.base?.choices[index];
    if (one && index !== this.current && !this.previewing) await this.#choose(index, one);
  }

  /** Preselect a choice, once per question. */
  async prepare(index: number): Promise<void> {
    const { base } = this;
    await this.choose(index);
    if (this.base !== base || this.current !== index) return;
    this.#ready = { draft: this.draft, preview: this.preview, selected: this.selected };
  }

  /** Select a choice of the current question. */
  select(index: number | null): void {
    this.selected = index;
    this.warnings.reset();
  }

  /** Go back to the previous question inside the draft. */
  async retreat(): Promise<void> {
    if (this.previewing) return;
    const draft = this.draft.slice(0, -1);
    this.answeredWords = this.answeredWords.slice(0, -1);
    if (!draft.length || !(await this.#loadPreview(draft))) this.#restore(NOTHING);
  }

  /** Return to the preselected state. */
  takeBack(): void {
    this.#restore(this.#ready);
  }

  /** Drop everything that was chosen. */
  clear(): void {
    this.#ready = NOTHING;
    this.#restore(NOTHING);
  }

  /** Reset the state for a new question. */
  reset(): void {
    this.inputs.reset(this.base);
    this.answeredWords = [];
    this.warnings.reset();
  }

  #restore({ draft, preview, selected }: DraftState): void {
    this.draft = draft;
    this.preview = preview;
    this.select(selected);
  }

  async #choose(index: number, one: PromptChoice): Promise<void> {
    this.answeredWords = [];
    const question = questionKey(this.table.view);
    if (needsPreview(this.base, one) && (await this.#loadPreview([one.choice]))) return;
    if (questionKey(this.table.view) === question) this.#restore({ ...NOTHING, selected: index });
  }

  /** Draft these choices and load the next question. If that is hidden, nothing is drafted and nothing submitted. */
  async #loadPreview(draft: Choice[]): Promise<boolean> {
    const { base } = this;
    const { session } = this.table;
    const { revision } = session.view;
    this.previewing = true;
    try {
      const preview = await session.previewOf(draft);
      if (preview.hidden || !preview.prompt || session.view.revision !== revision || this.base !== base) return false;
      const joined = answeredTogether(base, preview.prompt);
      this.#restore({
        draft,
        preview: joined ? preview : { ...preview, prompt: null },
        selected: joined ? initialSelection(preview.prompt) : null,
      });
      return true;
    } catch {
      return false;
    } finally {
      this.previewing = false;
    }
  }
}

/** Vibrate when a worker is placed and when dice are rolled. */
function vibrate(kind: string, irreversible: boolean): void {
  if (kind.startsWith("plan-")) navigator.vibrate?.(10);
  if (kind === "reroll" && irreversible) navigator.vibrate?.([20, 40, 20]);
}
