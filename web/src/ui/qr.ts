// A QR picture as the path of an SVG, one unit a module. The encoder is fetched when the first picture is shown.

export interface Picture {
  /** Modules on a side, the quiet border included. */
  size: number;
  path: string;
}

/** What the standard asks to be left free around the picture. */
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

/** Where dark modules lie in a row: first one and how many. */
function runs(row: boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}
