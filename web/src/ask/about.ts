// Typed access to a question's `about`.
import type { Prompt } from "../api/types";

/** The card that a question is about; "" if there is none. */
export function cardAbout({ about }: Prompt): string {
  return typeof about.card === "string" ? about.card : "";
}
