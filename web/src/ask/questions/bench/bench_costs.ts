// What an instrument costs at a bench, and what is left after it.
import type { Goods, Prompt, View } from "../../../api/types";

export const MATERIALS = ["animal", "wood", "metal"] as const;

/** Which bench a question is about. */
export function benchOf(view: View, prompt: Prompt): "roughing" | "finishing" {
  const said = [prompt.about.location, view.acting?.location].find(
    (place) => place === "roughing" || place === "finishing",
  );
  if (said === "roughing" || said === "finishing") return said;
  return prompt.kind.startsWith("finish") || prompt.about.use === "finish" ? "finishing" : "roughing";
}

/** How many materials this action still saves. */
export function discountOf(prompt: Prompt): number {
  const told = prompt.choices.map((one) => Number(one.outcome.discount ?? 0));
  return Math.max(0, Number(prompt.about.discount ?? 0), ...told);
}

/** The cost after a saving, where there is only one material to save on; else unchanged. */
export function priceAfter(cost: Goods, saved: number): Goods {
  const words = Object.keys(cost);
  const word = words[0];
  if (words.length !== 1 || !word) return cost;
  return { [word]: Math.max(0, (cost[word] ?? 0) - saved) };
}
