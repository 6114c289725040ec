import { beforeEach, expect, test, vi } from "vitest";
import { parse, router } from "./router.svelte";

const QUIET_MS = 60;

/** Go back, and wait until the browser has made its navigation. */
async function pressBack(): Promise<void> {
  let last = Date.now();
  const step = (): number => (last = Date.now());
  window.addEventListener("popstate", step);
  history.back();
  while (Date.now() - last < QUIET_MS) await new Promise((done) => setTimeout(done, 10));
  window.removeEventListener("popstate", step);
}
const tab = (): string => (router.route.name === "table" ? router.route.tab : router.route.name);

beforeEach(() => router.go("/"));

test("paths name screens, unknown ones the title page", () => {
  expect(parse("/table/7QK4/story")).toEqual({ name: "table", game: "7QK4", tab: "story" });
  expect(parse("/table/7QK4")).toEqual({ name: "table", game: "7QK4", tab: "hall" });
  expect(parse("/rules/SAL-2")).toEqual({ name: "rules", id: "SAL-2" });
  expect(parse("/invite/7QK4")).toEqual({ name: "invite", game: "7QK4" });
  expect(parse("/join")).toEqual({ name: "join", code: "" });
  expect(parse("/join/ABCDEF")).toEqual({ name: "join", code: "ABCDEF" });
  expect(parse("/new/trio")).toEqual({ name: "new", preset: "trio" });
  expect(parse("/nowhere")).toEqual({ name: "home" });
  expect(parse("/join/%")).toEqual({ name: "join", code: "%" });
});

test("a seat link has the game and the invited seat in its path, and the token in its hash", () => {
  expect(parse("/seat/7QK4", "#secret")).toEqual({ name: "seat", game: "7QK4", invited: null, token: "secret" });
  expect(parse("/seat/7QK4/2", "#secret")).toEqual({ name: "seat", game: "7QK4", invited: 2, token: "secret" });
  expect(parse("/seat/7QK4/9", "#secret")).toMatchObject({ invited: null });
});

test("a seat's token leaves the URL as soon as its link is opened", async () => {
  router.go("/seat/7QK4/2");
  const steps = history.length;
  location.hash = "#secret";
  await vi.waitFor(() => expect(router.route).toMatchObject({ name: "seat", invited: 2, token: "secret" }));
  expect([location.pathname, location.hash]).toEqual(["/seat/7QK4/2", ""]);
  expect(history.length).toBe(steps + 1);
});

test("Back goes from a tab to the Hall, then leaves the table", async () => {
  router.go("/table/7QK4/hall");
  router.tab("7QK4", "workshop");
  router.tab("7QK4", "story");
  expect(location.pathname).toBe("/table/7QK4/story");
  await pressBack();
  expect([tab(), location.pathname]).toEqual(["hall", "/table/7QK4/hall"]);
  await pressBack();
  expect(router.route.name).toBe("home");
});

test("Back closes one sheet after the other before it leaves the tab", async () => {
  router.go("/table/7QK4/hall");
  router.tab("7QK4", "seats");
  const closed: string[] = [];
  router.layer(() => closed.push("first"));
  router.layer(() => closed.push("second"));
  await pressBack();
  expect([closed, tab()]).toEqual([["second"], "seats"]);
  await pressBack();
  expect([closed, tab()]).toEqual([["second", "first"], "seats"]);
  await pressBack();
  expect(tab()).toBe("hall");
});

test("after a sheet was closed by touch and the Hall opened by its tab, one Back leaves", async () => {
  router.go("/table/7QK4/hall");
  const away = router.layer(() => {});
  away();
  router.tab("7QK4", "workshop");
  router.tab("7QK4", "hall");
  await pressBack();
  expect(router.route.name).toBe("home");
});

test("another screen closes the sheets, and Back from it leads to the table", async () => {
  router.go("/table/7QK4/hall");
  let closed = false;
  router.layer(() => (closed = true));
  router.go("/settings");
  expect([closed, router.route.name]).toEqual([true, "settings"]);
  await pressBack();
  expect(router.route.name).toBe("table");
});

test("many changes of tab in a row leave one step back", async () => {
  router.go("/table/7QK4/hall");
  for (const to of ["story", "hall", "workshop", "hall", "hall", "orchestra"] as const) router.tab("7QK4", to);
  expect(tab()).toBe("orchestra");
  await pressBack();
  expect(tab()).toBe("hall");
});
