// What a browser means when it does not keep something.

/** What it calls a storage that it does not let a page have, as in some private windows. */
const BLOCKED = ["SecurityError", "InvalidStateError", "NotAllowedError"];

/** The code of the problem: no room, or no storage at all; null where it is something else. */
export function storageTrouble(error: unknown): "device-full" | "device-blocked" | null {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "device-full";
  return BLOCKED.includes(name) ? "device-blocked" : null;
}
