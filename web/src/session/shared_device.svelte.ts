// What this device shows of a game: the table of one seat, what lies open to all, or the curtain between two people.
import type { Content } from "../api/content";
import { HostError, problemIn, type Host, type ToldEntry, type Viewer } from "../api/host";
import { sentences } from "./catch_up";
import { Table, type Sharing } from "./table.svelte";
import type { Problem, View } from "../api/types";
import { familyName } from "../text/names";

/** Only the person that it names may open it. */
export interface Curtain {
  seat: number;
  name: string;
  colour: string;
  family: string | null;
  /** Whether it is asked something that nobody else may see; else it only wants to look. */
  asked: boolean;
  phase: View["phase"];
  /** What lies open of what happened since its last turn, in sentences with marks. */
  since: string[];
  /** Who may say that it is not yet passed on. */
  others: { seat: number; name: string }[];
  opening: boolean;
  failed: boolean;
}

/**
 * At any time the page holds what one seat sees, or what lies open to all. Where several people share the device the own
 * table of one of them stands behind a curtain, and is dropped as a whole once its turn is over: table, socket and all.
 */
export class Device implements Sharing {
  table: Table | null = $state.raw(null);
  curtain: Curtain | null = $state.raw(null);
  /** Why the table cannot be shown. */
  problem: Problem | null = $state.raw(null);

  /** The seats whose keys are here, whoever plays them now. */
  #held: number[] = [];
  /** Whether the seat whose table is shown has been asked since it was opened. */
  #asked = false;
  /** Who had its own table open last. */
  #from: number | null = null;
  #closed = false;

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
  ) {}

  async open(): Promise<void> {
    const { you, seats } = await this.host.who(this.game);
    this.#held = you;
    const people = seats.filter(({ held, player }) => held && player === "person");
    await this.#show(people.length > 1 ? "none" : (people[0]?.seat ?? you[0] ?? "none"));
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Show what lies open to all, from where the shown seat left the game; again, where that failed. */
  async again(): Promise<void> {
    await this.#trying(() => this.open());
  }

  // --- the table around it ---------------------------------------------------------------------------------------

  moved(): void {
    const { table } = this;
    if (!table || this.#closed) return;
    if (table.viewer === "none") return this.#hang(table);
    if (table.newest.clock.includes(table.viewer)) this.#asked = true;
    else if (this.#asked && this.#people(table.newest).length > 1) this.#leave(table);
  }

  look(seat: number): void {
    if (this.table) this.#lower(seat, this.table.view);
  }

  pass(): void {
    if (this.table) this.#leave(this.table);
  }

  // --- the curtain -----------------------------------------------------------------------------------------------

  /** The person that the curtain names has opened it. */
  async part(): Promise<void> {
    const { curtain } = this;
    if (!curtain || curtain.opening) return;
    this.curtain = { ...curtain, opening: true, failed: false };
    try {
      await this.#show(curtain.seat);
      this.curtain = null;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.curtain = { ...curtain, opening: false, failed: true };
    }
  }

  /** Somebody else has the device: the curtain is for that person. */
  notYet(seat: number): void {
    if (this.table) this.#lower(seat, this.table.view);
  }

  /** A curtain that nobody needs is put away without opening it. */
  away(): void {
    if (!this.curtain?.asked) this.curtain = null;
    if (this.table) this.moved();
  }

  /** Over what lies open to all: the curtain falls where a person is asked what nobody else may see. */
  #hang(table: Table): void {
    if (table.playing || table.busy || this.curtain?.opening) return;
    const asked = table.view.prompt ? [] : table.view.clock.filter((seat) => this.#people(table.view).includes(seat));
    const [next] = asked;
    if (this.curtain && (!this.curtain.asked || asked.includes(this.curtain.seat))) return;
    if (next === undefined) this.curtain = null;
    else this.#lower(next, table.view);
  }

  #lower(seat: number, view: View): void {
    const people = this.#people(view);
    const could = people.filter(
      (other) =>
        other !== seat && (other === (this.#from ?? view.undo.seat) || (view.clock.includes(other) && !view.prompt)),
    );
    const { colour, family } = view.seats[seat] as View["seats"][number];
    this.curtain = {
      seat,
      name: this.#name(view, seat),
      colour,
      family,
      asked: view.clock.includes(seat) && !view.prompt,
      phase: view.phase,
      since: [],
      others: could.map((other) => ({ seat: other, name: this.#name(view, other) })),
      opening: false,
      failed: false,
    };
    this.table?.closeSheets();
    void this.#tellSince(seat, view);
  }

  /** What lies open since the seat's last turn; where it cannot be read, the curtain says nothing of it. */
  async #tellSince(seat: number, view: View): Promise<void> {
    let log: ToldEntry[];
    try {
      log = await this.host.log(this.game, "none");
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return;
    }
    if (this.curtain?.seat !== seat || this.curtain.opening) return;
    const last = Math.max(0, ...log.flatMap(({ n, seat: chose }) => (chose === seat ? n : [])));
    const missed = log.filter(({ n }) => last > 0 && n > last);
    this.curtain = { ...this.curtain, since: sentences(this, named(view), missed) };
  }

  #name(view: View, seat: number): string {
    return personOf(view, seat) || familyName(view, seat, this.content);
  }

  // --- which table -----------------------------------------------------------------------------------------------

  /** The seats here that people play. */
  #people(view: View): number[] {
    return this.#held.filter((seat) => view.seats[seat]?.player === "person");
  }

  /** Nobody's own table any more: what lies open to all goes on where the seat has led the game. */
  #leave(table: Table): void {
    this.#from = table.viewer === "none" ? this.#from : table.viewer;
    const { led } = table;
    table.tab = "hall";
    this.#drop();
    void this.#trying(() => this.#show("none", led));
  }

  #drop(): void {
    this.table?.closeSheets();
    this.table?.close();
    this.table = null;
    this.curtain = null;
  }

  async #show(viewer: Viewer, ply?: number): Promise<void> {
    const first = await this.host.view(this.game, ply, viewer);
    if (this.#closed) return;
    this.table?.close();
    const sharing = this.#held.length > 1 ? this : null;
    const table = new Table(this.game, this.host, this.content, first, { viewer, held: this.#held, sharing });
    this.#asked = viewer !== "none" && first.view.clock.includes(viewer);
    this.table = table;
    void table.open();
    this.moved();
  }

  async #trying(act: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await act();
    } catch (error) {
      this.problem = problemIn(error);
    }
  }
}

/** The name that a person gave; "" for none. */
function personOf(view: View, seat: number): string {
  const found = view.seats[seat];
  return found?.player === "person" ? found.name : "";
}

/** The view by which people are called by their own names. */
function named(view: View): View {
  return {
    ...view,
    you: null,
    seats: view.seats.map((seat) => (personOf(view, seat.seat) ? { ...seat, family: null } : seat)),
  };
}
