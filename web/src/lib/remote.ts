// A game kept by the server: REST for everything, the socket only brings frames sooner.
import type { RawContent } from "./content";
import { HostError, type Answer, type GameSettings, type Host, type Press, type Setup, type ToldEntry, type Watcher } from "./host";
import type { Choice, Frame, Preview, Problem, Reason } from "./types";

const PONG_MS = 5_000;
const PING_MS = 15_000;
const POLL_MS = 2_000;
const AGAIN_MS = [500, 1_000, 2_000, 5_000];
const TIMEOUT_MS = 15_000;

export class RemoteHost implements Host {
  content(): Promise<RawContent> {
    return ask("/api/content");
  }

  async create(setup: Setup): Promise<{ game: string; seat: number }> {
    return ask("/api/games", { method: "POST", body: setup });
  }

  async view(game: string, ply?: number): Promise<Frame> {
    return framed(await ask<Partial<Frame> & Pick<Frame, "ply" | "view">>(path(game) + (ply === undefined ? "" : `?ply=${ply}`)));
  }

  watch(game: string, since: number, watcher: Watcher): () => void {
    const watch = new Watch(this, game, since, watcher);
    watch.start();
    return () => watch.stop();
  }

  submit(game: string, press: Press): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "choices"), { method: "POST", body: press }));
  }

  preview(game: string, draft: { seat: number; ply: number; choices: Choice[] }): Promise<Preview> {
    return ask(path(game, "preview"), { method: "POST", body: draft });
  }

  undo(game: string, back: { seat: number; ply: number; key: string }): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "undo"), { method: "POST", body: back }));
  }

  redo(game: string, forth: { seat: number; ply: number; key: string }): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "redo"), { method: "POST", body: forth }));
  }

  async log(game: string): Promise<ToldEntry[]> {
    return (await ask<{ entries: ToldEntry[] }>(path(game, "log"))).entries;
  }

  why(game: string, n: number): Promise<Reason | null> {
    return ask(path(game, `why/${n}`));
  }

  export(game: string): Promise<unknown> {
    return ask(path(game, "export"));
  }

  async settings(game: string, seat: number, settings: GameSettings): Promise<void> {
    await ask(path(game, "settings"), { method: "PUT", body: { seat, ...settings } });
  }
}

/** One watched game: a socket while there is one, else the view is polled by its ETag. */
class Watch {
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
    private readonly host: RemoteHost,
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

function path(game: string, rest = ""): string {
  return `/api/games/${encodeURIComponent(game)}${rest ? `/${rest}` : ""}`;
}

function framed(answer: Partial<Frame> & Pick<Frame, "ply" | "view">): Frame {
  return { ...answer, events: answer.events ?? [], why: answer.why ?? [] };
}

/** The same request once more, where the first did not reach the server: its key makes it have one effect. */
async function twice<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.status !== 0) throw error;
    return act();
  }
}

async function ask<T>(url: string, { method = "GET", body }: { method?: string; body?: unknown } = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch (error) {
    throw new HostError({ type: "about:blank", title: "unreachable", status: 0, code: "unreachable", detail: String(error) });
  }
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new HostError(problemOf(answer, told));
  return told as T;
}

function problemOf(answer: Response, told: unknown): Problem {
  const problem = (told ?? {}) as Partial<Problem>;
  return {
    ...problem,
    type: problem.type ?? "about:blank",
    title: problem.title ?? answer.statusText,
    status: answer.status,
    code: problem.code ?? "unknown",
    detail: problem.detail ?? "",
  };
}
