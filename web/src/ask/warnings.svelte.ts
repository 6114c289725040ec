// The warnings that are switched off on this device.
const KEY = "luthier.quiet";

/** Warning words that are switched off. */
export const quiet: { words: string[] } = $state({ words: stored() });

/** The warnings that can be switched off, for the settings. */
export const WARNINGS = ["wastes-bonus", "patron-leaves", "overflow", "market-unused"];

export function setQuiet(word: string, off: boolean): void {
  const others = quiet.words.filter((one) => one !== word);
  quiet.words = off ? [...others, word] : others;
  localStorage.setItem(KEY, JSON.stringify(quiet.words));
}

function stored(): string[] {
  try {
    const words = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];
  } catch {
    return [];
  }
}
