// A game stored on this device: the engine runs in a worker, the log is in IndexedDB.
import type {
  Answer,
  CopyFrom,
  CreatedGame,
  Draft,
  Frame,
  GameSettings,
  JoinCode,
  Joinable,
  JoinedSeat,
  Link,
  LogEntry,
  Move,
  PlayerAssignment,
  Preview,
  Problem,
  RawContent,
  Reason,
  Seats,
  Setup,
  UndoRequest,
} from "../api/types";
import { HostError, newKey, type Host, type Viewer, type Watcher } from "../api/host";
import { installed, whole } from "./download";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";
import type { Creation, Origin } from "./store";

/** A hidden page, or one without an open game, stops its worker after this many milliseconds. */
export const IDLE_MS = 20_000;

/** Problem codes of the local server that have their own text when the device is the host. */
const LOCAL_CODES: Record<string, string> = {
  "unknown-game": "device-unknown",
  "content-missing": "device-version",
  internal: "device-broken",
};

interface PendingRequest {
  request: Request;
  resolve: (answer: unknown) => void;
  reject: (error: HostError) => void;
}

interface Subscription {
  game: string;
  since: number;
  viewer: Viewer | undefined;
  watcher: Watcher;
}

/**
 * Requests stay pending here until they are answered, so the worker may stop at any moment: the next one receives them
 * again, and their keys make them idempotent. A worker keeps its engine while a game is open; a newer one that was
 * downloaded meanwhile is used for the next game.
 */
export class LocalHost implements Host {
  #worker: Worker | null = null;
  /** The engine of the current or last worker. */
  #manifest: Manifest | null = null;
  /** A worker that starts once its engine is known. */
  #starting: symbol | null = null;
  /** The worker's engine is not the installed one any more. */
  #outdated = false;
  #next = 1;
  #pending = new Map<number, PendingRequest>();
  #subscriptions = new Map<number, Subscription>();
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds from loading the engine to its first answer. */
  readyMs: number | null = null;

