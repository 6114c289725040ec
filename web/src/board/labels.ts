// Labels of the things on the board.
import type { Content } from "../api/content";
import { listWords, t } from "../text/i18n";
import type { Holder, PromptChoice, QueuedWorker, SeatView, View } from "../api/types";
import { cardName, familyName } from "../text/names";
import { eraWords, goodsWords, sectionName, shortName, requirementsOf } from "../text/cards";
import { chairFacts, freeChairs, queueAt, trackFacts, type Track } from "./facts";
import { served, requirementsMetBy, type WaitingPatron } from "./workshop/requirements";

/** A worker: owner, number, apprentices. */
export function workerWords(view: View, content: Content, worker: QueuedWorker): string {
  return t("board.worker", {
    subject: worker.seat === view.you ? "you" : "other",
    name: familyName(view, worker.seat, content),
    number: worker.number ?? 0,
    open: worker.number === null ? "no" : "yes",
    apprentices: worker.apprentices,
  });
}

/** The same without the owner. */
export function workerLine(worker: QueuedWorker): string {
  return t("board.worker.line", {
    number: worker.number ?? 0,
    open: worker.number === null ? "no" : "yes",
    apprentices: worker.apprentices,
  });
}

/** The workers at a location, for screen readers. */
export function queueWords(view: View, content: Content, place: string): string {
  const words = queueAt(view, place).map((worker) => workerWords(view, content, worker));
  return words.length ? listWords(words) : t("board.nobody");
}

/** "Leaves in round 4: −6", or that the patron stays to the end. */
export function leavingWords(view: View, waiting: WaitingPatron): { text: string; warn: boolean } {
  if (waiting.leaves_in_round === null) return { text: t("board.patron.stays"), warn: false };
  const warn = waiting.leaves_in_round <= view.round + 1;
  return {
    text: t("board.patron.leaves", { round: waiting.leaves_in_round, warn: warn ? "yes" : "no", loss: waiting.loss }),
    warn,
  };
}

/** "Joseph Haydn’s first wish or Antonio Vivaldi’s second": the requirements that a card would meet; empty for none. */
export function servesWords(content: Content, own: SeatView, card: string): string {
  const names = served(content, own, card).map((waiting) => {
    const patron = content.patrons[waiting.card]!;
    const at = requirementsMetBy(content, waiting, card).map((n) => t("board.requirement.nth", { n: n + 1 }));
    return t("board.serves.one", {
      name: shortName(patron.name),
      requirements: listWords(at, "disjunction"),
      only: requirementsOf(patron).length === 1 ? "yes" : "no",
    });
  });
  return names.length ? listWords(names, "disjunction") : "";
}

/** Whether an instrument would find an empty chair. */
export function chairsWords(view: View, content: Content, instrument: string): string {
  const seats = content.instruments[instrument]!.seats;
  if (content.instruments[instrument]!.rare) return t("board.chair.rare-free");
  const free = freeChairs(view, content, instrument).length;
  if (free) return t("board.chair.free", { free, all: seats.length });
  const taken = seats.some((seat) => view.orchestra[seat]?.first?.[1] !== "instrument");
  return taken ? t("board.chair.would-move", { n: seats.length }) : t("board.chair.taken", { n: seats.length });
}

/** The next space of a track; at the end of the track, what its last spaces gave. */
export function nextStepWords(content: Content, track: Track, step: number, short = false): string {
  const last = trackFacts(content, track).spaces;
  const next = Math.min(step + 1, last);
  return t(`board.step.${track}.${next}${short ? ".short" : ""}`);
}

/**
 * "Harpsichord, Baroque, percussion; first chair Ruckers, repair; below the line you, 1; can be taken: 1 wood, 1
 * money".
 */
export function chairLabel(view: View, content: Content, id: string, choice: PromptChoice | null): string {
  const seat = content.orchestra[id]!;
  const { first, second, rare } = chairFacts(view, id);
  const parts = [
    t("board.chair.head", {
      name: seat.name,
      eras: seat.eras.length ? listWords(seat.eras.map(eraWords)) : "none",
      section: sectionName(seat.section),
    }),
    seat.rare
      ? rareWords(view, content, rare)
      : first
        ? t("board.chair.first", { holder: holder(view, content, first[0]), token: t(`card.token.${first[1]}`) })
        : t("board.chair.empty"),
  ];
  if (second.length) parts.push(t("board.chair.line", { tokens: tokensWords(view, content, second) }));
  if (choice)
    parts.push(
      t("board.chair.can", { goods: goodsWords(choice.gain), word: takes(choice.outcome.word) ? "take" : "line" }),
    );
  else if (!first && !seat.rare) parts.push(t("board.chair.bonus", { goods: goodsWords(seat.bonus) }));
  return parts.join("; ");
}

function takes(word: string): boolean {
  return word === "empty" || word === "ousts" || word === "takes-chair" || word === "rare";
}

function rareWords(view: View, content: Content, tokens: [Holder, string][]): string {
  return tokens.length ? t("board.chair.sits", { tokens: tokensWords(view, content, tokens) }) : t("board.chair.none");
}

/** "you 2, Ruckers 1". */
export function tokensWords(view: View, content: Content, tokens: [Holder, string][]): string {
  const counts = new Map<Holder, number>();
  for (const [owner] of tokens) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts]
    .map(([owner, n]) => t("board.chair.count", { holder: holder(view, content, owner), n }))
    .join(", ");
}

/** "you" inside a sentence, or a name. */
export function holder(view: View, content: Content, owner: Holder): string {
  if (owner === "neutral") return t("board.neutral");
  return owner === view.you ? t("board.you") : familyName(view, owner, content);
}

/** The short name of a location's card. */
export function cardTitle(content: Content, id: string): string {
  return shortName(cardName(content, id));
}

/** What is needed to take this chair, in one sentence (ORC-3 to ORC-9). */
export function takeWords(view: View, content: Content, id: string): string {
  if (content.orchestra[id]!.rare) return t("board.take.rare");
  const { first, mine, theirs } = chairFacts(view, id);
  if (!first) return t("board.take.empty");
  const name = holder(view, content, first[0]);
  if (first[1] === "instrument")
    return t("board.take.closed", { subject: first[0] === view.you ? "you" : "other", name });
  if (first[0] === view.you) return t("board.take.own");
  if (view.you === null) return t("board.take.watching", { name, theirs });
  const { needed, possible } = view.orchestra[id]!;
  return t("board.take.outnumber", { name, theirs, mine, needed: needed ?? 0, possible: possible ? "yes" : "no" });
}
