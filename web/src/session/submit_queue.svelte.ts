// What is sent: presses, steps back and forth. Each has one key however often it is tried, so that it has one effect.
import { HostError, newKey, type Answer, type Host, type Move, type Press } from "../api/host";
import { t } from "../text/i18n";
import type { Choice, Problem, Prompt, View } from "../api/types";

/** Problems that may be over a moment later. */
const AGAIN = new Set([
  "unreachable",
  "busy",
  "storage-full",
  "storage-failed",
  "internal",
  "unknown",
  "broken",
  "device-full",
  "device-failed",
  "device-broken",
]);

const RETRY_MS = 2_000;

/** What sending needs of the table around it. */
export interface Sender {
  readonly game: string;
  readonly host: Host;
  /** The newest position that came. */
  readonly last: number;
  /** Whether the host is out of reach, as far as is known. */
  readonly away: boolean;
  readonly closed: boolean;
  readonly prompt: Prompt | null;
  accept(answer: Answer): void;
  /** The host has a newer position than a choice was made at. Tells whether the same is still asked there. */
  movedOn(view: View, lost: Choices | null): "same" | "other";
  /** Done, one way or the other: what waited meanwhile goes on. */
  settled(): void;
}

/** For which seat something is sent, and whose view the answer shows where that is not the seat's. */
export type As = Pick<Move, "seat" | "viewer">;

/** Choices with the question they answer, to be named. */
export interface Choices {
  prompt: Prompt | null;
  choices: Choice[];
}

/** A press that waits until the host is reached again. */
export interface Waiting extends Choices {
  press: Press;
}

export class Sending {
  busy = $state(false);
  problem: Problem | null = $state.raw(null);
  /** What a problem kept from being done; `retry` does it again. */
  failed: Choices | null = $state.raw(null);
  waiting: Waiting | null = $state.raw(null);

  #retry: (() => Promise<void>) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last press to which no answer is known: the same choices at the same position go under the same key. */
  #unanswered: Press | null = null;

  constructor(private readonly sender: Sender) {}

  /** Make one press; where the host is away it waits for it. */
  async press(choices: Choice[], as: As): Promise<void> {
    const press = this.#known({ ...as, ply: this.sender.last, choices, key: newKey() });
    const kept = { prompt: this.sender.prompt, choices };
    if (this.sender.away) this.#wait(kept, press);
    else await this.#send(kept, press);
  }

  /** Undo or redo. */
  async move(
    way: "undo" | "redo",
    as: As,
    move: Move = { ...as, ply: this.sender.last, key: newKey() },
  ): Promise<void> {
    const { host, game } = this.sender;
    await this.trying(
      { prompt: null, choices: [] },
      () => this.move(way, as, move),
      async () => {
        try {
          this.sender.accept(await host[way](game, move));
        } catch (refusal) {
          const view = staleView(refusal);
          if (!view) throw refusal;
          this.sender.movedOn(view, null);
        }
      },
    );
  }

  /** What waits is sent, where the host is reached again or one does not want to wait for that. */
  flush(anyway = false): void {
    clearTimeout(this.#timer);
    if (!this.waiting || (this.sender.away && !anyway)) return;
    if (this.busy) this.#later();
    else void this.#send(this.waiting, this.waiting.press);
  }

  /** What waits is not to be sent after all. */
  withdraw(): void {
    clearTimeout(this.#timer);
    this.waiting = null;
  }

  /** Do something that may fail; a failure is kept, with the way to try again. */
  async trying(kept: Choices, again: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await act();
      this.problem = null;
      this.failed = null;
    } catch (error) {
      if (this.sender.closed) return;
      this.#retry = again;
      this.failed = kept;
      this.problem = error instanceof HostError ? error.problem : broken(error);
    } finally {
      this.busy = false;
      this.sender.settled();
    }
  }

  get canRetry(): boolean {
    return this.problem !== null && this.#retry !== null && AGAIN.has(this.problem.code);
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

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #send(kept: Choices, press: Press): Promise<void> {
    await this.trying(
      kept,
      () => this.#send(kept, this.#unanswered ?? press),
      () => this.#submit(kept, press),
    );
  }

  async #submit(kept: Choices, press: Press): Promise<void> {
    this.#unanswered = press;
    let answer: Answer;
    try {
      answer = await this.sender.host.submit(this.sender.game, press);
    } catch (refusal) {
      return this.#refused(refusal, kept, press);
    }
    this.#answered();
    this.sender.accept(answer);
  }

  async #refused(refusal: unknown, kept: Choices, press: Press): Promise<void> {
    if (isAway(refusal)) return this.#wait(kept, press);
    this.waiting = null;
    if (!(refusal instanceof HostError && AGAIN.has(refusal.problem.code))) this.#unanswered = null;
    const view = staleView(refusal);
    if (!view) throw refusal;
    if (this.sender.movedOn(view, kept) === "same") await this.#submit(kept, { ...press, ply: this.sender.last });
  }

  #answered(): void {
    this.waiting = null;
    this.#unanswered = null;
  }

  #wait({ prompt, choices }: Choices, press: Press): void {
    if (this.sender.closed) return;
    this.#unanswered = press;
    this.waiting = { prompt, choices, press };
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), RETRY_MS);
  }

  #known(press: Press): Press {
    const before = this.#unanswered;
    return before && sameBody(before, press) ? before : press;
  }
}

function sameBody({ key: _, ...one }: Press, { key: __, ...other }: Press): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isAway(refusal: unknown): boolean {
  return refusal instanceof HostError && refusal.problem.status === 0;
}

/** The newer position that a refusal for a stale one carries. */
export function staleView(refusal: unknown): View | null {
  return refusal instanceof HostError && refusal.problem.code === "stale" ? (refusal.problem.view ?? null) : null;
}

function broken(error: unknown): Problem {
  console.error(error);
  return { type: "about:blank", title: t("error.broken"), status: 0, code: "broken", detail: String(error) };
}
