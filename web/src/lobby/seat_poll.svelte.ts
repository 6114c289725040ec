// Polls the seats of a game while they are shown.
import { problemIn, type Host } from "../api/host";
import type { Problem, SeatStatus, Seats } from "../api/types";

const LOOK_MS = 2_000;

export class SeatPoll {
  info: Seats | null = $state.raw(null);
  /** The problem of the last failed request. */
  problem: Problem | null = $state.raw(null);

  constructor(
    private readonly host: Host,
    private readonly game: string,
  ) {}

  /** Poll at once and repeatedly until the returned function is called. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (!document.hidden) void this.look();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }

  async look(): Promise<void> {
    try {
      this.info = await this.host.seats(this.game);
      this.problem = null;
    } catch (error) {
      this.problem = problemIn(error);
    }
  }

  /** Whether this device holds the host's seat. */
  get hosts(): boolean {
    return this.info?.you.includes(this.info.host) ?? false;
  }

  get open(): SeatStatus[] {
    return this.info?.seats.filter(({ open }) => open) ?? [];
  }
}
