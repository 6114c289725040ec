// The JSON shapes that server and app share.

/** Amounts by goods word: money, inspiration, animal, wood, metal, material, apprentice, prestige, instrument. */
export type Goods = Partial<Record<string, number>>;
/** A seat's number, or "neutral" for tokens that belong to nobody. */
export type Holder = number | "neutral";

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
  apprentices: { held: number; placed: number; market: number; removed: number };
  to_place: number;
  /** Own seat: the numbers of its idle workers. Others: null. */
  idle: number[] | null;
  /** All worker numbers that the seat owns. */
  numbers: number[];
  /** Own seat: card ids. Others: the number of cards. */
  hand: string[] | number;
  goals: string[] | number;
  /** The current count of each goal; null while they are hidden. */
  goal_counts: number[] | null;
  patrons: {
    card: string;
    space: number;
    patience: number;
    tucked: { token: string; card: string }[];
    /**
     * The state of each requirement and the card that met it; "either": that card may meet this requirement or another.
     */
    requirements: { state: "met" | "either" | "open"; card: string | null }[];
    /** The requirements (counted from 0) that one more card could meet. */
    takes: number[];
    /** Prestige lost if the patron left now. */
    loss: number;
    /**
     * The round in which the patience cube moves next (7: never), and the round in which the patron leaves if nothing
     * changes.
     */
    moves_in_round: number;
    leaves_in_round: number | null;
  }[];
  completed: string[];
  roughing: string[];
  finishing: string[];
  tracks: { reputation: number; performance: number; craft: number };
  markers: string[];
  specialists: { card: string; number: number | null }[];
  market_used: boolean;
  passed: boolean;
  /** Counts for awards and goals: instruments finished, performances, repairs. */
  finished: string[];
  performances: { card: string; level: string }[];
  repairs: string[];
}

export interface QueuedWorker {
  placement: number;
  seat: number;
  number: number | null;
  apprentices: number;
  revealed: boolean;
}

export interface Slot {
  slot: number;
  tier: number;
  /** Null: empty until the end of the round. */
  card: string | null;
  /** The price for the viewing seat (tracks and abilities included); for spectators the printed price. */
  price: number;
}

export interface View {
  game: string;
  /** Number of log entries. */
  revision: number;
  /** Number of choices in force; undo lowers it. */
  choice_count: number;
  you: number | null;
  round: number;
  phase: "setup" | "start-of-round" | "planning" | "resolution" | "end-of-round" | "scoring" | "finished";
  order: number[];
  clock: number[];
  seats: SeatView[];
  /** salon, guild, perform and repair have a display; balcony has none. */
  locations: Record<string, { display: Slot[]; queue: QueuedWorker[] }>;
  benches: { seat: number; bench: "roughing" | "finishing"; queue: QueuedWorker[] }[];
  /** Workers on the turn-order spaces of the Balcony, best first. */
  balcony: { seat: number; number: number }[];
  /** The worker whose turn is being resolved. */
  active_worker: {
    seat: number;
    placement: number;
    number: number;
    location: string;
    skill: number;
    apprentices: number;
  } | null;
  market: { card: string; buy: Goods; sell: Goods; hire: number; train: number };
  /** Each level: null (free), "closed", or the seat that took it. `counts`: the award's current count by seat. */
  awards: { award: string; levels: (null | "closed" | number)[]; counts: number[] }[];
  /** First chair and second chairs as [holder, token kind]; in a rare place every token is in `rare`. */
  orchestra: Record<string, { first: [Holder, string] | null; second: [Holder, string][]; rare?: [Holder, string][] }>;
  decks: Record<string, number>;
  discards: Record<string, string[]>;
  prompt: Prompt | null;
  /** The other seats that are asked; `kind` only if the viewer may know it. */
  waiting_for: { seat: number; kind: string | null }[];
  /** `seat` is set in a spectator's view: the seat whose move can be undone or redone. */
  undo: { to: number | null; closed: { by: string; n: number } | null; seat?: number };
  redo: { to: number; seat?: number } | null;
  /** Seats of the winners, after the end. */
  winners: number[];
  /** After the end: every seat's goals with the level reached (0 to 3) and prestige. */
  scoring: { seat: number; lines: { source: string; prestige: number; count: number; card: string }[] }[] | null;
}

