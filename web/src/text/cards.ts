// Texts of all cards, built from their data (engine/content/VOCABULARY.md): no card is known by its id here.
import type { Ability, CardKind, Content, Counter, Level, Patron, Requirement } from "../api/content";
import { cardKind } from "../api/content";
import { capital, has, listWords, t, type Params } from "./i18n";
import type { Goods } from "../api/types";
import { GOODS_ORDER, goodsSign, locationSign } from "../ui/icon_names";

/** The beneficiary of an ability: a specialist's ability serves its worker only. */
export type AbilityOwner = "worker" | "owner";

/** One effect of a card: icon, title and explanation. */
export interface CardLine {
  icon: string;
  title: string;
  text: string;
  goods?: Goods;
}

const STAT_SIGN: Record<string, string> = {
  skill: "turn-order",
  result: "inspiration",
  dice: "die-2",
  rerolls: "reroll",
  die_floor: "die-2",
  rough_discount: "bench-roughing",
  finish_discount: "bench-finishing",
  repair_discount: "loc-repair",
  inspiration_rate: "inspiration",
  tier_discount: "money",
  buy_price: "market",
  apprentice_price: "apprentice",
  training_price: "market",
  storage: "material",
};
const RULE_SIGN: Record<string, string> = {
  win_ties: "turn-order",
  equal_takes_chair: "first-chair",
  any_era_seat: "first-chair",
  any_section_seat: "first-chair",
  inspiration_on_bench: "inspiration",
  keep_apprentices: "apprentice",
};
const EFFECT_SIGN: Record<string, string> = {
  draw: "deck",
  bench: "bench-roughing",
  soothe: "patience",
  gift: "gift",
  echo: "first-chair",
  peek: "eye",
  relocate: "forward",
};
const COUNTER_SIGN: Record<string, string> = {
  instruments: "token-instrument",
  performances: "token-performance",
  repairs: "token-repair",
  patrons: "patron-composer",
  requirements: "check",
  first_chairs: "first-chair",
  second_chairs: "second-chair",
  tokens: "orchestra",
  specialists: "specialty",
  awards: "award",
  track_spaces: "track-reputation",
  tracks_completed: "track-reputation",
};

// --- small words ------------------------------------------------------------------------------------------------------

/** "2 money and 1 prestige"; "nothing" for none. */
export function goodsWords(goods: Goods): string {
  const words = GOODS_ORDER.filter((word) => goods[word]).map((word) =>
    t(`card.goods.${word}`, { n: goods[word] as number }),
  );
  return words.length ? listWords(words) : t("card.goods.none");
}

/** One of several: "2 money or 1 inspiration". */
export function goodsChoiceWords(goods: Goods | Goods[]): string {
  return listWords([goods].flat().map(goodsWords), "disjunction");
}

export function sectionWords(section: string): string {
  return t(`card.section.${section}`);
}

export function sectionName(section: string): string {
  return t(`card.section-name.${section}`);
}

export function eraWords(era: string): string {
  return t(`card.era.${era}`);
}

export function eraSign(era: string): string {
  return `era-${era}`;
}

/** The name without a title after a comma, for narrow places. */
export function shortName(name: string): string {
  return name.split(", ")[0] as string;
}

/** Roman numerals. */
export function tierWords(tier: number): string {
  return "I".repeat(tier);
}

function oneOf(prefix: string, values: string[], params: Params = {}): string {
  return listWords(
    values.map((value) => t(`${prefix}.${value}`, params)),
    "disjunction",
  );
}

// --- abilities --------------------------------------------------------------------------------------------------------

/** One sentence: "2 inspiration each time a patron of yours becomes content." */
export function abilityWords(ability: Ability, owner: AbilityOwner = "owner"): string {
  const when = whenWords(ability, owner);
  const line = when ? t("card.line", { effect: effectWords(ability, owner), when }) : effectWords(ability, owner);
  return t("card.sentence", { line: capital(line) });
}

