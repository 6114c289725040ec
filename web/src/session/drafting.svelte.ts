// The moment that the dock is in: the question asked, what is chosen so far, and what one press will send.
import type { Tab } from "../app/router.svelte";
import { asks } from "./playback.svelte";
import { settings } from "../app/settings.svelte";
import { NOTHING, type Table } from "./table.svelte";
import type { Choice, Prompt, PromptChoice } from "../api/types";
import { width } from "../app/layout.svelte";
import { sceneOf, type SceneInfo } from "../ask/scenes";
import { buttonWords } from "../text/choices";
import { quiet } from "../ask/warnings.svelte";

/** After a choice of the first kind, which questions are answered in the same press. */
const JOINS: Record<string, string[]> = {
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

/** Choices that need no look ahead: nothing that belongs to them is asked after them. */
const PLAIN = new Set(["money", "alternate", "score", "decline", "done"]);

/** Questions of a bill: each answer leads to the next one, all of them before the press. */
const GOES_ON = new Set(["save-material", "replace-material", "make-room", "material"]);

/** Tabs that one opens to read, whatever is asked. */
const ASIDE: Tab[] = ["seats", "story"];

export type Page = "family" | "patron" | "instrument" | "goals" | "all";

export class Moment {
  /** Set-up: the page that is open, and what is kept so far. */
  page: Page = $state("family");
  kept: { family?: string; patron?: string; instrument?: string; goals: string[] } = $state({ goals: [] });
  /** Over the limit: how many of each material go. */
  marked: Record<string, number> = $state({});
  /** The Market: what is paid with first. */
  first: "money" | "inspiration" = $state("money");
  /** The person looks at the board instead of the scene. */
  away = $state(false);
  /** The sheet to throw materials away is open. */
  throwing = $state(false);
  /** The question for which something was chosen beforehand. */
  prepared: Prompt | null = $state.raw(null);
  /** The card on the shelf that is looked at though it cannot be taken. */
  looked: string | null = $state(null);
  /** What was answered inside the draft, in words. */
  answered: string[] = $state([]);
  /** A look ahead is under way. */
  looking = $state(false);
  /** What was warned about, as the key of its choice. */
  asked: string | null = $state(null);

  /** The choice behind which nothing could be seen: it is not tried again by itself. */
  #blind: PromptChoice | null = null;

  constructor(readonly table: Table) {}

  /** The question of the position, whatever is drafted; null while there is none. */
  base: Prompt | null = $derived.by(() => {
    const { table } = this;
    return table.caption || table.playing ? null : table.view.prompt;
  });

  /** The next question of a draft, where it is answered in the same press. */
  inner: Prompt | null = $derived.by(() => {
    const next = this.table.draft.length ? this.table.prompt : null;
    return next && this.base && JOINS[this.base.kind]?.includes(next.kind) ? next : null;
  });

  /** The scene in the place of the board, on its tab, unless the person looks at the board instead. */
  scene: SceneInfo | null = $derived.by(() => {
    const scene = sceneOf(this.table, this.base);
    const beside = width.is !== "phone" && !ASIDE.includes(this.table.tab);
    return scene && !this.away && (scene.name === "setup" || beside || scene.tab === this.table.tab) ? scene : null;
  });

  /** From the scene to the board; a touch of the dock leads back. */
  leave(): void {
    this.away = true;
  }

  /** What is chosen of the base question, selected or drafted. */
  current: number | null = $derived.by(() => {
    const first = this.table.draft[0];
    if (!first) return this.table.selected;
    const at = this.base?.choices.findIndex(({ choice }) => same(choice, first)) ?? -1;
    return at < 0 ? null : at;
  });

  get one(): PromptChoice | null {
    return this.current === null ? null : (this.base?.choices[this.current] ?? null);
  }

  /** Whether one press can be made now. */
  get ready(): boolean {
    if (this.table.busy || this.table.waiting || this.looking || !this.base) return false;
    if (this.inner) return this.table.chosen !== null;
    return this.one !== null;
  }

  /** Whether the press closes the way back. */
  get final(): boolean {
    const last = this.inner ? this.table.chosen : this.one;
    return Boolean(last?.final);
  }

  /** The warnings of what is chosen that are still to be asked about. */
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

  /** Whether the warning stands: the next press does it. */
  get warned(): boolean {
    if (!this.warns.length) return false;
    return this.asked === this.#key || (this.table.asked !== null && this.table.asked === this.table.selected);
  }

  /** Touch a choice of the base question: selects it, and looks ahead where the same press answers more. */
  async touch(index: number): Promise<void> {
    const { table } = this;
    const one = this.base?.choices[index];
    if (!one || table.busy || this.looking) return;
    if (index === this.current) return void (await this.go());
    await this.#choose(index, one);
    if (settings.oneTouch && !this.final && !this.inner && !this.warns.length) await this.go();
  }

  /** Choose without pressing, whatever was chosen before. */
  async choose(index: number): Promise<void> {
    const one = this.base?.choices[index];
    if (one && index !== this.current && !this.looking) await this.#choose(index, one);
  }

  /** Have a choice stand ready, once for each question. */
  async prepare(index: number): Promise<void> {
    const { base } = this;
    await this.choose(index);
    if (this.base === base && this.current === index) this.table.stand();
  }

  async #choose(index: number, one: PromptChoice): Promise<void> {
    this.answered = [];
    const asked = asks(this.table.view);
    if (this.#looksAhead(one) && (await this.#look([one.choice]))) return;
    if (asks(this.table.view) !== asked) return;
    this.#blind = one;
    this.#drop();
    this.table.select(index);
  }

  /** Touch a choice of the question inside a draft: some go on to the next question, the last is pressed. */
  async touchInner(index: number): Promise<void> {
    const { inner } = this;
    const one = inner?.choices[index];
    if (!one || this.looking) return;
    const goesOn = GOES_ON.has(inner.kind) && !one.final;
    const said = buttonWords(this.table, inner, one);
    if (goesOn && Number(inner.about.left ?? 2) > 1 && (await this.#look([...this.table.draft, one.choice]))) {
      this.answered = [...this.answered, said];
      return;
    }
    if (this.inner !== inner) return;
    if (this.table.selected === index) return void (await this.go());
    this.table.select(index);
  }

  /** Back to the question before, inside a draft. */
  async retreat(): Promise<void> {
    if (this.looking) return;
    const draft = this.table.draft.slice(0, -1);
    this.answered = this.answered.slice(0, -1);
    if (!draft.length || !(await this.#look(draft))) this.#drop();
  }

  /** A choice that the board selected is looked ahead of too. */
  async follow(): Promise<void> {
    const { table } = this;
    if (
      table.draft.length ||
      this.looking ||
      !table.chosen ||
      table.chosen === this.#blind ||
      !this.#looksAhead(table.chosen)
    )
      return;
    this.#blind = table.chosen;
    await this.#look([table.chosen.choice]);
  }

  /** Draft these choices and see what would be asked then. Where that is hidden, nothing is drafted and nothing sent. */
  async #look(draft: Choice[]): Promise<boolean> {
    const { table, base } = this;
    const { ply } = table.view;
    this.looking = true;
    try {
      const preview = await table.ahead(draft);
      if (preview.hidden || !preview.prompt || table.view.ply !== ply || this.base !== base) return false;
      table.draft = draft;
      const joined = base !== null && JOINS[base.kind]?.includes(preview.prompt.kind);
      table.preview = joined ? preview : { ...preview, prompt: null };
      table.select(joined ? startOf(preview.prompt) : null);
      return true;
    } catch {
      return false;
    } finally {
      this.looking = false;
    }
  }

  #drop(): void {
    this.table.draft = NOTHING.draft;
    this.table.preview = null;
    this.table.select(null);
  }

  #looksAhead(one: PromptChoice): boolean {
    const kind = this.base?.kind ?? "";
    if (!JOINS[kind] || one.final || PLAIN.has(one.choice.kind)) return false;
    if (one.choice.kind === "take" || one.choice.kind === "search")
      return Boolean(one.cost.money) || this.base?.about.location === "repair";
    if (kind === "bench") return one.outcome.word === "makes-room";
    if (kind === "patron-space" || kind === "gift" || kind === "next-patron") return Boolean(one.gain.material);
    if (kind === "material") return Number(this.base?.about.left ?? 1) > 1;
    return true;
  }

  /** The velvet button: asks once where something is lost by it, then sends. */
  async go(): Promise<void> {
    const { table } = this;
    if (!this.ready) return;
    if (this.warns.length && !this.warned) {
      this.asked = this.#key;
      return;
    }
    this.asked = null;
    feel(this.base?.kind ?? "", this.final);
    const last = table.draft.length ? (this.inner ? table.chosen : null) : this.one;
    await table.press(last ? [last.choice] : []);
  }

  /** For what one touch does: where something is lost by it, it is selected and asked about first. */
  clears(index: number): boolean {
    const asked = this.table.selected === index ? this.asked : null;
    this.table.select(index);
    const key = this.warns.length ? this.#key : null;
    this.asked = key === asked ? null : key;
    if (this.asked === null) this.table.select(null);
    return this.asked === null;
  }

  /** Another question: what belonged to the one before is forgotten. */
  reset(): void {
    this.marked = {};
    this.away = false;
    this.looked = null;
    this.answered = [];
    this.throwing = false;
    this.asked = null;
    if (this.base?.kind !== "keep") {
      this.page = "family";
      this.kept = { goals: [] };
    }
  }
}

/** The hand feels a worker placed, and the dice. */
function feel(kind: string, final: boolean): void {
  if (kind.startsWith("plan-")) navigator.vibrate?.(10);
  if (kind === "reroll" && final) navigator.vibrate?.([20, 40, 20]);
}

/** Where a question starts: a price at most money kept, all else with nothing selected. */
export function startOf(prompt: Prompt): number | null {
  if (prompt.kind !== "pay") return null;
  const amounts = prompt.choices.map(({ choice }) => (choice.kind === "pay" ? choice.money : Infinity));
  return amounts.indexOf(Math.min(...amounts));
}

export function same(a: Choice, b: Choice): boolean {
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

const moments = new WeakMap<Table, Moment>();

/** The moment of a table: dock and scene share it. */
export function momentOf(table: Table): Moment {
  let moment = moments.get(table);
  if (!moment) moments.set(table, (moment = new Moment(table)));
  return moment;
}
