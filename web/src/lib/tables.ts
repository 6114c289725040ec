// Opening tables: the host, the card set (fetched once), and which games this device knows.
import { index, type Content } from "./content";
import type { Host } from "./host";
import { RemoteHost } from "./remote";
import { Table } from "./table.svelte";

export const host: Host = new RemoteHost();
let content: Promise<Content> | null = null;

/** The card set, fetched once. */
export function getContent(): Promise<Content> {
  content ??= host.content().then(index);
  content.catch(() => (content = null));
  return content;
}

/** The table of a game at its latest position, following it. */
export async function openTable(game: string): Promise<Table> {
  const [cards, first] = await Promise.all([getContent(), host.view(game)]);
  const table = new Table(game, host, cards, first);
  void table.open();
  return table;
}
