import { afterEach, expect, test, vi } from "vitest";
import { canShare, copyText, seatAddress, share } from "./share_links";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a seat's token stands behind the #, so that no server or proxy ever reads it in an address", () => {
  const address = new URL(seatAddress("7QK4", { seat: 2, token: "secret" }, { invited: true }));
  expect([address.pathname, address.search, address.hash]).toEqual(["/seat/7QK4/2", "", "#secret"]);
  expect(new URL(seatAddress("7QK4", { seat: null, token: "secret" })).pathname).toBe("/seat/7QK4");
});

test("over plain http, where browsers have no clipboard for pages, a text is copied by selecting it", async () => {
  let copied = "";
  vi.stubGlobal("navigator", {});
  document.execCommand = vi.fn(() => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  expect(await copyText("the link")).toBe(true);
  expect(copied).toBe("the link");
  expect(document.querySelector("textarea")).toBeNull();
});

test("a text that cannot be copied is told of, not passed over", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
  document.execCommand = vi.fn(() => false);
  expect(await copyText("the link")).toBe(false);
});

test("closing the share sheet is no fault", async () => {
  vi.stubGlobal("navigator", { share: () => Promise.reject(new DOMException("", "AbortError")) });
  expect(canShare()).toBe(true);
  await expect(share("Luthier", { url: "https://x" })).resolves.toBeUndefined();
});
