// What the screen of a table shows: the tab, the scene, the sheets, the looked-at seat, and an earlier position.
import { width } from "../app/layout.svelte";
import { router, TABS, type Tab } from "../app/router.svelte";
import { cardKind, type CardKind } from "../api/content";
import type { Reason } from "../api/types";
import { sceneOf, type SceneInfo } from "../ask/scenes";
import { Past } from "./history.svelte";
import type { Table } from "./table.svelte";

export type Sheet =
  | { kind: "card"; of: CardKind; id: string }
  | { kind: "display"; location: string }
  | { kind: "market" }
  | { kind: "awards" }
  | { kind: "goals" }
  | { kind: "chair"; id: string }
  | { kind: "rule"; id: string }
  | { kind: "reason"; reason: Reason; seat: number; sentence: string }
  | { kind: "menu" }
  | { kind: "seats" }
  | { kind: "devices"; what?: "seat" | "watch" }
  | { kind: "past-position" }
  | { kind: "copy" };

/** The tab of a highlight, by the first word of its `at`. */
const TAB_OF: Record<string, Tab> = {
  location: "hall",
  slot: "hall",
  deck: "hall",
  bench: "hall",
  market: "hall",
  award: "hall",
  orchestra: "orchestra",
  patron: "workshop",
  space: "workshop",
  gift: "workshop",
  hand: "workshop",
  roughing: "workshop",
  finishing: "workshop",
  track: "workshop",
  marker: "workshop",
  specialist: "workshop",
};

/** Question kinds that belong to the Hall although not all of their choices are highlighted there. */
const HALL = new Set(["plan-worker", "plan-location", "turn"]);

/** Tabs for reading, which a scene never covers. */
const READING_TABS: Tab[] = ["seats", "story"];

export class Navigation {
  sheets: Sheet[] = $state.raw([]);
  /** The sheet for throwing materials away is open. */
  throwAwayOpen = $state(false);
  /** The person looks at the board instead of the scene. */
  boardShown = $state(false);
  /** The seat that the Seats tab shows. */
  shownSeat: number = $state(0);
  /** After the end: show the board instead of the scores. */
  boardAfterEnd = $state(false);
  /** After the end: all scores were shown. */
  scored = $state(false);
  /** Earlier positions. */
  readonly past: Past;

  constructor(private readonly table: Table) {
    const { view } = table;
    this.shownSeat = view.seats.find((seat) => seat.seat !== view.you)?.seat ?? 0;
    this.past = new Past(table);
  }

  // --- tabs and the scene ----------------------------------------------------------------------------------------

  get tab(): Tab {
    return router.route.name === "table" ? router.route.tab : "hall";
  }

  set tab(tab: Tab) {
    // More of the AIs' reasons may be public by now.
    if (tab === "story" && this.tab !== "story") void this.table.session.loadLog();
    router.tab(this.table.game, tab);
  }

  /** Number of choices on each tab. */
  dots: Record<Tab, number> = $derived.by(() => {
    const dots = Object.fromEntries(TABS.map((tab) => [tab, 0])) as Record<Tab, number>;
    for (const at of this.table.drafting.lit.keys()) {
      const tab = TAB_OF[at.split(":", 1)[0] as string];
      if (tab) dots[tab] += 1;
    }
    return dots;
  });

  /** Switch to the tab of the question's scene, or to the one with most choices. */
  showTab(): void {
    if (this.viewingPast) return;
    const { prompt } = this.table.drafting;
    const scene = sceneOf(this.table, prompt);
    if (scene) return void (this.tab = scene.tab);
    if (prompt && HALL.has(prompt.kind)) return void (this.tab = "hall");
    const best = TABS.reduce((a, b) => (this.dots[b] > this.dots[a] ? b : a));
    if (this.dots[best] > this.dots[this.tab]) this.tab = best;
  }

  /** The scene in place of the board, on its tab; null while the person looks at the board. */
  scene: SceneInfo | null = $derived.by(() => {
    const scene = sceneOf(this.table, this.table.drafting.base);
    const beside = width.is !== "phone" && !READING_TABS.includes(this.tab);
    return scene && !this.boardShown && (scene.name === "setup" || beside || scene.tab === this.tab) ? scene : null;
  });

  /** Show the board instead of the scene; a touch of the dock leads back. */
  showBoard(): void {
    this.boardShown = true;
  }

  /** A new question is asked: show its scene again. */
  reset(): void {
    this.boardShown = false;
    this.throwAwayOpen = false;
  }

  /**
   * The seat whose workshop is shown: one's own, a held one on a shared device, or for spectators the one in the Seats
   * tab.
   */
  get workshop(): number {
    return this.table.view.you ?? this.table.session.held[0] ?? this.shownSeat;
  }

  /** Whether an earlier position is shown; updates of the game do not change that. */
  get viewingPast(): boolean {
    return this.tab === "story" && this.past.at !== null && this.table.view.phase !== "setup";
  }

  // --- sheets ----------------------------------------------------------------------------------------------------

  get sheet(): Sheet | null {
    return this.sheets.at(-1) ?? null;
  }

  /** Open a sheet; playback pauses until it is resumed. */
  openSheet(sheet: Sheet): void {
    this.table.session.playback.pause();
    this.sheets = [...this.sheets, sheet];
  }

  closeSheet(): void {
    this.sheets = this.sheets.slice(0, -1);
  }

  closeSheets(): void {
    this.sheets = [];
  }

  openCard(id: string): void {
    const { content } = this.table;
    const of = cardKind(content, id);
    if (of) this.openSheet({ kind: "card", of, id });
    else if (content.orchestra[id]) this.openSheet({ kind: "chair", id });
  }
}
