// Texts that name the device by its type.
import { t, type Params } from "../text/i18n";

/** A message with the parameter `device`: "phone" or "other". */
export function tDevice(key: string, params: Params = {}): string {
  return t(key, { ...params, device: matchMedia("(pointer: coarse)").matches ? "phone" : "other" });
}

/** "4.4" */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
