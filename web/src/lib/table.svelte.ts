// What a table shows: the position, the frames still to be played, the prompt with its draft, the story.
import { getContext, setContext } from "svelte";
import { sceneOf } from "../dock/scenes";
import { tellings } from "./beats";
import { belongs, captionsOf, join, sumUp, type Caption } from "./captions";
import type { CardKind, Content } from "./content";
import { cardKind } from "./content";
import { HostError, newKey, type Answer, type Host } from "./host";
import { t } from "./i18n";
import { router, TABS, type Tab } from "./router.svelte";
import { forHost, settings } from "./settings.svelte";
import type { Choice, Frame, GameEvent, Preview, Problem, Prompt, PromptChoice, Reason, SeatView, View } from "./types";
import { storyOf, tellOn, type StoryEntry } from "./story";
import { familyName, plain } from "./words";

export type Sheet =
  | { kind: "card"; of: CardKind; id: string }
  | { kind: "display"; location: string }
  | { kind: "market" }
  | { kind: "awards" }
  | { kind: "goals" }
  | { kind: "chair"; id: string }
  | { kind: "rule"; id: string }
  | { kind: "why"; reason: Reason; seat: number; sentence: string }
  | { kind: "menu" }
  | { kind: "who" }
  | { kind: "devices" };

/** Problems that may be over a moment later. */
const AGAIN = new Set(["unreachable", "busy", "storage-full", "storage-failed", "internal", "unknown", "broken"]);

const STEP_MS = { slow: 1600, normal: 800, instant: 0 };

/** How the tabs hold what may light up, by the first word of an `at`. */
const TAB_OF: Record<string, Tab> = {
  location: "hall",
  slot: "hall",
  deck: "hall",
  bench: "hall",
  market: "hall",
  award: "hall",
  orchestra: "orchestra",
  patron: "workshop",
  space: "workshop",
  gift: "workshop",
  hand: "workshop",
  roughing: "workshop",
  finishing: "workshop",
  track: "workshop",
  marker: "workshop",
  specialist: "workshop",
};

/** Asked in the Hall, though not every choice of it lights up there. */
const HALL = new Set(["plan-worker", "plan-location", "turn"]);

/** What is drafted and selected, and what comes after it. */
interface Chosen {
  draft: Choice[];
  preview: Preview | null;
  selected: number | null;
}

export const NOTHING: Chosen = { draft: [], preview: null, selected: null };

export class Table {
  /** The position that is shown; frames are put onto it one by one. */
  view: View = $state.raw() as View;
  draft: Choice[] = $state.raw(NOTHING.draft);
  /** The draft's preview: the next question and one's own goods after it. */
  preview: Preview | null = $state.raw(null);
  selected: number | null = $state(null);
  /** What stood ready before the person touched anything: not theirs to take back. */
  #ready: Chosen = $state.raw(NOTHING);
  /** Index of the choice that was asked about, as its `warn` demands; pressing once more does it. */
  asked: number | null = $state(null);
  busy = $state(false);
  caption: Caption | null = $state.raw(null);
  summary: string | null = $state(null);
  story: StoryEntry[] = $state.raw([]);
  sheets: Sheet[] = $state.raw([]);
  problem: Problem | null = $state.raw(null);
  /** What a problem kept from being done; `retry` does it again. */
  failed: { prompt: Prompt | null; choices: Choice[] } | null = $state.raw(null);
  /** The seat that the Seats tab shows. */
  looked: number = $state(0);
  /** After the end: the table is looked at instead of the scores. */
  lookingBack = $state(false);
  /** After the end: the scores were told to the last. */
  scored = $state(false);
  /** Whether the host is reached. */
  reached = $state(true);
  /** What a screen reader says next. */
  live = $state("");