export interface PromptChoice {
  choice: Choice;
  /**
   * Addresses of the board items to highlight: location:perform, bench:roughing, slot:guild:3, orchestra:seat-oboe,
   * patron:ID, hand:oboe, space:2, award:ID:2, die:1, market:wood, roughing:ID, finishing:ID, track:craft,
   * marker:royal, specialist:ID, till:wood, gift:PATRON:0, deck:guild, number:3.
   */
  at: string[];
  outcome: { word: string; [detail: string]: string | number };
  cost: Goods;
  gain: Goods;
  /** It cannot be undone. */
  irreversible: boolean;
  /** Warnings to confirm once: wastes-bonus, patron-leaves, overflow, market-unused. */
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
  value: number;
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

/** The changes of one log entry, for one seat. `reasons`: the reasons of AI seats that are public by now. */
export interface Frame {
  revision: number;
  view: View;
  events: GameEvent[];
  reasons: Reason[];
}

/** RFC 9457 problem details. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  view?: View;
  /** Seconds until a retry makes sense. */
  wait?: number;
}

export interface Preview {
  prompt: Prompt | null;
  seat: SeatView;
  /** The draft ended where hidden information or another seat's choice comes next. */
  hidden: boolean;
}

export type Choice =
  | { kind: "decline" }
  | { kind: "done" }
  | { kind: "material"; material: string }
  | { kind: "goods"; goods: Goods }
  | { kind: "discard"; material: string }
  | { kind: "pay"; money: number }
  | { kind: "end-turn" }
  | { kind: "setup"; family: string; patron: string; instrument: string; goals: [string, string] }
  | { kind: "patron-space"; space: number }
  | { kind: "next-patron"; patron: string }
  | { kind: "bench"; card: string }
  | { kind: "make-room"; card: string }
  | { kind: "plan-worker"; number: number; apprentices: number }
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
  | { kind: "assign-number"; number: number }
  | { kind: "draw" }
  | { kind: "trade" }
  | { kind: "echo" }
  | { kind: "buy"; material: string }
  | { kind: "sell"; material: string }
  | { kind: "hire" }
  | { kind: "train"; track: string }
  | { kind: "leave" };

export interface RevealedWorker {
  placement: number;
  seat: number;
  number: number;
  apprentices: number;
  specialist: string;
  skill: number;
}
export interface Die {
  colour: string;
  face: number;
}

/** `seat` is -1 if an event concerns no seat (or a neutral token). Only the event's own seat receives `private`. */
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
      type: "setup-chosen";
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
      placement: number;
      apprentices: number;
      private?: { number: number };
    }
  | {
      n: number;
      i: number;
      type: "workers-peeked";
      seat: number;
      location: string;
      private?: { seen: [number, number][] };
    }
  | { n: number; i: number; type: "worker-moved"; seat: number; placement: number; source: string; location: string }
  | { n: number; i: number; type: "workers-revealed"; seat: number; location: string; workers: RevealedWorker[] }
  | { n: number; i: number; type: "worker-acted"; seat: number; location: string; placement: number; action: string }
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
  | { n: number; i: number; type: "performance-given"; seat: number; card: string; result: number; level: string }
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
  | { n: number; i: number; type: "track-advanced"; seat: number; track: string; space: number }
  | { n: number; i: number; type: "award-scored"; seat: number; award: string; level: number; prestige: number }
  | { n: number; i: number; type: "marker-taken"; seat: number; marker: string }
  | { n: number; i: number; type: "specialist-gained"; seat: number; card: string }
  | { n: number; i: number; type: "number-assigned"; seat: number; card: string; number: number }
  | { n: number; i: number; type: "worker-gained"; seat: number; number: number }
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