/** The same as a title with an explanation. */
export function abilityLine(ability: Ability, owner: AbilityOwner = "owner"): CardLine {
  const when = whenWords(ability, owner);
  const texts = [when && t("card.sentence", { line: capital(when) }), note(ability, owner)].filter(Boolean);
  return { icon: abilitySign(ability), title: capital(effectWords(ability, owner)), text: texts.join(" ") };
}

function abilitySign(ability: Ability): string {
  if (ability.effect === "modify") return STAT_SIGN[ability.stat as string] ?? "star";
  if (ability.effect === "permit") return RULE_SIGN[ability.rule as string] ?? "star";
  if (ability.effect === "score") return "prestige-s";
  if (ability.effect === "advance") return `track-${ability.track}`;
  if (ability.effect === "worker") return `worker-${ability.number}`;
  const first = ability.goods && [ability.goods].flat()[0];
  if (first) return goodsSign(Object.keys(first)[0] as string);
  return EFFECT_SIGN[ability.effect] ?? "star";
}

/** The trigger: "after each concert of yours"; empty for permanent effects. */
function whenWords(ability: Ability, owner: AbilityOwner): string {
  if (ability.trigger === "always" || ability.trigger === "game_end") return "";
  const { section, level, token } = ability.when ?? {};
  return t(`card.when.${ability.trigger}`, {
    owner,
    where: whereWords(ability),
    kind: section ? oneOf("card.section", section) : "none",
    row: section ? oneOf("card.section-name", section) : "none",
    levels: level ? oneOf("card.level", level) : "none",
    token: token ? (token.length > 1 ? oneOf("card.token", token) : (token[0] as string)) : "none",
  });
}

function whereWords(ability: Ability): string {
  const places = ability.when?.location;
  return places ? t("card.where", { places: oneOf("card.place", places) }) : "";
}

function effectWords(ability: Ability, owner: AbilityOwner): string {
  if (ability.effect === "modify") return t(`card.stat.${ability.stat}`, statParams(ability, owner));
  if (ability.effect === "permit") return t(`card.rule.${ability.rule}`, { owner });
  if (ability.effect === "score") return scoreWords(ability);
  return t(`card.effect.${ability.effect}`, {
    goods: ability.goods ? goodsChoiceWords(ability.goods) : "",
    cost: ability.cost ? goodsWords(ability.cost) : "",
    track: ability.track ? t(`card.track.${ability.track}`) : "",
    times: ability.times ?? 1,
    spaces: ability.spaces ?? 1,
    cards: ability.cards ?? 0,
    keep: ability.keep ?? 0,
    number: ability.number ?? 0,
  });
}

function scoreWords(ability: Ability): string {
  const per = ability.per ?? 1;
  const counter = counterPhrase(ability.counter as Counter, per, "each");
  return t("card.effect.score", { prestige: ability.prestige ?? 0, per, counter });
}

function note(ability: Ability, owner: AbilityOwner): string {
  if (ability.effect === "modify") return optional(`card.stat.${ability.stat}.note`, statParams(ability, owner));
  if (ability.effect === "permit") return optional(`card.rule.${ability.rule}.note`, { owner });
  if (ability.effect === "score") return capital(t("card.sentence", { line: capital(t("card.when.game_end")) }));
  return optional(`card.effect.${ability.effect}.note`, { owner });
}

function optional(key: string, params: Params): string {
  return has(key) ? t(key, params) : "";
}

function statParams(ability: Ability, owner: AbilityOwner): Params {
  const { amount = 0, base = 0, least } = ability;
  return {
    owner,
    where: whereWords(ability),
    n: Math.abs(amount),
    signed: amount < 0 ? `−${-amount}` : `+${amount}`,
    up: amount > 0 ? "yes" : "no",
    base,
    value: Math.max(base + amount, least ?? 0),
  };
}

// --- counters ---------------------------------------------------------------------------------------------------------

/** The criterion of an award or a goal: "First chairs you hold". */
export function counterWords(counter: Counter): string {
  return capital(counterPhrase(counter, 2, "title"));
}

