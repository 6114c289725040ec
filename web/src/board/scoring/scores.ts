// The final scoring as rows: prestige by source and seat, with the details.
import type { View } from "../../api/types";

export interface Behind {
  seat: number;
  card: string;
  count: number;
  prestige: number;
}

export interface Row {
  source: string;
  sign: string;
  /** By seat. */
  prestige: number[];
  count: number[];
  behind: Behind[];
}

const SIGNS: Record<string, string> = {
  during: "prestige",
  first_chairs: "first-chair",
  patron_effects: "patron-royal",
  finishing_bench: "bench-finishing",
  goals: "goal",
  specialists: "specialty",
  leftovers: "money",
};

/** The sum gained during the game, then the sources of the end in the order of the rules. */
export function rows(view: View): Row[] {
  const ends = Object.keys(SIGNS)
    .slice(1)
    .map((source) => row(view, source));
  const during = view.seats.map(
    ({ seat, prestige }) => prestige - ends.reduce((sum, end) => sum + (end.prestige[seat] ?? 0), 0),
  );
  return [{ source: "during", sign: SIGNS.during as string, prestige: during, count: [], behind: [] }, ...ends];
}

function row(view: View, source: string): Row {
  const lines = (view.scoring ?? []).flatMap(({ seat, lines }) =>
    lines.filter((line) => line.source === source).map((line) => ({ ...line, seat })),
  );
  const sum = (field: "prestige" | "count"): number[] =>
    view.seats.map(({ seat }) =>
      lines.filter((line) => line.seat === seat).reduce((total, line) => total + line[field], 0),
    );
  return {
    source,
    sign: SIGNS[source] as string,
    prestige: sum("prestige"),
    count: sum("count"),
    behind: lines.filter(({ card }) => card),
  };
}

/** The winners' lead over the best other seat; 0 if money decided. */
export function margin(view: View): number {
  const best = Math.max(...view.winners.map((seat) => view.seats[seat]?.prestige ?? 0));
  const others = view.seats.filter(({ seat }) => !view.winners.includes(seat)).map(({ prestige }) => prestige);
  return best - Math.max(...others, 0);
}
