// Settings of this device. `confirmTurns` and `autoForced` are also sent to each game's host.
import type { GameSettings } from "../api/types";

export interface Settings {
  /** Ending a turn needs a confirmation. */
  confirmTurns: boolean;
  /** The host makes a choice that has no alternative. */
  autoForced: boolean;
  /** A choice that can be undone is made by one touch. */
  oneTouch: boolean;
  speed: "slow" | "normal" | "instant";
  theme: "light" | "dark" | "auto";
  textSize: "normal" | "large" | "larger" | "largest";
  /** Store new games on this device if possible. */
  keepOnDevice: boolean;
}

const KEY = "luthier.settings";
/**
 * Below these page widths in rem, columns become rows: on a phone of 360 px from 135 % text size on, and from 167 % on.
 */
const LARGE_REM = 17;
const LARGEST_REM = 13.5;
const DEFAULTS: Settings = {
  confirmTurns: true,
  autoForced: true,
  oneTouch: false,
  speed: "normal",
  theme: "auto",
  textSize: "normal",
  keepOnDevice: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  localStorage.setItem(KEY, JSON.stringify(settings));
  show();
}

/** Apply theme and text size to the page. */
export function show(): void {
  const root = document.documentElement;
  root.classList.toggle("light", settings.theme === "light");
  root.classList.toggle("dark", settings.theme === "dark");
  root.dataset.text = settings.textSize;
  measure();
}

/** Mark the page if its text is large for its width, by the app's setting or the browser's (styles/large.css). */
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
