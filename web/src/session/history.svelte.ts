// Looking back: earlier positions of a table, through the eyes that it is seen with.
import { HostError, type Host, type Viewer } from "../api/host";
import { stopsOf, type Stop, type StoryEntry } from "../text/story";
import type { Table } from "./table.svelte";
import type { Frame, Problem } from "../api/types";

/** So many positions are kept at most. */
const KEPT = 24;

/** What looking back needs of the table around it. */
export interface Present {
  readonly game: string;
  readonly host: Pick<Host, "view">;
  readonly viewer: Viewer;
  readonly closed: boolean;
  readonly story: StoryEntry[];
  /** A table that shows this position and cannot be played at. */
  asItWas(frame: Frame): Table;
}

/**
 * One position is fetched at a time: the one that was asked for last, then its neighbours. What was fetched is kept here
 * and nowhere else, so that it is gone with the table.
 */
export class Past {
  /** The entry of the log that is looked at; null: the present. */
  at: number | null = $state(null);
  /** The position that came last of those asked for; it is shown until the next one comes. */
  shown: Table | null = $state.raw(null);
  /** Why the position cannot be shown. */
  problem: Problem | null = $state.raw(null);
  /** The slider is held. */
  sliding = $state(false);

  #kept = new Map<number, Frame>();
  #fetching = false;
  /** How many stops there were as one began to look back. */
  #before = $state(0);

  constructor(private readonly present: Present) {}

  stops: Stop[] = $derived.by(() => stopsOf(this.present.story));

  /** Which of the stops is looked at. */
  index: number = $derived.by(() => {
    const { at, stops } = this;
    return (at === null ? stops : stops.filter(({ n }) => n <= at)).length - 1;
  });

  /** Whether the game went on meanwhile. */
  get overtaken(): boolean {
    return this.at !== null && this.stops.length > this.#before;
  }

  /** Whether another position than the one asked for is still shown. */
  get waits(): boolean {
    return this.at !== null && !this.problem && this.shown?.last !== this.at;
  }

  /** Look at the position after an entry of the log. */
  look(n: number): void {
    if (this.at === null) this.#before = this.stops.length;
    this.at = n;
    this.problem = null;
    this.#show();
    void this.#fetch();
  }

  /** Look at a stop by its place in the order; there is none before the first and after the last. */
  go(index: number): void {
    const stop = this.stops[Math.max(0, Math.min(index, this.stops.length - 1))];
    if (stop) this.look(stop.n);
  }

  /** Back to now. */
  leave(): void {
    this.at = null;
    this.shown = null;
    this.problem = null;
    this.sliding = false;
  }

  /** Nothing of what was seen is left. */
  forget(): void {
    this.leave();
    this.#kept.clear();
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      for (let n = this.#next(); n !== undefined; n = this.#next()) await this.#keep(n);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    } finally {
      this.#fetching = false;
    }
  }

  /** What is to be fetched next; undefined where all is here. */
  #next(): number | undefined {
    if (this.at === null || this.present.closed) return undefined;
    const near = [this.stops[this.index - 1]?.n, this.stops[this.index + 1]?.n];
    return [this.at, ...near].find((n) => n !== undefined && !this.#kept.has(n));
  }

  /** Fetch a position. Where a neighbour cannot be had, it is asked for again once it is looked at. */
  async #keep(n: number): Promise<void> {
    try {
      const frame = await this.present.host.view(this.present.game, n, this.present.viewer);
      if (this.present.closed) return;
      this.#kept.set(n, frame);
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
      this.#show();
    } catch (error) {
      if (error instanceof HostError && n === this.at) this.problem = error.problem;
      if (n === this.at || this.at === null || this.#kept.has(this.at)) throw error;
    }
  }

  #show(): void {
    const frame = this.at === null ? undefined : this.#kept.get(this.at);
    if (frame && this.shown?.last !== this.at) this.shown = this.present.asItWas(frame);
  }
}