  constructor() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#scheduleStop() : this.#onVisible()));
  }

  // --- the worker ------------------------------------------------------------------------------------------------

  /** Load the engine in advance. */
  async preload(): Promise<void> {
    await this.#request("versions");
  }

  /** Whether a worker is running; if not, start one, which receives all pending requests. */
  #ensureWorker(): boolean {
    this.#cancelStop();
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
    const ifCurrent = (act: () => void): void => (worker === this.#worker ? act() : undefined);
    worker.onerror = ({ message }) => ifCurrent(() => this.#fail(failure("device-broken", 500, message)));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => ifCurrent(() => this.#receive(data));
    this.#post({ start: manifest });
    for (const [id, subscription] of this.#subscriptions) this.#subscribe(id, subscription);
    for (const { request } of this.#pending.values()) this.#post({ request });
    this.#stopIfIdle();
  }

  /** The engine of the open game, else the installed one. */
  async #engine(): Promise<Manifest> {
    if (this.#manifest && this.#subscriptions.size && (await whole(this.#manifest))) return this.#manifest;
    const manifest = await installed();
    if (!manifest) throw failure("device-engine", 503, "The engine is not on this device.");
    return manifest;
  }

  #receive(data: FromWorker): void {
    if ("ready" in data) this.readyMs = data.ready.ms;
    else if ("failed" in data) this.#fail(failure("device-broken", 500, data.failed));
    else if ("answer" in data) this.#settle(data.answer.id)?.resolve(data.answer.answer);
    else if ("problem" in data)
      this.#settle(data.problem.id)?.reject(new HostError(localProblem(data.problem.problem)));
    else if ("frame" in data) {
      const subscription = this.#subscriptions.get(data.frame.watch);
      if (!subscription) return;
      subscription.since = Math.max(subscription.since, data.frame.frame.revision);
      subscription.watcher.frame(data.frame.frame);
    } else if ("gone" in data) this.#gone(data.gone.watch, localProblem(data.gone.problem));
    else if ("stuck" in data) this.#stuck(data.stuck.game, localProblem(data.stuck.problem));
    this.#stopIfIdle();
  }

  #settle(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #gone(id: number, problem: Problem): void {
    const subscription = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    subscription?.watcher.gone(problem);
  }

  /** An AI move failed; it is retried, and later frames still arrive. */
  #stuck(game: string, problem: Problem): void {
    for (const subscription of this.#subscriptions.values())
      if (subscription.game === game) subscription.watcher.gone(problem);
  }

  /** The worker failed: reject all pending requests. The next request starts a new worker. */
  #fail(error: HostError): void {
    this.stop();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
    for (const { watcher } of this.#subscriptions.values()) watcher.gone(error.problem);
  }

  get #idle(): boolean {
    return !this.#subscriptions.size && !this.#pending.size;
  }

  /** Stop the worker after a delay without visitors or games. Unwritten requests are sent again. */
  #scheduleStop(): void {
    if (this.#worker) this.#stopTimer ??= setTimeout(() => this.stop(), IDLE_MS);
  }

  #cancelStop(): void {
    clearTimeout(this.#stopTimer);
    this.#stopTimer = undefined;
  }

  #onVisible(): void {
    this.#cancelStop();
    if (this.#idle) this.#stopIfIdle();
    else this.#ensureWorker();
  }

  #stopIfIdle(): void {
    if (this.#idle && this.#outdated) this.stop();
    if (this.#idle || document.hidden) this.#scheduleStop();
  }

  /** Stop the worker at once. */
  stop(): void {
    this.#cancelStop();
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    this.#outdated = false;
  }

  /** Another engine was installed, or the engine was removed: use that for the next game. */
  renew(): void {
    this.#outdated = this.#worker !== null;
    this.#stopIfIdle();
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #subscribe(id: number, { game, since, viewer }: Subscription): void {
    this.#post({ watch: { id, game, since, ...(viewer === undefined ? {} : { viewer }) } });
  }

  #request<T>(command: string, args: Request["arguments"] = {}, creation?: Creation): Promise<T> {
    const request: Request = { id: this.#next++, command, arguments: args, ...(creation ? { creation } : {}) };
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(request.id, { request, resolve: resolve as (answer: unknown) => void, reject });
      if (this.#ensureWorker()) this.#post({ request });
    });
  }

  /** Create a game, and request persistent storage. */
  #createGame(command: string, args: Request["arguments"], origin: Origin | null = null): Promise<CreatedGame> {
    void navigator.storage?.persist?.();
    return this.#request(command, args, { origin, key: newKey() });
  }

  // --- the host --------------------------------------------------------------------------------------------------

  content(): Promise<RawContent> {
    return this.#request("content");
  }

  create(setup: Setup): Promise<CreatedGame> {
    return this.#createGame("create", { setup });
  }

  view(game: string, revision?: number, viewer?: Viewer): Promise<Frame> {
    return this.#request("view", { game, ...(revision === undefined ? {} : { revision }), ...viewerArgs(viewer) });
  }

  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void {
    const id = this.#next++;
    const subscription = { game, since, viewer, watcher };
    this.#subscriptions.set(id, subscription);
    watcher.connection("live");
    if (this.#ensureWorker()) this.#subscribe(id, subscription);
    return () => {
      this.#subscriptions.delete(id);
      this.#post({ unwatch: id });
      this.#stopIfIdle();
    };
  }

  submit(game: string, move: Move): Promise<Answer> {
    return this.#request("submit", { game, body: move });
  }

  preview(game: string, draft: Draft): Promise<Preview> {
    return this.#request("preview", { game, body: draft });
  }

  undo(game: string, back: UndoRequest): Promise<Answer> {
    return this.#request("undo", { game, body: back });
  }

  redo(game: string, forth: UndoRequest): Promise<Answer> {
    return this.#request("redo", { game, body: forth });
  }

  async log(game: string, viewer?: Viewer): Promise<LogEntry[]> {
    return (await this.#request<{ entries: LogEntry[] }>("log", { game, ...viewerArgs(viewer) })).entries;
  }

  reason(game: string, n: number): Promise<Reason | null> {
    return this.#request("reason", { game, n });
  }

  settings(game: string, seat: number, settings: GameSettings): Promise<void> {
    return this.#request("change_seat_settings", { game, seat, settings });
  }

  seats(game: string): Promise<Seats> {
    return this.#request("seats", { game });
  }

  reseat(game: string, seat: number, to: PlayerAssignment): Promise<Answer> {
    return this.#request("reseat", { game, seat, to });
  }

  export(game: string): Promise<unknown> {
    return this.#request("export", { game });
  }

  /** Store a record as a game of this device; `origin` if it was downloaded from a server. */
  import(record: unknown, origin?: Origin): Promise<CreatedGame> {
    return this.#createGame("import", { record }, origin);
  }

  copy(game: string, from: CopyFrom): Promise<CreatedGame> {
    return this.#createGame("copy", { game, ...from });
  }

  rematch(game: string): Promise<CreatedGame> {
    return this.#createGame("rematch", { game });
  }

  remove(game: string): Promise<void> {
    return this.#request("delete", { game });
  }

  // --- what needs a server ---------------------------------------------------------------------------------------

  joinCode(): Promise<JoinCode> {
    return unsupported();
  }

  joinable(): Promise<Joinable> {
    return unsupported();
  }

  join(): Promise<JoinedSeat> {
    return unsupported();
  }

  link(): Promise<Link> {
    return unsupported();
  }

  unlink(): Promise<void> {
    return unsupported();
  }

  openSession(): Promise<JoinedSeat> {
    return unsupported();
  }

  free(): Promise<Answer> {
    return unsupported();
  }
}

/** The viewer argument of the local server: null is the public view. */
function viewerArgs(viewer: Viewer | undefined): { viewer?: number | null } {
  return viewer === undefined ? {} : { viewer: viewer === "none" ? null : viewer };
}

function localProblem(problem: Problem): Problem {
  return { ...problem, code: LOCAL_CODES[problem.code] ?? problem.code };
}

function failure(code: string, status: number, detail: string): HostError {
  return new HostError({ type: `urn:luthier:problem:${code}`, title: code, status, code, detail });
}

function unsupported<T>(): Promise<T> {
  return Promise.reject(failure("device-alone", 409, "A game on this device cannot be joined from another one."));
}
