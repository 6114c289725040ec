// The worker's event loop: passes commands to the local server, writes its changes to the database, and only then
// answers. Commands run one at a time, in order; AI moves run between them, one at a time.
import type { Viewer } from "../api/host";
import type { Frame, Problem } from "../api/types";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";
import { Damaged, createdUnder, updateRow, Overtaken, read, write, type Creation, type Write } from "./store";
import { storageProblem } from "./storage_errors";

/** The Python side: web/offline/local_server.py. */
export interface LocalServer {
  is_loaded(game: string): boolean;
  load(game: string, stored: string): void;
  unload(game: string): void;
  call(command: string, args: string): string;
  move_ai(game: string): string;
}

type Result =
  { answer: unknown; writes: Write[]; games_awaiting_ai: string[]; problem?: undefined } | { problem: Problem };

interface Subscription {
  game: string;
  since: number;
  viewer?: Viewer;
}

/** An AI may move in several tabs at once: the number of attempts before being overtaken counts as an error. */
const MAX_TRIES = 5;

/** Delay in milliseconds before a failed AI move is retried. */
export const AI_RETRY_MS = 5_000;

export class WorkerLoop {
  #server: LocalServer | null = null;
  #subscriptions = new Map<number, Subscription>();
  #scheduled = new Set<string>();
  #tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly startServer: (manifest: Manifest) => Promise<LocalServer>,
    private readonly post: (message: FromWorker) => void,
    /** Notify other tabs of a change. */
    private readonly notifyTabs: (game: string) => void,
  ) {}

  /** Handle a message of the page. */
  receive(data: ToWorker): void {
    if ("start" in data) this.#queue(() => this.#start(data.start));
    else if ("request" in data) this.#queue(() => this.#answer(data.request));
    else if ("watch" in data) {
      const { id, ...watch } = data.watch;
      this.#subscriptions.set(id, watch);
      this.#queue(() => this.#push(watch.game));
    } else this.#subscriptions.delete(data.unwatch);
  }

  /** Another tab wrote to a game. */
  changed(game: string): void {
    this.#queue(async () => {
      this.#server?.unload(game);
      await this.#push(game);
    });
  }

  #queue(act: () => Promise<void>): void {
    this.#tail = this.#tail.then(act).catch((error: unknown) => console.error(error));
  }

  async #start(manifest: Manifest): Promise<void> {
    const begun = performance.now();
    try {
      this.#server = await this.startServer(manifest);
      this.post({ ready: { ms: Math.round(performance.now() - begun) } });
    } catch (error) {
      this.post({ failed: String(error) });
    }
  }

  // --- what pages ask ----------------------------------------------------------------------------------------------

  async #answer(request: Request): Promise<void> {
    const { id, arguments: args } = request;
    try {
      this.post({ answer: { id, answer: await this.#answerTo(request) } });
      if (args.game) await this.#push(args.game);
    } catch (error) {
      this.post({ problem: { id, problem: await problemAt(args.game, error) } });
    }
  }

  async #answerTo({ command, arguments: args, creation }: Request): Promise<unknown> {
    const known = creation ? await createdUnder(creation.key) : null;
    return known ?? this.#run(args.game, (server) => server.call(command, JSON.stringify(args)), creation);
  }

  /** Run a command and write its changes; repeated if another tab wrote to the game first. */
  async #run(
    game: string | undefined,
    act: (server: LocalServer) => string,
    creation?: Creation,
    tries = MAX_TRIES,
  ): Promise<unknown> {
    const server = await this.#ready(game);
    const result = JSON.parse(act(server)) as Result;
    if (result.problem) throw new Refused(result.problem);
    try {
      if (result.writes.length) await write(result.writes, creation);
    } catch (error) {
      for (const one of result.writes) server.unload(one.game);
      if (error instanceof Overtaken && tries > 1) return this.#run(game, act, creation, tries - 1);
      throw error;
    }
    for (const one of result.writes) this.notifyTabs(one.game);
    for (const aiGame of result.games_awaiting_ai) this.#scheduleAiMove(aiGame);
    return result.answer;
  }

  /** The local server, with the game loaded. */
  async #ready(game: string | undefined): Promise<LocalServer> {
    if (!this.#server) throw new Refused(problem("device-broken", 500, "The engine is not loaded."));
    if (game && !this.#server.is_loaded(game)) {
      const stored = await read(game);
      if (stored) this.#server.load(game, JSON.stringify(stored));
    }
    return this.#server;
  }

  #scheduleAiMove(game: string): void {
    if (this.#scheduled.has(game)) return;
    this.#scheduled.add(game);
    // Queued behind other commands, so that people never wait for more than one AI move.
    setTimeout(() =>
      this.#queue(async () => {
        this.#scheduled.delete(game);
        try {
          await this.#run(game, (server) => server.move_ai(game));
          await this.#push(game);
        } catch (error) {
          if (error instanceof Overtaken) this.#scheduleAiMove(game);
          else await this.#stuck(game, error);
        }
      }),
    );
  }

  /** An AI move could not be stored: report it and retry later. */
  async #stuck(game: string, error: unknown): Promise<void> {
    this.post({ stuck: { game, problem: await problemAt(game, error) } });
    setTimeout(() => this.#scheduleAiMove(game), AI_RETRY_MS);
  }

  // --- what pages are told -----------------------------------------------------------------------------------------

  async #push(game: string): Promise<void> {
    for (const [id, watch] of this.#subscriptions) {
      if (watch.game !== game) continue;
      try {
        const args = { game, since: watch.since, ...seat(watch.viewer) };
        const { revision, frames } = (await this.#run(game, (server) =>
          server.call("frames_since", JSON.stringify(args)),
        )) as {
          revision: number;
          frames: Frame[];
        };
        watch.since = Math.max(watch.since, revision);
        for (const frame of frames) this.post({ frame: { watch: id, frame } });
      } catch (error) {
        this.#subscriptions.delete(id);
        this.post({ gone: { watch: id, problem: await problemAt(game, error) } });
      }
    }
  }
}

function seat(viewer: Viewer | undefined): { viewer?: number | null } {
  return viewer === undefined ? {} : { viewer: viewer === "none" ? null : viewer };
}

// --- what goes wrong ------------------------------------------------------------------------------------------------

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

function problem(code: string, status: number, detail: string): Problem {
  return { type: `urn:luthier:problem:${code}`, title: code, status, code, detail };
}

/** The error as a problem; a game whose log cannot be played is marked as damaged. */
async function problemAt(game: string | undefined, error: unknown): Promise<Problem> {
  const known = problemOf(error);
  const broken = known.code === "broken-record" || known.code === "device-damaged";
  if (!game || !broken) return known;
  await updateRow(game, { damaged: true }).catch(() => {});
  return { ...known, code: "device-damaged" };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  if (error instanceof Damaged) return problem("device-damaged", 409, error.message);
  if (error instanceof DOMException) return storageProblem(error);
  console.error(error);
  return problem("device-broken", 500, String(error));
}
