import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change, measure } from "./settings.svelte";

const root = document.documentElement;

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  root.style.fontSize = "";
});

test.each([
  [360, 16, undefined],
  [360, 18.4, undefined],
  [360, 22.4, "much"],
  [360, 28.8, "most"],
  [412, 28.8, "much"],
  [768, 28.8, undefined],
])("on %i px with letters of %f px the text is large for its width: %s", (width, size, large) => {
  vi.stubGlobal("innerWidth", width);
  root.style.fontSize = `${size}px`;
  measure();
  expect(root.dataset.large).toBe(large);
});

test("a chosen text size applies at once", () => {
  vi.stubGlobal("innerWidth", 360);
  root.style.fontSize = "28.8px";
  change({ textSize: "largest" });
  expect([root.dataset.text, root.dataset.large]).toEqual(["largest", "most"]);
});
