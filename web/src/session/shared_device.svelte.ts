// The content of a shared device: one seat's own table, the public table, or the handover between two people.
import type { Content } from "../api/content";
import { HostError, problemIn, type Host, type Viewer } from "../api/host";
import type { LogEntry, Problem, View } from "../api/types";
import { recentSentences } from "./catch_up";
import { Table } from "./table.svelte";
import type { Sharing } from "./viewpoint";
import { familyName } from "../text/names";

/** The handover of the device to a person; only that person should open it. */
export interface Handover {
  seat: number;
  name: string;
  colour: string;
  family: string | null;
  /** The person is asked a secret question; else they only want to see their own cards. */
  asked: boolean;
  phase: View["phase"];
  /** Public events since the person's last turn, as sentences with marks. */
  since: string[];
  /** People who may answer that the device was not passed on yet. */
  others: { seat: number; name: string }[];
  opening: boolean;
  failed: boolean;
}

/**
 * The page holds one seat's view or the public view, never both. If several people share the device, a person's own
 * table opens only after a handover, and is discarded as a whole at the end of the turn: table, socket and all.
 */
export class SharedDevice implements Sharing {
  table: Table | null = $state.raw(null);
  handover: Handover | null = $state.raw(null);
  /** The problem of showing the table. */
  problem: Problem | null = $state.raw(null);

  /** The seats that this device holds, whoever plays them now. */
  #held: number[] = [];
  /** The seat of the own table was asked since it was opened. */
  #asked = false;
  /** The seat whose own table was open last. */
  #lastOwner: number | null = null;
  #closed = false;

  constructor(
    readonly game: string,
    readonly host: Host,
    readonly content: Content,
  ) {}

  async open(): Promise<void> {
    const { you, seats } = await this.host.seats(this.game);
    this.#held = you;
    const people = seats.filter(({ held, player }) => held && player === "person");
    await this.#show(people.length > 1 ? "none" : (people[0]?.seat ?? you[0] ?? "none"));
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Show the public table; retries after a failure. */
  async reload(): Promise<void> {
    await this.#attempt(() => this.open());
  }

  // --- the table around it ---------------------------------------------------------------------------------------

  positionChanged(): void {
    const { table } = this;
    if (!table || this.#closed) return;
    if (table.session.viewer === "none") return this.#updateHandover(table);
    if (table.session.newest.clock.includes(table.session.viewer)) this.#asked = true;
    else if (this.#asked && this.#people(table.session.newest).length > 1) this.#leave(table);
  }

  lookAtOwnCards(seat: number): void {
    if (this.table) this.#showHandover(seat, this.table.view);
  }

  passOn(): void {
    if (this.table) this.#leave(this.table);
  }

  // --- the curtain -----------------------------------------------------------------------------------------------

  /** The named person has confirmed the handover: open their table. */
  async openHandover(): Promise<void> {
    const { handover } = this;
    if (!handover || handover.opening) return;
    this.handover = { ...handover, opening: true, failed: false };
    try {
      await this.#show(handover.seat);
      this.handover = null;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.handover = { ...handover, opening: false, failed: true };
    }
  }

  /** Another person has the device: hand over to that person. */
  redirect(seat: number): void {
    if (this.table) this.#showHandover(seat, this.table.view);
  }

  /** Cancel a handover that nobody needs. */
  cancelHandover(): void {
    if (!this.handover?.asked) this.handover = null;
    if (this.table) this.positionChanged();
  }

  /** On the public table: start a handover when a person is asked a secret question. */
  #updateHandover(table: Table): void {
    if (table.session.playing || table.session.busy || this.handover?.opening) return;
    const asked = table.view.prompt ? [] : table.view.clock.filter((seat) => this.#people(table.view).includes(seat));
    const [next] = asked;
    if (this.handover && (!this.handover.asked || asked.includes(this.handover.seat))) return;
    if (next === undefined) this.handover = null;
    else this.#showHandover(next, table.view);
  }

  #showHandover(seat: number, view: View): void {
    const people = this.#people(view);
    const candidates = people.filter(
      (other) =>
        other !== seat &&
        (other === (this.#lastOwner ?? view.undo.seat) || (view.clock.includes(other) && !view.prompt)),
    );
    const { colour, family } = view.seats[seat] as View["seats"][number];
    this.handover = {
      seat,
      name: this.#name(view, seat),
      colour,
      family,
      asked: view.clock.includes(seat) && !view.prompt,
      phase: view.phase,
      since: [],
      others: candidates.map((other) => ({ seat: other, name: this.#name(view, other) })),
      opening: false,
      failed: false,
    };
    this.table?.navigation.closeSheets();
    void this.#loadSince(seat, view);
  }

  /** Load the public events since the seat's last turn; on failure they are left out. */
  async #loadSince(seat: number, view: View): Promise<void> {
    let log: LogEntry[];
    try {
      log = await this.host.log(this.game, "none");
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return;
    }
    if (this.handover?.seat !== seat || this.handover.opening) return;
    const last = Math.max(0, ...log.flatMap(({ n, seat: chose }) => (chose === seat ? n : [])));
    const missed = log.filter(({ n }) => last > 0 && n > last);
    this.handover = { ...this.handover, since: recentSentences(this, namedByPerson(view), missed) };
  }

  #name(view: View, seat: number): string {
    return personNameOf(view, seat) || familyName(view, seat, this.content);
  }

  // --- which table -----------------------------------------------------------------------------------------------

  /** The held seats that people play. */
  #people(view: View): number[] {
    return this.#held.filter((seat) => view.seats[seat]?.player === "person");
  }

  /** Close the own table; the public table continues from its revision. */
  #leave(table: Table): void {
    this.#lastOwner = table.session.viewer === "none" ? this.#lastOwner : table.session.viewer;
    const { ownRevision } = table.session;
    table.navigation.tab = "hall";
    this.#drop();
    void this.#attempt(() => this.#show("none", ownRevision));
  }

  #drop(): void {
    this.table?.navigation.closeSheets();
    this.table?.close();
    this.table = null;
    this.handover = null;
  }

  async #show(viewer: Viewer, revision?: number): Promise<void> {
    const first = await this.host.view(this.game, revision, viewer);
    if (this.#closed) return;
    this.table?.close();
    const sharing = this.#held.length > 1 ? this : null;
    const table = new Table(this.game, this.host, this.content, first, { viewer, held: this.#held, sharing });
    this.#asked = viewer !== "none" && first.view.clock.includes(viewer);
    this.table = table;
    void table.open();
    this.positionChanged();
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await act();
    } catch (error) {
      this.problem = problemIn(error);
    }
  }
}

/** A person's given name; "" for none. */
function personNameOf(view: View, seat: number): string {
  const found = view.seats[seat];
  return found?.player === "person" ? found.name : "";
}

/** The view in which people are called by their own names. */
function namedByPerson(view: View): View {
  return {
    ...view,
    you: null,
    seats: view.seats.map((seat) => (personNameOf(view, seat.seat) ? { ...seat, family: null } : seat)),
  };
}
