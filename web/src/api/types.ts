// The shapes that server and app share (DESIGN, Contracts). Screens import types from here alone.

/** Goods words (money, inspiration, animal, wood, metal, material, apprentice, prestige, instrument) with amounts. */
export type Goods = Partial<Record<string, number>>;
/** A seat's number, or "stone" for neutral tokens. */
export type Holder = number | "stone";

export interface SeatView {
  seat: number;
  colour: string;
  player: "person" | "ai";
  name: string;
  level: string | null;
  family: string | null;
  prestige: number;
  /** Prestige by source: instruments, performances, repairs, patrons, gifts, chairs, tracks, awards, abilities, dice,
   *  alternates, patrons_left (negative); after the end also first_chairs, lasting_effects, finishing_bench, goals,
   *  specialists, leftovers. */
  sources: Record<string, number>;
  goods: { money: number; inspiration: number; animal: number; wood: number; metal: number };
  storage: number;
  apprentices: { held: number; placed: number; market: number; gone: number };
  to_place: number;
  /** Own seat: the discs at home. Others: null. */
  discs: number[] | null;
  chips: number[];
  /** Own seat: card ids. Others: how many. */
  hand: string[] | number;
  goals: string[] | number;
  /** What each of the goals has counted so far; null where they are hidden. */
  goal_counts: number[] | null;
  patrons: {
    card: string;
    space: number;
    patience: number;
    under: { token: string; card: string }[];
    /** How each requirement stands, and the card that met it; "either": that card may meet this one or another. */
    requirements: { state: "met" | "either" | "open"; card: string | null }[];
    /** Which requirements, counted from 0, one more card could meet. */
    takes: number[];
    /** Prestige lost if it left now. */
    loss: number;
    /** The round in which its patience moves next (7: never), and in which it leaves if nothing happens. */
    moves: number;
    leaves: number | null;
  }[];
  completed: string[];
  roughing: string[];
  finishing: string[];
  tracks: { reputation: number; performance: number; craft: number };
  markers: string[];
  specialists: { card: string; disc: number | null }[];
  market_used: boolean;
  passed: boolean;
  /** What the game has counted so far: instruments finished, concerts, repairs made, for awards and goals. */
  finished: string[];
  concerts: { card: string; level: string }[];
  repairs: string[];
}

export interface QueuedWorker {
  placing: number;
  seat: number;
  disc: number | null;
  apprentices: number;
  shown: boolean;
}

export interface Slot {
  slot: number;
  tier: number;
  /** Empty until the end of the round: null. */
  card: string | null;
  /** What it costs the viewing seat (tracks and abilities counted); for spectators the printed price. */
  price: number;
}

export interface View {
  game: string;
  ply: number;
  step: number;
  you: number | null;
  round: number;
  phase: "setup" | "start-of-round" | "planning" | "resolution" | "end-of-round" | "scoring" | "finished";
  order: number[];
  clock: number[];
  seats: SeatView[];
  /** salon, guild, perform, repair have a display; balcony has none. */
  locations: Record<string, { display: Slot[]; queue: QueuedWorker[] }>;
  benches: { seat: number; bench: "roughing" | "finishing"; queue: QueuedWorker[] }[];
  /** Chips on the turn-order spaces of the Balcony, best first. */
  balcony: { seat: number; disc: number }[];
  /** The worker whose turn is being resolved. */
  acting: { seat: number; placing: number; disc: number; location: string; skill: number; apprentices: number } | null;
  market: { card: string; buy: Goods; sell: Goods; hire: number; train: number };
  /** Each level: null free, "closed", or the seat that took it; `counts` is the criterion's count by seat now. */
  awards: { award: string; levels: (null | "closed" | number)[]; counts: number[] }[];
  /** First chair [holder, token kind] and the line below; in a rare place every token is in `rare`. */
  orchestra: Record<string, { first: [Holder, string] | null; line: [Holder, string][]; rare?: [Holder, string][] }>;
  decks: Record<string, number>;
  discards: Record<string, string[]>;
  prompt: Prompt | null;
  waiting: { seat: number; kind: string | null }[];
  /** `seat` is told where the view is a spectator's: whose press can be taken back, or done again. */
  undo: { to: number | null; closed: { by: string; n: number } | null; seat?: number };
  redo: { to: number; seat?: number } | null;
  /** Winners' seats, after the end. */
  winners: number[];
  /** After the end: every seat's goals with the level reached (0 to 3) and prestige. */
  scoring: { seat: number; lines: { source: string; prestige: number; count: number; card: string }[] }[] | null;
}

