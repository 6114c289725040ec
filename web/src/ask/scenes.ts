// The question kinds that replace the board with a scene, the scene's tab and title.
import { t } from "../text/i18n";
import type { Tab } from "../app/router.svelte";
import type { Table } from "../session/table.svelte";
import type { Prompt } from "../api/types";
import { locationTitle } from "../text/choices";

export type SceneName =
  "setup" | "space" | "gifts" | "display" | "awards" | "bench" | "performance" | "market" | "storage" | "cards";

export interface SceneInfo {
  name: SceneName;
  tab: Tab;
  /** The title in the top bar. */
  title: string;
}

const DISPLAYS = ["salon", "guild", "perform", "repair"];

/** The scene of a question; null if the board itself shows the choices. */
export function sceneOf(table: Table, prompt: Prompt | null): SceneInfo | null {
  const name = prompt && nameOf(table, prompt);
  return name ? { name, tab: TABS[name], title: titleOf(table, prompt, name) } : null;
}

const TABS: Record<SceneName, Tab> = {
  setup: "hall",
  space: "workshop",
  gifts: "workshop",
  display: "hall",
  awards: "hall",
  bench: "workshop",
  performance: "hall",
  market: "hall",
  storage: "workshop",
  cards: "workshop",
};

const BY_KIND: Record<string, SceneName> = {
  setup: "setup",
  "patron-space": "space",
  "next-patron": "gifts",
  gift: "gifts",
  reroll: "performance",
  "spend-inspiration": "performance",
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
    return DISPLAYS.includes(location ?? "") ? "display" : location === "balcony" ? "awards" : "bench";
  if ((prompt.kind === "material" || prompt.kind === "goods") && source === "gift") return "gifts";
  if (prompt.kind === "save-material" || prompt.kind === "replace-material") return use === "repair" ? null : "bench";
  if (prompt.kind === "pay" && table.view.active_worker && prompt.about.what === "take") return "display";
  return BY_KIND[prompt.kind] ?? null;
}

function titleOf(table: Table, prompt: Prompt, name: SceneName): string {
  const location = (prompt.about.location as string | undefined) ?? table.view.active_worker?.location;
  if (name === "market") return locationTitle("market");
  if (location && ["display", "awards", "bench", "performance", "space"].includes(name)) return locationTitle(location);
  return t(`dock.scene.${name}`);
}
