// Texts of questions: the question, each choice with its consequence, and the button.
// ⏎ A message is looked up by its kind with a variant first (`choice.take.perform`), then by the kind alone. Its
// parameters
// are the fields of the choice and of its outcome, with ids replaced by names.
import type { Content } from "../api/content";
import { capital, has, t, type Params } from "./i18n";
import type { Choice, Goods, Prompt, PromptChoice, SeatView, View } from "../api/types";
import { locationSign } from "../ui/icon_names";
import { cardName, seatName } from "./names";
import { abilityWords, goodsWords, shortName } from "./cards";

/** The view and the card set that the texts refer to. */
export interface At {
  view: View;
  content: Content;
}

const MATERIALS = ["animal", "wood", "metal"];
const CARDS = ["card", "patron", "leaving", "award", "family", "instrument", "about_card"];
const COINS: string[] = ["money", "inspiration"];

/** The text of a question. */
export function question(at: At, prompt: Prompt): string {
  return lookUp("prompt", prompt.kind, variants(prompt), params(at, prompt.about));
}

/** A short text beside the question: how many are left, what comes next. */
export function aside(at: At, prompt: Prompt): string {
  const key = `aside.${prompt.kind}`;
  return has(key) ? t(key, lenient({ ...params(at, prompt.about), count: prompt.choices.length })) : "";
}

export function choiceTitle(at: At, prompt: Prompt, one: PromptChoice): string {
  return lookUp("choice", one.choice.kind, variants(prompt, one), choiceParams(at, prompt, one));
}

export function buttonWords(at: At, prompt: Prompt, one: PromptChoice): string {
  return lookUp("button", one.choice.kind, variants(prompt, one), choiceParams(at, prompt, one));
}

/** One line of consequence: outcome, cost, and what is left. Empty if the title says everything. */
export function choiceLine(at: At, prompt: Prompt, one: PromptChoice): string {
  return [consequence(at, prompt, one), restWords(at, one)].filter(Boolean).join(" ");
}

/** The text of a choice without its question and outcome. */
export function choiceAlone(at: At, choice: Choice): string {
  const one: PromptChoice = {
    choice,
    at: [],
    outcome: { word: "" },
    cost: {},
    gain: {},
    irreversible: false,
    warn: [],
  };
  const prompt: Prompt = {
    kind: choice.kind,
    rule: "",
    secret: false,
    forced: false,
    form: "rows",
    about: {},
    choices: [one],
  };
  const key = `alone.${choice.kind}`;
  return has(key) ? t(key, lenient(choiceParams(at, prompt, one))) : choiceTitle(at, prompt, one);
}

/** The choices of a move: those of the question with the words of their button. */
export function choicesWords(at: At, { prompt, choices }: { prompt: Prompt | null; choices: Choice[] }): string {
  const answers = choices.filter(({ kind }) => kind !== "plan-worker" || choices.length === 1); // the location's text names the worker
  return answers.map((choice) => offeredWords(at, prompt, choice)).join(", ");
}

function offeredWords(at: At, prompt: Prompt | null, choice: Choice): string {
  const one = prompt?.choices.find((offered) => JSON.stringify(offered.choice) === JSON.stringify(choice));
  return prompt && one ? buttonWords(at, prompt, one) : choiceAlone(at, choice);
}

/** The consequence in a few words, for narrow lines. */
export function choiceBrief(at: At, prompt: Prompt, one: PromptChoice): string {
  const { word } = one.outcome;
  return word && has(`brief.${word}`)
    ? lookUp("brief", word, outcomeVariants(one), choiceParams(at, prompt, one))
    : choiceLine(at, prompt, one);
}

/** Title and line in one sentence, for screen readers and labels. */
export function choiceSentence(at: At, prompt: Prompt, one: PromptChoice): string {
  const line = choiceLine(at, prompt, one);
  const title = choiceTitle(at, prompt, one);
  return line ? t("choice.sentence", { title, line }) : title;
}

