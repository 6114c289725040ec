// One touch at the Market: the trade and its payment, with money or inspiration first.
import type { Choice, PromptChoice, SeatView } from "../../../api/types";
import { coins, amountHeld } from "../../../text/choices";

/** The choices of one touch: the trade and its payment. */
export function deal(one: PromptChoice, seat: SeatView, first: "money" | "inspiration"): Choice[] {
  const price = one.choice.kind === "sell" ? 0 : (one.cost.money ?? 0);
  if (!price) return [one.choice];
  const money =
    first === "money"
      ? Math.min(price, amountHeld(seat, "money"))
      : Math.max(0, price - amountHeld(seat, "inspiration"));
  return [one.choice, { kind: "pay", money }];
}

/** The amount lacking to pay a price; 0 if it can be paid. */
export function lacking(seat: SeatView, price: number): number {
  return Math.max(0, price - coins(seat));
}
