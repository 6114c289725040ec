// What its person calls this device.
import { t, type Params } from "../text/i18n";

/** The message, for which it matters whether one holds a phone in one's hand: `device` is "phone" or "other". */
export function tHere(key: string, params: Params = {}): string {
  return t(key, { ...params, device: matchMedia("(pointer: coarse)").matches ? "phone" : "other" });
}

/** "4.4" */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