/** The text of a warning. */
export function warnWords(at: At, prompt: Prompt, one: PromptChoice, word: string): string {
  const key = [prompt.kind, one.choice.kind].map((kind) => `warn.${word}.${kind}`).find(has) ?? `warn.${word}`;
  return has(key) ? t(key, lenient(choiceParams(at, prompt, one))) : t("warn.other");
}

/** The icon of a choice. */
export function choiceSign(at: At, one: PromptChoice): string {
  const choice = one.choice as Choice & Record<string, unknown>;
  if ("material" in choice) return String(choice.material);
  if ("location" in choice) return locationSign(String(choice.location));
  if ("orchestra_seat" in choice) return chairSign(at.content, String(choice.orchestra_seat));
  if (choice.kind === "take") return takenSign(at.content, choice.card);
  if ("card" in choice) return takenSign(at.content, String(choice.card));
  if ("patron" in choice) return patronSign(at.content, String(choice.patron));
  if ("number" in choice) return `worker-${String(choice.number)}`;
  if (choice.kind === "goods" || choice.kind === "alternate") return firstSign(choice.goods);
  if (choice.kind === "train") return `track-${choice.track}`;
  if (choice.kind === "marker") return MARKER_SIGNS[choice.marker] ?? "award";
  return SIGNS[choice.kind] ?? "forward";
}

const MARKER_SIGNS: Record<string, string> = { royal: "patron-royal", purple: "die-prestige", storage: "material" };
const SIGNS: Record<string, string> = {
  decline: "close",
  done: "check",
  pay: "money",
  "end-turn": "check",
  setup: "check",
  "patron-space": "patron-composer",
  peek: "eye",
  market: "market",
  pass: "pass",
  search: "search",
  money: "money",
  score: "award",
  repair: "loc-repair",
  reroll: "reroll",
  "keep-dice": "check",
  "spend-inspiration": "inspiration",
  double: "gift",
  "discard-card": "close",
  trade: "forward",
  echo: "gift",
  hire: "apprentice",
  leave: "back",
};

/** The icon of an orchestra seat: its instrument, or the section of a rare place. */
export function chairSign(content: Content, id: string): string {
  const seat = content.orchestra[id];
  return seat?.instrument ? `ins-${seat.instrument}` : `section-${seat?.section ?? "string"}`;
}

/** The icon of a card of any kind. */
export function takenSign(content: Content, id: string): string {
  if (content.instruments[id]) return `ins-${id}`;
  if (content.patrons[id]) return patronSign(content, id);
  const performance = content.performances[id];
  if (performance) return `era-${performance.era}`;
  const repair = content.repairs[id];
  if (repair) return `section-${repair.section}`;
  const specialist = content.specialists[id];
  return specialist ? `track-${specialist.track}` : "hand";
}

function patronSign(content: Content, id: string): string {
  return `patron-${content.patrons[id]?.type ?? "composer"}`;
}

export function firstSign(goods: Goods): string {
  const word = Object.keys(goods)[0] ?? "gift";
  return word === "instrument" ? "hand" : word;
}

// --- the parts of a line --------------------------------------------------------------------------------------------

function consequence(at: At, prompt: Prompt, one: PromptChoice): string {
  const made = LINES[one.choice.kind]?.(at, prompt, one);
  if (made !== undefined) return made;
  const { word } = one.outcome;
  return word && (has(`outcome.${word}`) || has(`outcome.${word}.${one.choice.kind}`))
    ? lookUp("outcome", word, [one.choice.kind, ...outcomeVariants(one)], choiceParams(at, prompt, one))
    : "";
}

function outcomeVariants(one: PromptChoice): string[] {
  return Number(one.outcome.needed ?? 0) > 0 ? ["needed"] : [];
}

/** Choices whose cost can be paid in any mix, or whose text names the rest already. */
const NO_REST = new Set(["take", "search", "save-material", "hire", "buy", "train"]);

