// The state of the offline engine on this device, and its download: automatic after the first game began, or on demand.
import { fetchEngine, installed as installedManifest, newest, possible, removeEngine } from "./download";
import type { Manifest } from "./protocol";
import { storageProblemCode } from "./storage_errors";

const WISH = "luthier.engine";
const AGAIN_MS = 20_000;
/** Delay of an automatic download, so that the current page loads first. */
const BEHIND_MS = 3_000;

/** The person's preference; null: none yet. */
type Wish = "wanted" | "paused" | "unwanted" | null;

export class Engine {
  /** The manifest of the installed engine. */
  installed: Manifest | null = $state.raw(null);
  /** The cache was checked for an engine. */
  checked = $state(false);
  fetching = $state(false);
  paused = $state(false);
  /** Bytes transferred: loaded so far, and in total as far as known. */
  loaded = $state(0);
  bytes = $state(0);
  /** The problem that stops the download: `unreachable`, `device-full` or `device-blocked`. */
  problemCode: string | null = $state(null);
  /** Called when another engine was installed, or the engine was removed. */
  changed: () => void = () => {};

  #abort = new AbortController();
  #resolveChecked: () => void = () => {};
  #whenChecked = new Promise<void>((resolveChecked) => (this.#resolveChecked = resolveChecked));
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("online", () => this.#resume());
  }

  get ready(): boolean {
    return this.installed !== null;
  }

  get possible(): boolean {
    return possible() && this.problemCode !== "device-blocked";
  }

  /** Resolves once the cache was checked. */
  get whenChecked(): Promise<void> {
    return this.#whenChecked;
  }

  /** Check the cache, and resume an interrupted download. */
  async check(): Promise<void> {
    try {
      this.installed = await installedManifest();
    } catch (error) {
      this.problemCode = storageProblemCode(error) ?? "unreachable";
    }
    this.checked = true;
    this.bytes = this.installed?.bytes ?? 0;
    this.paused = wish() === "paused";
    if (wish() === "wanted" && !this.installed && !savesData()) this.#later(BEHIND_MS);
    this.#resolveChecked();
  }

  /** Fetch a newer engine if the server has one; called while no game is open and the server is reachable. */
  async renew(): Promise<void> {
    await this.whenChecked;
    if (this.installed && !savesData()) this.#later(BEHIND_MS);
  }

  /** Load the size of the download. */
  async measure(): Promise<void> {
    if (this.bytes || !possible()) return;
    this.bytes = await newest().then(
      ({ bytes }) => bytes,
      () => 0,
    );
  }

  /** A game began: download the engine, unless the person or the data saver is against it. */
  begun(): void {
    if (wish() !== null || savesData() || !this.possible) return;
    wishFor("wanted");
    this.#later(BEHIND_MS);
  }

  /** Download it on the person's request. */
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
    this.installed = null;
    this.loaded = 0;
    this.changed();
  }

  async #fetch(): Promise<void> {
    if (this.fetching || !this.possible) return;
    clearTimeout(this.#retryTimer);
    const abort = (this.#abort = new AbortController());
    this.fetching = true;
    this.paused = false;
    this.problemCode = null;
    try {
      await withLock(abort.signal, () => this.#fetchNewest(abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) this.#failed(storageProblemCode(error) ?? "unreachable");
    } finally {
      this.fetching = false;
    }
  }

  async #fetchNewest(signal: AbortSignal): Promise<void> {
    const [manifest, before] = await Promise.all([newest(), installedManifest()]);
    this.bytes = manifest.bytes;
    if (manifest.version !== before?.version) await fetchEngine(manifest, (bytes) => (this.loaded = bytes), signal);
    const same = manifest.version === this.installed?.version;
    this.installed = manifest;
    if (!same) this.changed();
  }

  #failed(problemCode: string): void {
    this.problemCode = problemCode;
    if (problemCode === "unreachable" && !this.installed) this.#later(AGAIN_MS);
  }

  #later(ms: number): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#fetch(), ms);
  }

  #stop(): void {
    clearTimeout(this.#retryTimer);
    this.#abort.abort();
  }

  /** Retry a download that lost the network. */
  #resume(): void {
    if (this.problemCode === "unreachable" && wish() === "wanted") void this.#fetch();
  }
}

export const engine = new Engine();

/** Whether the browser's data saver is on. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** One tab at a time downloads; the next one finds the files in the cache. */
async function withLock(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
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
    // Without localStorage the preference is asked again next time.
  }
}
