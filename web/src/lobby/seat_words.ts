// Texts about seats and players.
import { has, listWords, t } from "../text/i18n";
import type { Colour, Level, Problem, Seats } from "../api/types";

export const COLOURS: Colour[] = ["azure", "gules", "vert", "purpure"];
export const LEVELS: Level[] = ["apprentice", "journeyman"];
/** The default level of an AI. */
export const USUAL_LEVEL: Level = "journeyman";
export const LONGEST_NAME = 20;

/** "Third seat". */
export function seatTitle(seat: number): string {
  return t("tables.seat", { n: seat + 1 });
}

/** The seat within a sentence: "third seat". */
export function seatWithin(seat: number): string {
  return t("tables.seat.within", { n: seat + 1 });
}

/** A person's name, or else the name of the seat's colour. */
export function personName({ name, colour }: { name: string; colour: string }): string {
  return name || t(`common.seat.${colour}`);
}

/** "Bruno, a guest and two rivals". */
export function company(names: string[], { guests = 0, rivals = 0 } = {}): string {
  const more = [guests && t("tables.guests", { count: guests }), rivals && t("tables.rivals", { count: rivals })];
  return listWords([...names, ...more.filter((part) => part !== 0)]);
}

/** The seats of people, and open ones, whoever plays them now. */
export function people({ seats }: Seats): number[] {
  return seats.flatMap(({ seat, player, held, open, devices }) =>
    player === "person" || held || open || (devices ?? 0) > 0 ? seat : [],
  );
}

/** The message key of the reason why this device may not see the full record; null if it may. */
export function locked(seatInfo: Seats): string | null {
  if (!seatInfo.you.length) return "history.watching";
  return seatInfo.finished || people(seatInfo).every((seat) => seatInfo.you.includes(seat)) ? null : "history.locked";
}

/** The text of a problem, in a sentence or two. */
export function problemLine({ status, code, title, detail, retry_after }: Problem): string {
  if (status === 0) return t("home.away");
  const key = `error.${code}.line`;
  return has(key) ? t(key, { minutes: Math.ceil((retry_after ?? 60) / 60) }) : detail || title;
}
