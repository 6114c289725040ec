// Following a game: a socket while there is one that answers, else the view is asked for by its ETag.
import type { Host, Line, Viewer, Watcher } from "./host";
import { framed, path, problemOf, query } from "./requests";
import type { Frame, Problem } from "./types";

const PONG_MS = 5_000;
const PING_MS = 15_000;
const POLL_MS = 2_000;
const AGAIN_MS = [500, 1_000, 2_000, 5_000];

/** Refusals that asking again will not change. */
const GONE = new Set(["unknown-game", "no-token", "foreign-seat", "content-missing"]);

/**
 * One watched game. A socket counts as live only once it answered a ping; until then, and after it stopped answering, the
 * view is polled, so that one which was accepted and stays silent keeps nobody waiting.
 */
export class Watch {
  #socket: WebSocket | null = null;
  #live = false;
  #line: Line | null = null;
  #fails = 0;
  #etag = "";
  #stopped = false;
  /** How many signs of life came. */
  #heard = 0;
  #polling = false;
  #poller: ReturnType<typeof setTimeout> | undefined;
  #opener: ReturnType<typeof setTimeout> | undefined;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  /** Frames that wait until what was missed before them is fetched. */
  #held: Frame[] | null = null;

  constructor(
    private readonly host: Pick<Host, "log">,
    private readonly game: string,
    private since: number,
    private readonly watcher: Watcher,
    private readonly viewer?: Viewer,
  ) {}

  start(): void {
    this.#say("catching-up");
    this.#open();
    document.addEventListener("visibilitychange", this.#back);
    for (const event of ["online", "pageshow"]) addEventListener(event, this.#back);
    addEventListener("offline", this.#off);
  }

  stop(): void {
    this.#stopped = true;
    document.removeEventListener("visibilitychange", this.#back);
    for (const event of ["online", "pageshow"]) removeEventListener(event, this.#back);
    removeEventListener("offline", this.#off);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#drop();
  }

  /** A device that slept or had no network looks at once what it missed, and whether its socket still lives. */
  #back = (): void => {
    if (document.hidden || this.#stopped) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask(this.#socket);
    else if (!this.#socket) this.#open();
    void this.#poll();
  };

  #off = (): void => this.#say("away");

  #later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#stopped) act();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #say(line: Line): void {
    if (this.#stopped || line === this.#line) return;
    this.#line = line;
    this.watcher.line(line);
  }

  #gone(problem: Problem): void {
    if (this.#stopped) return;
    this.#say("away");
    this.stop();
    this.watcher.gone(problem);
  }

  // --- the socket ------------------------------------------------------------------------------------------------

  #open(): void {
    clearTimeout(this.#opener);
    const socket = socketTo(path(this.game, "socket"));
    if (!socket) return void this.#poll();
    this.#socket = socket;
    this.#expect(socket);
    socket.onopen = () => {
      this.#heard += 1;
      const seats = this.viewer === undefined ? {} : { seats: [this.viewer === "none" ? null : this.viewer] };
      socket.send(JSON.stringify({ hello: { game: this.game, since: this.since, ...seats } }));
      this.#ask(socket);
      this.#ping(socket);
    };
    socket.onmessage = (message) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(message.data)) as SocketMessage);
    };
    socket.onclose = () => this.#lost(socket);
  }

  #hear(message: SocketMessage): void {
    this.#heard += 1;
    if (message.frame) this.#take(message.frame);
    if (message.refused && GONE.has(message.refused.code)) return this.#gone(message.refused);
    // Frames that were missed come before the first pong: with it, all is told.
    if (message.pong) {
      this.#fails = 0;
      this.#live = true;
      if (!this.#held) this.#say("live");
    }
  }

  /** An open socket may be dead without saying so. */
  #ping(socket: WebSocket): void {
    this.#later(PING_MS, () => {
      if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return;
      this.#ask(socket);
      this.#ping(socket);
    });
  }

  #ask(socket: WebSocket): void {
    socket.send(JSON.stringify({ ping: 1 }));
    this.#expect(socket);
  }

  /** A socket that neither opens nor says anything for so long is given up. */
  #expect(socket: WebSocket): void {
    const heard = this.#heard;
    this.#later(PONG_MS, () => {
      if (this.#socket === socket && this.#heard === heard) this.#lost(socket);
    });
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket || this.#stopped) return;
    this.#drop();
    if (this.#line === "live") this.#say("catching-up");
    void this.#poll();
    this.#opener = this.#later(AGAIN_MS[Math.min(this.#fails++, AGAIN_MS.length - 1)] as number, () => this.#open());
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#live = false;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
  }

  // --- asking ----------------------------------------------------------------------------------------------------

  async #poll(): Promise<void> {
    if (this.#polling || this.#stopped) return;
    this.#polling = true;
    try {
      const answer = await fetch(path(this.game) + query({ seat: this.viewer }), {
        headers: this.#etag ? { "If-None-Match": this.#etag } : {},
        cache: "no-store",
        signal: AbortSignal.timeout(PONG_MS),
      });
      await this.#answered(answer);
    } catch {
      if (!this.#live) this.#say("away");
    }
    this.#polling = false;
    clearTimeout(this.#poller);
    if (!this.#live) this.#poller = this.#later(POLL_MS, () => void this.#poll());
  }

  async #answered(answer: Response): Promise<void> {
    if (this.#stopped) return;
    const told = answer.status === 304 ? null : ((await answer.json().catch(() => null)) as Frame | null);
    const problem = answer.ok || answer.status === 304 ? null : problemOf(answer, told);
    if (problem && GONE.has(problem.code)) return this.#gone(problem);
    if (answer.ok && told) {
      this.#etag = answer.headers.get("ETag") ?? "";
      await this.#fill(framed(told));
    }
    if (!this.#live) this.#say(problem ? "away" : "asking");
  }

  // --- frames ----------------------------------------------------------------------------------------------------

  /** A pushed frame; where some before it are missing, what they told is fetched first. */
  #take(frame: Frame): void {
    if (this.#held) this.#held.push(frame);
    else if (frame.ply <= this.since + 1) this.#pass(frame);
    else void this.#fill(frame);
  }

  /** Hand on a frame with all that was told since the last one. */
  async #fill(frame: Frame): Promise<void> {
    if (frame.ply <= this.since) return;
    if (this.#held) return void this.#held.push(frame);
    this.#held = [];
    this.#say("catching-up");
    try {
      const missed = (await this.host.log(this.game, this.viewer)).filter(
        (entry) => entry.n > this.since && entry.n <= frame.ply,
      );
      this.#pass({
        ...frame,
        events: missed.flatMap((entry) => entry.events),
        why: missed.flatMap((entry) => entry.why ?? []),
      });
    } catch {
      this.#pass(frame); // the story is read again later
    }
    const held = this.#held;
    this.#held = null;
    for (const later of held) this.#take(later);
    if (this.#live) this.#say("live");
  }

  #pass(frame: Frame): void {
    if (this.#stopped || frame.ply <= this.since) return;
    this.since = frame.ply;
    this.watcher.frame(frame);
  }
}

interface SocketMessage {
  frame?: Frame;
  done?: { key: string; ply: number };
  refused?: Problem;
  pong?: 1;
  bye?: string;
}

/** Null where the browser, or something in it, allows no sockets. */
function socketTo(address: string): WebSocket | null {
  try {
    return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`);
  } catch {
    return null;
  }
}
