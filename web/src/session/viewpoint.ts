// The perspective of a device on a game: its viewer, and the seats that it holds.
import type { Viewer } from "../api/host";
import type { View } from "../api/types";

/** The interface of a shared device towards its table. */
export interface Sharing {
  /** A frame arrived, or playback ended. */
  positionChanged(): void;
  /** A person wants to see their own cards. */
  lookAtOwnCards(seat: number): void;
  /** A person hides their own cards again. */
  passOn(): void;
}

/** The viewer of a table and the seats played from this device. */
export interface Viewpoint {
  viewer: Viewer;
  /** The seats played from this device. */
  held: number[];
  sharing: Sharing | null;
}

/**
 * The view from the perspective of a device. A spectator view contains the open question of the seat that is asked: if
 * the device holds that seat, the question is asked from the seat's perspective, with hidden things still only counted.
 * A question that cannot be answered on the device is removed.
 */
export function localView(view: View, held: number[]): View {
  const seat = view.you ?? (view.prompt ? (view.clock.find((one) => isPerson(view, one)) ?? null) : null);
  const isOurs = seat !== null && held.includes(seat) && isPerson(view, seat);
  return { ...view, you: isOurs ? seat : view.you, prompt: isOurs ? view.prompt : null };
}

export function isPerson(view: View, seat: number): boolean {
  return view.seats[seat]?.player === "person";
}