/** "Leaves 4 money": the rest of the goods that the choice certainly costs. */
export function restWords(at: At, one: PromptChoice): string {
  const mine = ownSeat(at.view);
  const spent = Object.keys(one.cost).filter((word) => word in (mine?.goods ?? {}));
  if (!mine || !spent.length || NO_REST.has(one.choice.kind)) return "";
  const left = Object.fromEntries(spent.map((word) => [word, amountHeld(mine, word) - (one.cost[word] ?? 0)]));
  if (Object.values(left).some((amount) => amount < 0)) return "";
  return t("choice.leaves", { goods: spent.map((word) => t(`card.goods.${word}`, { n: left[word] ?? 0 })).join(", ") });
}

type LineMaker = (at: At, prompt: Prompt, one: PromptChoice) => string | undefined;

const LINES: Record<string, LineMaker> = {
  bench: (at, _, one) =>
    one.choice.kind === "bench" && one.outcome.word !== "makes-room" ? cardLine(at, one.choice.card) : undefined,
  "keep-card": (at, _, one) => (one.choice.kind === "keep-card" ? cardLine(at, one.choice.card) : undefined),
  royal: (at, _, one) => (one.choice.kind === "royal" ? cardLine(at, one.choice.card) : undefined),
  specialist: (at, _, one) => (one.choice.kind === "specialist" ? specialistLine(at, one.choice.card) : undefined),
  double: () => t("choice.double.line"),
  decline: (_, prompt) =>
    has(`choice.decline.line.${prompt.kind}`) ? t(`choice.decline.line.${prompt.kind}`) : undefined,
  take: takeLine,
  activate: (at, _, one) => (one.choice.kind === "activate" ? queueWords(at, one.choice.location) : undefined),
  market: (at) => t("choice.market.line", pricesOf(at.view)),
  pass: (at) => (ownSeat(at.view)?.market_used ? t("choice.pass.line") : undefined),
  search: (at, prompt, one) => t("choice.search.line", choiceParams(at, prompt, one)),
  "plan-worker": (_, __, one) =>
    has("choice.plan-worker.line") && one.outcome.skill ? t("choice.plan-worker.line", numbers(one)) : undefined,
  "plan-location": (_, __, one) => (one.outcome.position ? t("choice.plan-location.line", numbers(one)) : undefined),
  score: (at, prompt, one) => t("choice.score.line", choiceParams(at, prompt, one)),
  reroll: (at, prompt, one) => t("choice.reroll.line", choiceParams(at, prompt, one)),
  "keep-dice": () => "",
  "spend-inspiration": (at, prompt, one) => t("choice.spend-inspiration.line", choiceParams(at, prompt, one)),
  "make-room": (at, prompt, one) =>
    one.outcome.word ? undefined : t("choice.make-room.line", choiceParams(at, prompt, one)),
  "end-turn": () => t("choice.end-turn.line"),
};

function takeLine(at: At, _prompt: Prompt, one: PromptChoice): string | undefined {
  if (one.choice.kind !== "take") return undefined;
  return [cardLine(at, one.choice.card), priceWords(one), servesWords(one)].filter(Boolean).join(" ");
}

function specialistLine(at: At, id: string): string {
  return (at.content.specialists[id]?.ability ?? []).map((ability) => abilityWords(ability, "worker")).join(" ");
}

/** Goods with commas: "7 money, 2 prestige". */
function goodsList(goods: Goods): string {
  return Object.entries(goods)
    .map(([word, n]) => t(`card.goods.${word}`, { n }))
    .join(", ");
}

function priceWords(one: PromptChoice): string {
  return t("choice.take.price", { price: one.cost.money ?? 0 });
}

function servesWords(one: PromptChoice): string {
  const serves = Number(one.outcome.serves ?? 0);
  return serves ? t("choice.take.serves", { serves }) : "";
}

