import { afterEach, expect, test, vi } from "vitest";
import { canShare, copyText, seatAddress, share } from "./share_links";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a seat's token is in the hash, so that no server or proxy reads it in a URL", () => {
  const address = new URL(seatAddress("7QK4", { seat: 2, token: "secret" }, { invited: true }));
  expect([address.pathname, address.search, address.hash]).toEqual(["/seat/7QK4/2", "", "#secret"]);
  expect(new URL(seatAddress("7QK4", { seat: null, token: "secret" })).pathname).toBe("/seat/7QK4");
});

test("over plain http, where pages have no clipboard, a text is copied by a selection", async () => {
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

test("a failed copy is reported", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
  document.execCommand = vi.fn(() => false);
  expect(await copyText("the link")).toBe(false);
});

test("closing the share sheet is no error", async () => {
  vi.stubGlobal("navigator", { share: () => Promise.reject(new DOMException("", "AbortError")) });
  expect(canShare()).toBe(true);
  await expect(share("Luthier", { url: "https://x" })).resolves.toBeUndefined();
});
