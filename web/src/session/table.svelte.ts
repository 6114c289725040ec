// What a table shows, whoever looks at it: the position, the question with its draft, tabs and sheets.
import { getContext, setContext } from "svelte";
import { sceneOf } from "../ask/scenes";
import { quiet } from "../ask/warnings.svelte";
import type { CardKind, Content } from "../api/content";
import { cardKind } from "../api/content";
import { HostError, type Answer, type Draft, type Host, type Line, type ToldEntry, type Viewer } from "../api/host";
import { Past } from "./history.svelte";
import { t } from "../text/i18n";
import { happened } from "./catch_up";
import { asks, Playing } from "./playback.svelte";
import { router, TABS, type Tab } from "../app/router.svelte";
import { Sending, staleView, type As, type Choices } from "./submit_queue.svelte";
import { forHost, settings } from "../app/settings.svelte";
import type { Choice, Frame, Preview, Problem, Prompt, PromptChoice, Reason, SeatView, View } from "../api/types";
import { familyName, plain } from "../text/names";

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
  | { kind: "devices"; what?: "seat" | "watch" }
  | { kind: "as-it-was" }
  | { kind: "from-here" };

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

/** A device that several people share, as its table knows it. */
export interface Sharing {
  /** A frame came, or the playing of frames ended. */
  moved(): void;
  /** Who acts wants to see its own cards. */
  look(seat: number): void;
  /** Who looked at its own cards puts them away. */
  pass(): void;
}

/** Who looks at a table and for whom it plays. */
export interface Eyes {
  viewer: Viewer;
  /** The seats that are played from here. */
  held: number[];
  sharing: Sharing | null;
}

export class Table {
  draft: Choice[] = $state.raw(NOTHING.draft);
  /** The draft's preview: the next question and one's own goods after it. */
  preview: Preview | null = $state.raw(null);
  selected: number | null = $state(null);
  /** What stood ready before the person touched anything: not theirs to take back. */
  #ready: Chosen = $state.raw(NOTHING);
  /** Index of the choice that was asked about, as its `warn` demands; pressing once more does it. */
  asked: number | null = $state(null);
  sheets: Sheet[] = $state.raw([]);
  /** The seat that the Seats tab shows. */
  looked: number = $state(0);
  /** After the end: the table is looked at instead of the scores. */
  lookingBack = $state(false);
  /** After the end: the scores were told to the last. */
  scored = $state(false);
  /** How the game is followed at this moment. */
  line: Line = $state("catching-up");

