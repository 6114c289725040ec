// What the worker does with the desk: passes on what pages ask, writes away what is done, and only then tells it. One thing
// is done at a time, in order; rivals move one move at a time behind what people ask.
import type { Viewer } from "../api/host";
import type { Frame, Problem } from "../api/types";
import type { FromWorker, Manifest, Request, ToWorker } from "./protocol";
import { Damaged, made, note, Overtaken, read, write, type Birth, type Write } from "./store";
import { storageProblem } from "./storage_errors";

/** The Python side: web/offline/desk.py. */
export interface Desk {
  has(game: string): boolean;
  put(game: string, kept: string): void;
  forget(game: string): void;
  ask(what: string, told: string): string;
  move_rival(game: string): string;
}

type Told = { answer: unknown; writes: Write[]; rivals: string[]; problem?: undefined } | { problem: Problem };

interface Watch {
  game: string;
  since: number;
  viewer?: Viewer;
}

/** Rivals of the same game may move in several tabs at once: so often one is overtaken before that counts as a fault. */
const TRIES = 5;

/** A rival whose move could not be kept tries again after so long, in milliseconds. */
export const AGAIN_MS = 5_000;

export class Loop {
  #desk: Desk | null = null;
  #watches = new Map<number, Watch>();
  #thinking = new Set<string>();
  #tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly wake: (manifest: Manifest) => Promise<Desk>,
    private readonly tell: (message: FromWorker) => void,
    /** Tells other tabs that a game changed. */
    private readonly tellOthers: (game: string) => void,
  ) {}

  /** A page says something. */
  hear(data: ToWorker): void {
    if ("start" in data) this.#queue(() => this.#start(data.start));
    else if ("request" in data) this.#queue(() => this.#answer(data.request));
    else if ("watch" in data) {
      const { id, ...watch } = data.watch;
      this.#watches.set(id, watch);
      this.#queue(() => this.#push(watch.game));
    } else this.#watches.delete(data.unwatch);
  }

  /** Another tab wrote to a game. */
  changed(game: string): void {
    this.#queue(async () => {
      this.#desk?.forget(game);
      await this.#push(game);
    });
  }

  #queue(act: () => Promise<void>): void {
    this.#tail = this.#tail.then(act).catch((error: unknown) => console.error(error));
  }

  async #start(manifest: Manifest): Promise<void> {
    const begun = performance.now();
    try {
      this.#desk = await this.wake(manifest);
      this.tell({ ready: { ms: Math.round(performance.now() - begun) } });
    } catch (error) {
      this.tell({ failed: String(error) });
    }
  }

  // --- what pages ask ----------------------------------------------------------------------------------------------

  async #answer(request: Request): Promise<void> {
    const { id, told } = request;
    try {
      this.tell({ answer: { id, answer: await this.#answerTo(request) } });
      if (told.game) await this.#push(told.game);
    } catch (error) {
      this.tell({ problem: { id, problem: await problemAt(told.game, error) } });
    }
  }

  async #answerTo({ what, told, birth }: Request): Promise<unknown> {
    const known = birth ? await made(birth.key) : null;
    return known ?? this.#carry(told.game, (desk) => desk.ask(what, JSON.stringify(told)), birth);
  }

  /** Have the desk do something, and write it away; done anew where another tab wrote to the game first. */
  async #carry(game: string | undefined, act: (desk: Desk) => string, birth?: Birth, tries = TRIES): Promise<unknown> {
    const desk = await this.#ready(game);
    const told = JSON.parse(act(desk)) as Told;
    if (told.problem) throw new Refused(told.problem);
    try {
      if (told.writes.length) await write(told.writes, birth);
    } catch (error) {
      for (const one of told.writes) desk.forget(one.game);
      if (error instanceof Overtaken && tries > 1) return this.#carry(game, act, birth, tries - 1);
      throw error;
    }
    for (const one of told.writes) this.tellOthers(one.game);
    for (const rival of told.rivals) this.#think(rival);
    return told.answer;
  }

  /** The desk, with the game in memory. */
  async #ready(game: string | undefined): Promise<Desk> {
    if (!this.#desk) throw new Refused(problem("device-broken", 500, "The engine is not loaded."));
    if (game && !this.#desk.has(game)) {
      const kept = await read(game);
      if (kept) this.#desk.put(game, JSON.stringify(kept));
    }
    return this.#desk;
  }

  #think(game: string): void {
    if (this.#thinking.has(game)) return;
    this.#thinking.add(game);
    // Behind what was asked meanwhile, so that people and the end of the page never wait for more than one move.
    setTimeout(() =>
      this.#queue(async () => {
        this.#thinking.delete(game);
        try {
          await this.#carry(game, (desk) => desk.move_rival(game));
          await this.#push(game);
        } catch (error) {
          if (error instanceof Overtaken) this.#think(game);
          else await this.#stuck(game, error);
        }
      }),
    );
  }

  /** A rival’s move could not be kept: who looks on is told why, and it is tried again. */
  async #stuck(game: string, error: unknown): Promise<void> {
    this.tell({ stuck: { game, problem: await problemAt(game, error) } });
    setTimeout(() => this.#think(game), AGAIN_MS);
  }

  // --- what pages are told -----------------------------------------------------------------------------------------

  async #push(game: string): Promise<void> {
    for (const [id, watch] of this.#watches) {
      if (watch.game !== game) continue;
      try {
        const told = { game, since: watch.since, ...seat(watch.viewer) };
        const { ply, frames } = (await this.#carry(game, (desk) => desk.ask("news", JSON.stringify(told)))) as {
          ply: number;
          frames: Frame[];
        };
        watch.since = Math.max(watch.since, ply);
        for (const frame of frames) this.tell({ frame: { watch: id, frame } });
      } catch (error) {
        this.#watches.delete(id);
        this.tell({ gone: { watch: id, problem: await problemAt(game, error) } });
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

/** The problem that this is at a game; one whose log cannot be played is marked for the list. */
async function problemAt(game: string | undefined, error: unknown): Promise<Problem> {
  const known = problemOf(error);
  const broken = known.code === "broken-record" || known.code === "device-damaged";
  if (!game || !broken) return known;
  await note(game, { damaged: true }).catch(() => {});
  return { ...known, code: "device-damaged" };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  if (error instanceof Damaged) return problem("device-damaged", 409, error.message);
  if (error instanceof DOMException) return storageProblem(error);
  console.error(error);
  return problem("device-broken", 500, String(error));
}
