// A table from one viewer's perspective: position, question with its draft, tabs and sheets.
import { getContext, setContext } from "svelte";
import { sceneOf } from "../ask/scenes";
import { quiet } from "../ask/warnings.svelte";
import type { CardKind, Content } from "../api/content";
import { cardKind } from "../api/content";
import { HostError, type Host, type ConnectionState, type Viewer } from "../api/host";
import type {
  Answer,
  Choice,
  Draft,
  Frame,
  LogEntry,
  Preview,
  Problem,
  Prompt,
  PromptChoice,
  Reason,
  SeatView,
  View,
} from "../api/types";
import { Past } from "./history.svelte";
import { t } from "../text/i18n";
import { missedWords } from "./catch_up";
import { questionKey, Playback } from "./playback.svelte";
import { router, TABS, type Tab } from "../app/router.svelte";
import { SubmitQueue, staleView, type Actor, type Choices } from "./submit_queue.svelte";
import { forHost, settings } from "../app/settings.svelte";
import { familyName, plain } from "../text/names";

export type Sheet =
  | { kind: "card"; of: CardKind; id: string }
  | { kind: "display"; location: string }
  | { kind: "market" }
  | { kind: "awards" }
  | { kind: "goals" }
  | { kind: "chair"; id: string }
  | { kind: "rule"; id: string }
  | { kind: "reason"; reason: Reason; seat: number; sentence: string }
  | { kind: "menu" }
  | { kind: "seats" }
  | { kind: "devices"; what?: "seat" | "watch" }
  | { kind: "past-position" }
  | { kind: "copy" };

/** The tab of a highlight, by the first word of its `at`. */
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

/** Question kinds that belong to the Hall although not all of their choices are highlighted there. */
const HALL = new Set(["plan-worker", "plan-location", "turn"]);

/** The draft, its preview and the selection. */
interface DraftState {
  draft: Choice[];
  preview: Preview | null;
  selected: number | null;
}

export const NOTHING: DraftState = { draft: [], preview: null, selected: null };

/** The interface of a shared device towards its table. */
export interface Sharing {
  /** A frame arrived, or playback ended. */
  positionChanged(): void;
  /** A person wants to see their own cards. */
  lookAtOwnCards(seat: number): void;
  /** A person hides their own cards again. */
  passOn(): void;
}

/** The viewer of a table and the seats played from this device. */
export interface Viewpoint {
  viewer: Viewer;
  /** The seats played from this device. */
  held: number[];
  sharing: Sharing | null;
}

export class Table {
  draft: Choice[] = $state.raw(NOTHING.draft);
  /** The draft's preview: the next question and one's own goods after it. */
  preview: Preview | null = $state.raw(null);
  selected: number | null = $state(null);
  /** The preselected state: there is nothing of the person's own to take back. */
  #ready: DraftState = $state.raw(NOTHING);
  /** The choice whose warning is shown; submitting it again confirms. */
  asked: number | null = $state(null);
  sheets: Sheet[] = $state.raw([]);
  /** The seat that the Seats tab shows. */
  shownSeat: number = $state(0);
  /** After the end: show the board instead of the scores. */
  boardAfterEnd = $state(false);
  /** After the end: all scores were shown. */
  scored = $state(false);
  /** How updates arrive. */
  connection: ConnectionState = $state("catching-up");

