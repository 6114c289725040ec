// Addresses that open a seat elsewhere, and ways to hand them over.
import type { Link } from "../api/host";

/** Opens the seat of a link. With `invited` a guest is asked for a name first. The token stands behind the #, which no browser sends. */
export function seatAddress(game: string, { seat, token }: Link, { invited = false } = {}): string {
  return `${location.origin}/seat/${encodeURIComponent(game)}${invited ? `/${seat}` : ""}#${token}`;
}

/** Whether other devices cannot reach this address: it names this machine only. */
export function reachesOnlyHere(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/** The system's share sheet; browsers have it over https only. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Opens the share sheet for an address or a text; closing it is no fault. */
export async function share(title: string, what: { url: string } | { text: string }): Promise<void> {
  try {
    await navigator.share({ title, ...what });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Puts the text onto the clipboard, over plain http by the old way; tells whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

function copyBySelecting(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr";
  document.body.append(field);
  field.focus();
  field.select();
  const copied = document.execCommand?.("copy") ?? false;
  field.remove();
  before?.focus();
  return copied;
}
