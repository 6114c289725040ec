// New games based on existing ones. Each is added to the known games; the functions return the path to continue at.
import { begun, freshSeed, knownGame, remember } from "./known_games";
import type { CopyFrom, Level, SeatSetup, SeatStatus } from "../api/types";
import { forHost } from "../app/settings.svelte";
import { USUAL_LEVEL } from "./seat_words";
import type { Table } from "../session/table.svelte";

/** A new game with the same players; the seats of other devices are open and invited anew. */
export async function rematch(table: Table, { sameSeed = false } = {}): Promise<string> {
  const { host, game, view } = table;
  const seatInfo = await host.seats(game);
  if (!seatInfo.you.length) return "/new";
  const seats = seatInfo.seats.map(seatSetupOf);
  const setupCard = knownGame(game)?.setupCard ?? view.seats.length === 2;
  const seed = seatInfo.seats.every(({ held, player }) => held || player === "ai") ? freshSeed() : undefined;
  const made = sameSeed
    ? await host.rematch(game)
    : await host.create({ seats, seed, options: { setup_card: setupCard }, settings: forHost() });
  return begun({ game: made.game, seats, setupCard });
}

/** A new game alone from a position of this game. */
export async function copyGame({ host, game }: Table, from: CopyFrom): Promise<string> {
  const made = await host.copy(game, from);
  const setupCard = knownGame(game)?.setupCard;
  remember({ game: made.game, at: Date.now(), ...(setupCard === undefined ? {} : { setupCard }) });
  return `/table/${encodeURIComponent(made.game)}/hall`;
}

function seatSetupOf({ player, name, level, colour, held, devices }: SeatStatus): SeatSetup {
  const person = player === "person" || held || (devices ?? 0) > 0;
  return person
    ? { player: "person", name, colour, on_this_device: held }
    : { player: "ai", level: (level as Level | null) ?? USUAL_LEVEL, colour };
}
