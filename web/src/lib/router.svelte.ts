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

class Router {
  route: Route = $state(parse(location.pathname));
  #layers: (() => void)[] = [];

  constructor() {
    history.replaceState({ depth: 0, fromHall: false, ...(history.state as object | null), layer: 0 }, "");
    addEventListener("popstate", () => this.#popped());
  }

  /** Show another screen. Sheets over this one are closed, and the first one's place in the history is taken. */
  go(path: string, { replace = false } = {}): void {
    const covered = this.#layers.length > 0;
    for (const close of this.#layers.splice(0).reverse()) close();
    this.#write(path, replace || covered, { fromHall: false });
  }

  /** Back to where one came from, or home when this page was the first. */
  back(): void {
    if (depth() > 0) history.back();
    else this.go("/", { replace: true });
  }

  /** All tabs lie one step from the Hall, so that Back leads there. */
  tab(game: string, tab: Tab): void {
    const from = this.route.name === "table" ? this.route.tab : "hall";
    if (tab === from) return;
    if (tab === "hall" && history.state?.fromHall) return history.back();
    const path = `/table/${encodeURIComponent(game)}/${tab}`;
    this.#write(path, from !== "hall", { fromHall: from === "hall" || Boolean(history.state?.fromHall) });
  }

  /** Something lies over the page: Back closes it. Returns how to take it away by other means. */
  layer(close: () => void): () => void {
    this.#layers.push(close);
    if ((history.state?.layer ?? 0) < this.#layers.length) {
      history.pushState({ ...history.state, depth: depth() + 1, layer: this.#layers.length }, "");
    }
    return () => {
      const at = this.#layers.indexOf(close);
      if (at < 0) return;
      this.#layers.splice(at, 1);
      setTimeout(() => this.#settle());
    };
  }

  #write(path: string, replace: boolean, more: { fromHall: boolean }): void {
    const state = { depth: depth() + (replace ? 0 : 1), layer: this.#layers.length, ...more };
    history[replace ? "replaceState" : "pushState"](state, "", path);
    this.route = parse(path);
  }

  /** Leave the history entries of layers that were closed by other means than Back. */
  #settle(): void {
    const over = (history.state?.layer ?? 0) - this.#layers.length;
    if (over > 0) history.go(-over);
  }

  #popped(): void {
    const wanted = history.state?.layer ?? 0;
    while (this.#layers.length > wanted) this.#layers.pop()?.();
    this.route = parse(location.pathname);
  }
}

function depth(): number {
  return (history.state?.depth as number | undefined) ?? 0;
}

export const router = new Router();
