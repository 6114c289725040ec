// A game kept by the server: REST for everything, the socket only brings frames sooner.
import type { RawContent } from "./content";
import type {
  Answer,
  Begun,
  Draft,
  From,
  GameSettings,
  Host,
  Joinable,
  JoinCode,
  Link,
  Move,
  Press,
  Reseating,
  Setup,
  Taken,
  ToldEntry,
  Viewer,
  Watcher,
  Who,
} from "./host";
import { ask, framed, path, query, twice } from "./requests";
import type { Frame, Preview, Reason } from "./types";
import { Watch } from "./live_feed";

export class RemoteHost implements Host {
  content(): Promise<RawContent> {
    return ask("/api/content");
  }

  create(setup: Setup): Promise<Begun> {
    return ask("/api/games", { method: "POST", body: setup });
  }

  async view(game: string, ply?: number, viewer?: Viewer): Promise<Frame> {
    return framed(await ask<Partial<Frame> & Pick<Frame, "ply" | "view">>(path(game) + query({ ply, seat: viewer })));
  }

  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void {
    const watch = new Watch(this, game, since, watcher, viewer);
    watch.start();
    return () => watch.stop();
  }

  submit(game: string, press: Press): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "choices"), { method: "POST", body: press }));
  }

  preview(game: string, draft: Draft): Promise<Preview> {
    return ask(path(game, "preview"), { method: "POST", body: draft });
  }

  undo(game: string, back: Move): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "undo"), { method: "POST", body: back }));
  }

  redo(game: string, forth: Move): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, "redo"), { method: "POST", body: forth }));
  }

  async log(game: string, viewer?: Viewer): Promise<ToldEntry[]> {
    return (await ask<{ entries: ToldEntry[] }>(path(game, "log") + query({ seat: viewer }))).entries;
  }

  why(game: string, n: number, viewer?: Viewer): Promise<Reason | null> {
    return ask(path(game, `why/${n}`) + query({ seat: viewer }));
  }

  async settings(game: string, seat: number, settings: GameSettings): Promise<void> {
    await ask(path(game, "settings"), { method: "PUT", body: { seat, ...settings } });
  }

  who(game: string): Promise<Who> {
    return ask(path(game, "who"));
  }

  code(game: string): Promise<JoinCode> {
    return ask(path(game, "code"), { method: "POST", body: {} });
  }

  joinable(code: string): Promise<Joinable> {
    return ask(`/api/join/${encodeURIComponent(code)}`);
  }

  join(code: string, as: { seat: number; name: string; key: string }): Promise<Taken> {
    return twice(() => ask<Taken>(`/api/join/${encodeURIComponent(code)}`, { method: "POST", body: as }));
  }

  link(game: string, seat: number | null): Promise<Link> {
    return ask(path(game, "links"), { method: "POST", body: { seat } });
  }

  async unlink(game: string, seat: number | null): Promise<void> {
    await ask(path(game, "links") + query({ seat: seat ?? "none" }), { method: "DELETE" });
  }

  takeSeat(game: string, link: { token: string; name?: string; key: string }): Promise<Taken> {
    return twice(() => ask<Taken>(path(game, "seat"), { method: "POST", body: link }));
  }

  reseat(game: string, seat: number, to: Reseating): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, `seats/${seat}`), { method: "PUT", body: to }));
  }

  free(game: string, seat: number, how: { key: string; viewer: null }): Promise<Answer> {
    return twice(() => ask<Answer>(path(game, `seats/${seat}/free`), { method: "POST", body: how }));
  }

  export(game: string): Promise<unknown> {
    return ask(path(game, "export"));
  }

  import(record: unknown): Promise<Begun> {
    return ask("/api/games/import", { method: "POST", body: record });
  }

  copy(game: string, from: From): Promise<Begun> {
    return ask(path(game, "copy"), { method: "POST", body: from });
  }

  again(game: string): Promise<Begun> {
    return ask(path(game, "again"), { method: "POST", body: {} });
  }

  async remove(game: string): Promise<void> {
    await ask(path(game), { method: "DELETE" });
  }
}