/** The icon of a counter: its section if it names one, else its kind. */
export function counterSign(counter: Counter): string {
  const section = filter(counter, "section");
  if (section?.length === 1) return `section-${section[0]}`;
  const era = filter(counter, "era");
  if (era?.length === 1) return eraSign(era[0] as string);
  if (counter.rare === true) return "rare";
  const track = filter(counter, "track");
  if (track?.length === 1) return `track-${track[0]}`;
  const type = filter(counter, "type");
  if (type?.length) return `patron-${type[0]}`;
  const token = filter(counter, "token");
  if (token?.length === 1) return `token-${token[0]}`;
  return COUNTER_SIGN[counter.of] ?? "star";
}

type CounterForm = "title" | "each";

function counterPhrase(counter: Counter, n: number, form: CounterForm): string {
  const fold = (["kinds", "best", "sets"] as const).find((word) => counter[word] !== undefined);
  if (!fold) return itemWords(counter, n, form);
  const by = counter[fold] as string;
  const own = `card.counter.${counter.of}.${fold}.${by}`;
  if (has(own)) return t(own, itemParams(counter, n, form));
  const group = fold === "sets" ? by : t(`card.group.${by}`, { n: 1 });
  const inner = itemWords(counter, 2, fold === "kinds" ? "each" : form);
  return t(`card.fold.${fold}`, { n, group, groups: t(`card.group.${by}`, { n: 2 }), counter: inner });
}

function itemWords(counter: Counter, n: number, form: CounterForm): string {
  return t(`card.counter.${counter.of}`, itemParams(counter, n, form));
}

function itemParams(counter: Counter, n: number, form: CounterForm): Params {
  const levels = filter(counter, "level");
  return {
    n,
    form,
    kind: kindWords(counter, n),
    where: seatedWords(counter),
    levels: levels ? oneOf("card.level", levels) : "none",
  };
}

/** The adjectives of a counted thing; for patrons and tracks the noun itself. */
function kindWords(counter: Counter, n: number): string {
  const type = filter(counter, "type");
  if (type) return listWords(type.map((word) => t(`card.type.${word}`, { n })));
  const track = filter(counter, "track");
  if (track) return oneOf("card.track", track);
  const words: string[] = [];
  if (counter.rare !== undefined) words.push(t(counter.rare ? "card.counter.rare.yes" : "card.counter.rare.no"));
  const token = filter(counter, "token");
  if (token) words.push(oneOf("card.token", token));
  if (!seated(counter)) {
    const era = filter(counter, "era");
    if (era) words.push(oneOf("card.era", era));
    const section = filter(counter, "section");
    if (section) words.push(oneOf("card.section", section));
  }
  return words.length ? words.join(" ") : "none";
}

/** The sections and eras of the orchestra in which tokens count. */
function seatedWords(counter: Counter): string {
  if (!seated(counter)) return "none";
  const section = filter(counter, "section");
  const era = filter(counter, "era");
  const words = [
    section ? t("card.counter.in-sections", { sections: oneOf("card.section-name", section) }) : "",
    era ? t("card.counter.in-eras", { eras: oneOf("card.era", era) }) : "",
  ].join("");
  return words || (counter.of === "tokens" ? "none" : "");
}

function seated(counter: Counter): boolean {
  return counter.of === "tokens" || counter.of === "first_chairs" || counter.of === "second_chairs";
}

