// One touch at the Market: the thing and its payment, money or inspiration first.
import type { Choice, PromptChoice, SeatView } from "../../../api/types";
import { coins, held } from "../../../text/choices";

/** The choices of one touch: what is done, and how it is paid. */
export function deal(one: PromptChoice, seat: SeatView, first: "money" | "inspiration"): Choice[] {
  const price = one.choice.kind === "sell" ? 0 : (one.cost.money ?? 0);
  if (!price) return [one.choice];
  const money =
    first === "money" ? Math.min(price, held(seat, "money")) : Math.max(0, price - held(seat, "inspiration"));
  return [one.choice, { kind: "pay", money }];
}

/** What would have to be there to pay a price; 0 where it is. */
export function lacking(seat: SeatView, price: number): number {
  return Math.max(0, price - coins(seat));
}
