import "uqr"; // load it now, however slow the machine is
import { render, screen } from "@testing-library/svelte";
import jsqr from "jsqr";
import { expect, test } from "vitest";
import QrCode from "./QrCode.svelte";

const SCALE = 4;

/** The pixels of the rendered picture, as a camera sees it. */
function photographed(svg: SVGElement): { data: Uint8ClampedArray; side: number } {
  const size = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const runs =
    svg
      .querySelector("path")
      ?.getAttribute("d")
      ?.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g) ?? [];
  for (const [, x, y, length] of runs) {
    for (let row = 0; row < SCALE; row++) {
      const start = ((Number(y) * SCALE + row) * side + Number(x) * SCALE) * 4;
      for (let pixel = 0; pixel < Number(length) * SCALE; pixel++) data.set([42, 28, 18, 255], start + pixel * 4);
    }
  }
  return { data, side };
}

test.each([
  [
    "a seat's link in a home network",
    "http://192.168.178.23:8765/seat/7QK4MN/2#bQ2v1nq0Yb9y2m6w3F0c5s8k1h4j7p0t3r6u9x2z5A8",
  ],
  ["a long address", `https://games.example.org/somewhere/seat/ABCDEF#${"x".repeat(60)}`],
  ["a join address", "https://luthier.example/join/7QK4MN"],
])("a camera reads the text of the picture: %s", async (_, link) => {
  render(QrCode, { text: link, label: "QR picture" });
  const { data, side } = photographed(
    (await screen.findByRole("img", { name: "QR picture" })) as unknown as SVGElement,
  );
  expect(jsqr(data, side, side)?.data).toBe(link);
});
