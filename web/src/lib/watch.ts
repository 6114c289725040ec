// Following a game: frames by the socket, or by polling while there is none.
import type { Host, Watcher } from "./host";
import { framed, path } from "./rest";
import type { Frame, Problem } from "./types";

const PONG_MS = 5_000;
const PING_MS = 15_000;
const POLL_MS = 2_000;
const AGAIN_MS = [500, 1_000, 2_000, 5_000];

/** One watched game: a socket while there is one, else the view is polled by its ETag. */
export class Watch {
  #socket: WebSocket | null = null;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #fails = 0;
  #etag = "";
  #stopped = false;
  /** How many messages came. */
  #heard = 0;
  #polling = false;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: Pick<Host, "log">,
    private readonly game: string,
    private since: number,
    private readonly watcher: Watcher,
  ) {}

  start(): void {
    this.#open();
    document.addEventListener("visibilitychange", this.#back);
    addEventListener("online", this.#back);
  }

  stop(): void {
    this.#stopped = true;
    document.removeEventListener("visibilitychange", this.#back);
    removeEventListener("online", this.#back);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket?.close();
  }

  /** A device that slept or had no network looks at once whether its socket still lives. */
  #back = (): void => {
    if (document.hidden || this.#stopped) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask(this.#socket);
    else if (!this.#socket) void this.#poll();
  };

  #later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#stopped) act();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #open(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path(this.game, "socket")}`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ hello: { game: this.game, since: this.since } }));
      this.watcher.reached(true);
      this.#ping(socket);
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(String(message.data)) as SocketMessage);
    socket.onclose = () => this.#lost(socket);
  }

  #hear(message: SocketMessage): void {
    this.#heard += 1;
    this.#fails = 0;
    if (message.frame) this.#pass(message.frame);
  }

  #pass(frame: Frame): void {
    if (frame.ply <= this.since) return;
    this.since = frame.ply;
    this.watcher.frame(frame);
  }

  /** An open socket may be dead without saying so: no answer in 5 s closes it. */
  #ping(socket: WebSocket): void {
    this.#later(PING_MS, () => {
      if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return;
      this.#ask(socket);
      this.#ping(socket);
    });
  }

  #ask(socket: WebSocket): void {
    const heard = this.#heard;
    socket.send(JSON.stringify({ ping: 1 }));
    this.#later(PONG_MS, () => {
      if (this.#socket === socket && this.#heard === heard) this.#lost(socket);
    });
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket || this.#stopped) return;
    this.#socket = null;
    socket.onclose = null;
    socket.close();
    void this.#poll();
    this.#later(AGAIN_MS[Math.min(this.#fails++, AGAIN_MS.length - 1)] as number, () => this.#open());
  }

  async #poll(): Promise<void> {
    if (this.#polling || this.#socket?.readyState === WebSocket.OPEN || this.#stopped) return;
    this.#polling = true;
    try {
      const answer = await fetch(path(this.game), { headers: this.#etag ? { "If-None-Match": this.#etag } : {}, cache: "no-store" });
      this.watcher.reached(true);
      this.#etag = answer.headers.get("ETag") ?? "";
      if (answer.ok) await this.#catchUp(framed((await answer.json()) as Frame));
    } catch {
      this.watcher.reached(false);
    }
    this.#polling = false;
    clearTimeout(this.#next);
    this.#next = this.#later(POLL_MS, () => void this.#poll());
  }

  /** The polled view with all that was told since. */
  async #catchUp(latest: Frame): Promise<void> {
    if (latest.ply <= this.since) return;
    const missed = (await this.host.log(this.game)).filter((entry) => entry.n > this.since && entry.n <= latest.ply);
    const why = missed.flatMap((entry) => entry.why ?? []);
    this.#pass({ ...latest, events: missed.flatMap((entry) => entry.events), why });
  }
}

interface SocketMessage {
  frame?: Frame;
  done?: { key: string; ply: number };
  refused?: Problem;
  pong?: 1;
  bye?: string;
}
