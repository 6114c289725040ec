// What this device keeps: how to play and how it looks. `confirmTurns` and `autoForced` are also told to each game.
import type { GameSettings } from "../api/host";

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
/** Below so many letters' heights of width, columns become rows: a phone of 360 px from 135 % on, and from 167 % on. */
const LARGE_REM = 17;
const LARGEST_REM = 13.5;
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
  measure();
}

/** Tell the page whether its text is large for its width, be it by the app's setting or the browser's (styles/large.css). */
export function measure(): void {
  const root = document.documentElement;
  const rems = innerWidth / parseFloat(getComputedStyle(root).fontSize);
  if (rems < LARGE_REM) root.dataset.large = rems < LARGEST_REM ? "most" : "much";
  else delete root.dataset.large;
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
