// The cost of an instrument at a bench and the materials left afterwards.
import type { Goods, Prompt, View } from "../../../api/types";

export const MATERIALS = ["animal", "wood", "metal"] as const;

/** The bench that a question is about. */
export function benchOf(view: View, prompt: Prompt): "roughing" | "finishing" {
  const asked = [prompt.about.location, view.active_worker?.location].find(
    (place) => place === "roughing" || place === "finishing",
  );
  if (asked === "roughing" || asked === "finishing") return asked;
  return prompt.kind.startsWith("finish") || prompt.about.use === "finish" ? "finishing" : "roughing";
}

/** The discount, in materials, that this action still has. */
export function discountOf(prompt: Prompt): number {
  const discounts = prompt.choices.map((one) => Number(one.outcome.discount ?? 0));
  return Math.max(0, Number(prompt.about.discount ?? 0), ...discounts);
}

/** The cost after a discount if only one material can be saved; else unchanged. */
export function priceAfter(cost: Goods, saved: number): Goods {
  const words = Object.keys(cost);
  const word = words[0];
  if (words.length !== 1 || !word) return cost;
  return { [word]: Math.max(0, (cost[word] ?? 0) - saved) };
}
