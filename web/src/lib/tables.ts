// Opening tables: the host, and the card set (fetched once).
import { index, type Content } from "./content";
import { Device } from "./device.svelte";
import type { Host } from "./host";
import { RemoteHost } from "./remote";

export const host: Host = new RemoteHost();
let content: Promise<Content> | null = null;

/** The card set, fetched once. */
export function getContent(): Promise<Content> {
  content ??= host.content().then(index);
  content.catch(() => (content = null));
  return content;
}

/** What this device shows of a game, at its latest position and following it. */
export async function openGame(game: string): Promise<Device> {
  const device = new Device(game, host, await getContent());
  await device.open();
  return device;
}