/** The use of a card, in one line. */
export function cardLine(at: At, id: string): string {
  const { content } = at;
  const performance = content.performances[id];
  if (performance)
    return t("choice.take.performance", {
      medium: performance.medium,
      reward: goodsList(performance.rewards.medium),
      high: performance.high,
      best: goodsList(performance.rewards.high),
    });
  const repair = content.repairs[id];
  if (repair) return t("choice.take.mend", { cost: goodsWords(repair.cost), prestige: repair.prestige });
  const made = content.instruments[id];
  if (made)
    return t("choice.take.build", {
      rough: goodsWords(made.rough),
      finish: goodsWords(made.finish),
      prestige: made.prestige,
    });
  const patron = content.patrons[id];
  return patron
    ? t("choice.take.host", {
        type: t(`card.type-name.${patron.type}`),
        requirements: 1 + patron.secondary.length,
        prestige: patron.prestige,
      })
    : "";
}

/** The workers at a location, in order of placement. */
export function queueWords(at: At, location: string): string {
  const { view } = at;
  const bench = location === "roughing" || location === "finishing";
  const queue = bench
    ? (view.benches.find((one) => one.bench === location && one.seat === view.you)?.queue ?? [])
    : (view.locations[location]?.queue ?? []);
  const one = (worker: (typeof queue)[number]): string =>
    t("choice.queue.one", {
      subject: worker.seat === view.you ? "you" : "other",
      name: seatName(view, worker.seat, at.content),
      number: worker.number ?? 0,
      apprentices: worker.apprentices,
    });
  return queue.length ? capital(t("choice.queue", { list: queue.map(one).join(", ") })) : "";
}

function pricesOf(view: View): Params {
  return Object.fromEntries(MATERIALS.map((word) => [word, view.market.buy[word] ?? 0]));
}

// --- looking up -----------------------------------------------------------------------------------------------------

function lookUp(area: string, kind: string, suffixes: string[], filled: Params): string {
  const found = suffixes.map((suffix) => `${area}.${kind}.${suffix}`).find(has);
  return t(found ?? `${area}.${kind}`, lenient(filled));
}

/** Parameters in which a missing one is empty: a question with less data than expected must still be shown. */
export function lenient(filled: Params): Params {
  return new Proxy(filled, { has: () => true, get: (all, key) => all[key as string] ?? "" });
}

/** The variants of a message key, the most specific first. */
function variants(prompt: Prompt, one?: PromptChoice): string[] {
  const { about } = prompt;
  const of = [
    one?.outcome.word,
    field(one, "location"),
    field(one, "material"),
    field(one, "marker"),
    about.location,
    about.token,
    about.source,
    about.what,
    about.bench,
  ];
  return [...of, prompt.kind].filter((word): word is string => typeof word === "string" && word !== "");
}

function field(one: PromptChoice | undefined, name: string): unknown {
  return (one?.choice as Record<string, unknown> | undefined)?.[name];
}

// --- parameters -----------------------------------------------------------------------------------------------------

function choiceParams(at: At, prompt: Prompt, one: PromptChoice): Params {
  const about = Object.fromEntries(Object.entries(prompt.about).map(([key, value]) => [`about_${key}`, value]));
  const { kind: _, ...fields } = one.choice;
  const details = {
    ...prompt.about,
    ...about,
    ...dieOf(prompt, one),
    ...holderOf(at.view, one),
    ...fields,
    ...one.outcome,
  };
  return {
    ...params(at, details),
    cost: goodsWords(one.cost),
    gain: goodsWords(one.gain),
    paid: Object.keys(one.cost).length ? "some" : "none",
    prestige: one.gain.prestige ?? 0,
    loss: one.cost.prestige ?? Number(one.outcome.loss ?? 0),
    price: one.cost.money ?? Number(prompt.about.price ?? 0),
    word:
      one.outcome.word && has(`outcome.${one.outcome.word}`) && isLevel(one.outcome.word)
        ? t(`outcome.${one.outcome.word}`)
        : one.outcome.word,
    needed: Number(one.outcome.needed ?? 0),
    missing: Number(one.outcome.missing ?? 0),
  };
}

function isLevel(word: string): boolean {
  return word === "low" || word === "medium" || word === "high";
}

function numbers(one: PromptChoice): Params {
  return { ...one.outcome } as Params;
}

