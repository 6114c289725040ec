// Playback: shows incoming frames one after another at the chosen speed, and builds the story from them.
import { groupEvents } from "./event_groups";
import { joinsCaption, captionsOf, joinCaptions, summarize, type Caption } from "./captions";
import type { Content } from "../api/content";
import type { Frame, GameEvent, LogEntry, Prompt, View } from "../api/types";
import { settings } from "../app/settings.svelte";
import { storyOf, addToStory, type StoryEntry } from "../text/story";
import { plain } from "../text/names";

const CAPTION_MS = { slow: 1600, normal: 800, instant: 0 };

/** The parts of a table that playback needs. */
export interface PlaybackContext {
  readonly content: Content;
  /** A request is in progress: frames wait. */
  readonly busy: boolean;
  /** The view from the perspective of this device. */
  localView(view: View): View;
  /** The question changed or is gone. */
  questionChanged(): void;
  /** A caption is shown. */
  captionStarted(): void;
  /** Playback is finished; `newQuestion` if the question changed. */
  playbackDone(newQuestion: boolean): void;
}

export class Playback {
  /** The view that is shown; frames are applied to it one by one. */
  view: View = $state.raw() as View;
  caption: Caption | null = $state.raw(null);
  summary: string | null = $state(null);
  story: StoryEntry[] = $state.raw([]);
  /** The next text for screen readers. */
  announcement = $state("");
  /** The newest view received, shown or not. */
  newest: View;
  /** The revision of this device's last own move; later ones are others' moves. */
  ownRevision: number;
  /** Something other than a choice happened (undo, redo): the story has to be reloaded. */
  logOutdated = false;

  #queue: Frame[] = $state.raw([]);
  /** Remaining captions of the current frame. */
  #steps: Caption[] = [];
  #own = new Set<number>();
  #skipping = $state(false);
  #paused = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: View | null = null;
  #played: GameEvent[] = [];
  #questionKey: string;

  constructor(
    private readonly context: PlaybackContext,
    first: Frame,
  ) {
    this.view = context.localView(first.view);
    this.newest = first.view;
    this.ownRevision = first.revision;
    this.#questionKey = questionKey(this.view);
  }

  get last(): number {
    return this.newest.revision;
  }

  /** Whether playback is in progress. */
  get running(): boolean {
    return this.caption !== null || this.#queue.length > 0;
  }

  /** Queue a frame; outdated ones are dropped. */
  receive(frame: Frame): void {
    if (frame.revision <= this.last) return;
    this.newest = frame.view;
    this.#queue = [...this.#queue, frame];
    if (!this.context.busy && !this.caption) this.advance();
  }

  /** Queue the frames of an own move: they are shown without captions. */
  accept(frames: Frame[]): void {
    for (const { revision } of frames) this.#own.add(revision);
    this.ownRevision = Math.max(this.ownRevision, ...frames.map(({ revision }) => revision));
    this.summary = null;
    for (const frame of frames) this.receive(frame);
    this.#announce(frames.flatMap(({ events }) => events));
  }

  /** Show a newer view at once, and drop the queue up to it. */
  replace(view: View): void {
    this.#queue = this.#queue.filter((frame) => frame.revision > view.revision);
    this.#steps = [];
    if (view.revision > this.last) this.newest = view;
    this.caption = null;
    this.view = this.context.localView(view);
    this.#questionKey = questionKey(this.view);
  }

  pause(): void {
    if (!this.caption) return;
    clearTimeout(this.#timer);
    this.#paused = true;
    this.caption = { ...this.caption, paused: true };
  }

  resume(): void {
    if (!this.caption) return;
    this.#paused = false;
    this.advance();
  }

  /** Skip to one's own next choice. */
  skip(): void {
    this.#paused = false;
    this.#skipping = true;
    this.advance();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  advance(): void {
    clearTimeout(this.#timer);
    if (this.context.busy) return;
    if (this.#skipping) this.#steps = [];
    const step = this.#steps.shift();
    if (step) return this.#showCaption(step);
    let frame: Frame | undefined;
    while ((frame = this.#queue[0])) {
      this.#queue = this.#queue.slice(1);
      if (this.#show(frame)) return;
    }
    this.#finish();
  }

  /** Show a frame. Returns whether its captions have to be played. */
  #show(frame: Frame): boolean {
    const view = this.context.localView(frame.view);
    const [before, after] = [questionKey(this.view), questionKey(view)];
    // The question is unchanged: others chose meanwhile, as in the set-up, which needs no captions.
    const own = this.#own.delete(frame.revision) || (before !== "" && before === after);
    this.logOutdated ||= this.view.redo !== null || view.choice_count !== this.view.choice_count + 1;
    if (!own && this.#before === null) this.#before = this.view;
    this.view = view;
    if (before !== after) this.context.questionChanged();
    this.#addFrameToStory(frame);
    if (own) return false;
    this.#played.push(...frame.events);
    if (this.#skipping || settings.speed === "instant") return false;
    const [first, ...later] = captionsOf(frame, this.context.content);
    if (!first) return false;
    this.#steps = later;
    this.#showCaption(first);
    return true;
  }

  #showCaption(step: Caption): void {
    if (!this.caption) this.context.captionStarted();
    const joined = this.caption !== null && joinsCaption(step, this.caption);
    this.caption = joined && this.caption ? joinCaptions(this.caption, step) : { ...step, paused: this.#paused };
    const ms = CAPTION_MS[settings.speed];
    if (!this.#paused) this.#timer = setTimeout(() => this.advance(), joined ? ms / 2 : ms);
  }

  /** All frames are played: show the summary and the question. */
  #finish(): void {
    this.caption = null;
    this.#paused = false;
    const stands = this.view.prompt !== null || this.view.phase === "finished";
    if (stands) {
      this.#skipping = false;
      this.#summarize();
    }
    const newQuestion = stands && questionKey(this.view) !== this.#questionKey;
    if (stands) this.#questionKey = questionKey(this.view);
    this.context.playbackDone(newQuestion);
  }

  #summarize(): void {
    if (this.#before) {
      this.summary = summarize(this.context.content, this.#before, this.view, this.#played);
      this.#announce(this.#played);
    }
    this.#before = null;
    this.#played = [];
  }

  /** Announce the sentences of these events to screen readers. */
  #announce(events: GameEvent[]): void {
    const groups = groupEvents(this.view, this.context.content, events);
    this.announcement = plain(
      this.context.content,
      groups.map(({ sentence, line }) => `${sentence} ${line}`.trim()).join(" "),
    );
  }

  // --- the story -------------------------------------------------------------------------------------------------

  /** Replace the story by the whole log; `names` is the view that names the seats. */
  setLog(log: LogEntry[], names: View): void {
    this.logOutdated = false;
    this.story = storyOf(names, this.context.content, log);
  }

  #addFrameToStory(frame: Frame): void {
    const known = this.story.at(-1)?.n ?? 0;
    if (frame.revision <= known || !frame.events.length) return;
    const story = [...this.story];
    addToStory(story, frame.view, this.context.content, {
      n: frame.revision,
      events: frame.events,
      reason: frame.reasons[0] ?? null,
    });
    this.story = story;
  }
}

/** A key that identifies a view's question; "" if there is none. */
export function questionKey({ prompt, you }: { prompt: Prompt | null; you: number | null }): string {
  return prompt ? JSON.stringify([you, prompt.kind, prompt.about, prompt.choices.map(({ choice }) => choice)]) : "";
}
