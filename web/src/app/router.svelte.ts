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

/** The screen that a path names; home for an unknown one. Behind the # of a seat's link stands its token. */
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

/** A part of a path as it was meant; one that was typed wrongly stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The screen of the browser's address. A seat's token leaves the address, and with it the history, at once. */
function read(): Route {
  const route = parse(location.pathname, location.hash);
  if (route.name === "seat" && route.token) history.replaceState(history.state, "", location.pathname);
  return route;
}

/**
 * Decision: what Back closes (a sheet, a tab other than the Hall) has no history entry of its own. One guard entry lies
 * over the page as long as something can be closed; Back takes the guard away, we close one thing and put it back. So
 * nothing here ever travels through the history by itself, which would be slow and could overtake a touch.
 */
class Router {
  route: Route = $state(read());
  #layers: (() => void)[] = [];
  #guarded = Boolean(currentEntry().guard);

  constructor() {
    const path = location.pathname;
    if (!this.#guarded && this.#closable()) history.replaceState(entry(depth()), "", hall(this.route));
    this.#guard(path);
    addEventListener("popstate", () => this.#popped());
  }

  /** Show another screen; sheets over this one are closed. */
  go(path: string, { replace = false } = {}): void {
    for (const close of this.#layers.splice(0).reverse()) close();
    history[replace ? "replaceState" : "pushState"](entry(depth() + (replace ? 0 : 1)), "", path);
    this.#guarded = false;
    this.route = parse(path);
    this.#guard(path);
  }

  /** Back to where one came from, or home when this page was the first. */
  back(): void {
    if (depth() > 0) history.back();
    else this.go("/", { replace: true });
  }

  /** Another part of the table. */
  tab(game: string, tab: Tab): void {
    this.route = { name: "table", game, tab };
    this.#guard(`/table/${encodeURIComponent(game)}/${tab}`);
  }

  /** Something lies over the page: Back closes it. Returns how to say that it was closed by other means. */
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

  /** Put the guard over the page where something can be closed, and the path into the address. */
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

  /** Close the uppermost thing; false where there is none. */
  #close(): boolean {
    if (!this.#closable()) return false;
    const path = this.#layers.length ? here(this.route) : hall(this.route);
    const top = this.#layers.pop();
    if (top) top();
    else this.route = parse(path);
    this.#guard(path);
    return true;
  }
}

interface Entry {
  /** How many pages of ours lie beneath. */
  depth: number;
  guard?: boolean;
}

/** The state of the browser's current history entry; empty for an entry that the app did not make. */
function currentEntry(): Partial<Entry> {
  return (history.state ?? {}) as Partial<Entry>;
}

function entry(depth: number): Entry {
  return { depth };
}

function depth(): number {
  return currentEntry().depth ?? 0;
}

function hall(route: Route): string {
  return route.name === "table" ? `/table/${encodeURIComponent(route.game)}/hall` : location.pathname;
}

function here(route: Route): string {
  return route.name === "table" ? `/table/${encodeURIComponent(route.game)}/${route.tab}` : location.pathname;
}

export const router = new Router();
