// A game kept by this device: the engine in a worker, the log in IndexedDB. Screens cannot tell it from a server's.
import type { RawContent } from "../api/content";
import {
  HostError,
  newKey,
  type Answer,
  type Begun,
  type Draft,
  type From,
  type GameSettings,
  type Host,
  type JoinCode,
  type Joinable,
  type Link,
  type Move,
  type Press,
  type Reseating,
  type Setup,
  type Taken,
  type ToldEntry,
  type Viewer,
  type Watcher,
  type Who,
} from "../api/host";
import type { Frame, Preview, Problem, Reason } from "../api/types";
import { installed, whole } from "./download";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";
import type { Birth, Origin } from "./store";

/** A page that nobody sees, or that shows no game, keeps its worker so long, in milliseconds. */
export const GRACE_MS = 20_000;

/** Problems of the desk that read otherwise where the device itself is the host. */
const HERE: Record<string, string> = {
  "unknown-game": "device-unknown",
  "content-missing": "device-version",
  internal: "device-broken",
};

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

/**
 * What is asked waits here until it is answered, so that a worker may end at any moment: the next one is asked the same
 * again, and keys make it have one effect. A worker keeps its engine as long as a game is open; a newer one that was
 * fetched meanwhile is taken for the next game.
 */
export class LocalHost implements Host {
  #worker: Worker | null = null;
  /** What the worker runs, or ran last. */
  #manifest: Manifest | null = null;
  /** A worker that is to be started, once it is known what it runs. */
  #starting: symbol | null = null;
  /** The worker runs another engine than the one that is here now. */
  #outdated = false;
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
    await this.#ask("versions");
  }

  /** Whether there is a worker to ask; else one is started, and is asked all that waits. */
  #awake(): boolean {
    this.#stir();
    if (this.#worker || this.#starting) return this.#worker !== null;
    const start = (this.#starting = Symbol());
    void this.#start(start).catch((error: unknown) => {
      if (this.#starting === start)
        this.#fail(error instanceof HostError ? error : failure("device-broken", 500, String(error)));
    });
    return false;
  }

  async #start(start: symbol): Promise<void> {
    const manifest = await this.#engine();
    if (this.#starting !== start) return;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "luthier" });
    this.#starting = null;
    this.#worker = worker;
    this.#manifest = manifest;
    const current = (act: () => void): void => (worker === this.#worker ? act() : undefined);
    worker.onerror = ({ message }) => current(() => this.#fail(failure("device-broken", 500, message)));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => current(() => this.#hear(data));
    this.#post({ start: manifest });
    for (const [id, followed] of this.#followed) this.#follow(id, followed);
    for (const { request } of this.#waiting.values()) this.#post({ request });
    this.#rest();
  }

  /** The engine that an open game is played by, else the newest one here. */
  async #engine(): Promise<Manifest> {
    if (this.#manifest && this.#followed.size && (await whole(this.#manifest))) return this.#manifest;
    const manifest = await installed();
    if (!manifest) throw failure("device-engine", 503, "The engine is not on this device.");
    return manifest;
  }

  #hear(data: FromWorker): void {
    if ("ready" in data) this.readyMs = data.ready.ms;
    else if ("failed" in data) this.#fail(failure("device-broken", 500, data.failed));
    else if ("answer" in data) this.#settle(data.answer.id)?.done(data.answer.answer);
    else if ("problem" in data) this.#settle(data.problem.id)?.failed(new HostError(here(data.problem.problem)));
    else if ("frame" in data) {
      const followed = this.#followed.get(data.frame.watch);
      if (!followed) return;
      followed.since = Math.max(followed.since, data.frame.frame.ply);
      followed.watcher.frame(data.frame.frame);
    } else if ("gone" in data) this.#gone(data.gone.watch, here(data.gone.problem));
    else if ("stuck" in data) this.#stuck(data.stuck.game, here(data.stuck.problem));
    this.#rest();
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #gone(id: number, problem: Problem): void {
    const followed = this.#followed.get(id);
    this.#followed.delete(id);
    followed?.watcher.gone(problem);
  }

  /** A rival cannot go on for now; what it does later still comes. */
  #stuck(game: string, problem: Problem): void {
    for (const followed of this.#followed.values()) if (followed.game === game) followed.watcher.gone(problem);
  }

  /** The worker could not begin, or broke: whoever waits is told. The next one who asks has it tried again. */
  #fail(error: HostError): void {
    this.stop();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(error);
    for (const { watcher } of this.#followed.values()) watcher.gone(error.problem);
  }

  get #idle(): boolean {
    return !this.#followed.size && !this.#waiting.size;
  }

  /** Nobody looks, or nothing is played: after a while the worker ends. What it had not written is asked again. */
  #doze(): void {
    if (this.#worker) this.#sleep ??= setTimeout(() => this.stop(), GRACE_MS);
  }

  #stir(): void {
    clearTimeout(this.#sleep);
    this.#sleep = undefined;
  }

  #wake(): void {
    this.#stir();
    if (this.#idle) this.#rest();
    else this.#awake();
  }

  #rest(): void {
    if (this.#idle && this.#outdated) this.stop();
    if (this.#idle || document.hidden) this.#doze();
  }

  /** End the worker at once, wherever it is. */
  stop(): void {
    this.#stir();
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    this.#outdated = false;
  }

  /** Another engine is on this device, or none any more: the next game is played by that. */
  renew(): void {
    this.#outdated = this.#worker !== null;
    this.#rest();
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #follow(id: number, { game, since, viewer }: Followed): void {
    this.#post({ watch: { id, game, since, ...(viewer === undefined ? {} : { viewer }) } });
  }

  #ask<T>(what: string, told: Request["told"] = {}, birth?: Birth): Promise<T> {
    const request: Request = { id: this.#next++, what, told, ...(birth ? { birth } : {}) };
    return new Promise<T>((done, failed) => {
      this.#waiting.set(request.id, { request, done: done as (answer: unknown) => void, failed });
      if (this.#awake()) this.#post({ request });
    });
  }

  /** Ask for a new game. The browser is asked not to clear what is kept here. */
  #make(what: string, told: Request["told"], origin: Origin | null = null): Promise<Begun> {
    void navigator.storage?.persist?.();
    return this.#ask(what, told, { origin, key: newKey() });
  }

  // --- the host --------------------------------------------------------------------------------------------------

  content(): Promise<RawContent> {
    return this.#ask("content_tables");
  }

  create(setup: Setup): Promise<Begun> {
    return this.#make("create", { setup });
  }

  view(game: string, ply?: number, viewer?: Viewer): Promise<Frame> {
    return this.#ask("view", { game, ...(ply === undefined ? {} : { ply }), ...seen(viewer) });
  }

  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void {
    const id = this.#next++;
    const followed = { game, since, viewer, watcher };
    this.#followed.set(id, followed);
    watcher.line("live");
    if (this.#awake()) this.#follow(id, followed);
    return () => {
      this.#followed.delete(id);
      this.#post({ unwatch: id });
      this.#rest();
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
    return this.#make("import", { record }, origin);
  }

  copy(game: string, from: From): Promise<Begun> {
    return this.#make("copy", { game, ...from });
  }

  again(game: string): Promise<Begun> {
    return this.#make("again", { game });
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

  free(): Promise<Answer> {
    return alone();
  }
}

/** Whose view is asked for, as the desk reads it: null is what lies open. */
function seen(viewer: Viewer | undefined): { viewer?: number | null } {
  return viewer === undefined ? {} : { viewer: viewer === "none" ? null : viewer };
}

function here(problem: Problem): Problem {
  return { ...problem, code: HERE[problem.code] ?? problem.code };
}

function failure(code: string, status: number, detail: string): HostError {
  return new HostError({ type: `urn:luthier:problem:${code}`, title: code, status, code, detail });
}

function alone<T>(): Promise<T> {
  return Promise.reject(failure("device-alone", 409, "A game on this device cannot be joined from another one."));
}
