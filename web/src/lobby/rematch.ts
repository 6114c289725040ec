// New games out of old ones. Each is kept among the games of this device; what comes back is the address to go on at.
import { begun, freshSeed, knownGame, remember } from "./known_games";
import type { From, SeatSetup, Sitting } from "../api/host";
import { forHost } from "../app/settings.svelte";
import { USUAL_LEVEL } from "./seat_words";
import type { Table } from "../session/table.svelte";

/** Once more with who sits here; the seats of others are open, and they are invited anew. */
export async function again(table: Table, { sameSeed = false } = {}): Promise<string> {
  const { host, game, view } = table;
  const who = await host.who(game);
  if (!who.you.length) return "/new";
  const seats = who.seats.map(seatAgain);
  const setupCard = knownGame(game)?.setupCard ?? view.seats.length === 2;
  const seed = who.seats.every(({ held, player }) => held || player === "ai") ? freshSeed() : undefined;
  const made = sameSeed
    ? await host.again(game)
    : await host.create({ seats, seed, options: { setup_card: setupCard }, settings: forHost() });
  return begun({ game: made.game, seats, setupCard });
}

/** Alone from a position of this game on. */
export async function copied({ host, game }: Table, from: From): Promise<string> {
  const made = await host.copy(game, from);
  const setupCard = knownGame(game)?.setupCard;
  remember({ game: made.game, at: Date.now(), ...(setupCard === undefined ? {} : { setupCard }) });
  return `/table/${encodeURIComponent(made.game)}/hall`;
}

function seatAgain({ player, name, level, colour, held, devices }: Sitting): SeatSetup {
  const person = player === "person" || held || (devices ?? 0) > 0;
  return person
    ? { player: "person", name, colour, here: held }
    : { player: "ai", level: level ?? USUAL_LEVEL, colour };
}
