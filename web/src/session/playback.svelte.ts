// Frames that came, played one after another at the pace that the person set, and the story they make.
import { tellings } from "./event_groups";
import { belongs, captionsOf, join, sumUp, type Caption } from "./captions";
import type { Content } from "../api/content";
import type { ToldEntry } from "../api/host";
import { settings } from "../app/settings.svelte";
import { storyOf, tellOn, type StoryEntry } from "../text/story";
import type { Frame, GameEvent, Prompt, View } from "../api/types";
import { plain } from "../text/names";

const STEP_MS = { slow: 1600, normal: 800, instant: 0 };

/** What the playing of frames needs of the table around it. */
export interface Stage {
  readonly content: Content;
  /** A choice is under way: frames wait. */
  readonly busy: boolean;
  /** The view as this device plays by it. */
  seen(view: View): View;
  /** Another question is asked than before, or none. */
  otherAsked(): void;
  /** Something is told now. */
  telling(): void;
  /** All is told; `anew` where another question is asked than before. */
  arrived(anew: boolean): void;
}

export class Playing {
  /** The position that is shown; frames are put onto it one by one. */
  view: View = $state.raw() as View;
  caption: Caption | null = $state.raw(null);
  summary: string | null = $state(null);
  story: StoryEntry[] = $state.raw([]);
  /** What a screen reader says next. */
  live = $state("");
  /** The newest position that came, shown or not. */
  newest: View;
  /** How far one has led the game oneself; what came after it is others' doing. */
  led: number;
  /** Something else happened than choice after choice: what was told before may not be so any more. */
  turned = false;

  #queue: Frame[] = $state.raw([]);
  /** What is still to be told of the frame that is shown. */
  #steps: Caption[] = [];
  #own = new Set<number>();
  #skipping = $state(false);
  #paused = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: View | null = null;
  #told: GameEvent[] = [];
  #asks: string;

  constructor(
    private readonly stage: Stage,
    first: Frame,
  ) {
    this.view = stage.seen(first.view);
    this.newest = first.view;
    this.led = first.ply;
    this.#asks = asks(this.view);
  }

  get last(): number {
    return this.newest.ply;
  }

  /** Whether frames are still being played. */
  get on(): boolean {
    return this.caption !== null || this.#queue.length > 0;
  }

  /** Put a frame into the queue; one that came before is dropped. */
  receive(frame: Frame): void {
    if (frame.ply <= this.last) return;
    this.newest = frame.view;
    this.#queue = [...this.#queue, frame];
    if (!this.stage.busy && !this.caption) this.advance();
  }

  /** Put the frames of one's own press into the queue: they are shown without being told. */
  accept(frames: Frame[]): void {
    for (const { ply } of frames) this.#own.add(ply);
    this.led = Math.max(this.led, ...frames.map(({ ply }) => ply));
    this.summary = null;
    for (const frame of frames) this.receive(frame);
    this.#say(frames.flatMap(({ events }) => events));
  }

  /** Show a newer position at once, whatever was still to be told. */
  replace(view: View): void {
    this.#queue = this.#queue.filter((frame) => frame.ply > view.ply);
    this.#steps = [];
    if (view.ply > this.last) this.newest = view;
    this.caption = null;
    this.view = this.stage.seen(view);
    this.#asks = asks(this.view);
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
    this.advance();
  }

  /** To one's own next choice. */
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
    if (this.stage.busy) return;
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
    const view = this.stage.seen(frame.view);
    const [before, after] = [asks(this.view), asks(view)];
    // Where the same is asked still, others chose meanwhile, as all do in the set-up: that disturbs nobody.
    const own = this.#own.delete(frame.ply) || (before !== "" && before === after);
    this.turned ||= this.view.redo !== null || view.step !== this.view.step + 1;
    if (!own && this.#before === null) this.#before = this.view;
    this.view = view;
    if (before !== after) this.stage.otherAsked();
    this.#tell(frame);
    if (own) return false;
    this.#told.push(...frame.events);
    if (this.#skipping || settings.speed === "instant") return false;
    const [first, ...later] = captionsOf(frame, this.stage.content);
    if (!first) return false;
    this.#steps = later;
    this.#tellStep(first);
    return true;
  }

  #tellStep(step: Caption): void {
    if (!this.caption) this.stage.telling();
    const joined = this.caption !== null && belongs(step, this.caption);
    this.caption = joined && this.caption ? join(this.caption, step) : { ...step, paused: this.#paused };
    const ms = STEP_MS[settings.speed];
    if (!this.#paused) this.#timer = setTimeout(() => this.advance(), joined ? ms / 2 : ms);
  }

  /** All frames are played: sum up, and let the prompt appear. */
  #arrive(): void {
    this.caption = null;
    this.#paused = false;
    const stands = this.view.prompt !== null || this.view.phase === "finished";
    if (stands) {
      this.#skipping = false;
      this.#sumUp();
    }
    const anew = stands && asks(this.view) !== this.#asks;
    if (stands) this.#asks = asks(this.view);
    this.stage.arrived(anew);
  }

  #sumUp(): void {
    if (this.#before) {
      this.summary = sumUp(this.stage.content, this.#before, this.view, this.#told);
      this.#say(this.#told);
    }
    this.#before = null;
    this.#told = [];
  }

  /** For who listens: the sentences of these events, all in one. */
  #say(events: GameEvent[]): void {
    const told = tellings(this.view, this.stage.content, events);
    this.live = plain(this.stage.content, told.map(({ sentence, line }) => `${sentence} ${line}`.trim()).join(" "));
  }

  // --- the story -------------------------------------------------------------------------------------------------

  /** The whole log anew; `names` is the view that seats are named by. */
  retell(log: ToldEntry[], names: View): void {
    this.turned = false;
    this.story = storyOf(names, this.stage.content, log);
  }

  #tell(frame: Frame): void {
    const known = this.story.at(-1)?.n ?? 0;
    if (frame.ply <= known || !frame.events.length) return;
    const story = [...this.story];
    tellOn(story, frame.view, this.stage.content, { n: frame.ply, events: frame.events, why: frame.why[0] ?? null });
    this.story = story;
  }
}

/** The question of a view, told apart from others; "" where there is none. */
export function asks({ prompt, you }: { prompt: Prompt | null; you: number | null }): string {
  return prompt ? JSON.stringify([you, prompt.kind, prompt.about, prompt.choices.map(({ choice }) => choice)]) : "";
}
