// What this device keeps: how to play and how it looks. `confirmTurns` and `autoForced` are also told to each game.
import type { GameSettings } from "./host";

export interface Settings {
  /** End of a turn is pressed, not taken for granted. */
  confirmTurns: boolean;
  /** A single choice is made by the host. */
  autoForced: boolean;
  /** A choice that can be taken back is done by one touch. */
  oneTouch: boolean;
  speed: "slow" | "normal" | "instant";
  theme: "light" | "dark" | "auto";
  textSize: "normal" | "large" | "larger" | "largest";
  /** New games are kept by this device where they can be. */
  keepHere: boolean;
}

const KEY = "luthier.settings";
const DEFAULTS: Settings = {
  confirmTurns: true,
  autoForced: true,
  oneTouch: false,
  speed: "normal",
  theme: "auto",
  textSize: "normal",
  keepHere: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  localStorage.setItem(KEY, JSON.stringify(settings));
  show();
}

/** Put theme and text size onto the page. */
export function show(): void {
  const root = document.documentElement;
  root.classList.toggle("light", settings.theme === "light");
  root.classList.toggle("dark", settings.theme === "dark");
  root.dataset.text = settings.textSize;
}

export function forHost(): GameSettings {
  return { confirm_turns: settings.confirmTurns, auto_forced: settings.autoForced };
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}
