// The text beside a seat's name: what the seat has still to do in this phase.
import { t } from "../../text/i18n";
import type { View } from "../../api/types";

/** The seat's activity in a few words; empty if there is none. */
export function doing(view: View, seat: number): string {
  const own = view.seats[seat];
  if (!own) return "";
  if (view.phase === "planning") return t("common.seat.to-place", { count: own.to_place });
  if (view.phase === "resolution") return playing(view, seat);
  if (view.phase === "finished") return t("common.seat.final");
  return view.clock.includes(seat) ? t("common.seat.choosing") : t("common.seat.waiting");
}

function playing(view: View, seat: number): string {
  if (view.active_worker?.seat === seat) return t("common.seat.playing");
  if (view.seats[seat]?.passed) return t("common.seat.passed");
  if (view.clock.includes(seat) && !view.active_worker) return t("common.seat.playing");
  return t("common.seat.to-play", { count: toPlay(view, seat) });
}

/** The seat's workers that are not resolved yet. */
export function toPlay(view: View, seat: number): number {
  const queues = [...Object.values(view.locations), ...view.benches].map(({ queue }) => queue);
  return queues.flat().filter((worker) => worker.seat === seat).length;
}
