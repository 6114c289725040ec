// Links that open a seat on another device, and ways to share them.
import type { Link } from "../api/types";

/**
 * The URL of a seat link. With `invited` a guest is asked for a name first. The token is in the hash, which browsers
 * never send.
 */
export function seatAddress(game: string, { seat, token }: Link, { invited = false } = {}): string {
  return `${location.origin}/seat/${encodeURIComponent(game)}${invited ? `/${seat}` : ""}#${token}`;
}

/** Whether other devices cannot reach this host name: it is local to the machine. */
export function reachesOnlyHere(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/** The system's share sheet exists; browsers have it over https only. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Open the share sheet for a URL or a text; closing it is no error. */
export async function share(title: string, what: { url: string } | { text: string }): Promise<void> {
  try {
    await navigator.share({ title, ...what });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Copy the text to the clipboard, over plain http by a selection. Returns whether it worked. */
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
