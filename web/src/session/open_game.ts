// Opening tables: which host keeps a game, and the card set that it plays with (fetched once).
import { engine } from "../offline/engine.svelte";
import type { LocalHost } from "../offline/local_host";
import { index, type Content } from "../api/content";
import { Device } from "./shared_device.svelte";
import { isLocal, type Host } from "../api/host";
import { RemoteHost } from "../api/remote";

/** The server. */
export const host: Host = new RemoteHost();

let local: Promise<LocalHost> | null = null;
const contents = new Map<Host, Promise<Content>>();

/** This device itself, with an engine of its own; that is fetched with the first game that needs it. */
export function localHost(): Promise<LocalHost> {
  local ??= import("../offline/local_host").then((module) => new module.LocalHost());
  local.catch(() => (local = null));
  return local;
}

engine.changed = () => void local?.then((here) => here.renew());

export async function hostOf(game: string): Promise<Host> {
  return isLocal(game) ? localHost() : host;
}

/** The card set that a host plays with, fetched once. */
export function getContent(of: Host = host): Promise<Content> {
  let content = contents.get(of);
  if (!content) {
    content = of.content().then(index);
    contents.set(of, content);
    content.catch(() => contents.delete(of));
  }
  return content;
}

/** What this device shows of a game, at its latest position and following it. */
export async function openGame(game: string): Promise<Device> {
  const kept = await hostOf(game);
  const device = new Device(game, kept, await getContent(kept));
  await device.open();
  return device;
}