export interface PromptChoice {
  choice: Choice;
  /** What lights up: location:perform, bench:roughing, slot:guild:3, orchestra:seat-oboe, patron:ID, hand:oboe, space:2,
   *  award:ID:2, die:1, market:wood, roughing:ID, finishing:ID, track:craft, marker:royal, specialist:ID, till:wood,
   *  gift:PATRON:0, deck:guild. */
  at: string[];
  outcome: { word: string; [detail: string]: string | number };
  cost: Goods;
  gain: Goods;
  /** Doing it closes the way back. */
  final: boolean;
  /** Words to ask once about: wastes-bonus, patron-leaves, overflow, market-unused. */
  warn: string[];
}

export interface Prompt {
  kind: string;
  rule: string;
  secret: boolean;
  forced: boolean;
  form: "rows" | "strip" | "stepper";
  about: Record<string, unknown>;
  choices: PromptChoice[];
}

export interface ReasonPart {
  word: string;
  worth: number;
  opens: string;
  [detail: string]: string | number;
}

export interface Reason {
  n: number;
  level: string;
  deck_card: string | null;
  because: ReasonPart[];
  second: { choice: Choice; because: ReasonPart[]; behind: number; opens: string } | null;
}

/** What one log entry changed, for one seat. `why` is what is open by now of the reasons of AI seats. */
export interface Frame {
  ply: number;
  view: View;
  events: GameEvent[];
  why: Reason[];
}

/** RFC 9457 problem details. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  view?: View;
  /** Seconds after which it may be tried again. */
  wait?: number;
}

export interface Preview {
  prompt: Prompt | null;
  seat: SeatView;
  /** The draft ended where something hidden or another seat comes next. */
  hidden: boolean;
}

export interface LogEntry {
  n: number;
  press: number;
  seat: number;
  choice?: Choice;
  auto?: boolean;
  op?: "undo" | "redo" | "seat";
  to?: number;
  player?: string;
  level?: string;
}

export type Choice =
  | { kind: "decline" }
  | { kind: "done" }
  | { kind: "material"; material: string }
  | { kind: "goods"; goods: Goods }
  | { kind: "discard"; material: string }
  | { kind: "pay"; money: number }
  | { kind: "end-turn" }
  | { kind: "keep"; family: string; patron: string; instrument: string; goals: [string, string] }
  | { kind: "patron-space"; space: number }
  | { kind: "next-patron"; patron: string }
  | { kind: "bench"; card: string }
  | { kind: "make-room"; card: string }
  | { kind: "plan-worker"; disc: number; apprentices: number }
  | { kind: "plan-location"; location: string }
  | { kind: "peek" }
  | { kind: "relocate"; location: string }
  | { kind: "activate"; location: string }
  | { kind: "market" }
  | { kind: "pass" }
  | { kind: "throw-away"; material: string }
  | { kind: "take"; slot: number; card: string }
  | { kind: "search"; wanted: string }
  | { kind: "alternate"; goods: Goods }
  | { kind: "money" }
  | { kind: "score"; award: string; level: number }
  | { kind: "rough"; card: string }
  | { kind: "finish"; card: string }
  | { kind: "save-material"; material: string }
  | { kind: "replace-material"; material: string }
  | { kind: "repair" }
  | { kind: "reroll"; die: number }
  | { kind: "keep-dice" }
  | { kind: "spend-inspiration"; amount: number }
  | { kind: "chair"; orchestra_seat: string }
  | { kind: "double" }
  | { kind: "give"; patron: string }
  | { kind: "discard-card" }
  | { kind: "gift"; patron: string; space: number }
  | { kind: "soothe"; patron: string }
  | { kind: "keep-card"; card: string }
  | { kind: "marker"; marker: string }
  | { kind: "royal"; card: string }
  | { kind: "specialist"; card: string }
  | { kind: "chip"; disc: number }
  | { kind: "draw" }
  | { kind: "trade" }
  | { kind: "echo" }
  | { kind: "buy"; material: string }
  | { kind: "sell"; material: string }
  | { kind: "hire" }
  | { kind: "train"; track: string }
  | { kind: "leave" };

export interface ShownWorker {
  placing: number;
  seat: number;
  disc: number;
  apprentices: number;
  specialist: string;
  skill: number;
}
export interface Die {
  colour: string;
  face: number;
}

