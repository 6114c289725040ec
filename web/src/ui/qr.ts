// A QR picture as the path of an SVG, one unit per module. The encoder is loaded when the first picture is shown.

export interface Picture {
  /** Modules per side, the quiet zone included. */
  size: number;
  path: string;
}

/** The width of the quiet zone that the standard requires. */
const BORDER = 4;

export async function picture(text: string): Promise<Picture> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  return {
    size,
    path: data
      .map((row, y) =>
        runs(row)
          .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
          .join(""),
      )
      .join(""),
  };
}

/** The dark modules of a row as runs: first index and length. */
function runs(row: boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}
