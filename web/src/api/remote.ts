// A game on the server: REST for everything; the socket only delivers frames sooner.
import type { RawContent } from "./types";
import type { Host, Viewer, Watcher } from "./host";
import type {
  Answer,
  CreatedGame,
  Draft,
  CopyFrom,
  GameSettings,
  Joinable,
  JoinCode,
  Link,
  UndoRequest,
  Move,
  PlayerAssignment,
  Setup,
  JoinedSeat,
  LogEntry,
  Seats,
} from "./types";
import { request, toFrame, path, query, retryOnce } from "./requests";
import type { Frame, Preview, Reason } from "./types";
import { LiveFeed } from "./live_feed";

export class RemoteHost implements Host {
  content(): Promise<RawContent> {
    return request("/api/content");
  }

  create(setup: Setup): Promise<CreatedGame> {
    return request("/api/games", { method: "POST", body: setup });
  }

  async view(game: string, revision?: number, viewer?: Viewer): Promise<Frame> {
    return toFrame(
      await request<Partial<Frame> & Pick<Frame, "revision" | "view">>(path(game) + query({ revision, seat: viewer })),
    );
  }

  watch(game: string, since: number, watcher: Watcher, viewer?: Viewer): () => void {
    const watch = new LiveFeed(this, game, since, watcher, viewer);
    watch.start();
    return () => watch.stop();
  }

  submit(game: string, move: Move): Promise<Answer> {
    return retryOnce(() => request<Answer>(path(game, "choices"), { method: "POST", body: move }));
  }

  preview(game: string, draft: Draft): Promise<Preview> {
    return request(path(game, "preview"), { method: "POST", body: draft });
  }

  undo(game: string, back: UndoRequest): Promise<Answer> {
    return retryOnce(() => request<Answer>(path(game, "undo"), { method: "POST", body: back }));
  }

  redo(game: string, forth: UndoRequest): Promise<Answer> {
    return retryOnce(() => request<Answer>(path(game, "redo"), { method: "POST", body: forth }));
  }

  async log(game: string, viewer?: Viewer): Promise<LogEntry[]> {
    return (await request<{ entries: LogEntry[] }>(path(game, "log") + query({ seat: viewer }))).entries;
  }

  reason(game: string, n: number, viewer?: Viewer): Promise<Reason | null> {
    return request(path(game, `reasons/${n}`) + query({ seat: viewer }));
  }

  async settings(game: string, seat: number, settings: GameSettings): Promise<void> {
    await request(path(game, "settings"), { method: "PUT", body: { seat, ...settings } });
  }

  seats(game: string): Promise<Seats> {
    return request(path(game, "seats"));
  }

  joinCode(game: string): Promise<JoinCode> {
    return request(path(game, "join-code"), { method: "POST", body: {} });
  }

  joinable(code: string): Promise<Joinable> {
    return request(`/api/join/${encodeURIComponent(code)}`);
  }

  join(code: string, as: { seat: number; name: string; key: string }): Promise<JoinedSeat> {
    return retryOnce(() => request<JoinedSeat>(`/api/join/${encodeURIComponent(code)}`, { method: "POST", body: as }));
  }

  link(game: string, seat: number | null): Promise<Link> {
    return request(path(game, "links"), { method: "POST", body: { seat } });
  }

  async unlink(game: string, seat: number | null): Promise<void> {
    await request(path(game, "links") + query({ seat: seat ?? "none" }), { method: "DELETE" });
  }

  openSession(game: string, link: { token: string; name?: string; key: string }): Promise<JoinedSeat> {
    return retryOnce(() => request<JoinedSeat>(path(game, "session"), { method: "POST", body: link }));
  }

  reseat(game: string, seat: number, to: PlayerAssignment): Promise<Answer> {
    return retryOnce(() => request<Answer>(path(game, `seats/${seat}`), { method: "PUT", body: to }));
  }

  free(game: string, seat: number, how: { key: string; viewer: null }): Promise<Answer> {
    return retryOnce(() => request<Answer>(path(game, `seats/${seat}/free`), { method: "POST", body: how }));
  }

  export(game: string): Promise<unknown> {
    return request(path(game, "export"));
  }

  import(record: unknown): Promise<CreatedGame> {
    return request("/api/games/import", { method: "POST", body: record });
  }

  copy(game: string, from: CopyFrom): Promise<CreatedGame> {
    return request(path(game, "copy"), { method: "POST", body: from });
  }

  rematch(game: string): Promise<CreatedGame> {
    return request(path(game, "rematch"), { method: "POST", body: {} });
  }

  async remove(game: string): Promise<void> {
    await request(path(game), { method: "DELETE" });
  }
}
