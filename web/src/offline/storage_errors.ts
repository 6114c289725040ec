// Storage errors of browsers as problems.
import type { Problem } from "../api/types";

/** Error names of a blocked storage, as in some private windows. */
const BLOCKED = ["SecurityError", "InvalidStateError", "NotAllowedError"];

/** The problem code: no space, or no storage at all; null for other errors. */
export function storageProblemCode(error: unknown): "device-full" | "device-blocked" | null {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "device-full";
  return BLOCKED.includes(name) ? "device-blocked" : null;
}

/** The storage error as a problem. */
export function storageProblem(error: DOMException): Problem {
  const code = storageProblemCode(error) ?? "device-failed";
  const status = code === "device-full" ? 507 : 503;
  return { type: `urn:luthier:problem:${code}`, title: code, status, code, detail: `${error.name}: ${error.message}` };
}