/** `seat` is -1 where an event concerns the table (or a neutral token). Only the event's own seat gets `private`. */
export type GameEvent =
  | { n: number; i: number; type: "phase-begun"; seat: number; round: number; phase: string }
  | { n: number; i: number; type: "turn-order-set"; seat: number; order: number[] }
  | { n: number; i: number; type: "market-shown"; seat: number; card: string }
  | { n: number; i: number; type: "display-filled"; seat: number; location: string; cards: string[] }
  | { n: number; i: number; type: "awards-shown"; seat: number; awards: string[] }
  | { n: number; i: number; type: "game-ended"; seat: number; winners: number[]; prestige: number[] }
  | {
      n: number;
      i: number;
      type: "cards-dealt";
      seat: number;
      private?: { families: string[]; patrons: string[]; instruments: string[]; goals: string[] };
    }
  | {
      n: number;
      i: number;
      type: "cards-kept";
      seat: number;
      private?: { family: string; patron: string; instrument: string; goals: string[] };
    }
  | { n: number; i: number; type: "family-shown"; seat: number; family: string; patron: string }
  | { n: number; i: number; type: "gained"; seat: number; goods: Goods; source: string; card: string }
  | { n: number; i: number; type: "paid"; seat: number; goods: Goods; source: string; card: string }
  | { n: number; i: number; type: "material-discarded"; seat: number; material: string; thrown: boolean }
  | { n: number; i: number; type: "prestige-lost"; seat: number; amount: number; card: string }
  | { n: number; i: number; type: "apprentice-left"; seat: number }
  | {
      n: number;
      i: number;
      type: "cards-drawn";
      seat: number;
      count: number;
      source: string;
      private?: { cards: string[] };
    }
  | { n: number; i: number; type: "card-kept"; seat: number; private?: { card: string } }
  | { n: number; i: number; type: "patron-placed"; seat: number; card: string; space: number }
  | { n: number; i: number; type: "patience-moved"; seat: number; patron: string; patience: number }
  | { n: number; i: number; type: "patron-left"; seat: number; patron: string; unmet: number }
  | { n: number; i: number; type: "card-given"; seat: number; token: string; card: string; patron: string }
  | { n: number; i: number; type: "card-discarded"; seat: number; token: string; card: string }
  | { n: number; i: number; type: "patron-completed"; seat: number; patron: string; prestige: number }
  | { n: number; i: number; type: "card-benched"; seat: number; card: string }
  | { n: number; i: number; type: "card-taken-back"; seat: number; bench: string; card: string }
  | { n: number; i: number; type: "instrument-roughed"; seat: number; card: string }
  | { n: number; i: number; type: "instrument-finished"; seat: number; card: string; prestige: number }
  | {
      n: number;
      i: number;
      type: "worker-placed";
      seat: number;
      location: string;
      placing: number;
      apprentices: number;
      private?: { disc: number };
    }
  | {
      n: number;
      i: number;
      type: "workers-peeked";
      seat: number;
      location: string;
      private?: { seen: [number, number][] };
    }
  | { n: number; i: number; type: "worker-moved"; seat: number; placing: number; source: string; location: string }
  | { n: number; i: number; type: "workers-shown"; seat: number; location: string; workers: ShownWorker[] }
  | { n: number; i: number; type: "worker-acted"; seat: number; location: string; placing: number; action: string }
  | { n: number; i: number; type: "card-taken"; seat: number; location: string; slot: number; card: string }
  | {
      n: number;
      i: number;
      type: "deck-searched";
      seat: number;
      location: string;
      wanted: string;
      passed: number;
      card: string;
      private?: { found: string };
    }
  | { n: number; i: number; type: "passed"; seat: number }
  | { n: number; i: number; type: "market-left"; seat: number }
  | { n: number; i: number; type: "nothing-to-choose"; seat: number; kind: string }
  | { n: number; i: number; type: "dice-rolled"; seat: number; card: string; dice: Die[]; rerolled: number }
  | { n: number; i: number; type: "concert-given"; seat: number; card: string; result: number; level: string }
  | { n: number; i: number; type: "repair-made"; seat: number; card: string; prestige: number }
  | {
      n: number;
      i: number;
      type: "token-placed";
      seat: number;
      token: string;
      orchestra_seat: string;
      chair: string;
      word: string;
    }
  | { n: number; i: number; type: "token-displaced"; seat: number; token: string; orchestra_seat: string }
  | { n: number; i: number; type: "no-chair"; seat: number; token: string }
  | { n: number; i: number; type: "track-advanced"; seat: number; track: string; step: number }
  | { n: number; i: number; type: "award-scored"; seat: number; award: string; level: number; prestige: number }
  | { n: number; i: number; type: "marker-taken"; seat: number; marker: string }
  | { n: number; i: number; type: "specialist-gained"; seat: number; card: string }
  | { n: number; i: number; type: "chip-placed"; seat: number; card: string; disc: number }
  | { n: number; i: number; type: "worker-gained"; seat: number; disc: number }
  | {
      n: number;
      i: number;
      type: "source-scored";
      seat: number;
      source: string;
      prestige: number;
      count: number;
      card: string;
    };