  readonly viewer: Viewer;
  readonly held: number[];
  readonly sharing: Sharing | null;
  readonly #playback: Playback;
  readonly #submitQueue = new SubmitQueue(this);
  /** Earlier positions. */
  readonly past = new Past(this);
  /** It shows an earlier position. */
  readOnly = false;
  #stop: () => void = () => {};
  closed = false;

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
    first: Frame,
    viewpoint: Partial<Viewpoint> = {},
  ) {
    const { you } = first.view;
    this.viewer = viewpoint.viewer ?? you ?? "none";
    this.held = viewpoint.held ?? (you === null ? [] : [you]);
    this.sharing = viewpoint.sharing ?? null;
    this.#playback = new Playback(this, first);
    this.shownSeat = first.view.seats.find((seat) => seat.seat !== this.view.you)?.seat ?? 0;
  }

  /** Load the story and follow the game until `close`. */
  async open(): Promise<void> {
    this.#stop = this.host.watch(
      this.game,
      this.last,
      {
        frame: (frame) => this.receive(frame),
        connection: (state) => this.#setConnection(state),
        gone: (problem) => (this.#submitQueue.problem = problem),
      },
      this.viewer,
    );
    if (this.tab === "hall") this.showTab();
    await Promise.all([this.#loadLog(), this.#sendSettings()]);
  }

  /** Stop all updates. */
  close(): void {
    this.closed = true;
    this.#stop();
    this.#playback.stop();
    this.#submitQueue.stop();
    this.past.forget();
  }

  #setConnection(state: ConnectionState): void {
    this.connection = state;
    this.#submitQueue.flush();
  }

  /** Whether the host is out of reach. */
  get offline(): boolean {
    return this.connection === "offline";
  }

  // --- the position ----------------------------------------------------------------------------------------------

  get view(): View {
    return this.#playback.view;
  }

  get last(): number {
    return this.#playback.last;
  }

  /** The newest view, possibly not shown yet. */
  get newest(): View {
    return this.#playback.newest;
  }

  /** The revision of this device's last own move. */
  get ownRevision(): number {
    return this.#playback.ownRevision;
  }

  get caption(): Playback["caption"] {
    return this.#playback.caption;
  }

  get summary(): string | null {
    return this.#playback.summary;
  }

  set summary(connection: string | null) {
    this.#playback.summary = connection;
  }

  get story(): Playback["story"] {
    return this.#playback.story;
  }

  get announcement(): string {
    return this.#playback.announcement;
  }

  set announcement(words: string) {
    this.#playback.announcement = words;
  }

  /** Whether playback is in progress. */
  get playing(): boolean {
    return this.#playback.running;
  }

  /**
   * The view from the perspective of this device. A spectator view contains the open question of the seat that is
   * asked: if this device holds that seat, the question is asked from the seat's perspective, with hidden things still
   * only counted. A question that cannot be answered here is removed.
   */
  localView(view: View): View {
    const seat = view.you ?? (view.prompt ? (view.clock.find((one) => isPerson(view, one)) ?? null) : null);
    const isOurs = seat !== null && this.held.includes(seat) && isPerson(view, seat);
    return { ...view, you: isOurs ? seat : view.you, prompt: isOurs ? view.prompt : null };
  }

  /** Whether several people play on this device. */
  get severalPeople(): boolean {
    return this.sharing !== null && this.held.filter((seat) => isPerson(this.view, seat)).length > 1;
  }

  /** Whether this is a spectator view, so that answers must not contain more. */
  get isSpectatorView(): boolean {
    return this.viewer === "none";
  }

  receive(frame: Frame): void {
    if (this.closed) return;
    this.#playback.receive(frame);
    if (!this.busy) this.sharing?.positionChanged();
  }

  pause(): void {
    this.#playback.pause();
  }

  resume(): void {
    this.#playback.resume();
  }

  skip(): void {
    this.#playback.skip();
  }

  /** The question changed: drop the draft. */
  questionChanged(): void {
    this.#clear();
  }

  captionStarted(): void {
    if (this.tab === "workshop") this.tab = "hall";
  }

  playbackDone(newQuestion: boolean): void {
    if (this.#playback.logOutdated) void this.#loadLog();
    if (newQuestion) this.showTab();
    this.sharing?.positionChanged();
  }

  // --- what is asked ---------------------------------------------------------------------------------------------

  /** The current question: null during playback; the follow-up question during a draft. */
  get prompt(): Prompt | null {
    if (this.playing) return null;
    return this.draft.length ? (this.preview?.prompt ?? null) : this.view.prompt;
  }

  /** Highlights: the indices of choices by `at`. */
  lit: Map<string, number[]> = $derived.by(() => {
    const lit = new Map<string, number[]>();
    this.prompt?.choices.forEach((choice, index) => {
      for (const at of choice.at) lit.set(at, [...(lit.get(at) ?? []), index]);
    });
    return lit;
  });

  /** The selected choice, not submitted yet. */
  get chosen(): PromptChoice | null {
    return this.selected === null ? null : (this.prompt?.choices[this.selected] ?? null);
  }

  /** One's own seat after the draft; null for spectators. */
  get own(): SeatView | null {
    if (this.draft.length && this.preview) return this.preview.seat;
    return this.view.you === null ? null : (this.view.seats[this.view.you] ?? null);
  }

  /**
   * The seat whose workshop is shown: one's own, a held one on a shared device, or for spectators the one in the Seats
   * tab.
   */
  get workshop(): number {
    return this.view.you ?? this.held[0] ?? this.shownSeat;
  }

  get colour(): string {
    return this.own?.colour ?? "neutral";
  }

  select(index: number | null): void {
    this.selected = index;
    this.asked = null;
  }

  /** A touch on the board selects a choice; a second touch submits it, or already the first with "one touch". */
  pick(at: string): void {
    const indices = this.lit.get(at);
    if (!indices?.length || this.blocked) return;
    if (this.viewingPast) this.past.leave();
    const index = indices.indexOf(this.selected ?? -1);
    if (index >= 0 && indices.length === 1) return void this.submit();
    this.select(indices[(index + 1) % indices.length] as number);
    if (settings.oneTouch && indices.length === 1 && this.chosen && !this.chosen.irreversible) void this.submit();
  }

  /**
   * Submit the draft with the selected choice or with these choices. Asks for a confirmation once if a choice warns.
   */
  async submit(choices?: Choice[]): Promise<void> {
    if (this.blocked) return;
    if (!choices) {
      if (!this.chosen || this.#warns()) return;
      choices = [this.chosen.choice];
    }
    await this.#submitQueue.submit([...this.draft, ...choices], this.#as(this.view.you ?? 0));
  }

  /** Add a choice to the draft and load the next question; if that is hidden, submit the draft. */
  async extend(choice: Choice): Promise<void> {
    if (!this.blocked) await this.#draft([...this.draft, choice]);
  }

  /** Remove the last choice from the draft. */
  async retreat(): Promise<void> {
    if (this.draft.length && !this.blocked) await this.#draft(this.draft.slice(0, -1));
  }

  /** The preview of these choices; nothing is submitted. */
  previewOf(choices: Choice[]): Promise<Preview> {
    const draft: Draft = { ...this.#as(this.view.you ?? 0), revision: this.last, choices };
    return this.host.preview(this.game, draft);
  }

  /** Whether the undo button does anything. */
  get canTakeBack(): boolean {
    if (this.viewingPast) return false;
    return !this.busy && (this.pending !== null || this.touched || this.#canUndo());
  }

  /** Whether the person changed the preselected state. */
  get touched(): boolean {
    return this.selected !== this.#ready.selected || this.draft !== this.#ready.draft;
  }

  /** Make the current selection the preselected state. */
  markReady(): void {
    this.#ready = { draft: this.draft, preview: this.preview, selected: this.selected };
  }

  get canGoForward(): boolean {
    const { redo } = this.view;
    return (
      !this.viewingPast &&
      !this.busy &&
      !this.pending &&
      !this.draft.length &&
      redo !== null &&
      this.#isOurs(redo.seat) &&
      !this.playing &&
      (this.view.prompt !== null || this.isSpectatorView)
    );
  }

  /** The reason why undo is not possible, if so. */
  get undoReason(): string | null {
    const { to, closed } = this.view.undo;
    return to === null && closed ? t(`common.undo.${closed.by}`) : null;
  }

  /** Take back, in this order: the pending move, the draft, the last move. */
  async takeBack(): Promise<void> {
    if (this.busy || this.viewingPast) return;
    if (this.pending) return this.#submitQueue.withdraw();
    if (this.touched) return this.#choose(this.#ready);
    if (this.#canUndo()) await this.#move("undo", this.view.undo.seat);
  }

  async forward(): Promise<void> {
    if (this.canGoForward) await this.#move("redo", this.view.redo?.seat);
  }

  /** Whether a request in progress blocks choices. */
  private get blocked(): boolean {
    return this.busy || this.pending !== null;
  }

  #canUndo(): boolean {
    return this.view.undo.to !== null && this.#isOurs(this.view.undo.seat) && !this.playing;
  }

  /** Whether this device may undo the seat's move. */
  #isOurs(seat: number | undefined): boolean {
    return this.isSpectatorView
      ? seat !== undefined && this.held.includes(seat)
      : this.held.includes(this.view.you ?? -1);
  }

  async #move(direction: "undo" | "redo", seat: number | undefined): Promise<void> {
    await this.#submitQueue.undoOrRedo(direction, this.#as(seat ?? this.view.you ?? 0));
    await this.#loadLog();
  }

  #as(seat: number): Actor {
    return this.isSpectatorView ? { seat, viewer: null } : { seat };
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

  #choose({ draft, preview, selected }: DraftState): void {
    this.draft = draft;
    this.preview = preview;
    this.selected = selected;
    this.asked = null;
  }

  async #draft(draft: Choice[]): Promise<void> {
    if (!draft.length) return this.#clear();
    const asked = questionKey(this.view);
    let send = false;
    await this.#submitQueue.attempt(
      { prompt: this.prompt, choices: draft },
      () => this.#draft(draft),
      async () => {
        const preview = await this.#previewDraft(draft);
        if (!preview || this.closed) return;
        send = preview.hidden || !preview.prompt;
        if (!send) this.#choose({ draft, preview, selected: null });
      },
    );
    if (send && questionKey(this.view) === asked) await this.#submitQueue.submit(draft, this.#as(this.view.you ?? 0));
  }

  /** The preview of the draft; null if the game moved on to another question. */
  async #previewDraft(draft: Choice[]): Promise<Preview | null> {
    try {
      return await this.previewOf(draft);
    } catch (refusal) {
      const view = staleView(refusal);
      if (!view) throw refusal;
      return this.movedOn(view, { prompt: this.view.prompt, choices: draft }) === "same" ? this.previewOf(draft) : null;
    }
  }

  // --- what is sent ----------------------------------------------------------------------------------------------

  get busy(): boolean {
    return this.#submitQueue.busy;
  }

  get problem(): Problem | null {
    return this.#submitQueue.problem;
  }

  /** The choices that a problem kept from being submitted. */
  get failed(): Choices | null {
    return this.#submitQueue.failed;
  }

  /** A move that is sent once the host is reachable. */
  get pending(): Choices | null {
    return this.#submitQueue.pending;
  }

  get canRetry(): boolean {
    return this.#submitQueue.canRetry;
  }

  /** Send the pending move now. */
  sendNow(): void {
    this.#submitQueue.flush(true);
  }

  /** Repeat what failed. */
  retry(): Promise<void> {
    return this.#submitQueue.retry();
  }

  /** Dismiss the problem; the selection stays. */
  dismiss(): void {
    this.#submitQueue.dismiss();
  }

  /** Run an action that may fail; a failure is shown. */
  attempt(act: () => Promise<void>): Promise<void> {
    return this.#submitQueue.attempt({ prompt: null, choices: [] }, () => this.attempt(act), act);
  }

  accept(answer: Answer): void {
    if (this.closed) return;
    this.#clear();
    this.#playback.accept(answer.frames);
  }

  movedOn(view: View, lost: Choices | null): "same" | "other" {
    if (this.closed) return "other";
    const before = this.view;
    this.#playback.replace(view);
    const same = this.view.prompt !== null && questionKey(this.view) === questionKey(before);
    if (!same) this.#clear();
    void this.#loadLog().then((log) => {
      if (same || !log || this.closed) return;
      this.summary = missedWords(this, log, before, lost);
      this.announcement = this.plain(this.summary);
    });
    return same ? "same" : "other";
  }

  settled(): void {
    if (this.closed) return;
    this.#playback.advance();
    this.sharing?.positionChanged();
  }

  // --- the story -------------------------------------------------------------------------------------------------

  /** The view that names the seats: to spectators nobody is "you". */
  get namesView(): View {
    return this.isSpectatorView ? { ...this.view, you: null } : this.view;
  }

  async #loadLog(): Promise<LogEntry[] | null> {
    try {
      const log = await this.host.log(this.game, this.viewer);
      if (!this.closed) this.#playback.setLog(log, this.namesView);
      return log;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return null;
    }
  }

  // --- earlier positions -----------------------------------------------------------------------------------------

  /** Whether an earlier position is shown; updates of the game do not change that. */
  get viewingPast(): boolean {
    return this.tab === "story" && this.past.at !== null && this.view.phase !== "setup";
  }

  pastTable(frame: Frame): Table {
    const table = new Table(this.game, this.host, this.content, frame, { viewer: this.viewer, held: [] });
    table.readOnly = true;
    return table;
  }

  // --- tabs and sheets -------------------------------------------------------------------------------------------

  get tab(): Tab {
    return router.route.name === "table" ? router.route.tab : "hall";
  }

  set tab(tab: Tab) {
    // More of the AIs' reasons may be public by now.
    if (tab === "story" && this.tab !== "story") void this.#loadLog();
    router.tab(this.game, tab);
  }

  /** Number of choices on each tab. */
  dots: Record<Tab, number> = $derived.by(() => {
    const dots = Object.fromEntries(TABS.map((tab) => [tab, 0])) as Record<Tab, number>;
    for (const at of this.lit.keys()) {
      const tab = TAB_OF[at.split(":", 1)[0] as string];
      if (tab) dots[tab] += 1;
    }
    return dots;
  });

  /** Switch to the tab of the question's scene, or to the one with most choices. */
  showTab(): void {
    if (this.viewingPast) return;
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

  /** Open a sheet; playback pauses until it is resumed. */
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

  /** Send this device's settings to the host; on failure the previous ones stay in force. */
  async #sendSettings(): Promise<void> {
    if (this.view.phase === "finished") return;
    const seats = this.isSpectatorView ? this.held : this.held.filter((seat) => seat === this.viewer);
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

/** The seat that is thinking, with its text; null if it is the viewer's turn. */
export function thinkingSeat(table: Table): { seat: number; sentence: string } | null {
  const seat = table.view.waiting_for.find((other) => other.seat !== table.view.you)?.seat;
  if (seat === undefined || table.view.phase === "finished") return null;
  return { seat, sentence: t("common.thinking", { name: familyName(table.view, seat, table.content) }) };
}

const KEY = Symbol("table");

export function setTable(table: Table): Table {
  return setContext(KEY, table);
}

/** The table of the current screen. */
export function getTable(): Table {
  const table = findTable();
  if (!table) throw new Error("No table on this screen");
  return table;
}

export function findTable(): Table | undefined {
  return getContext<Table | undefined>(KEY);
}
