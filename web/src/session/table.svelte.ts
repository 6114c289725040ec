// A table from one viewer's perspective: its session, the drafted answer to its question, and what the screen shows.
import { getContext, setContext } from "svelte";
import type { Content } from "../api/content";
import type { Host } from "../api/host";
import type { Frame, View } from "../api/types";
import { familyName } from "../text/names";
import { t } from "../text/i18n";
import { Drafting } from "./drafting.svelte";
import { Navigation } from "./navigation.svelte";
import { Session } from "./session.svelte";
import type { Viewpoint } from "./viewpoint";

export class Table {
  readonly session: Session;
  readonly drafting: Drafting;
  readonly navigation: Navigation;
  /** It shows an earlier position. */
  readOnly = false;

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
    first: Frame,
    viewpoint: Partial<Viewpoint> = {},
  ) {
    const events = {
      questionChanged: () => this.drafting.clear(),
      captionStarted: () => this.#showHall(),
      newQuestion: () => this.navigation.showTab(),
    };
    this.session = new Session(game, host, content, first, events, viewpoint);
    this.drafting = new Drafting(this);
    this.navigation = new Navigation(this);
  }

  /** The position that is shown. */
  get view(): View {
    return this.session.view;
  }

  /** Follow the game until `close`. */
  async open(): Promise<void> {
    const opened = this.session.open();
    if (this.navigation.tab === "hall") this.navigation.showTab();
    await opened;
  }

  close(): void {
    this.session.close();
    this.navigation.past.forget();
  }

  get colour(): string {
    return this.drafting.own?.colour ?? "neutral";
  }

  /** A read-only table of an earlier position. */
  pastTable(frame: Frame): Table {
    const { viewer } = this.session;
    const table = new Table(this.game, this.host, this.content, frame, { viewer, held: [] });
    table.readOnly = true;
    return table;
  }

  /** Whether the undo button does anything. */
  get canTakeBack(): boolean {
    const { session } = this;
    if (this.navigation.viewingPast || session.busy) return false;
    return session.pending !== null || this.drafting.touched || session.canUndo;
  }

  /** Take back, in this order: the pending move, the draft, the last move. */
  async takeBack(): Promise<void> {
    const { session } = this;
    if (session.busy || this.navigation.viewingPast) return;
    if (session.pending) return session.submitQueue.withdraw();
    if (this.drafting.touched) return this.drafting.takeBack();
    if (session.canUndo) await session.undo();
  }

  get canGoForward(): boolean {
    const { session } = this;
    return !this.navigation.viewingPast && !session.blocked && !this.drafting.draft.length && session.canRedo;
  }

  async forward(): Promise<void> {
    if (this.canGoForward) await this.session.redo();
  }

  /** An AI acts: its captions are about the Hall. */
  #showHall(): void {
    if (this.navigation.tab === "workshop") this.navigation.tab = "hall";
  }
}

/** The seat that is thinking, with its text; null if it is the viewer's turn. */
export function thinkingSeat(table: Table): { seat: number; sentence: string } | null {
  const seat = table.view.waiting_for.find((other) => other.seat !== table.view.you)?.seat;
  if (seat === undefined || table.view.phase === "finished") return null;
  return { seat, sentence: t("common.thinking", { name: familyName(table.view, seat, table.content) }) };
}

const KEY = Symbol("table");

export function setTable(table: Table): Table {
  return setContext(KEY, table);
}

/** The table of the current screen. */
export function getTable(): Table {
  const table = findTable();
  if (!table) throw new Error("No table on this screen");
  return table;
}

export function findTable(): Table | undefined {
  return getContext<Table | undefined>(KEY);
}
