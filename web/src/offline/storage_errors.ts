// What a browser means when it does not keep something.
import type { Problem } from "../api/types";

/** What it calls a storage that it does not let a page have, as in some private windows. */
const BLOCKED = ["SecurityError", "InvalidStateError", "NotAllowedError"];

/** The code of the problem: no room, or no storage at all; null where it is something else. */
export function storageTrouble(error: unknown): "device-full" | "device-blocked" | null {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "device-full";
  return BLOCKED.includes(name) ? "device-blocked" : null;
}

/** The problem that this is for who wanted something kept. */
export function storageProblem(error: DOMException): Problem {
  const code = storageTrouble(error) ?? "device-failed";
  const status = code === "device-full" ? 507 : 503;
  return { type: `urn:luthier:problem:${code}`, title: code, status, code, detail: `${error.name}: ${error.message}` };
}
