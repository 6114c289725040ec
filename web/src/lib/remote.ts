// A game kept by the server: REST for everything, the socket only brings frames sooner.
import type { RawContent } from "./content";
import type { Answer, GameSettings, Host, Press, Setup, ToldEntry, Watcher } from "./host";
import { ask, framed, path, twice } from "./rest";
import type { Choice, Frame, Preview, Reason } from "./types";
import { Watch } from "./watch";

export class RemoteHost implements Host {
  content(): Promise<RawContent> {
    return ask("/api/content");
  }

  async create(setup: Setup): Promise<{ game: string; seat: number }> {
    return ask("/api/games", { method: "POST", body: setup });
  }

  async view(game: string, ply?: number): Promise<Frame> {
    return framed(await ask<Partial<Frame> & Pick<Frame, "ply" | "view">>(path(game) + (ply === undefined ? "" : `?ply=${ply}`)));
  }

  watch(game: string, since: number, watcher: Watcher): () => void {
    const watch = new Watch(this, game, since, watcher);
    watch.start();
    return () => watch.stop();
  }

  submit(game: string, press: Press): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "choices"), { method: "POST", body: press }));
  }

  preview(game: string, draft: { seat: number; ply: number; choices: Choice[] }): Promise<Preview> {
    return ask(path(game, "preview"), { method: "POST", body: draft });
  }

  undo(game: string, back: { seat: number; ply: number; key: string }): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "undo"), { method: "POST", body: back }));
  }

  redo(game: string, forth: { seat: number; ply: number; key: string }): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "redo"), { method: "POST", body: forth }));
  }

  async log(game: string): Promise<ToldEntry[]> {
    return (await ask<{ entries: ToldEntry[] }>(path(game, "log"))).entries;
  }

  why(game: string, n: number): Promise<Reason | null> {
    return ask(path(game, `why/${n}`));
  }

  export(game: string): Promise<unknown> {
    return ask(path(game, "export"));
  }

  async settings(game: string, seat: number, settings: GameSettings): Promise<void> {
    await ask(path(game, "settings"), { method: "PUT", body: { seat, ...settings } });
  }
}
