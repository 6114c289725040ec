// What is told of a game on the title page: who plays, where it stands, whose turn it is.
import type { GameRow, Summary } from "../offline/store";
import type { Content } from "../api/content";
import { forget } from "./known_games";
import { HostError, type Host, type Who } from "../api/host";
import { listWords, t } from "../text/i18n";
import { company, personName } from "./seat_words";
import { familyName, locationName } from "../text/names";

/** The game was deleted, or this device was signed out of it. */
const GONE = ["unknown-game", "no-token"];

export interface Glance {
  game: string;
  who: Who;
  /** Of what spectators see. */
  view: Summary;
}

/** A game of this device, told without its engine. */
export function glanceHere({ game, summary, seating, status }: GameRow): Glance {
  const you = seating.seats.filter(({ player }) => player === "person").map(({ seat }) => seat);
  const seats = summary.seats.map((seat) => ({ ...seat, open: false, held: you.includes(seat.seat), devices: 1 }));
  const who = { host: seating.host, you, watching: false, seats, finished: status.finished, played_offline: true };
  return { game, who, view: summary };
}

/** All of these games that there still are; what is gone is forgotten. Fails where the host is not reached. */
export async function glances(host: Host, games: string[]): Promise<Glance[]> {
  const found = await Promise.all(games.map((game) => glanceAt(host, game)));
  return found.filter((one) => one !== null);
}

async function glanceAt(host: Host, game: string): Promise<Glance | null> {
  try {
    const [who, { view }] = await Promise.all([host.who(game), host.view(game, undefined, "none")]);
    return { game, who, view };
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.status === 0 || error.problem.status >= 500) throw error;
    if (GONE.includes(error.problem.code)) forget(game);
    return null;
  }
}

/** "Amati against Ruckers" alone; "With Bruno and a rival" among people. */
export function players({ who, view }: Glance, content?: Content): string {
  const people = who.seats.filter(({ player, open }) => player === "person" || open);
  const rivals = who.seats.length - people.length;
  const others = people.filter(({ held, open }) => !held && !open);
  const guests = people.filter(({ open }) => open).length;
  const here = who.seats.filter(({ held }) => held);
  if (people.length === 1 && here.length === 1) return alone(view, here[0]?.seat ?? 0, content);
  if (here.length === 1) return t("home.game.with", { names: company(others.map(personName), { guests, rivals }) });
  return company([...here.filter(({ player }) => player === "person"), ...others].map(personName), { guests, rivals });
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
export function standing(glance: Glance): string {
  const { view } = glance;
  const turn = turnOf(glance);
  if (view.phase === "setup")
    return turn === t("home.turn.you") ? t("home.where.setup") : t("home.where.setup-other", { turn });
  return t("home.where", { round: view.round, turn, score: score(glance) });
}

function turnOf({ who, view }: Glance): string {
  const asked = who.seats.filter(({ seat }) => view.clock.includes(seat));
  const [own] = asked.filter(({ held, player }) => held && player === "person");
  if (own && who.you.length > 1) return t("home.turn.of", { name: personName(own) });
  if (own) return yours(view, own.seat);
  if (asked.some(({ open, player }) => open && player === "person")) return t("home.turn.guest");
  const people = asked.filter(({ player }) => player === "person").map(personName);
  if (people.length > 1) return t("home.turn.several", { names: listWords(people) });
  return people[0] ? t("home.turn.of", { name: people[0] }) : t("home.turn.other");
}

function yours({ acting }: Summary, seat: number): string {
  return acting?.seat === seat && acting.location
    ? t("home.turn.at", { place: locationName(acting.location) })
    : t("home.turn.you");
}

function score({ who, view }: Glance): string {
  const points = view.seats.map(({ prestige }) => prestige);
  const [own] = who.you;
  if (own === undefined || who.you.length > 1) return points.join(` ${t("home.score.to")} `);
  if (points.length === 2) return t("home.score", { own: points[own] ?? 0, other: points[1 - own] ?? 0 });
  return t("home.score.own", { own: points[own] ?? 0 });
}

/** "Amati won, 71 to 64". */
export function ending({ view }: Glance, content?: Content): string {
  const points = view.seats.map(({ prestige }) => prestige).sort((a, b) => b - a);
  return t("home.past.won", {
    names: listWords(view.winners.map((seat) => familyName(view, seat, content))),
    count: view.winners.length,
    points: points.join(` ${t("home.score.to")} `),
  });
}
