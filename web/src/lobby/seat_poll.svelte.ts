// Who sits at a table, looked at again and again while it is shown.
import { problemIn, type Host, type Sitting, type Who } from "../api/host";
import type { Problem } from "../api/types";

const LOOK_MS = 2_000;

export class Sitters {
  who: Who | null = $state.raw(null);
  /** Why it could not be looked at. */
  problem: Problem | null = $state.raw(null);

  constructor(
    private readonly host: Host,
    private readonly game: string,
  ) {}

  /** Look at once and from then on, until the returned function is called. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (!document.hidden) void this.look();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }

  async look(): Promise<void> {
    try {
      this.who = await this.host.who(this.game);
      this.problem = null;
    } catch (error) {
      this.problem = problemIn(error);
    }
  }

  /** Whether the host's seat is held here. */
  get hosts(): boolean {
    return this.who?.you.includes(this.who.host) ?? false;
  }

  get open(): Sitting[] {
    return this.who?.seats.filter(({ open }) => open) ?? [];
  }
}
