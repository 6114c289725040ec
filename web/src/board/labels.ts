// What the board says about what lies on it.
import type { Content } from "../api/content";
import { listWords, t } from "../text/i18n";
import type { Holder, PromptChoice, QueuedWorker, SeatView, View } from "../api/types";
import { cardName, familyName } from "../text/names";
import { eraWords, goodsWords, sectionName, shortName, wishes } from "../text/cards";
import { chairFacts, freeChairs, queueAt, TRACKS, type Track } from "./facts";
import { served, wishesFor, type Waiting } from "./workshop/requirements";

/** Whose worker, which, with whom. */
export function workerWords(view: View, content: Content, worker: QueuedWorker): string {
  return t("board.worker", {
    who: worker.seat === view.you ? "you" : "other",
    name: familyName(view, worker.seat, content),
    disc: worker.disc ?? 0,
    open: worker.disc === null ? "no" : "yes",
    apprentices: worker.apprentices,
  });
}

/** The same where the seat is named beside it. */
export function workerLine(worker: QueuedWorker): string {
  return t("board.worker.line", {
    disc: worker.disc ?? 0,
    open: worker.disc === null ? "no" : "yes",
    apprentices: worker.apprentices,
  });
}

/** Everything that lies at a place, for those who do not see it. */
export function queueWords(view: View, content: Content, place: string): string {
  const words = queueAt(view, place).map((worker) => workerWords(view, content, worker));
  return words.length ? listWords(words) : t("board.nobody");
}

/** "Leaves in round 4: −6", or that the patron waits to the end. */
export function leavingWords(view: View, waiting: Waiting): { text: string; warn: boolean } {
  if (waiting.leaves === null) return { text: t("board.patron.stays"), warn: false };
  const warn = waiting.leaves <= view.round + 1;
  return {
    text: t("board.patron.leaves", { round: waiting.leaves, warn: warn ? "yes" : "no", loss: waiting.loss }),
    warn,
  };
}

/** "Joseph Haydn’s first wish or Antonio Vivaldi’s second": whom a card would serve; empty for nobody. */
export function servesWords(content: Content, own: SeatView, card: string): string {
  const names = served(content, own, card).map((waiting) => {
    const patron = content.patrons[waiting.card]!;
    const at = wishesFor(content, waiting, card).map((n) => t("board.wish.nth", { n: n + 1 }));
    return t("board.serves.one", {
      name: shortName(patron.name),
      wishes: listWords(at, "disjunction"),
      only: wishes(patron).length === 1 ? "yes" : "no",
    });
  });
  return names.length ? listWords(names, "disjunction") : "";
}

/** Whether an instrument would find its chair empty. */
export function chairsWords(view: View, content: Content, instrument: string): string {
  const seats = content.instruments[instrument]!.seats;
  if (content.instruments[instrument]!.rare) return t("board.chair.rare-free");
  const free = freeChairs(view, content, instrument).length;
  if (free) return t("board.chair.free", { free, all: seats.length });
  const taken = seats.some((seat) => view.orchestra[seat]?.first?.[1] !== "instrument");
  return taken ? t("board.chair.would-move", { n: seats.length }) : t("board.chair.taken", { n: seats.length });
}

/** The next thing that a track gives, and what its last steps give when all is reached. */
export function nextStepWords(track: Track, step: number, short = false): string {
  const last = TRACKS[track].steps;
  const next = Math.min(step + 1, last);
  return t(`board.step.${track}.${next}${short ? ".short" : ""}`);
}

/** "Harpsichord, Baroque, percussion; first chair Ruckers, repair; below the line you, 1; can be taken: 1 wood, 1 money". */
export function chairLabel(view: View, content: Content, id: string, choice: PromptChoice | null): string {
  const seat = content.orchestra[id]!;
  const { first, line, rare } = chairFacts(view, id);
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
  if (line.length) parts.push(t("board.chair.line", { tokens: lineWords(view, content, line) }));
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
  return tokens.length ? t("board.chair.sits", { tokens: lineWords(view, content, tokens) }) : t("board.chair.none");
}

/** "you 2, Ruckers 1". */
export function lineWords(view: View, content: Content, tokens: [Holder, string][]): string {
  const counts = new Map<Holder, number>();
  for (const [who] of tokens) counts.set(who, (counts.get(who) ?? 0) + 1);
  return [...counts].map(([who, n]) => t("board.chair.count", { holder: holder(view, content, who), n })).join(", ");
}

/** "you" inside a sentence, or a name. */
export function holder(view: View, content: Content, who: Holder): string {
  if (who === "stone") return t("board.stone");
  return who === view.you ? t("board.you") : familyName(view, who, content);
}

/** What a location's card is called in a row, and in short places. */
export function cardTitle(content: Content, id: string): string {
  return shortName(cardName(content, id));
}

/** What is needed to take this chair, in one sentence (ORC-3 to ORC-9). */
export function takeWords(view: View, content: Content, id: string): string {
  if (content.orchestra[id]!.rare) return t("board.take.rare");
  const { first, mine, theirs } = chairFacts(view, id);
  if (!first) return t("board.take.empty");
  const name = holder(view, content, first[0]);
  if (first[1] === "instrument") return t("board.take.closed", { who: first[0] === view.you ? "you" : "other", name });
  if (first[0] === view.you) return t("board.take.own");
  if (view.you === null) return t("board.take.watching", { name, theirs });
  const needed = theirs + 1 - mine;
  return t("board.take.outnumber", { name, theirs, mine, needed, possible: needed <= spare(view, id) ? "yes" : "no" });
}

/** How many more performance and repair tokens of the viewer have room here: one of each kind (ORC-8). */
function spare(view: View, id: string): number {
  const { first, line } = chairFacts(view, id);
  const mine = [...(first ? [first] : []), ...line].filter(
    ([who, token]) => who === view.you && token !== "instrument",
  );
  return 2 - mine.length;
}
