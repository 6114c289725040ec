// The position of a die in its picture.
import type { Content } from "../../../api/content";
import type { Die } from "../../../api/types";

export function dieSign(content: Content, die: Die): string {
  if (die.colour !== "purple") {
    const faces = die.colour === "black" ? content.dice.black : content.dice.white;
    return `die-${faces[die.face - 1] ?? 0}`;
  }
  const [word, amount] = Object.entries(content.dice.purple[die.face - 1] ?? { prestige: 2 })[0] ?? ["prestige", 2];
  return word === "money" ? `die-money-${amount}` : `die-${word}`;
}
