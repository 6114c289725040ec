// Follows a game: over a WebSocket while one works, else by polling the view with its ETag.
import type { Host, ConnectionState, Viewer, Watcher } from "./host";
import { toFrame, path, problemOf, query } from "./requests";
import type { Frame, Problem } from "./types";

const PONG_MS = 5_000;
const PING_MS = 15_000;
const POLL_MS = 2_000;
const AGAIN_MS = [500, 1_000, 2_000, 5_000];

/** Problem codes that a retry cannot fix. */
const GONE = new Set(["unknown-game", "no-token", "foreign-seat", "content-missing"]);

/**
 * The feed of one game. A socket counts as live only after a pong; before that, and after it stops answering, the view
 * is polled, so a silent socket delays nothing.
 */
export class LiveFeed {
  #socket: WebSocket | null = null;
  #live = false;
  #connection: ConnectionState | null = null;
  #failures = 0;
  #etag = "";
  #stopped = false;
  /** Number of messages received; a change shows that the socket works. */
  #received = 0;
  #polling = false;
  #poller: ReturnType<typeof setTimeout> | undefined;
  #opener: ReturnType<typeof setTimeout> | undefined;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  /** Frames on hold until the missed ones before them are loaded. */
  #held: Frame[] | null = null;

  constructor(
    private readonly host: Pick<Host, "log">,
    private readonly game: string,
    private since: number,
    private readonly watcher: Watcher,
    private readonly viewer?: Viewer,
  ) {}

  start(): void {
    this.#setConnection("catching-up");
    this.#open();
    document.addEventListener("visibilitychange", this.#resume);
    for (const event of ["online", "pageshow"]) addEventListener(event, this.#resume);
    addEventListener("offline", this.#goOffline);
  }

  stop(): void {
    this.#stopped = true;
    document.removeEventListener("visibilitychange", this.#resume);
    for (const event of ["online", "pageshow"]) removeEventListener(event, this.#resume);
    removeEventListener("offline", this.#goOffline);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#closeSocket();
  }

  /** After sleep or a lost network: poll at once and check the socket. */
  #resume = (): void => {
    if (document.hidden || this.#stopped) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#request(this.#socket);
    else if (!this.#socket) this.#open();
    void this.#poll();
  };

  #goOffline = (): void => this.#setConnection("offline");

  #later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#stopped) act();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #setConnection(state: ConnectionState): void {
    if (this.#stopped || state === this.#connection) return;
    this.#connection = state;
    this.watcher.connection(state);
  }

  #gone(problem: Problem): void {
    if (this.#stopped) return;
    this.#setConnection("offline");
    this.stop();
    this.watcher.gone(problem);
  }

  // --- the socket ------------------------------------------------------------------------------------------------

  #open(): void {
    clearTimeout(this.#opener);
    const socket = socketTo(path(this.game, "socket"));
    if (!socket) return void this.#poll();
    this.#socket = socket;
    this.#expectMessage(socket);
    socket.onopen = () => {
      this.#received += 1;
      const seats = this.viewer === undefined ? {} : { seats: [this.viewer === "none" ? null : this.viewer] };
      socket.send(JSON.stringify({ hello: { game: this.game, since: this.since, ...seats } }));
      this.#request(socket);
      this.#ping(socket);
    };
    socket.onmessage = (message) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(message.data)) as SocketMessage);
    };
    socket.onclose = () => this.#reconnect(socket);
  }

  #receive(message: SocketMessage): void {
    this.#received += 1;
    if (message.frame) this.#take(message.frame);
    if (message.refused && GONE.has(message.refused.code)) return this.#gone(message.refused);
    // Missed frames precede the first pong.
    if (message.pong) {
      this.#failures = 0;
      this.#live = true;
      if (!this.#held) this.#setConnection("live");
    }
  }

  /** An open socket may be dead without a close event. */
  #ping(socket: WebSocket): void {
    this.#later(PING_MS, () => {
      if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return;
      this.#request(socket);
      this.#ping(socket);
    });
  }

  #request(socket: WebSocket): void {
    socket.send(JSON.stringify({ ping: 1 }));
    this.#expectMessage(socket);
  }

  /** Drop a socket that neither opens nor sends anything for this long. */
  #expectMessage(socket: WebSocket): void {
    const received = this.#received;
    this.#later(PONG_MS, () => {
      if (this.#socket === socket && this.#received === received) this.#reconnect(socket);
    });
  }

  #reconnect(socket: WebSocket): void {
    if (this.#socket !== socket || this.#stopped) return;
    this.#closeSocket();
    if (this.#connection === "live") this.#setConnection("catching-up");
    void this.#poll();
    this.#opener = this.#later(AGAIN_MS[Math.min(this.#failures++, AGAIN_MS.length - 1)] as number, () => this.#open());
  }

  #closeSocket(): void {
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
      await this.#handleAnswer(answer);
    } catch {
      if (!this.#live) this.#setConnection("offline");
    }
    this.#polling = false;
    clearTimeout(this.#poller);
    if (!this.#live) this.#poller = this.#later(POLL_MS, () => void this.#poll());
  }

  async #handleAnswer(answer: Response): Promise<void> {
    if (this.#stopped) return;
    const body = answer.status === 304 ? null : ((await answer.json().catch(() => null)) as Frame | null);
    const problem = answer.ok || answer.status === 304 ? null : problemOf(answer, body);
    if (problem && GONE.has(problem.code)) return this.#gone(problem);
    if (answer.ok && body) {
      this.#etag = answer.headers.get("ETag") ?? "";
      await this.#fill(toFrame(body));
    }
    if (!this.#live) this.#setConnection(problem ? "offline" : "polling");
  }

  // --- frames ----------------------------------------------------------------------------------------------------

  /** Handle a pushed frame; if frames before it are missing, load them first. */
  #take(frame: Frame): void {
    if (this.#held) this.#held.push(frame);
    else if (frame.revision <= this.since + 1) this.#deliver(frame);
    else void this.#fill(frame);
  }

  /** Deliver a frame together with all events since the last one. */
  async #fill(frame: Frame): Promise<void> {
    if (frame.revision <= this.since) return;
    if (this.#held) return void this.#held.push(frame);
    this.#held = [];
    this.#setConnection("catching-up");
    try {
      const missed = (await this.host.log(this.game, this.viewer)).filter(
        (entry) => entry.n > this.since && entry.n <= frame.revision,
      );
      this.#deliver({
        ...frame,
        events: missed.flatMap((entry) => entry.events),
        reasons: missed.flatMap((entry) => entry.reason ?? []),
      });
    } catch {
      this.#deliver(frame); // the story is reloaded later
    }
    const held = this.#held;
    this.#held = null;
    for (const later of held) this.#take(later);
    if (this.#live) this.#setConnection("live");
  }

  #deliver(frame: Frame): void {
    if (this.#stopped || frame.revision <= this.since) return;
    this.since = frame.revision;
    this.watcher.frame(frame);
  }
}

interface SocketMessage {
  frame?: Frame;
  done?: { key: string; revision: number };
  refused?: Problem;
  pong?: 1;
  bye?: string;
}

/** Null if the browser, or an extension, blocks sockets. */
function socketTo(address: string): WebSocket | null {
  try {
    return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`);
  } catch {
    return null;
  }
}