function filter(counter: Counter, word: string): string[] | undefined {
  const value = counter[word];
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** "From 3: 5 prestige", for each of the three levels. */
export function levelWords(levels: Level[]): string[] {
  return levels.map((level) => t("card.level-line", { need: level.need, prestige: level.prestige }));
}

// --- patrons ----------------------------------------------------------------------------------------------------------

/** The requirements of a patron in order: the primary one, for a finished instrument, then the secondary ones. */
export function requirementsOf(patron: Patron): Requirement[] {
  return [{ section: patron.primary }, ...patron.secondary];
}

/** A requirement in words: the primary one needs an instrument of its section. */
export function requirementWords(requirement: Requirement, era: string, primary = false): CardLine {
  const params = requirementParams(requirement, era);
  const icon = `section-${requirement.section}`;
  if (primary) return { icon, title: t("card.requirement.primary", params), text: "" };
  return { icon, title: t("card.requirement.more", params), text: t("card.requirement.more.text", params) };
}

/** All requirements of a patron in one line. */
export function requirementsWords(patron: Patron): string {
  const more = patron.secondary.map((requirement) =>
    t("card.requirement.short", requirementParams(requirement, patron.era)),
  );
  const primary = t("card.requirement.primary", requirementParams({ section: patron.primary }, patron.era));
  return t("card.requirements", { primary, more: more.length ? more.join("; ") : "none" });
}

function requirementParams(requirement: Requirement, era: string): Params {
  const alternatives = requirement.perform
    ? requirement.repair
      ? "both"
      : "perform"
    : requirement.repair
      ? "repair"
      : "none";
  return {
    section: requirement.section,
    adjective: sectionWords(requirement.section),
    alternatives,
    era,
    eraName: eraWords(era),
  };
}

// --- whole cards ------------------------------------------------------------------------------------------------------

/** The kind of a card in words: "Composer, Baroque". */
export function kindLine(content: Content, of: CardKind, id: string): string {
  switch (of) {
    case "patron": {
      const patron = content.patrons[id]!;
      return t("card.kind.patron", { type: t(`card.type-name.${patron.type}`), era: eraWords(patron.era) });
    }
    case "instrument": {
      const instrument = content.instruments[id]!;
      return t("card.kind.instrument", {
        rare: instrument.rare ? "yes" : "no",
        section: sectionName(instrument.section),
      });
    }
    case "performance":
      return t("card.kind.performance", { era: eraWords(content.performances[id]!.era) });
    case "repair":
      return t("card.kind.repair", { section: sectionName(content.repairs[id]!.section) });
    case "specialist":
      return t("card.kind.specialist", { track: t(`card.track.${content.specialists[id]!.track}`) });
    case "family":
      return t("card.kind.family", { place: content.families[id]!.place });
    default:
      return t(`card.kind.${of}`);
  }
}

/** The eras that an instrument's token may take; none for a rare one. */
export function instrumentEras(content: Content, id: string): string[] {
  const eras = (content.instruments[id]?.seats ?? []).flatMap((seat) => content.orchestra[seat]?.eras ?? []);
  return [...new Set(eras)];
}

/** "string, Romantic": the note beside an instrument's name in a display. */
export function instrumentNote(content: Content, id: string): string {
  const instrument = content.instruments[id]!;
  const eras = instrumentEras(content, id).map(eraWords);
  const last = instrument.rare ? t("card.counter.rare.yes") : eras.length > 2 ? "" : listWords(eras, "disjunction");
  return [sectionWords(instrument.section), last].filter(Boolean).join(", ");
}

/** The icon of a card: its instrument, its patron's kind, its era, its section or its track. */
export function cardSign(content: Content, id: string): string {
  switch (cardKind(content, id)) {
    case "instrument":
      return `ins-${id}`;
    case "patron":
      return `patron-${content.patrons[id]!.type}`;
    case "performance":
      return eraSign(content.performances[id]!.era);
    case "repair":
      return "token-repair";
    case "family":
      return "workshop";
    case "specialist":
      return "specialty";
    case "goal":
      return counterSign(content.goals[id]!.counter);
    case "award":
      return counterSign(content.awards[id]!.counter);
    case "market":
      return "market";
    default:
      return "star";
  }
}

/** All effects of a card, line by line. A patron's requirements precede its permanent bonus. */
export function cardLines(content: Content, of: CardKind, id: string): CardLine[] {
  return MAKERS[of](content, id);
}

const MAKERS: Record<CardKind, (content: Content, id: string) => CardLine[]> = {
  patron: patronLines,
  instrument: instrumentLines,
  performance: performanceLines,
  repair: repairLines,
  family: familyLines,
  specialist: specialistLines,
  goal: (content, id) => countedLines(content.goals[id]!, t("card.goal.note")),
  award: (content, id) => countedLines(content.awards[id]!, t("card.award.note")),
  market: marketLines,
};

function patronLines(content: Content, id: string): CardLine[] {
  const patron = content.patrons[id]!;
  return [
    ...requirementsOf(patron).map((requirement, at) => requirementWords(requirement, patron.era, at === 0)),
    ...permanentBonusLines(patron),
  ];
}

/** A patron's permanent bonus once completed. */
export function permanentBonusLines(patron: Patron): CardLine[] {
  return patron.ability.map((ability) => abilityLine(ability));
}

function instrumentLines(content: Content, id: string): CardLine[] {
  const instrument = content.instruments[id]!;
  const places = listWords(
    instrument.seats.map((seat) => content.orchestra[seat]?.name ?? seat),
    "disjunction",
  );
  const { prestige, section } = instrument;
  return [
    line("bench-roughing", "card.instrument.rough", { goods: goodsWords(instrument.rough) }, instrument.rough),
    line(
      "bench-finishing",
      "card.instrument.finish",
      { goods: goodsWords(instrument.finish), prestige, places },
      instrument.finish,
    ),
    ...(instrument.rare
      ? [{ icon: "rare", title: t("card.counter.rare.yes"), text: t("card.instrument.rare") }].map(titled)
      : []),
    line(`section-${section}`, "card.instrument.serves", { section: sectionName(section) }),
  ];
}

function performanceLines(content: Content, id: string): CardLine[] {
  const { medium, high, rewards, era } = content.performances[id]!;
  const levels = (["low", "medium", "high"] as const).map((level) => ({
    icon: "token-performance",
    title: t(`card.performance.${level}`, { medium, high }),
    text: capital(goodsWords(rewards[level])),
    goods: rewards[level],
  }));
  const places = t("card.places.era", { era: eraWords(era) });
  return [...levels, line("first-chair", "card.performance.token", { places, era: eraWords(era) })];
}

function repairLines(content: Content, id: string): CardLine[] {
  const { cost, prestige, section } = content.repairs[id]!;
  return [
    line("loc-repair", "card.repair.cost", { goods: goodsWords(cost) }, cost),
    line("prestige-s", "card.repair.pays", { prestige }),
    line("first-chair", "card.repair.token", { section: sectionName(section) }),
  ];
}

function familyLines(content: Content, id: string): CardLine[] {
  const family = content.families[id]!;
  return [
    line("hand", "card.family.goods", { goods: goodsWords(family.goods) }, family.goods),
    ...family.ability.map((ability) => abilityLine(ability)),
    line("turn-order", "card.family.number", { number: family.number }),
  ];
}

function specialistLines(content: Content, id: string): CardLine[] {
  return [
    ...content.specialists[id]!.ability.map((ability) => abilityLine(ability, "worker")),
    line("specialty", "card.specialist.worker", {}),
    line("prestige-s", "card.specialist.end", { prestige: content.specialistPrestige }),
  ];
}

function countedLines(card: { counter: Counter; levels: Level[] }, note: string): CardLine[] {
  return [
    { icon: counterSign(card.counter), title: counterWords(card.counter), text: note },
    ...levelWords(card.levels).map((title) => ({ icon: "prestige-s", title, text: "" })),
  ];
}

function marketLines(content: Content, id: string): CardLine[] {
  const { prices } = content.markets[id]!;
  return Object.entries(prices).map(([material, price]) => ({
    icon: goodsSign(material),
    title: `${t(`card.goods.${material}`, { n: 1 })}: ${t("card.goods.money", { n: price })}`,
    text: t("card.market.note"),
  }));
}

function line(icon: string, key: string, params: Params, goods?: Goods): CardLine {
  return { icon, title: t(key, params), text: optional(`${key}.text`, params), ...(goods ? { goods } : {}) };
}

function titled(row: CardLine): CardLine {
  return { ...row, title: capital(row.title) };
}

export { locationSign };
