// The JSON shapes that server and app share: aliases of the types generated from the server's OpenAPI document.
import type { components } from "./generated";

type Schemas = components["schemas"];

/** Amounts by goods word: money, inspiration, animal, wood, metal, material, apprentice, prestige, instrument. */
export type Goods = Record<string, number>;
/** A seat's number, or "neutral" for tokens that belong to nobody. */
export type Holder = NonNullable<Schemas["ChairsView"]["first"]>[0];

export type View = Schemas["View"];
export type SeatView = Schemas["SeatView"];
export type QueuedWorker = Schemas["QueuedWorkerView"];
export type Slot = Schemas["SlotView"];
export type Prompt = Schemas["Prompt"];
export type PromptChoice = Schemas["PromptChoice"];
export type Choice = Schemas["Choice"];
export type GameEvent = Schemas["GameEvent"];
export type RevealedWorker = Schemas["RevealedWorker"];
export type Die = Schemas["Die"];
export type Frame = Schemas["Frame"];
export type Preview = Schemas["Preview"];
export type Reason = Schemas["Reason"];
export type ReasonPart = Schemas["ReasonPart"];
export type RuleFacts = Schemas["RuleFacts"];
/** A refusal; status 0 and code `unreachable` where the host did not answer. */
export type Problem = Schemas["Problem"];

export type SeatSetup = Schemas["NewSeat"];
export type Setup = Schemas["NewGame"];
/** Actions that the host takes automatically for a seat. */
export type GameSettings = Omit<Schemas["SeatSettings"], "seat">;
/** Choices that are not submitted yet. `viewer: null` requests the public view as the answer, for shared devices. */
export type Draft = Schemas["Draft"];
/** An undo or redo request; the key makes it idempotent. */
export type UndoRequest = Schemas["Undo"];
/** A submitted move: the choices and a key that makes the request idempotent. */
export type Move = Schemas["Move"];
/** The frames that a request added. */
export type Answer = Schemas["Update"];
export type LogEntry = Schemas["LogEntry"];
export type Player = Pick<Schemas["PublicSeat"], "player" | "level" | "name">;
export type PlayerChange = Schemas["PlayerChange"];
export type CreatedGame = Pick<Schemas["CreatedGame"], "game" | "seat">;
export type PublicSeat = Schemas["PublicSeat"];
export type SeatStatus = Schemas["SeatStatus"];
export type Seats = Schemas["Seats"];
export type JoinCode = Schemas["JoinCode"];
export type Joinable = Schemas["JoinableGame"];
/** A seat that this device holds from now on; null: as a spectator. */
export type JoinedSeat = Pick<Schemas["SeatAccess"], "game" | "seat">;
/** A link that opens a seat, or the spectator view (null), on another device. */
export type Link = Schemas["SeatLink"];
export type PlayerAssignment = Schemas["Reseat"];
/** The position that a copy of the game starts from, played alone. */
export type CopyFrom = Schemas["Copy"];
/** The answer of `GET /api/content`; the tables are those of the TOML files. */
export type RawContent = Schemas["CardTables"] & { tables: Record<string, Record<string, unknown>> };
/** The level of an AI that can be chosen for a new seat. */
export type Level = NonNullable<SeatSetup["level"]>;
export type Colour = SeatView["colour"];