function dieOf(prompt: Prompt, one: PromptChoice): Record<string, unknown> {
  if (one.choice.kind !== "reroll") return {};
  const dice = prompt.about.dice as { colour: string; face: number }[] | undefined;
  const notes = prompt.about.notes as (number | null)[] | undefined;
  return { colour: dice?.[one.choice.die - 1]?.colour ?? "white", notes: notes?.[one.choice.die - 1] ?? 0 };
}

/** The holder of the first chair that a token aims at. */
function holderOf(view: View, one: PromptChoice): Record<string, unknown> {
  if (one.choice.kind !== "chair") return {};
  const first = view.orchestra[one.choice.orchestra_seat]?.first;
  return { holder: first ? first[0] : "neutral", token_there: first?.[1] ?? "" };
}

/** The fields of a choice, an outcome or `about` as parameters: ids become names, goods become words. */
function params(at: At, fields: Record<string, unknown>): Params {
  const entries = Object.entries(fields).flatMap(([key, value]) => pairs(at, key, value));
  return Object.fromEntries(entries);
}

function pairs(at: At, key: string, value: unknown): [string, string | number][] {
  if (typeof value === "number") return key === "holder" ? [[key, holderName(at, value)]] : [[key, value]];
  if (Array.isArray(value))
    return [
      [
        key,
        value
          .map((one) => (typeof one === "string" ? name(at, one) : ""))
          .filter(Boolean)
          .join(", "),
      ],
    ];
  if (value && typeof value === "object") return [[key, goodsWords(value as Goods)]];
  if (typeof value !== "string") return [];
  if (key === "location" || key === "bench")
    return [
      [key, locationWords(value)],
      ["place", locationTitle(value)],
      [`${key}_id`, value],
    ];
  if (key === "card" || key === "about_card")
    return [
      [key, named(at, key, value)],
      [`the_${key}`, theCard(at, value)],
      [`${key}_id`, value],
    ];
  return [
    [key, key === "holder" ? holderName(at, value) : named(at, key, value)],
    [`${key}_id`, value],
  ];
}

function named(at: At, key: string, value: string): string {
  if (CARDS.includes(key) && !MATERIALS.includes(value) && !has(`word.${value}`)) return name(at, value);
  if (key === "orchestra_seat" || key === "about_orchestra_seat") return at.content.orchestra[value]?.name ?? value;
  const word = `word.${value}`;
  return has(word) ? t(word) : name(at, value);
}

/** "the Guitar", but "Joseph Haydn" and "Requiem". */
function theCard(at: At, id: string): string {
  const made = at.content.instruments[id] ?? at.content.specialists[id];
  return made ? t("word.the", { name: made.name }) : named(at, "card", id);
}

function name(at: At, id: string): string {
  return at.content.orchestra[id]?.name ?? shortName(cardName(at.content, id));
}

function holderName(at: At, holder: string | number): string {
  if (holder === at.view.you) return t("word.you");
  return typeof holder === "number" && holder >= 0 ? seatName(at.view, holder, at.content) : t("word.nobody");
}

/** A location with its article: "the Salon". */
export function locationWords(location: string): string {
  return has(`card.place.${location}`) ? t(`card.place.${location}`) : location;
}

/** A location by itself: "Salon". */
export function locationShortName(location: string): string {
  return has(`choice.place.${location}`) ? t(`choice.place.${location}`) : location;
}

/** A location as a title: "Roughing bench". */
export function locationTitle(location: string): string {
  return has(`choice.place-long.${location}`) ? t(`choice.place-long.${location}`) : locationShortName(location);
}

// --- the own seat ---------------------------------------------------------------------------------------------------

export function ownSeat(view: View): SeatView | null {
  return view.you === null ? null : (view.seats[view.you] ?? null);
}

/** The amount of a good that the seat has. */
export function amountHeld(seat: SeatView, word: string): number {
  if (word === "apprentice") return seat.apprentices.held;
  return (seat.goods as Record<string, number>)[word] ?? 0;
}

/** Money and inspiration together. */
export function coins(seat: SeatView): number {
  return COINS.reduce((sum, word) => sum + amountHeld(seat, word), 0);
}
