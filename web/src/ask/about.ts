// What a question's `about` says, by type.
import type { Prompt } from "../api/types";

/** The card that a question is about; "" where there is none. */
export function cardAbout({ about }: Prompt): string {
  return typeof about.card === "string" ? about.card : "";
}
