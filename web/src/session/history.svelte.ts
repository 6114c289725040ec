// Navigation through earlier positions of a table, from its viewer's perspective.
import { HostError, type Host } from "../api/host";
import { stopsOf, type Stop } from "../text/story";
import type { Session } from "./session.svelte";
import type { Table } from "./table.svelte";
import type { Frame, Problem } from "../api/types";

/** Maximum number of cached positions. */
const CACHE_SIZE = 24;

/** The parts of a table that navigation needs. */
export interface PastContext {
  readonly game: string;
  readonly host: Pick<Host, "view">;
  readonly session: Pick<Session, "viewer" | "closed" | "playback">;
  /** A read-only table for this position. */
  pastTable(frame: Frame): Table;
}

/**
 * Loads one position at a time: the requested one, then its neighbours. The cache belongs to this object only, so it is
 * gone with the table.
 */
export class Past {
  /** The log entry whose position is shown; null: the present. */
  at: number | null = $state(null);
  /** The last position that was loaded; shown until the next one arrives. */
  shown: Table | null = $state.raw(null);
  /** The problem of loading the position. */
  problem: Problem | null = $state.raw(null);
  /** The slider is being dragged. */
  sliding = $state(false);

  #cache = new Map<number, Frame>();
  #fetching = false;
  /** Number of stops when looking back began. */
  #before = $state(0);

  constructor(private readonly context: PastContext) {}

  stops: Stop[] = $derived.by(() => stopsOf(this.context.session.playback.story));

  /** The index of the current stop. */
  index: number = $derived.by(() => {
    const { at, stops } = this;
    return (at === null ? stops : stops.filter(({ n }) => n <= at)).length - 1;
  });

  /** Whether the game went on meanwhile. */
  get overtaken(): boolean {
    return this.at !== null && this.stops.length > this.#before;
  }

  /** Whether the requested position is still loading. */
  get loading(): boolean {
    return this.at !== null && !this.problem && this.shown?.session.last !== this.at;
  }

  /** Show the position after a log entry. */
  goTo(n: number): void {
    if (this.at === null) this.#before = this.stops.length;
    this.at = n;
    this.problem = null;
    this.#show();
    void this.#fetch();
  }

  /** Show a stop by its index, limited to the first and the last. */
  goToStop(index: number): void {
    const stop = this.stops[Math.max(0, Math.min(index, this.stops.length - 1))];
    if (stop) this.goTo(stop.n);
  }

  /** Return to the present. */
  leave(): void {
    this.at = null;
    this.shown = null;
    this.problem = null;
    this.sliding = false;
  }

  /** Clear the cache. */
  forget(): void {
    this.leave();
    this.#cache.clear();
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      for (let n = this.#next(); n !== undefined; n = this.#next()) await this.#load(n);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    } finally {
      this.#fetching = false;
    }
  }

  /** The next position to load; undefined if all are loaded. */
  #next(): number | undefined {
    if (this.at === null || this.context.session.closed) return undefined;
    const near = [this.stops[this.index - 1]?.n, this.stops[this.index + 1]?.n];
    return [this.at, ...near].find((n) => n !== undefined && !this.#cache.has(n));
  }

  /** Load a position. A neighbour that fails is requested again when it is needed. */
  async #load(n: number): Promise<void> {
    try {
      const frame = await this.context.host.view(this.context.game, n, this.context.session.viewer);
      if (this.context.session.closed) return;
      this.#cache.set(n, frame);
      const [oldest] = this.#cache.keys();
      if (this.#cache.size > CACHE_SIZE && oldest !== undefined) this.#cache.delete(oldest);
      this.#show();
    } catch (error) {
      if (error instanceof HostError && n === this.at) this.problem = error.problem;
      if (n === this.at || this.at === null || this.#cache.has(this.at)) throw error;
    }
  }

  #show(): void {
    const frame = this.at === null ? undefined : this.#cache.get(this.at);
    if (frame && this.shown?.session.last !== this.at) this.shown = this.context.pastTable(frame);
  }
}
