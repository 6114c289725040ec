// Whether this device holds the engine, and how that gets here: by itself after the first game began, or when asked.
import { fetchEngine, installed, newest, possible, removeEngine } from "./download";
import type { Manifest } from "./protocol";
import { storageTrouble } from "./storage_errors";

const WISH = "luthier.engine";
const AGAIN_MS = 20_000;
/** What is fetched by itself waits so long, for what is looked at now to come first. */
const BEHIND_MS = 3_000;

/** What the device's person wants; null: nothing was said yet. */
type Wish = "wanted" | "paused" | "unwanted" | null;

export class Engine {
  /** The engine that is wholly here. */
  here: Manifest | null = $state.raw(null);
  /** Whether it is known what is here. */
  looked = $state(false);
  fetching = $state(false);
  paused = $state(false);
  /** Bytes over the wire: those that came, and all of them as far as is known. */
  loaded = $state(0);
  bytes = $state(0);
  /** Code of what keeps the engine from coming: `unreachable`, `device-full` or `device-blocked`. */
  trouble: string | null = $state(null);
  /** Called when another engine is here, or none any more. */
  changed: () => void = () => {};

  #abort = new AbortController();
  #saw: () => void = () => {};
  #seen = new Promise<void>((saw) => (this.#saw = saw));
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("online", () => this.#goOn());
  }

  get ready(): boolean {
    return this.here !== null;
  }

  get possible(): boolean {
    return possible() && this.trouble !== "device-blocked";
  }

  /** Fulfilled once it is known what is here. */
  get seen(): Promise<void> {
    return this.#seen;
  }

  /** See what is here, and go on where fetching it was interrupted. */
  async look(): Promise<void> {
    try {
      this.here = await installed();
    } catch (error) {
      this.trouble = storageTrouble(error) ?? "unreachable";
    }
    this.looked = true;
    this.bytes = this.here?.bytes ?? 0;
    this.paused = wish() === "paused";
    if (wish() === "wanted" && !this.here && !saves()) this.#later(BEHIND_MS);
    this.#saw();
  }

  /** Fetch what the server may have newer than what is here; called where no game is open and the server answers. */
  async renew(): Promise<void> {
    await this.seen;
    if (this.here && !saves()) this.#later(BEHIND_MS);
  }

  /** How much there is to fetch. */
  async measure(): Promise<void> {
    if (this.bytes || !possible()) return;
    this.bytes = await newest().then(
      ({ bytes }) => bytes,
      () => 0,
    );
  }

  /** A game has begun: from now on the engine is wanted, unless something else was said or data is to be saved. */
  begun(): void {
    if (wish() !== null || saves() || !this.possible) return;
    wishFor("wanted");
    this.#later(BEHIND_MS);
  }

  /** Fetch it because its person says so. */
  async fetch(): Promise<void> {
    wishFor("wanted");
    await this.#fetch();
  }

  pause(): void {
    this.paused = true;
    wishFor("paused");
    this.#stop();
  }

  async remove(): Promise<void> {
    wishFor("unwanted");
    this.#stop();
    await removeEngine();
    this.here = null;
    this.loaded = 0;
    this.changed();
  }

  async #fetch(): Promise<void> {
    if (this.fetching || !this.possible) return;
    clearTimeout(this.#again);
    const abort = (this.#abort = new AbortController());
    this.fetching = true;
    this.paused = false;
    this.trouble = null;
    try {
      await alone(abort.signal, () => this.#bring(abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) this.#failed(storageTrouble(error) ?? "unreachable");
    } finally {
      this.fetching = false;
    }
  }

  async #bring(signal: AbortSignal): Promise<void> {
    const [manifest, before] = await Promise.all([newest(), installed()]);
    this.bytes = manifest.bytes;
    if (manifest.version !== before?.version) await fetchEngine(manifest, (bytes) => (this.loaded = bytes), signal);
    const same = manifest.version === this.here?.version;
    this.here = manifest;
    if (!same) this.changed();
  }

  #failed(trouble: string): void {
    this.trouble = trouble;
    if (trouble === "unreachable" && !this.here) this.#later(AGAIN_MS);
  }

  #later(ms: number): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#fetch(), ms);
  }

  #stop(): void {
    clearTimeout(this.#again);
    this.#abort.abort();
  }

  /** What broke off for want of a network is tried again. */
  #goOn(): void {
    if (this.trouble === "unreachable" && wish() === "wanted") void this.#fetch();
  }
}

export const engine = new Engine();

/** Whether the person asked the browser to save data. */
export function saves(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** One tab at a time fetches; the next one finds it there. */
async function alone(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request("luthier-engine", { signal }, act);
}

function wish(): Wish {
  try {
    return localStorage.getItem(WISH) as Wish;
  } catch {
    return null;
  }
}

function wishFor(what: Wish & string): void {
  try {
    localStorage.setItem(WISH, what);
  } catch {
    // A browser that keeps nothing is asked again the next time.
  }
}
