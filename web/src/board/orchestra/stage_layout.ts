// The positions of the chairs on the stage: rows are sections, columns eras, violins (two eras) at the rostrum.
import type { Content, OrchestraSeat } from "../../api/content";

type Point = [left: number, top: number];

const ROWS: Record<string, Point[]> = {
  percussion: [
    [16, 111],
    [68, 101],
    [122, 97],
    [174, 97],
    [228, 101],
    [280, 111],
  ],
  wind: [
    [10, 183],
    [66, 172],
    [120, 167],
    [176, 167],
    [230, 172],
    [286, 183],
  ],
  string: [
    [8, 255],
    [64, 243],
    [120, 237],
    [176, 237],
    [232, 243],
    [288, 255],
  ],
};
const FRONT: Point[] = [
  [82, 311],
  [214, 311],
];
const BOXES: Record<string, number> = { string: 8, wind: 119, percussion: 230 };
const ERAS = ["baroque", "classical", "romantic"];

export interface Placed {
  seat: OrchestraSeat;
  left: number;
  top: number;
}

/** The chairs with their positions, row by row from the back; two in each cell of the grid. */
export function chairs(content: Content): Placed[] {
  const all = Object.values(content.orchestra).filter((seat) => !seat.rare);
  const front = all.filter((seat) => seat.eras.length > 1);
  const rows = Object.entries(ROWS).flatMap(([section, points]) => {
    const row = all.filter((seat) => seat.section === section && seat.eras.length === 1);
    return row
      .sort((a, b) => ERAS.indexOf(a.eras[0]!) - ERAS.indexOf(b.eras[0]!))
      .map((seat, i) => placed(seat, points[i]));
  });
  return [...rows, ...front.map((seat, i) => placed(seat, FRONT[i]))];
}

function placed(seat: OrchestraSeat, point: Point = [0, 0]): Placed {
  return { seat, left: point[0], top: point[1] };
}

/** The rare places are the boxes. */
export function boxes(content: Content): Placed[] {
  return Object.values(content.orchestra)
    .filter((seat) => seat.rare)
    .map((seat) => ({ seat, left: BOXES[seat.section] ?? 0, top: 6 }));
}