  readonly viewer: Viewer;
  readonly held: number[];
  readonly sharing: Sharing | null;
  readonly #frames: Playing;
  readonly #sending = new Sending(this);
  /** Earlier positions. */
  readonly past = new Past(this);
  /** It shows an earlier position itself. */
  still = false;
  #stop: () => void = () => {};
  closed = false;

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
    first: Frame,
    eyes: Partial<Eyes> = {},
  ) {
    const { you } = first.view;
    this.viewer = eyes.viewer ?? you ?? "none";
    this.held = eyes.held ?? (you === null ? [] : [you]);
    this.sharing = eyes.sharing ?? null;
    this.#frames = new Playing(this, first);
    this.looked = first.view.seats.find((seat) => seat.seat !== this.view.you)?.seat ?? 0;
  }

  /** Fetch the story and follow the game until `close`. */
  async open(): Promise<void> {
    this.#stop = this.host.watch(
      this.game,
      this.last,
      {
        frame: (frame) => this.receive(frame),
        line: (now) => this.#lineIs(now),
        gone: (problem) => (this.#sending.problem = problem),
      },
      this.viewer,
    );
    if (this.tab === "hall") this.showTab();
    await Promise.all([this.#readStory(), this.#tellSettings()]);
  }

  /** Nothing that comes later touches it any more. */
  close(): void {
    this.closed = true;
    this.#stop();
    this.#frames.stop();
    this.#sending.stop();
    this.past.forget();
  }

  #lineIs(now: Line): void {
    this.line = now;
    this.#sending.flush();
  }

  /** Whether the host is out of reach. */
  get away(): boolean {
    return this.line === "away";
  }

  // --- the position ----------------------------------------------------------------------------------------------

  get view(): View {
    return this.#frames.view;
  }

  get last(): number {
    return this.#frames.last;
  }

  /** The newest position, though it may not be shown yet. */
  get newest(): View {
    return this.#frames.newest;
  }

  /** How far this device has led the game itself. */
  get led(): number {
    return this.#frames.led;
  }

  get caption(): Playing["caption"] {
    return this.#frames.caption;
  }

  get summary(): string | null {
    return this.#frames.summary;
  }

  set summary(line: string | null) {
    this.#frames.summary = line;
  }

  get story(): Playing["story"] {
    return this.#frames.story;
  }

  get live(): string {
    return this.#frames.live;
  }

  set live(words: string) {
    this.#frames.live = words;
  }

  /** Whether frames are still being played. */
  get playing(): boolean {
    return this.#frames.on;
  }

  /**
   * The view as this device plays by it. A spectator's view tells the open question of the person who is asked: where that
   * seat is held here it is asked as of its own, hidden things being only counted. What is not to be answered here is no
   * question.
   */
  seen(view: View): View {
    const seat = view.you ?? (view.prompt ? (view.clock.find((one) => isPerson(view, one)) ?? null) : null);
    const ours = seat !== null && this.held.includes(seat) && isPerson(view, seat);
    return { ...view, you: ours ? seat : view.you, prompt: ours ? view.prompt : null };
  }

  /** Whether several people play from this device. */
  get company(): boolean {
    return this.sharing !== null && this.held.filter((seat) => isPerson(this.view, seat)).length > 1;
  }

  /** Whether this is what a spectator sees, so that the answers to what is asked must show no more. */
  get shared(): boolean {
    return this.viewer === "none";
  }

  receive(frame: Frame): void {
    if (this.closed) return;
    this.#frames.receive(frame);
    if (!this.busy) this.sharing?.moved();
  }

  pause(): void {
    this.#frames.pause();
  }

  goOn(): void {
    this.#frames.goOn();
  }

  skip(): void {
    this.#frames.skip();
  }

  /** What was chosen answered what is not asked any more. */
  otherAsked(): void {
    this.#clear();
  }

  telling(): void {
    if (this.tab === "workshop") this.tab = "hall";
  }

  arrived(anew: boolean): void {
    if (this.#frames.turned) void this.#readStory();
    if (anew) this.showTab();
    this.sharing?.moved();
  }

  // --- what is asked ---------------------------------------------------------------------------------------------

  /** What this seat is asked now: nothing while frames are still played; during a draft what comes after it. */
  get prompt(): Prompt | null {
    if (this.playing) return null;
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

  /** Whose workshop is shown: one's own, on a shared device that of one who sits here, and for who watches the seat looked at. */
  get workshop(): number {
    return this.view.you ?? this.held[0] ?? this.looked;
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
    if (!indices?.length || this.halted) return;
    if (this.looking) this.past.leave();
    const now = indices.indexOf(this.selected ?? -1);
    if (now >= 0 && indices.length === 1) return void this.press();
    this.select(indices[(now + 1) % indices.length] as number);
    if (settings.oneTouch && indices.length === 1 && this.chosen && !this.chosen.final) void this.press();
  }

  /** Do it: the draft and what is selected, or the draft and exactly these choices. Asks once where a choice warns. */
  async press(choices?: Choice[]): Promise<void> {
    if (this.halted) return;
    if (!choices) {
      if (!this.chosen || this.#warns()) return;
      choices = [this.chosen.choice];
    }
    await this.#sending.press([...this.draft, ...choices], this.#as(this.view.you ?? 0));
  }

  /** Put one more choice into the draft and ask what would come then; where that is hidden, the draft is sent. */
  async extend(choice: Choice): Promise<void> {
    if (!this.halted) await this.#draft([...this.draft, choice]);
  }

  /** Take the last choice out of the draft. */
  async retreat(): Promise<void> {
    if (this.draft.length && !this.halted) await this.#draft(this.draft.slice(0, -1));
  }

  /** What would come after these choices; nothing is done. */
  ahead(choices: Choice[]): Promise<Preview> {
    const draft: Draft = { ...this.#as(this.view.you ?? 0), ply: this.last, choices };
    return this.host.preview(this.game, draft);
  }

  /** Whether the arrow back does anything. */
  get canTakeBack(): boolean {
    if (this.looking) return false;
    return !this.busy && (this.waiting !== null || this.touched || this.#canUndo());
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
    const { redo } = this.view;
    return (
      !this.looking &&
      !this.busy &&
      !this.waiting &&
      !this.draft.length &&
      redo !== null &&
      this.#ours(redo.seat) &&
      !this.playing &&
      (this.view.prompt !== null || this.shared)
    );
  }

  /** Why the way back is closed, where it is. */
  get undoReason(): string | null {
    const { to, closed } = this.view.undo;
    return to === null && closed ? t(`common.undo.${closed.by}`) : null;
  }

  /** First what waits to be sent, then what is chosen back to what stood ready; then undo one press. */
  async takeBack(): Promise<void> {
    if (this.busy || this.looking) return;
    if (this.waiting) return this.#sending.withdraw();
    if (this.touched) return this.#choose(this.#ready);
    if (this.#canUndo()) await this.#move("undo", this.view.undo.seat);
  }

  async forward(): Promise<void> {
    if (this.canGoForward) await this.#move("redo", this.view.redo?.seat);
  }

  /** Whether a choice cannot be made now because one is on its way. */
  private get halted(): boolean {
    return this.busy || this.waiting !== null;
  }

  #canUndo(): boolean {
    return this.view.undo.to !== null && this.#ours(this.view.undo.seat) && !this.playing;
  }

  /** Whether a press is one's own to take back: of the seat that is told, else of the viewer's. */
  #ours(seat: number | undefined): boolean {
    return this.shared ? seat !== undefined && this.held.includes(seat) : this.held.includes(this.view.you ?? -1);
  }

  async #move(way: "undo" | "redo", seat: number | undefined): Promise<void> {
    await this.#sending.move(way, this.#as(seat ?? this.view.you ?? 0));
    await this.#readStory();
  }

  #as(seat: number): As {
    return this.shared ? { seat, viewer: null } : { seat };
  }

  #warns(): boolean {
    if (!this.chosen?.warn.some((word) => !quiet.words.includes(word)) || this.asked === this.selected) return false;
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
    const asked = asks(this.view);
    let send = false;
    await this.#sending.trying(
      { prompt: this.prompt, choices: draft },
      () => this.#draft(draft),
      async () => {
        const preview = await this.#seenAhead(draft);
        if (!preview || this.closed) return;
        send = preview.hidden || !preview.prompt;
        if (!send) this.#choose({ draft, preview, selected: null });
      },
    );
    if (send && asks(this.view) === asked) await this.#sending.press(draft, this.#as(this.view.you ?? 0));
  }

  /** What comes after the draft; nothing where the table has moved on to another question. */
  async #seenAhead(draft: Choice[]): Promise<Preview | null> {
    try {
      return await this.ahead(draft);
    } catch (refusal) {
      const view = staleView(refusal);
      if (!view) throw refusal;
      return this.movedOn(view, { prompt: this.view.prompt, choices: draft }) === "same" ? this.ahead(draft) : null;
    }
  }

  // --- what is sent ----------------------------------------------------------------------------------------------

  get busy(): boolean {
    return this.#sending.busy;
  }

  get problem(): Problem | null {
    return this.#sending.problem;
  }

  /** What a problem kept from being done. */
  get failed(): Choices | null {
    return this.#sending.failed;
  }

  /** A press that is sent as soon as the host is reached. */
  get waiting(): Choices | null {
    return this.#sending.waiting;
  }

  get canRetry(): boolean {
    return this.#sending.canRetry;
  }

  /** Send what waits without waiting any longer. */
  sendNow(): void {
    this.#sending.flush(true);
  }

  /** Try again what a problem kept from being done. */
  retry(): Promise<void> {
    return this.#sending.retry();
  }

  /** Take the problem away; what was chosen stays selected. */
  dismiss(): void {
    this.#sending.dismiss();
  }

  /** Do something that may fail; a failure is shown. */
  attempt(act: () => Promise<void>): Promise<void> {
    return this.#sending.trying({ prompt: null, choices: [] }, () => this.attempt(act), act);
  }

  accept(answer: Answer): void {
    if (this.closed) return;
    this.#clear();
    this.#frames.accept(answer.frames);
  }

  movedOn(view: View, lost: Choices | null): "same" | "other" {
    if (this.closed) return "other";
    const before = this.view;
    this.#frames.replace(view);
    const same = this.view.prompt !== null && asks(this.view) === asks(before);
    if (!same) this.#clear();
    void this.#readStory().then((log) => {
      if (same || !log || this.closed) return;
      this.summary = happened(this, log, before, lost);
      this.live = this.plain(this.summary);
    });
    return same ? "same" : "other";
  }

  settled(): void {
    if (this.closed) return;
    this.#frames.advance();
    this.sharing?.moved();
  }

  // --- the story -------------------------------------------------------------------------------------------------

  /** The view by which seats are named: to spectators nobody is "you". */
  get names(): View {
    return this.shared ? { ...this.view, you: null } : this.view;
  }

  async #readStory(): Promise<ToldEntry[] | null> {
    try {
      const log = await this.host.log(this.game, this.viewer);
      if (!this.closed) this.#frames.retell(log, this.names);
      return log;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return null;
    }
  }

  // --- earlier positions -----------------------------------------------------------------------------------------

  /** Whether an earlier position is looked at; what goes on meanwhile leads nobody away from it. */
  get looking(): boolean {
    return this.tab === "story" && this.past.at !== null && this.view.phase !== "setup";
  }

  asItWas(frame: Frame): Table {
    const then = new Table(this.game, this.host, this.content, frame, { viewer: this.viewer, held: [] });
    then.still = true;
    return then;
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
    if (this.looking) return;
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
    if (this.view.phase === "finished") return;
    const seats = this.shared ? this.held : this.held.filter((seat) => seat === this.viewer);
    try {
      await Promise.all(seats.map((seat) => this.host.settings(this.game, seat, forHost())));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
}

function isPerson(view: View, seat: number): boolean {
  return view.seats[seat]?.player === "person";
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
