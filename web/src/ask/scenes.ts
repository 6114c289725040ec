// Which question takes the place of the board, on which tab, and under which title.
import { t } from "../text/i18n";
import type { Tab } from "../app/router.svelte";
import type { Table } from "../session/table.svelte";
import type { Prompt } from "../api/types";
import { placeTitle } from "../text/choices";

export type SceneName =
  "setup" | "space" | "gifts" | "shelf" | "awards" | "bench" | "concert" | "market" | "storage" | "cards";

export interface SceneInfo {
  name: SceneName;
  tab: Tab;
  /** For the bar at the top. */
  title: string;
}

const DISPLAYS = ["salon", "guild", "perform", "repair"];

/** The scene of a question; null where the board itself shows the choices. */
export function sceneOf(table: Table, prompt: Prompt | null): SceneInfo | null {
  const name = prompt && nameOf(table, prompt);
  return name ? { name, tab: TABS[name], title: titleOf(table, prompt, name) } : null;
}

const TABS: Record<SceneName, Tab> = {
  setup: "hall",
  space: "workshop",
  gifts: "workshop",
  shelf: "hall",
  awards: "hall",
  bench: "workshop",
  concert: "hall",
  market: "hall",
  storage: "workshop",
  cards: "workshop",
};

const BY_KIND: Record<string, SceneName> = {
  keep: "setup",
  "patron-space": "space",
  "next-patron": "gifts",
  gift: "gifts",
  reroll: "concert",
  "spend-inspiration": "concert",
  market: "market",
  discard: "storage",
  award: "awards",
  marker: "awards",
  "rough-again": "bench",
  "finish-again": "bench",
  royal: "cards",
  specialist: "cards",
  "keep-card": "cards",
};

function nameOf(table: Table, prompt: Prompt): SceneName | null {
  const { location, source, use } = prompt.about as Record<string, string | undefined>;
  if (prompt.kind === "act")
    return DISPLAYS.includes(location ?? "") ? "shelf" : location === "balcony" ? "awards" : "bench";
  if ((prompt.kind === "material" || prompt.kind === "goods") && source === "gift") return "gifts";
  if (prompt.kind === "save-material" || prompt.kind === "replace-material") return use === "repair" ? null : "bench";
  if (prompt.kind === "pay" && table.view.acting && prompt.about.what === "take") return "shelf";
  return BY_KIND[prompt.kind] ?? null;
}

function titleOf(table: Table, prompt: Prompt, name: SceneName): string {
  const location = (prompt.about.location as string | undefined) ?? table.view.acting?.location;
  if (name === "market") return placeTitle("market");
  if (location && ["shelf", "awards", "bench", "concert", "space"].includes(name)) return placeTitle(location);
  return t(`dock.scene.${name}`);
}
