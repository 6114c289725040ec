// A game kept by this device: the engine in a worker, the log in IndexedDB. Screens cannot tell it from a server's.
import type { RawContent } from "../lib/content";
import { HostError, type Answer, type Begun, type Draft, type GameSettings, type Host, type JoinCode, type Joinable, type Link, type Move, type Press, type Reseating, type Setup, type Taken, type ToldEntry, type Viewer, type Watcher, type Who } from "../lib/host";
import type { Frame, Preview, Reason } from "../lib/types";
import { installed } from "./download";
import type { FromWorker, Request, ToWorker } from "./protocol";
import type { Origin } from "./store";

/** A page that nobody sees keeps its worker so long, in milliseconds. */
const GRACE_MS = 20_000;

interface Waiting {
  request: Request;
  done: (answer: unknown) => void;
  failed: (error: HostError) => void;
}

interface Followed {
  game: string;
  since: number;
  viewer: Viewer | undefined;
  watcher: Watcher;
}

export class LocalHost implements Host {
  #worker: Worker | null = null;
  #starting: Promise<Worker> | null = null;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #followed = new Map<number, Followed>();
  #sleep: ReturnType<typeof setTimeout> | undefined;
  /** How long the engine took from its files to its first answer, in milliseconds. */
  readyMs: number | null = null;

  constructor() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#doze() : this.#wake()));
  }

  // --- the worker ------------------------------------------------------------------------------------------------

  /** Load the engine before it is needed. */
  async warm(): Promise<void> {
    await this.#awake();
  }

  #awake(): Promise<Worker> {
    this.#starting ??= this.#start();
    this.#starting.catch(() => (this.#starting = null));
    return this.#starting;
  }

  async #start(): Promise<Worker> {
    const manifest = await installed();
    if (!manifest) throw failure("not-installed", "The engine is not on this device yet.");
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "luthier" });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(failure("broken", event.message));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("ready" in data) {
          this.readyMs = data.ready.ms;
          resolve(worker);
        } else if ("failed" in data) reject(failure("broken", data.failed));
        else this.#hear(data);
      };
      post(worker, { start: manifest });
      for (const [id, { game, since, viewer }] of this.#followed) post(worker, { watch: { id, game, since, ...(viewer === undefined ? {} : { viewer }) } });
    });
  }

  #hear(data: FromWorker): void {
    if ("answer" in data) this.#settle(data.answer.id)?.done(data.answer.answer);
    else if ("problem" in data) this.#settle(data.problem.id)?.failed(new HostError(data.problem.problem));
    else if ("frame" in data) {
      const followed = this.#followed.get(data.frame.watch);
      if (!followed) return;
      followed.since = Math.max(followed.since, data.frame.frame.ply);
      followed.watcher.frame(data.frame.frame);
    } else if ("gone" in data) {
      this.#followed.get(data.gone.watch)?.watcher.gone(data.gone.problem);
      this.#followed.delete(data.gone.watch);
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** Nobody looks: after a while the worker ends. What it had done is written; what it had not is asked again. */
  #doze(): void {
    clearTimeout(this.#sleep);
    this.#sleep = setTimeout(() => this.stop(), GRACE_MS);
  }

  #wake(): void {
    clearTimeout(this.#sleep);
    if (!this.#worker && (this.#followed.size || this.#waiting.size)) void this.#resume();
  }

  async #resume(): Promise<void> {
    const worker = await this.#awake();
    for (const { request } of this.#waiting.values()) post(worker, { request });
  }

  /** End the worker at once, wherever it is. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
  }

  async #ask<T>(what: string, told: Request["told"] = {}, origin?: Origin): Promise<T> {
    const worker = await this.#awake();
    const request: Request = { id: this.#next++, what, told, ...(origin ? { origin } : {}) };
    return new Promise<T>((done, failed) => {
      this.#waiting.set(request.id, { request, done: done as (answer: unknown) => void, failed });
      post(worker, { request });
    });
  }

  // --- the host --------------------------------------------------------------------------------------------------

  content(): Promise<RawContent> {
    return this.#ask("content_tables");
  }

  async create(setup: Setup): Promise<Begun> {
    void navigator.storage?.persist?.();
    return this.#ask("create", { setup });
  }

  view(game: string, ply?: number, viewer?: Viewer): Promise<Frame> {
    return this.#ask("view", { game, ...(ply === undefined ? {} : { ply }), ...seen(viewer) });
  }

  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void {
    const id = this.#next++;
    this.#followed.set(id, { game, since, viewer, watcher });
    watcher.line("live");
    if (this.#worker) post(this.#worker, { watch: { id, game, since, ...(viewer === undefined ? {} : { viewer }) } });
    else void this.#awake().catch((error: unknown) => watcher.gone(problemIn(error)));
    return () => {
      this.#followed.delete(id);
      if (this.#worker) post(this.#worker, { unwatch: id });
    };
  }

  submit(game: string, press: Press): Promise<Answer> {
    return this.#ask("submit", { game, body: press });
  }

  preview(game: string, draft: Draft): Promise<Preview> {
    return this.#ask("preview", { game, body: draft });
  }

  undo(game: string, back: Move): Promise<Answer> {
    return this.#ask("undo", { game, body: back });
  }

  redo(game: string, forth: Move): Promise<Answer> {
    return this.#ask("redo", { game, body: forth });
  }

  async log(game: string, viewer?: Viewer): Promise<ToldEntry[]> {
    return (await this.#ask<{ entries: ToldEntry[] }>("log", { game, ...seen(viewer) })).entries;
  }

  why(game: string, n: number): Promise<Reason | null> {
    return this.#ask("why", { game, n });
  }

  settings(game: string, seat: number, settings: GameSettings): Promise<void> {
    return this.#ask("settings", { game, seat, settings });
  }

  who(game: string): Promise<Who> {
    return this.#ask("who", { game });
  }

  reseat(game: string, seat: number, to: Reseating): Promise<Answer> {
    return this.#ask("reseat", { game, seat, to });
  }

  export(game: string): Promise<unknown> {
    return this.#ask("export", { game });
  }

  /** Keep a record as a game of this device; `origin` where it was taken along from a server. */
  import(record: unknown, origin?: Origin): Promise<Begun> {
    return this.#ask("import", { record }, origin);
  }

  copy(game: string, from: { ply: number; level: string }): Promise<Begun> {
    return this.#ask("copy", { game, ...from });
  }

  again(game: string): Promise<Begun> {
    return this.#ask("again", { game });
  }

  remove(game: string): Promise<void> {
    return this.#ask("remove", { game });
  }

  // --- what needs a server ---------------------------------------------------------------------------------------

  code(): Promise<JoinCode> {
    return alone();
  }

  joinable(): Promise<Joinable> {
    return alone();
  }

  join(): Promise<Taken> {
    return alone();
  }

  link(): Promise<Link> {
    return alone();
  }

  unlink(): Promise<void> {
    return alone();
  }

  takeSeat(): Promise<Taken> {
    return alone();
  }
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

/** Whose view is asked for, as the desk reads it: null is what lies open. */
function seen(viewer: Viewer | undefined): { viewer?: number | null } {
  return viewer === undefined ? {} : { viewer: viewer === "none" ? null : viewer };
}

function failure(code: string, detail: string): HostError {
  return new HostError({ type: `urn:luthier:problem:${code}`, title: code, status: 0, code, detail });
}

function problemIn(error: unknown): HostError["problem"] {
  return error instanceof HostError ? error.problem : failure("broken", String(error)).problem;
}

function alone<T>(): Promise<T> {
  return Promise.reject(failure("not-here", "A game on this device cannot be joined from another one."));
}
