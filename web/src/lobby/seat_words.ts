// Seats and those who sit on them, in words.
import { has, listWords, t } from "../text/i18n";
import type { Who } from "../api/host";
import type { Problem } from "../api/types";

export const COLOURS = ["azure", "gules", "vert", "purpure"];
export const LEVELS = ["apprentice", "journeyman"] as const;
/** The level of a rival that nobody chose a level for. */
export const USUAL_LEVEL = "journeyman";
export const LONGEST_NAME = 20;

/** "Third seat". */
export function seatTitle(seat: number): string {
  return t("tables.seat", { n: seat + 1 });
}

/** The seat inside a sentence: "third seat". */
export function seatWithin(seat: number): string {
  return t("tables.seat.within", { n: seat + 1 });
}

/** The name of a person, or else of the seat's colour. */
export function personName({ name, colour }: { name: string; colour: string }): string {
  return name || t(`common.seat.${colour}`);
}

/** "Bruno, a guest and two rivals". */
export function company(names: string[], { guests = 0, rivals = 0 } = {}): string {
  const more = [guests && t("tables.guests", { count: guests }), rivals && t("tables.rivals", { count: rivals })];
  return listWords([...names, ...more.filter((part) => part !== 0)]);
}

/** The seats that people have, or could take, whoever plays them now. */
export function people({ seats }: Who): number[] {
  return seats.flatMap(({ seat, player, held, open, devices }) =>
    player === "person" || held || open || (devices ?? 0) > 0 ? seat : [],
  );
}

/** The key of the reason why the whole record is not for this device; null where it is. */
export function locked(who: Who): string | null {
  if (!who.you.length) return "history.watching";
  return who.finished || people(who).every((seat) => who.you.includes(seat)) ? null : "history.locked";
}

/** Why something did not work, in a sentence or two. */
export function problemLine({ status, code, title, detail, wait }: Problem): string {
  if (status === 0) return t("home.away");
  const key = `error.${code}.line`;
  return has(key) ? t(key, { minutes: Math.ceil((wait ?? 60) / 60) }) : detail || title;
}