  #queue: Frame[] = $state.raw([]);
  /** What is still to be told of the frame that is shown. */
  #steps: Caption[] = [];
  #last = 0;
  #own = new Set<number>();
  #skipping = $state(false);
  #paused = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: (() => Promise<void>) | null = null;
  #before: View | null = null;
  #told: GameEvent[] = [];
  #asks = "";
  #stop: () => void = () => {};

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
    first: Frame,
  ) {
    this.view = first.view;
    this.#last = first.ply;
    this.#asks = asks(first.view.prompt);
    this.looked = first.view.seats.find((seat) => seat.seat !== first.view.you)?.seat ?? 0;
  }

  /** Fetch the story and follow the game until `close`. */
  async open(): Promise<void> {
    this.#stop = this.host.watch(this.game, this.#last, {
      frame: (frame) => this.receive(frame),
      reached: (yes) => (this.reached = yes),
    });
    if (this.tab === "hall") this.showTab();
    await Promise.all([this.#readStory(), this.#tellSettings()]);
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  // --- what is asked ---------------------------------------------------------------------------------------------

  /** What this seat is asked now: nothing while frames are still played; during a draft what comes after it. */
  get prompt(): Prompt | null {
    if (this.caption || this.#queue.length) return null;
    return this.draft.length ? (this.preview?.prompt ?? null) : this.view.prompt;
  }

  /** Where the board lights up: an `at` with the indices of its choices. */
  lit: Map<string, number[]> = $derived.by(() => {
    const lit = new Map<string, number[]>();
    this.prompt?.choices.forEach((choice, index) => {
      for (const at of choice.at) lit.set(at, [...(lit.get(at) ?? []), index]);
    });
    return lit;
  });

  /** The choice that is selected but not yet pressed. */
  get chosen(): PromptChoice | null {
    return this.selected === null ? null : (this.prompt?.choices[this.selected] ?? null);
  }

  /** One's own seat as it would be after the draft; null for a spectator. */
  get own(): SeatView | null {
    if (this.draft.length && this.preview) return this.preview.seat;
    return this.view.you === null ? null : (this.view.seats[this.view.you] ?? null);
  }

  get colour(): string {
    return this.own?.colour ?? "stone";
  }

  select(index: number | null): void {
    this.selected = index;
    this.asked = null;
  }

  /** A touch on the board: selects what lies there; the second touch presses, with "one touch" the first does. */
  pick(at: string): void {
    const indices = this.lit.get(at);
    if (!indices?.length || this.busy) return;
    const now = indices.indexOf(this.selected ?? -1);
    if (now >= 0 && indices.length === 1) return void this.press();
    this.select(indices[(now + 1) % indices.length] as number);
    if (settings.oneTouch && indices.length === 1 && this.chosen && !this.chosen.final) void this.press();
  }

  /** Do it: the draft and what is selected, or the draft and exactly these choices. Asks once where a choice warns. */
  async press(choices?: Choice[]): Promise<void> {
    if (this.busy) return;
    if (!choices) {
      if (!this.chosen || this.#warns()) return;
      choices = [this.chosen.choice];
    }
    await this.#send([...this.draft, ...choices]);
  }

  /** Put one more choice into the draft and ask what would come then; where that is hidden, the draft is sent. */
  async extend(choice: Choice): Promise<void> {
    if (this.busy) return;
    const draft = [...this.draft, choice];
    await this.#draft(draft);
  }

  /** Take the last choice out of the draft. */
  async retreat(): Promise<void> {
    if (!this.draft.length || this.busy) return;
    await this.#draft(this.draft.slice(0, -1));
  }

  /** Whether the arrow back does anything. */
  get canTakeBack(): boolean {
    return !this.busy && (this.touched || this.#canUndo());
  }

  /** Whether the person chose something beyond what stood ready. */
  get touched(): boolean {
    return this.selected !== this.#ready.selected || this.draft !== this.#ready.draft;
  }

  /** What is chosen now stands ready by itself. */
  stand(): void {
    this.#ready = { draft: this.draft, preview: this.preview, selected: this.selected };
  }

  get canGoForward(): boolean {
    return !this.busy && !this.draft.length && this.view.redo !== null && this.view.prompt !== null && !this.caption;
  }

  /** Why the way back is closed, where it is. */
  get undoReason(): string | null {
    const { to, closed } = this.view.undo;
    return to === null && closed ? t(`common.undo.${closed.by}`) : null;
  }

  /** First back to what stood ready; then undo one press. */
  async takeBack(): Promise<void> {
    if (this.busy) return;
    if (this.touched) return this.#choose(this.#ready);
    if (this.#canUndo()) await this.#move("undo");
  }

  async forward(): Promise<void> {
    if (this.canGoForward) await this.#move("redo");
  }

  #canUndo(): boolean {
    return this.view.undo.to !== null && !this.caption && !this.#queue.length;
  }

  #warns(): boolean {
    if (!this.chosen?.warn.length || this.asked === this.selected) return false;
    this.asked = this.selected;
    return true;
  }

  #clear(): void {
    this.#ready = NOTHING;
    this.#choose(NOTHING);
  }

  #choose({ draft, preview, selected }: Chosen): void {
    this.draft = draft;
    this.preview = preview;
    this.selected = selected;
    this.asked = null;
  }

  async #draft(draft: Choice[]): Promise<void> {
    if (!draft.length) return this.#clear();
    await this.#trying(
      { prompt: this.prompt, choices: draft },
      () => this.#draft(draft),
      async () => {
        const preview = await this.#ahead(draft);
        if (!preview) return;
        if (preview.hidden || !preview.prompt) return this.#submit(draft);
        this.draft = draft;
        this.preview = preview;
        this.selected = null;
        this.asked = null;
      },
    );
  }

  /** What comes after the draft; nothing where the table has moved on to another question. */
  async #ahead(choices: Choice[]): Promise<Preview | null> {
    const ask = (): Promise<Preview> => this.host.preview(this.game, { seat: this.#seat(), ply: this.#last, choices });
    try {
      return await ask();
    } catch (refusal) {
      const moved = this.#movedOn(refusal);
      if (!moved) throw refusal;
      return moved === "same" ? ask() : null;
    }
  }

  // --- what is sent ----------------------------------------------------------------------------------------------

  async #send(choices: Choice[], key: string = newKey()): Promise<void> {
    await this.#trying({ prompt: this.prompt, choices }, () => this.#send(choices, key), () => this.#submit(choices, key));
  }

  async #submit(choices: Choice[], key: string = newKey()): Promise<void> {
    const press = { seat: this.#seat(), ply: this.#last, key, choices };
    let answer: Answer;
    try {
      answer = await this.host.submit(this.game, press);
    } catch (refusal) {
      const again = this.#movedOn(refusal);
      if (!again) throw refusal;
      if (again === "other") return;
      answer = await this.host.submit(this.game, { ...press, ply: this.#last });
    }
    this.#accept(answer);
  }

  async #move(way: "undo" | "redo"): Promise<void> {
    const key = newKey();
    const act = async (): Promise<void> => {
      try {
        this.#accept(await this.host[way](this.game, { seat: this.#seat(), ply: this.#last, key }));
      } catch (refusal) {
        if (!this.#movedOn(refusal)) throw refusal;
      }
      await this.#readStory();
    };
    await this.#trying({ prompt: null, choices: [] }, () => this.#move(way), act);
  }

  /** A stale position: show the new one. Tells whether the same question is still asked there. */
  #movedOn(refusal: unknown): "same" | "other" | null {
    const view = refusal instanceof HostError && refusal.problem.code === "stale" ? refusal.problem.view : undefined;
    if (!view) return null;
    const before = asks(this.view.prompt);
    this.#replace(view);
    if (view.prompt && asks(view.prompt) === before) return "same";
    this.summary = t("common.moved-on");
    this.#clear();
    return "other";
  }

  #replace(view: View): void {
    this.#queue = this.#queue.filter((frame) => frame.ply > view.ply);
    this.#steps = [];
    this.#last = Math.max(this.#last, view.ply);
    this.caption = null;
    this.view = view;
    void this.#readStory();
  }

  async #trying(kept: NonNullable<Table["failed"]>, again: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await act();
      this.problem = null;
      this.failed = null;
    } catch (error) {
      this.#retry = again;
      this.failed = kept;
      this.problem = error instanceof HostError ? error.problem : broken(error);
    } finally {
      this.busy = false;
      this.#advance();
    }
  }

  /** Do something that may fail; a failure is shown. */
  async attempt(act: () => Promise<void>): Promise<void> {
    await this.#trying({ prompt: null, choices: [] }, () => this.attempt(act), act);
  }

  get canRetry(): boolean {
    return this.problem !== null && AGAIN.has(this.problem.code);
  }

  /** Try again what a problem kept from being done. */
  async retry(): Promise<void> {
    const again = this.#retry;
    this.dismiss();
    await again?.();
  }

  /** Take the problem away; what was chosen stays selected. */
  dismiss(): void {
    this.problem = null;
    this.#retry = null;
  }

  #seat(): number {
    return this.view.you ?? 0;
  }

  #accept(answer: Answer): void {
    for (const frame of answer.frames) this.#own.add(frame.ply);
    this.#clear();
    this.summary = null;
    for (const frame of answer.frames) this.receive(frame);
    this.#say(answer.frames.flatMap((frame) => frame.events));
  }

  /** For who listens: the sentences of these events, all in one. */
  #say(events: GameEvent[]): void {
    const told = tellings(this.view, this.content, events);
    this.live = plain(this.content, told.map(({ sentence, line }) => `${sentence} ${line}`.trim()).join(" "));
  }

  // --- what is received ------------------------------------------------------------------------------------------

  /** Put a frame into the queue; one that came before is dropped. */
  receive(frame: Frame): void {
    if (frame.ply <= this.#last) return;
    this.#last = frame.ply;
    this.#queue = [...this.#queue, frame];
    if (!this.busy && !this.caption) this.#advance();
  }

  /** Whether frames are still being played. */
  get playing(): boolean {
    return this.caption !== null || this.#queue.length > 0;
  }

  pause(): void {
    if (!this.caption) return;
    clearTimeout(this.#timer);
    this.#paused = true;
    this.caption = { ...this.caption, paused: true };
  }

  goOn(): void {
    if (!this.caption) return;
    this.#paused = false;
    this.#advance();
  }

  /** To one's own next choice. */
  skip(): void {
    this.#paused = false;
    this.#skipping = true;
    this.#advance();
  }

  #advance(): void {
    clearTimeout(this.#timer);
    if (this.busy) return;
    if (this.#skipping) this.#steps = [];
    const step = this.#steps.shift();
    if (step) return this.#tellStep(step);
    let frame: Frame | undefined;
    while ((frame = this.#queue[0])) {
      this.#queue = this.#queue.slice(1);
      if (this.#show(frame)) return;
    }
    this.#arrive();
  }

  /** Put a frame onto the table. Tells whether it is to be looked at for a while. */
  #show(frame: Frame): boolean {
    const own = this.#own.delete(frame.ply) || asksStill(this.view, frame.view);
    if (!own && this.#before === null) this.#before = this.view;
    this.view = frame.view;
    this.#tell(frame);
    if (own) return false;
    this.#told.push(...frame.events);
    if (this.#skipping || settings.speed === "instant") return false;
    const [first, ...later] = captionsOf(frame, this.content);
    if (!first) return false;
    this.#steps = later;
    this.#tellStep(first);
    return true;
  }

  #tellStep(step: Caption): void {
    if (!this.caption && this.tab === "workshop") this.tab = "hall";
    const joined = this.caption !== null && belongs(step, this.caption);
    this.caption = joined && this.caption ? join(this.caption, step) : { ...step, paused: this.#paused };
    const ms = STEP_MS[settings.speed];
    if (!this.#paused) this.#timer = setTimeout(() => this.#advance(), joined ? ms / 2 : ms);
  }

  /** All frames are played: sum up, and let the prompt appear. */
  #arrive(): void {
    this.caption = null;
    this.#paused = false;
    if (this.view.prompt || this.view.phase === "finished") this.#skipping = false;
    if (!this.view.prompt && this.view.phase !== "finished") return;
    if (this.#before) {
      this.summary = sumUp(this.content, this.#before, this.view, this.#told);
      this.#say(this.#told);
    }
    this.#before = null;
    this.#told = [];
    if (asks(this.view.prompt) !== this.#asks) this.showTab();
    this.#asks = asks(this.view.prompt);
  }

  // --- the story -------------------------------------------------------------------------------------------------

  async #readStory(): Promise<void> {
    try {
      this.story = storyOf(this.view, this.content, await this.host.log(this.game));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }

  #tell(frame: Frame): void {
    const known = this.story.at(-1)?.n ?? 0;
    if (frame.ply <= known || !frame.events.length) return;
    const story = [...this.story];
    tellOn(story, this.view, this.content, { n: frame.ply, events: frame.events, why: frame.why[0] ?? null });
    this.story = story;
  }

  // --- tabs and sheets -------------------------------------------------------------------------------------------

  get tab(): Tab {
    return router.route.name === "table" ? router.route.tab : "hall";
  }

  set tab(tab: Tab) {
    // More of the rivals’ reasons may be open by now.
    if (tab === "story" && this.tab !== "story") void this.#readStory();
    router.tab(this.game, tab);
  }

  /** How many choices lie on each tab: a dot where there are some. */
  dots: Record<Tab, number> = $derived.by(() => {
    const dots = Object.fromEntries(TABS.map((tab) => [tab, 0])) as Record<Tab, number>;
    for (const at of this.lit.keys()) {
      const tab = TAB_OF[at.split(":", 1)[0] as string];
      if (tab) dots[tab] += 1;
    }
    return dots;
  });

  /** Open the tab of the scene that is asked in, or where most choices lie. */
  showTab(): void {
    const scene = sceneOf(this, this.prompt);
    if (scene) return void (this.tab = scene.tab);
    if (this.prompt && HALL.has(this.prompt.kind)) return void (this.tab = "hall");
    const best = TABS.reduce((a, b) => (this.dots[b] > this.dots[a] ? b : a));
    if (this.dots[best] > this.dots[this.tab]) this.tab = best;
  }

  /** A message without its marks. */
  plain(text: string): string {
    return plain(this.content, text);
  }

  get sheet(): Sheet | null {
    return this.sheets.at(-1) ?? null;
  }

  /** What is played meanwhile waits until it is told to go on. */
  openSheet(sheet: Sheet): void {
    this.pause();
    this.sheets = [...this.sheets, sheet];
  }

  closeSheet(): void {
    this.sheets = this.sheets.slice(0, -1);
  }

  closeSheets(): void {
    this.sheets = [];
  }

  openCard(id: string): void {
    const of = cardKind(this.content, id);
    if (of) this.openSheet({ kind: "card", of, id });
    else if (this.content.orchestra[id]) this.openSheet({ kind: "chair", id });
  }

  /** Tell the host of this device's settings; what was told before holds where it is not reached. */
  async #tellSettings(): Promise<void> {
    if (this.view.you === null || this.view.phase === "finished") return;
    try {
      await this.host.settings(this.game, this.view.you, forHost());
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
}

/** Whether one is asked the same as before: others chose meanwhile, as all do in the set-up, which disturbs nobody. */
function asksStill(before: View, after: View): boolean {
  return before.prompt !== null && asks(before.prompt) === asks(after.prompt);
}

function asks(prompt: Prompt | null): string {
  return prompt ? JSON.stringify([prompt.kind, prompt.about, prompt.choices.map((choice) => choice.choice)]) : "";
}

function broken(error: unknown): Problem {
  console.error(error);
  return { type: "about:blank", title: t("error.broken"), status: 0, code: "broken", detail: String(error) };
}

/** Who is thinking, in words; null when it is one's own turn. */
export function waitingFor(table: Table): { seat: number; sentence: string } | null {
  const seat = table.view.waiting.find((waiting) => waiting.seat !== table.view.you)?.seat;
  if (seat === undefined || table.view.phase === "finished") return null;
  return { seat, sentence: t("common.thinking", { name: familyName(table.view, seat, table.content) }) };
}

const KEY = Symbol("table");

export function setTable(table: Table): Table {
  return setContext(KEY, table);
}

/** The table of this screen. */
export function getTable(): Table {
  const table = findTable();
  if (!table) throw new Error("No table on this screen");
  return table;
}

export function findTable(): Table | undefined {
  return getContext<Table | undefined>(KEY);
}
