// One game as its host sends it: the connection, the frames with their playback, the story, and what is submitted.
import type { Content } from "../api/content";
import { HostError, type ConnectionState, type Host, type Viewer } from "../api/host";
import type { Answer, Choice, Draft, Frame, LogEntry, Preview, View } from "../api/types";
import { forHost } from "../app/settings.svelte";
import { t } from "../text/i18n";
import { plain } from "../text/names";
import { missedWords } from "./catch_up";
import { Playback, questionKey } from "./playback.svelte";
import { SubmitQueue, type Actor, type Choices } from "./submit_queue.svelte";
import { isPerson, localView, type Sharing, type Viewpoint } from "./viewpoint";

/** The reactions of the table to its session. */
export interface SessionEvents {
  /** The question changed or was answered. */
  questionChanged(): void;
  /** The first caption of a playback is shown. */
  captionStarted(): void;
  /** Playback ended with a new question. */
  newQuestion(): void;
}

export class Session {
  /** How updates arrive. */
  connection: ConnectionState = $state("catching-up");
  readonly viewer: Viewer;
  readonly held: number[];
  readonly sharing: Sharing | null;
  closed = false;
  readonly playback: Playback;
  readonly submitQueue = new SubmitQueue(this);
  #stop: () => void = () => {};

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
    first: Frame,
    private readonly events: SessionEvents,
    viewpoint: Partial<Viewpoint>,
  ) {
    const { you } = first.view;
    this.viewer = viewpoint.viewer ?? you ?? "none";
    this.held = viewpoint.held ?? (you === null ? [] : [you]);
    this.sharing = viewpoint.sharing ?? null;
    this.playback = new Playback(this, first);
  }

  /** Load the story and follow the game until `close`. */
  async open(): Promise<void> {
    this.#stop = this.host.watch(
      this.game,
      this.last,
      {
        frame: (frame) => this.receive(frame),
        connection: (state) => this.#setConnection(state),
        gone: (problem) => (this.submitQueue.problem = problem),
      },
      this.viewer,
    );
    await Promise.all([this.loadLog(), this.#sendSettings()]);
  }

  /** Stop all updates. */
  close(): void {
    this.closed = true;
    this.#stop();
    this.playback.stop();
    this.submitQueue.stop();
  }

  #setConnection(state: ConnectionState): void {
    this.connection = state;
    this.submitQueue.flush();
  }

  /** Whether the host is out of reach. */
  get offline(): boolean {
    return this.connection === "offline";
  }

  // --- the position ----------------------------------------------------------------------------------------------

  get view(): View {
    return this.playback.view;
  }

  get last(): number {
    return this.playback.last;
  }

  /** The newest view, possibly not shown yet. */
  get newest(): View {
    return this.playback.newest;
  }

  /** The revision of this device's last own move. */
  get ownRevision(): number {
    return this.playback.ownRevision;
  }

  /** Whether playback is in progress. */
  get playing(): boolean {
    return this.playback.running;
  }

  localView(view: View): View {
    return localView(view, this.held);
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
    this.playback.receive(frame);
    if (!this.busy) this.sharing?.positionChanged();
  }

  questionChanged(): void {
    this.events.questionChanged();
  }

  captionStarted(): void {
    this.events.captionStarted();
  }

  playbackDone(newQuestion: boolean): void {
    if (this.playback.logOutdated) void this.loadLog();
    if (newQuestion) this.events.newQuestion();
    this.sharing?.positionChanged();
  }

  // --- what is sent ----------------------------------------------------------------------------------------------

  /** The preview of these choices; nothing is submitted. */
  previewOf(choices: Choice[]): Promise<Preview> {
    const draft: Draft = { ...this.#as(this.view.you ?? 0), revision: this.last, choices };
    return this.host.preview(this.game, draft);
  }

  /** Submit a move; it waits while the host is out of reach. */
  submit(move: Choices): Promise<void> {
    return this.submitQueue.submit(move, this.#as(this.view.you ?? 0));
  }

  get canUndo(): boolean {
    const { to, seat } = this.view.undo;
    return to !== null && this.#isOurs(seat) && !this.playing;
  }

  get canRedo(): boolean {
    const { redo, prompt } = this.view;
    return redo !== null && this.#isOurs(redo.seat) && !this.playing && (prompt !== null || this.isSpectatorView);
  }

  /** The reason why undo is not possible, if so. */
  get undoReason(): string | null {
    const { to, closed } = this.view.undo;
    return to === null && closed ? t(`common.undo.${closed.by}`) : null;
  }

  undo(): Promise<void> {
    return this.#move("undo", this.view.undo.seat);
  }

  redo(): Promise<void> {
    return this.#move("redo", this.view.redo?.seat);
  }

  /** Whether this device may undo the seat's move. */
  #isOurs(seat: number | undefined): boolean {
    return this.isSpectatorView
      ? seat !== undefined && this.held.includes(seat)
      : this.held.includes(this.view.you ?? -1);
  }

  async #move(direction: "undo" | "redo", seat: number | undefined): Promise<void> {
    await this.submitQueue.undoOrRedo(direction, this.#as(seat ?? this.view.you ?? 0));
    await this.loadLog();
  }

  #as(seat: number): Actor {
    return this.isSpectatorView ? { seat, viewer: null } : { seat };
  }

  get busy(): boolean {
    return this.submitQueue.busy;
  }

  /** Whether a request in progress or a pending move blocks choices. */
  get blocked(): boolean {
    return this.busy || this.pending !== null;
  }

  /** A move that is sent once the host is reachable. */
  get pending(): Choices | null {
    return this.submitQueue.pending;
  }

  /** Run an action that may fail; a failure is shown. */
  attempt(act: () => Promise<void>): Promise<void> {
    return this.submitQueue.attempt({ prompt: null, choices: [] }, () => this.attempt(act), act);
  }

  accept(answer: Answer): void {
    if (this.closed) return;
    this.events.questionChanged();
    this.playback.accept(answer.frames);
  }

  movedOn(view: View, lost: Choices | null): "same" | "other" {
    if (this.closed) return "other";
    const before = this.view;
    this.playback.replace(view);
    const same = this.view.prompt !== null && questionKey(this.view) === questionKey(before);
    if (!same) this.events.questionChanged();
    void this.loadLog().then((log) => {
      if (same || !log || this.closed) return;
      this.playback.summary = missedWords(this, log, before, lost);
      this.playback.announcement = plain(this.content, this.playback.summary);
    });
    return same ? "same" : "other";
  }

  settled(): void {
    if (this.closed) return;
    this.playback.advance();
    this.sharing?.positionChanged();
  }

  // --- the story -------------------------------------------------------------------------------------------------

  /** The view that names the seats: to spectators nobody is "you". */
  get namesView(): View {
    return this.isSpectatorView ? { ...this.view, you: null } : this.view;
  }

  async loadLog(): Promise<LogEntry[] | null> {
    try {
      const log = await this.host.log(this.game, this.viewer);
      if (!this.closed) this.playback.setLog(log, this.namesView);
      return log;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return null;
    }
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
