// Opens games: finds the host of a game and loads its card set once.
import { engine } from "../offline/engine.svelte";
import type { LocalHost } from "../offline/local_host";
import { index, type Content } from "../api/content";
import { SharedDevice } from "./shared_device.svelte";
import { isLocal, type Host } from "../api/host";
import { RemoteHost } from "../api/remote";

/** The server. */
export const host: Host = new RemoteHost();

let local: Promise<LocalHost> | null = null;
const contents = new Map<Host, Promise<Content>>();

/** This device as a host; its engine starts with the first game that needs it. */
export function localHost(): Promise<LocalHost> {
  local ??= import("../offline/local_host").then((module) => new module.LocalHost());
  local.catch(() => (local = null));
  return local;
}

engine.changed = () => void local?.then((running) => running.renew());

export async function hostOf(game: string): Promise<Host> {
  return isLocal(game) ? localHost() : host;
}

/** The card set of a host, loaded once. */
export function getContent(of: Host = host): Promise<Content> {
  let content = contents.get(of);
  if (!content) {
    content = of.content().then(index);
    contents.set(of, content);
    content.catch(() => contents.delete(of));
  }
  return content;
}

/** Open a game at its latest position and follow it. */
export async function openGame(game: string): Promise<SharedDevice> {
  const gameHost = await hostOf(game);
  const device = new SharedDevice(game, gameHost, await getContent(gameHost));
  await device.open();
  return device;
}
