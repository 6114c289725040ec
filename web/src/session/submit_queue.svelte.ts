// Submits moves, undo and redo. Each has one key across all retries, so it has one effect.
import { HostError, newKey, type Host } from "../api/host";
import type { Answer, Choice, Move, Problem, Prompt, UndoRequest, View } from "../api/types";
import { t } from "../text/i18n";

/** Problem codes worth a retry. */
const RETRYABLE = new Set([
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

/** The parts of a table that submitting needs. */
export interface SubmitContext {
  readonly game: string;
  readonly host: Host;
  /** The newest revision received. */
  readonly last: number;
  /** Whether the host is out of reach, as far as is known. */
  readonly offline: boolean;
  readonly closed: boolean;
  accept(answer: Answer): void;
  /** The host has a newer revision than the choice was based on. Returns whether the question is still the same. */
  movedOn(view: View, lost: Choices | null): "same" | "other";
  /** The request is finished: playback may continue. */
  settled(): void;
}

/** The seat of a request, and the viewer of the answer if it is not the seat. */
export type Actor = Pick<UndoRequest, "seat" | "viewer">;

/** Choices with the question they answer, for display. */
export interface Choices {
  prompt: Prompt | null;
  choices: Choice[];
}

/** A move that waits until the host is reachable again. */
export interface PendingMove extends Choices {
  move: Move;
}

export class SubmitQueue {
  busy = $state(false);
  problem: Problem | null = $state.raw(null);
  /** The choices that a problem kept from being submitted; `retry` repeats the request. */
  failed: Choices | null = $state.raw(null);
  pending: PendingMove | null = $state.raw(null);

  #retry: (() => Promise<void>) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last move without an answer: the same choices at the same revision reuse its key. */
  #unanswered: Move | null = null;

  constructor(private readonly context: SubmitContext) {}

  /** Submit a move; it waits while the host is out of reach. */
  async submit(what: Choices, as: Actor): Promise<void> {
    const move = this.#reuseKey({ ...as, revision: this.context.last, choices: what.choices, key: newKey() });
    if (this.context.offline) this.#wait(what, move);
    else await this.#send(what, move);
  }

  /** Undo or redo. */
  async undoOrRedo(
    direction: "undo" | "redo",
    as: Actor,
    request: UndoRequest = { ...as, revision: this.context.last, key: newKey() },
  ): Promise<void> {
    const { host, game } = this.context;
    await this.attempt(
      { prompt: null, choices: [] },
      () => this.undoOrRedo(direction, as, request),
      async () => {
        try {
          this.context.accept(await host[direction](game, request));
        } catch (refusal) {
          const view = staleView(refusal);
          if (!view) throw refusal;
          this.context.movedOn(view, null);
        }
      },
    );
  }

  /** Send the pending move if the host is reachable, or in any case with `force`. */
  flush(force = false): void {
    clearTimeout(this.#timer);
    if (!this.pending || (this.context.offline && !force)) return;
    if (this.busy) this.#later();
    else void this.#send(this.pending, this.pending.move);
  }

  /** Cancel the pending move. */
  withdraw(): void {
    clearTimeout(this.#timer);
    this.pending = null;
  }

  /** Run an action that may fail; on failure the problem and a retry are stored. */
  async attempt(what: Choices, retry: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await act();
      this.problem = null;
      this.failed = null;
    } catch (error) {
      if (this.context.closed) return;
      this.#retry = retry;
      this.failed = what;
      this.problem = error instanceof HostError ? error.problem : unexpectedProblem(error);
    } finally {
      this.busy = false;
      this.context.settled();
    }
  }

  get canRetry(): boolean {
    return this.problem !== null && this.#retry !== null && RETRYABLE.has(this.problem.code);
  }

  /** Repeat what failed. */
  async retry(): Promise<void> {
    const retry = this.#retry;
    this.dismiss();
    await retry?.();
  }

  /** Dismiss the problem; the selection stays. */
  dismiss(): void {
    this.problem = null;
    this.#retry = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #send(what: Choices, move: Move): Promise<void> {
    await this.attempt(
      what,
      () => this.#send(what, this.#unanswered ?? move),
      () => this.#post(what, move),
    );
  }

  async #post(what: Choices, move: Move): Promise<void> {
    this.#unanswered = move;
    let answer: Answer;
    try {
      answer = await this.context.host.submit(this.context.game, move);
    } catch (refusal) {
      return this.#refused(refusal, what, move);
    }
    this.#answered();
    this.context.accept(answer);
  }

  async #refused(refusal: unknown, what: Choices, move: Move): Promise<void> {
    if (isUnreachable(refusal)) return this.#wait(what, move);
    this.pending = null;
    if (!(refusal instanceof HostError && RETRYABLE.has(refusal.problem.code))) this.#unanswered = null;
    const view = staleView(refusal);
    if (!view) throw refusal;
    if (this.context.movedOn(view, what) === "same") await this.#post(what, { ...move, revision: this.context.last });
  }

  #answered(): void {
    this.pending = null;
    this.#unanswered = null;
  }

  #wait({ prompt, choices }: Choices, move: Move): void {
    if (this.context.closed) return;
    this.#unanswered = move;
    this.pending = { prompt, choices, move };
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), RETRY_MS);
  }

  #reuseKey(move: Move): Move {
    const before = this.#unanswered;
    return before && sameBody(before, move) ? before : move;
  }
}

function sameBody({ key: _, ...one }: Move, { key: __, ...other }: Move): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isUnreachable(refusal: unknown): boolean {
  return refusal instanceof HostError && refusal.problem.status === 0;
}

/** The newer view carried by a `stale` problem. */
export function staleView(refusal: unknown): View | null {
  return refusal instanceof HostError && refusal.problem.code === "stale" ? (refusal.problem.view ?? null) : null;
}

function unexpectedProblem(error: unknown): Problem {
  console.error(error);
  return { type: "about:blank", title: t("error.broken"), status: 0, code: "broken", detail: String(error) };
}
