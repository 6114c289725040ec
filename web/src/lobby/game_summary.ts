// The summary of a game on the title page: players, progress, the seat to move.
import type { GameRow, Summary } from "../offline/store";
import type { Content } from "../api/content";
import { forget } from "./known_games";
import { HostError, type Host } from "../api/host";
import type { Seats } from "../api/types";
import { listWords, t } from "../text/i18n";
import { company, personName } from "./seat_words";
import { familyName, locationName } from "../text/names";

/** The game was deleted, or this device was signed out. */
const GONE = ["unknown-game", "no-token"];

export interface GameSummary {
  game: string;
  seatInfo: Seats;
  /** A part of the spectator view. */
  view: Summary;
}

/** The summary of a game stored on this device; needs no engine. */
export function localGameSummary({ game, summary, host, seats: players, status }: GameRow): GameSummary {
  const you = players.filter(({ player }) => player === "person").map(({ seat }) => seat);
  const seats = summary.seats.map((seat) => ({ ...seat, open: false, held: you.includes(seat.seat), devices: 1 }));
  const seatInfo = {
    host,
    you,
    watching: false,
    seats,
    finished: status.finished,
    played_offline: true,
    ai_check: null,
  };
  return { game, seatInfo, view: summary };
}

/**
 * The summaries of the games that still exist; the others are removed from the list. Fails if the host is out of reach.
 */
export async function gameSummaries(host: Host, games: string[]): Promise<GameSummary[]> {
  const found = await Promise.all(games.map((game) => gameSummary(host, game)));
  return found.filter((one) => one !== null);
}

async function gameSummary(host: Host, game: string): Promise<GameSummary | null> {
  try {
    const [seatInfo, { view }] = await Promise.all([host.seats(game), host.view(game, undefined, "none")]);
    return { game, seatInfo, view };
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.status === 0 || error.problem.status >= 500) throw error;
    if (GONE.includes(error.problem.code)) forget(game);
    return null;
  }
}

/** "Amati against Ruckers" alone; "With Bruno and a rival" among people. */
export function players({ seatInfo, view }: GameSummary, content?: Content): string {
  const people = seatInfo.seats.filter(({ player, open }) => player === "person" || open);
  const rivals = seatInfo.seats.length - people.length;
  const others = people.filter(({ held, open }) => !held && !open);
  const guests = people.filter(({ open }) => open).length;
  const ownSeats = seatInfo.seats.filter(({ held }) => held);
  if (people.length === 1 && ownSeats.length === 1) return alone(view, ownSeats[0]?.seat ?? 0, content);
  if (ownSeats.length === 1) return t("home.game.with", { names: company(others.map(personName), { guests, rivals }) });
  return company([...ownSeats.filter(({ player }) => player === "person"), ...others].map(personName), {
    guests,
    rivals,
  });
}

function alone(view: Summary, you: number, content?: Content): string {
  const rivals = view.seats.filter(({ seat }) => seat !== you);
  if (!view.seats[you]?.family) return t("home.game.new", { rivals: rivals.length });
  return t("home.game", {
    own: familyName(view, you, content),
    rivals: listWords(rivals.map(({ seat }) => familyName(view, seat, content))),
  });
}

/** "Round 3, your turn at Perform. 23 to 19". */
export function standing(summary: GameSummary): string {
  const { view } = summary;
  const turn = turnOf(summary);
  if (view.phase === "setup")
    return turn === t("home.turn.you") ? t("home.where.setup") : t("home.where.setup-other", { turn });
  return t("home.where", { round: view.round, turn, score: score(summary) });
}

function turnOf({ seatInfo, view }: GameSummary): string {
  const asked = seatInfo.seats.filter(({ seat }) => view.clock.includes(seat));
  const [own] = asked.filter(({ held, player }) => held && player === "person");
  if (own && seatInfo.you.length > 1) return t("home.turn.of", { name: personName(own) });
  if (own) return yours(view, own.seat);
  if (asked.some(({ open, player }) => open && player === "person")) return t("home.turn.guest");
  const people = asked.filter(({ player }) => player === "person").map(personName);
  if (people.length > 1) return t("home.turn.several", { names: listWords(people) });
  return people[0] ? t("home.turn.of", { name: people[0] }) : t("home.turn.other");
}

function yours({ active_worker }: Summary, seat: number): string {
  return active_worker?.seat === seat && active_worker.location
    ? t("home.turn.at", { place: locationName(active_worker.location) })
    : t("home.turn.you");
}

function score({ seatInfo, view }: GameSummary): string {
  const points = view.seats.map(({ prestige }) => prestige);
  const [own] = seatInfo.you;
  if (own === undefined || seatInfo.you.length > 1) return points.join(` ${t("home.score.to")} `);
  if (points.length === 2) return t("home.score", { own: points[own] ?? 0, other: points[1 - own] ?? 0 });
  return t("home.score.own", { own: points[own] ?? 0 });
}

/** "Amati won, 71 to 64". */
export function ending({ view }: GameSummary, content?: Content): string {
  const points = view.seats.map(({ prestige }) => prestige).sort((a, b) => b - a);
  return t("home.past.won", {
    names: listWords(view.winners.map((seat) => familyName(view, seat, content))),
    count: view.winners.length,
    points: points.join(` ${t("home.score.to")} `),
  });
}
