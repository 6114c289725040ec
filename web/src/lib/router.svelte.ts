// Paths by the History API, and layers (sheets) that Back closes before it leaves the page.

export type Route =
  | { name: "home" }
  | { name: "new" }
  | { name: "settings" }
  | { name: "rules"; id: string | null }
  | { name: "credits" }
  | { name: "table"; game: string; tab: Tab };

export const TABS = ["hall", "workshop", "orchestra", "seats", "story"] as const;
export type Tab = (typeof TABS)[number];

/** The screen that a path names; home for an unknown one. */
export function parse(path: string): Route {
  const [first, second, third] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (first === "table" && second) return { name: "table", game: second, tab: TABS.find((tab) => tab === third) ?? "hall" };
  if (first === "rules") return { name: "rules", id: second ?? null };
  if (first === "new" || first === "settings" || first === "credits") return { name: first };
  return { name: "home" };
}

/**
 * Decision: what Back closes (a sheet, a tab other than the Hall) has no history entry of its own. One guard entry lies
 * over the page as long as something can be closed; Back takes the guard away, we close one thing and put it back. So
 * nothing here ever travels through the history by itself, which would be slow and could overtake a touch.
 */
class Router {
  route: Route = $state(parse(location.pathname));
  #layers: (() => void)[] = [];
  #guarded = Boolean(history.state?.guard);

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
    const stepped = this.#guarded && !history.state?.guard;
    this.#guarded = Boolean(history.state?.guard);
    if (!stepped) this.route = parse(location.pathname);
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
}

function entry(depth: number): Entry {
  return { depth };
}

function depth(): number {
  return (history.state?.depth as number | undefined) ?? 0;
}

function hall(route: Route): string {
  return route.name === "table" ? `/table/${encodeURIComponent(route.game)}/hall` : location.pathname;
}

function here(route: Route): string {
  return route.name === "table" ? `/table/${encodeURIComponent(route.game)}/${route.tab}` : location.pathname;
}

export const router = new Router();
