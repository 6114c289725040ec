// Paths by the History API, and layers (sheets) that Back closes before it leaves the page.

export type Route =
  | { name: "home" }
  | { name: "new"; preset: string | null }
  | { name: "invite"; game: string }
  | { name: "join"; code: string }
  | { name: "seat"; game: string; invited: number | null; token: string }
  | { name: "past" }
  | { name: "settings" }
  | { name: "rules"; id: string | null }
  | { name: "credits" }
  | { name: "table"; game: string; tab: Tab };

export const TABS = ["hall", "workshop", "orchestra", "seats", "story"] as const;
export type Tab = (typeof TABS)[number];

/** The screen of a path; home for an unknown one. In a seat link, the hash is its token. */
export function parse(path: string, hash = ""): Route {
  const [first, second, third] = path.split("/").filter(Boolean).map(decoded);
  if (first === "table" && second)
    return { name: "table", game: second, tab: TABS.find((tab) => tab === third) ?? "hall" };
  if (first === "invite" && second) return { name: "invite", game: second };
  if (first === "seat" && second)
    return {
      name: "seat",
      game: second,
      invited: /^[0-3]$/.test(third ?? "") ? Number(third) : null,
      token: hash.replace(/^#/, ""),
    };
  if (first === "join") return { name: "join", code: second ?? "" };
  if (first === "new") return { name: "new", preset: second ?? null };
  if (first === "rules") return { name: "rules", id: second ?? null };
  if (first === "past" || first === "settings" || first === "credits") return { name: first };
  return { name: "home" };
}

/** A decoded part of a path; malformed escapes stay as they are. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The screen of the current URL. A seat's token is removed from the URL, and so from the history, at once. */
function read(): Route {
  const route = parse(location.pathname, location.hash);
  if (route.name === "seat" && route.token) history.replaceState(history.state, "", location.pathname);
  return route;
}

/**
 * Decision: closable things (a sheet, a tab other than the Hall) have no history entries of their own. One guard entry
 * is on top of the history while something can be closed; Back removes it, the router closes one thing and restores the
 * guard. So the router never navigates the history itself, which is slow and could race with a touch.
 */
class Router {
  route: Route = $state(read());
  #layers: (() => void)[] = [];
  #guarded = Boolean(currentEntry().guard);

  constructor() {
    const path = location.pathname;
    if (!this.#guarded && this.#closable()) history.replaceState(entry(depth()), "", hallPath(this.route));
    this.#guard(path);
    addEventListener("popstate", () => this.#popped());
  }

  /** Show another screen; closes the sheets of this one. */
  go(path: string, { replace = false } = {}): void {
    for (const close of this.#layers.splice(0).reverse()) close();
    history[replace ? "replaceState" : "pushState"](entry(depth() + (replace ? 0 : 1)), "", path);
    this.#guarded = false;
    this.route = parse(path);
    this.#guard(path);
  }

  /** Go back to the previous screen, or home if this page was the first. */
  back(): void {
    if (depth() > 0) history.back();
    else this.go("/", { replace: true });
  }

  /** Switch to another tab of the table. */
  tab(game: string, tab: Tab): void {
    this.route = { name: "table", game, tab };
    this.#guard(`/table/${encodeURIComponent(game)}/${tab}`);
  }

  /** Register a layer that Back closes. Returns a function to call when it is closed by other means. */
  layer(close: () => void): () => void {
    this.#layers.push(close);
    this.#guard(location.pathname);
    return () => {
      const at = this.#layers.indexOf(close);
      if (at >= 0) this.#layers.splice(at, 1);
    };
  }

  #closable(): boolean {
    return this.#layers.length > 0 || (this.route.name === "table" && this.route.tab !== "hall");
  }

  /** Add the guard entry if something can be closed, and set the URL's path. */
  #guard(path: string): void {
    if (this.#closable() && !this.#guarded) {
      history.pushState({ ...entry(depth() + 1), guard: true }, "", path);
      this.#guarded = true;
    } else if (path !== location.pathname) history.replaceState(history.state, "", path);
  }

  #popped(): void {
    const stepped = this.#guarded && !currentEntry().guard;
    this.#guarded = Boolean(currentEntry().guard);
    if (!stepped) this.route = read();
    else if (!this.#close()) history.back();
  }

  /** Close the topmost layer; false if there is none. */
  #close(): boolean {
    if (!this.#closable()) return false;
    const path = this.#layers.length ? tablePath(this.route) : hallPath(this.route);
    const top = this.#layers.pop();
    if (top) top();
    else this.route = parse(path);
    this.#guard(path);
    return true;
  }
}

interface Entry {
  /** Number of the app's entries below this one. */
  depth: number;
  guard?: boolean;
}

/** The state of the browser's current history entry; empty for an entry that the app did not create. */
function currentEntry(): Partial<Entry> {
  return (history.state ?? {}) as Partial<Entry>;
}

function entry(depth: number): Entry {
  return { depth };
}

function depth(): number {
  return currentEntry().depth ?? 0;
}

function hallPath(route: Route): string {
  return route.name === "table" ? `/table/${encodeURIComponent(route.game)}/hall` : location.pathname;
}

function tablePath(route: Route): string {
  return route.name === "table" ? `/table/${encodeURIComponent(route.game)}/${route.tab}` : location.pathname;
}

export const router = new Router();
