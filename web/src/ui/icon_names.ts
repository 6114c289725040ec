// Names of icons by goods word and location.
const GOODS: Record<string, string> = { prestige: "prestige-s", instrument: "hand" };

/** In the order of the till. */
export const GOODS_ORDER = [
  "money",
  "inspiration",
  "apprentice",
  "animal",
  "wood",
  "metal",
  "material",
  "instrument",
  "prestige",
];

export function goodsSign(word: string): string {
  return GOODS[word] ?? word;
}

export function locationSign(location: string): string {
  if (location === "market") return "market";
  return location === "roughing" || location === "finishing" ? `bench-${location}` : `loc-${location}`;
}
