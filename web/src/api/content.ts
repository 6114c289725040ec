// The card set's tables, indexed by id. Field names are those of the TOML files (engine/content/VOCABULARY.md).
import type { Goods, RawContent, RuleFacts } from "./types";

export interface Counter {
  of: string;
  kinds?: string;
  best?: string;
  sets?: string;
  [filter: string]: string | string[] | boolean | boolean[] | undefined;
}

export interface Ability {
  trigger: string;
  effect: string;
  when?: Record<string, string[]>;
  goods?: Goods | Goods[];
  cost?: Goods;
  times?: number;
  track?: string;
  spaces?: number;
  cards?: number;
  keep?: number;
  number?: number;
  stat?: string;
  /** The printed value of the stat that the ability changes, and the least that it can become. */
  base?: number;
  least?: number | null;
  amount?: number;
  rule?: string;
  counter?: Counter;
  per?: number;
  prestige?: number;
}

export interface Level {
  need: number;
  prestige: number;
}

interface Named {
  id: string;
  name: string;
  flavour?: string;
}

export interface Instrument extends Named {
  section: string;
  rare: boolean;
  copies: number;
  seats: string[];
  rough: Goods;
  finish: Goods;
  prestige: number;
}

export interface Requirement {
  section: string;
  perform?: boolean;
  repair?: boolean;
}

export interface Patron extends Named {
  born: number;
  died: number;
  deck: "A" | "B" | "royal";
  type: string;
  era: string;
  primary: string;
  secondary: Requirement[];
  prestige: number;
  gifts: [Goods, Goods, Goods];
  ability: Ability[];
}

export interface Family extends Named {
  place: string;
  number: number;
  goods: Goods;
  ability: Ability[];
}

export interface Performance extends Named {
  composer: string;
  year: number;
  era: string;
  genre: string;
  medium: number;
  high: number;
  rewards: { low: Goods; medium: Goods; high: Goods };
}

export interface Repair extends Named {
  section: string;
  cost: Goods;
  prestige: number;
}

export interface MarketCard extends Named {
  first_round: boolean;
  prices: { animal: number; wood: number; metal: number };
}

export interface Goal extends Named {
  counter: Counter;
  levels: [Level, Level, Level];
}

export type Award = Goal;

export interface Specialist extends Named {
  track: string;
  ability: Ability[];
}

export interface OrchestraSeat extends Named {
  section: string;
  eras: string[];
  instrument: string | null;
  bonus: Goods;
  rare: boolean;
}

export type CardKind =
  "instrument" | "patron" | "family" | "performance" | "repair" | "market" | "goal" | "award" | "specialist";

export interface Content {
  pack: string;
  name: string;
  label: string;
  version: string;
  digest: string;
  instruments: Record<string, Instrument>;
  patrons: Record<string, Patron>;
  families: Record<string, Family>;
  performances: Record<string, Performance>;
  repairs: Record<string, Repair>;
  markets: Record<string, MarketCard>;
  goals: Record<string, Goal>;
  awards: Record<string, Award>;
  specialists: Record<string, Specialist>;
  /** Orchestra seats and rare places by id. */
  orchestra: Record<string, OrchestraSeat>;
  dice: { white: number[]; black: number[]; purple: Goods[] };
  secondChair: Goods[];
  specialistPrestige: number;
  /** Tier of each slot of a location's display, left to right, by number of seats. */
  tiers: { location: string; players: number[]; tiers: number[] }[];
  /** By patron and card: the requirements (counted from 0) that the card could meet. */
  requirements_met_by: Record<string, Record<string, number[]>>;
  /** By card: the orchestra seats that its token may take. */
  chairs_for_card: Record<string, string[]>;
  /** The facts of the rules that the app shows. */
  rules: RuleFacts;
}

const TABLES: Record<CardKind, keyof Content> = {
  instrument: "instruments",
  patron: "patrons",
  family: "families",
  performance: "performances",
  repair: "repairs",
  market: "markets",
  goal: "goals",
  award: "awards",
  specialist: "specialists",
};

/** Build the indexed card set from the tables. */
export function index(raw: RawContent): Content {
  const rows = <T extends { id: string }>(file: string, table: string): Record<string, T> =>
    byId(raw.tables[file]?.[table] as T[]);
  const owners = <T extends Named & { ability: Ability[] }>(file: string, table: string): Record<string, T> =>
    byId(Object.values(rows<T>(file, table)).map((one) => ({ ...one, ability: one.ability.map(withBase) })));
  const withBase = (ability: Ability): Ability => ({ ...ability, ...raw.rules.stats[ability.stat ?? ""] });
  const pack = raw.tables.pack as unknown as { name: string; label: string };
  const orchestra = raw.tables.orchestra as unknown as OrchestraTables;
  return {
    pack: raw.pack,
    name: pack.name,
    label: pack.label,
    version: raw.version,
    digest: raw.digest,
    instruments: rows("instruments", "instrument"),
    patrons: owners("patrons", "patron"),
    families: owners("families", "family"),
    performances: rows("performances", "performance"),
    repairs: rows("repairs", "repair"),
    markets: rows("market", "market"),
    goals: rows("goals", "goal"),
    awards: rows("awards", "award"),
    specialists: owners("specialists", "specialist"),
    orchestra: byId([
      ...orchestra.seat.map((seat) => ({ ...seat, rare: false })),
      ...orchestra.rare_section.map((seat) => ({ ...seat, eras: [], instrument: null, rare: true })),
    ]),
    dice: raw.tables.dice as unknown as Content["dice"],
    secondChair: orchestra.second_chair,
    specialistPrestige: raw.tables.specialists?.end_prestige as number,
    tiers: raw.tables.display?.display as Content["tiers"],
    requirements_met_by: raw.requirements_met_by,
    chairs_for_card: raw.chairs_for_card,
    rules: raw.rules,
  };
}

interface OrchestraTables {
  seat: Omit<OrchestraSeat, "rare">[];
  rare_section: Omit<OrchestraSeat, "rare" | "eras" | "instrument">[];
  second_chair: Goods[];
}

function byId<T extends { id: string }>(rows: T[]): Record<string, T> {
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

/** The card with this id, of any kind. */
export function card(content: Content, id: string): (Named & Record<string, unknown>) | null {
  const kind = cardKind(content, id);
  if (!kind) return null;
  return (content[TABLES[kind]] as unknown as Record<string, Named & Record<string, unknown>>)[id] ?? null;
}

/** The kind of the card with this id; null for an unknown id. */
export function cardKind(content: Content, id: string): CardKind | null {
  for (const kind of Object.keys(TABLES) as CardKind[]) {
    if (Object.hasOwn(content[TABLES[kind]] as object, id)) return kind;
  }
  return null;
}
