import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { amati, planningView, ruckers } from "../fixtures/board";
import { NO_CHANGE, FakeHost, frame, one, prompt, refusal, seatStatus, seatsOf } from "../fixtures/host";
import TableScreen from "../board/TableScreen.svelte";
import { PARTS } from "../board/TableView.svelte";
import { SharedDevice } from "./shared_device.svelte";
import { router } from "../app/router.svelte";
import { change } from "../app/settings.svelte";
import type { Choice, Prompt, SeatView, View } from "../api/types";

const shown = vi.hoisted(() => ({ device: null as unknown }));
vi.mock("./open_game", () => ({ openGame: () => Promise.resolve(shown.device), host: {} }));

const content = loadContent();
const ADA = 0;
const BRUNO = 2;
const PLACE: Choice = { kind: "plan-location", location: "perform" };
const places = (): Prompt =>
  prompt("plan-location", [one(PLACE, { at: ["location:perform"] })], {
    secret: true,
    about: { number: 3, apprentices: 0 },
  });
const turn = (): Prompt => prompt("turn", [one({ kind: "activate", location: "guild" }, { at: ["location:guild"] })]);
/** Ids and names that only Ada may see. */
const SECRETS = ["theorbo", "oboe", "goal-at-court", "goal-pattern-book", "Theorbo", "At Court"];
const HOLD_MS = 700;
const PART_MS = 16;

/** Ada, an AI and Bruno, from the viewer's perspective. */
function view(revision: number, viewer: number | null, part: Partial<View> = {}): View {
  const hidden = (seat: SeatView): SeatView => ({ ...seat, hand: 2, goals: 2, goal_counts: null, idle: null });
  const bruno: SeatView = {
    ...hidden(ruckers()),
    seat: BRUNO,
    colour: "vert",
    family: "family-broadwood",
    player: "person",
    name: "Bruno",
    level: null,
  };
  const seats = [
    amati(),
    { ...ruckers() },
    {
      ...bruno,
      ...(viewer === BRUNO ? { hand: ["serpent"], goals: ["goal-prize-shelf", "goal-grand-tour"], idle: [1] } : {}),
    },
  ];
  const seen = seats.map((seat) => (seat.seat === viewer ? seat : hidden(seat)));
  return planningView({
    revision,
    you: viewer,
    seats: seen,
    locations: { ...planningView().locations, salon: { display: [], queue: [] } },
    prompt: null,
    clock: [1],
    waiting_for: [{ seat: 1, kind: "plan-worker" }],
    undo: { to: null, closed: null },
    ...part,
  });
}

let host: FakeHost;
let device: SharedDevice;

/** Prepare views: Ada is asked a secret question, Bruno and the AI wait. */
function adaPlans(revision = 10): void {
  const part = { clock: [ADA], waiting_for: [{ seat: ADA, kind: "plan-location" }] };
  host.frames.set("none", frame(view(revision, null, part)));
  host.frames.set(ADA, frame(view(revision, ADA, { ...part, waiting_for: [], prompt: places() })));
  host.frames.set(BRUNO, frame(view(revision, BRUNO, part)));
}

function brunoPlans(revision: number): void {
  const part = {
    clock: [BRUNO],
    waiting_for: [{ seat: BRUNO, kind: "plan-location" }],
    undo: { to: revision - 1, closed: null },
  };
  host.frames.set("none", frame(view(revision, null, { ...part, undo: { ...part.undo, seat: ADA } })));
  host.frames.set(ADA, frame(view(revision, ADA, part)));
  host.frames.set(
    BRUNO,
    frame(view(revision, BRUNO, { ...part, waiting_for: [], prompt: places(), undo: { to: null, closed: null } })),
  );
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  await tick();
}

/** Open the game and wait until all parts of the table are mounted. */
async function open(): Promise<void> {
  shown.device = device;
  await device.open();
  render(TableScreen, { game: "7QK4" });
  for (let part = 0; part < PARTS; part++) {
    await vi.advanceTimersByTimeAsync(PART_MS);
    await tick();
  }
}

async function hold(): Promise<void> {
  await fireEvent.pointerDown(screen.getByRole("button", { name: /^Hold to open/ }));
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  await settle();
}

/** All strings that can be reached from an object by its fields. */
function reachable(from: unknown, seen = new Set<unknown>()): string[] {
  if (typeof from === "string") return [from];
  if (!from || typeof from !== "object" || seen.has(from) || from === content || from === host || from instanceof Node)
    return [];
  seen.add(from);
  const parts =
    from instanceof Map || from instanceof Set
      ? [...(from.values() as Iterable<unknown>)]
      : Reflect.ownKeys(from).map((key) => (from as Record<PropertyKey, unknown>)[key]);
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(from) ?? {})).flatMap(
    ([, field]) => (field.get ? [field.get.call(from) as unknown] : []),
  );
  return [...parts, ...getters].flatMap((part) => reachable(part, seen));
}

function leaks(): string[] {
  const page =
    document.documentElement.outerHTML +
    JSON.stringify({ ...localStorage }) +
    JSON.stringify({ ...sessionStorage }) +
    location.href +
    JSON.stringify(history.state);
  const texts = reachable(device.table).join("\n") + reachable(device.handover).join("\n");
  return SECRETS.filter((secret) => page.includes(secret) || texts.includes(secret));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  change({ speed: "normal" });
  router.go("/table/7QK4/hall");
  host = new FakeHost();
  host.seatInfo = seatsOf([
    seatStatus(ADA, { name: "Ada", held: true }),
    seatStatus(1, { player: "ai", level: "journeyman" }),
    seatStatus(BRUNO, { name: "Bruno", held: true }),
  ]);
  device = new SharedDevice("7QK4", host, content);
  adaPlans();
});

afterEach(() => {
  cleanup();
  device.close();
  vi.useRealTimers();
});

describe("the handover", () => {
  test("starts at once if a person is asked a secret question, and only the public view was requested", async () => {
    await open();
    expect(screen.getByRole("heading", { name: "Pass the phone to Ada" })).toBeInTheDocument();
    expect(screen.getByText("house of Amati, Cremona")).toBeInTheDocument();
    expect(screen.queryByRole("form")).toBeNull();
    expect(host.asked.every((asked) => asked.endsWith(" none"))).toBe(true);
    expect(host.watched).toEqual(["none"]);
  });

  test("names a person without a name by the family, and before that by the colour of the seat", async () => {
    for (const [family, name] of [
      ["family-amati", "Amati"],
      [null, "Azure"],
    ] as const) {
      const open = host.frames.get("none")!;
      host.frames.set("none", {
        ...open,
        view: {
          ...open.view,
          seats: open.view.seats.map((seat) => (seat.seat === ADA ? { ...seat, name: "", family } : seat)),
        },
      });
      device = new SharedDevice("7QK4", host, content);
      await device.open();
      expect(device.handover?.name).toBe(name);
      device.close();
    }
  });

  test("is confirmed by a hold, not by a short touch", async () => {
    await open();
    const button = screen.getByRole("button", { name: "Hold to open, Ada" });
    await fireEvent.pointerDown(button);
    await vi.advanceTimersByTimeAsync(HOLD_MS - 100);
    await fireEvent.pointerUp(button);
    await fireEvent.click(button);
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(device.handover?.seat).toBe(ADA);
    await hold();
    expect([device.handover, device.table?.session.viewer, device.table?.drafting.prompt?.kind]).toEqual([
      null,
      ADA,
      "plan-location",
    ]);
    expect(host.watched).toEqual([ADA]);
  });

  test("is confirmed by a held key, and with a screen reader by two activations", async () => {
    await open();
    const button = screen.getByRole("button", { name: "Hold to open, Ada" });
    await fireEvent.keyDown(button, { key: "Enter" });
    await fireEvent.keyUp(button, { key: "Enter" });
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(device.handover).not.toBeNull();
    await fireEvent.click(button);
    expect(button).toHaveAccessibleName("Once more to open, Ada");
    await fireEvent.click(button);
    await settle();
    expect(device.table?.session.viewer).toBe(ADA);
  });

  test("is confirmed by a held Enter wherever the focus is, except on another button", async () => {
    host.frames.set(
      "none",
      frame(
        view(10, null, {
          clock: [ADA],
          waiting_for: [{ seat: ADA, kind: "plan-location" }],
          undo: { to: 9, closed: null, seat: BRUNO },
        }),
      ),
    );
    await open();
    await fireEvent.keyDown(screen.getByRole("button", { name: "I am Bruno: not yet" }), { key: "Enter" });
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(device.handover?.seat).toBe(ADA);
    await fireEvent.keyDown(screen.getByRole("heading"), { key: "Enter" });
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    await settle();
    expect(device.table?.session.viewer).toBe(ADA);
  });

  test("stays if the table cannot be reached, and can be retried", async () => {
    await open();
    const own = host.frames.get(ADA);
    host.frames.delete(ADA);
    await hold();
    expect(screen.getByRole("alert")).toHaveTextContent("The table does not answer.");
    host.frames.set(ADA, own as NonNullable<typeof own>);
    await hold();
    expect(device.table?.session.viewer).toBe(ADA);
  });
});

describe("the end of a turn", () => {
  async function adaPlays(): Promise<void> {
    await open();
    await hold();
    expect(leaks()).toContain("theorbo");
    brunoPlans(11);
    host.entries = [
      {
        n: 8,
        seat: BRUNO,
        events: frame(view(8, null), [{ type: "passed", seat: BRUNO }]).events,
        reason: null,
        ...NO_CHANGE,
      },
      {
        n: 11,
        seat: ADA,
        events: frame(view(11, null), [
          { type: "worker-placed", seat: ADA, location: "guild", placement: 9, apprentices: 0 },
        ]).events,
        reason: null,
        ...NO_CHANGE,
      },
    ];
    const own = frame(view(11, ADA, { clock: [BRUNO] }), [
      { type: "worker-placed", seat: ADA, location: "guild", placement: 9, apprentices: 0, private: { number: 3 } },
    ]);
    host.answers.push({ revision: 11, frames: [own] });
    await device.table?.drafting.submit([PLACE]);
    host.asked = [];
    await settle();
  }

  test("hands over to the next person, and leaves nothing of the last one in the page", async () => {
    await adaPlays();
    expect(screen.getByRole("heading", { name: "Pass the phone to Bruno" })).toBeInTheDocument();
    expect(leaks()).toEqual([]);
    expect([host.watched, host.asked.filter((asked) => !asked.endsWith(" none"))]).toEqual([["none"], []]);
  });

  test("discards everything open, drafted, in a sheet or about to be shown", async () => {
    await open();
    await hold();
    const table = device.table;
    table?.navigation.openCard("theorbo");
    table?.drafting.select(0);
    if (table) table.navigation.tab = "workshop";
    await settle();
    expect(document.body.textContent).toContain("Theorbo");
    brunoPlans(12);
    table?.session.receive(frame(view(12, ADA, { clock: [BRUNO] }), [{ type: "passed", seat: 1 }]));
    await settle();
    expect(leaks()).toEqual([]);
    expect(table?.navigation.sheets).toEqual([]);
    expect(location.pathname).toBe("/table/7QK4/hall");
  });

  test("ignores an answer that arrives too late", async () => {
    await open();
    await hold();
    const table = device.table;
    let answer: (given: { revision: number; frames: [] }) => void = () => {};
    host.submit = () => new Promise((done) => (answer = done));
    void table?.drafting.submit([PLACE]);
    brunoPlans(11);
    device.passOn();
    await settle();
    answer({ revision: 11, frames: [] });
    await settle();
    expect(device.handover?.seat).toBe(BRUNO);
    expect(leaks()).toEqual([]);
  });

  test("lists the public events since the person's last turn, by people's names", async () => {
    await adaPlays();
    expect(screen.getByText("Ada sends a worker to the Guild.")).toBeInTheDocument();
    expect(screen.queryByText(/Bruno passes/)).toBeNull();
  });

  test("allows the last person to open their own table again, and to undo", async () => {
    await adaPlays();
    await fireEvent.click(screen.getByRole("button", { name: "I am Ada: not yet" }));
    expect(screen.getByRole("heading", { name: "The cards of Ada" })).toBeInTheDocument();
    expect(leaks()).toEqual([]);
    await hold();
    expect([device.table?.session.viewer, device.table?.canTakeBack]).toEqual([ADA, true]);
    adaPlans(12);
    host.answers.push({
      revision: 12,
      frames: [host.frames.get(ADA) as NonNullable<ReturnType<typeof host.frames.get>>],
    });
    await device.table?.takeBack();
    expect(device.table?.drafting.prompt?.kind).toBe("plan-location");
    expect(device.handover).toBeNull();
  });

  test("is a button for a person who only looked at their cards", async () => {
    await adaPlays();
    await fireEvent.click(screen.getByRole("button", { name: "I am Ada: not yet" }));
    await hold();
    await fireEvent.click(screen.getByRole("button", { name: "Pass on" }));
    await settle();
    expect(device.handover?.seat).toBe(BRUNO);
    expect(leaks()).toEqual([]);
  });

  test("shows an AI's moves on the public table before the next handover", async () => {
    await open();
    await hold();
    const part = { clock: [1], waiting_for: [{ seat: 1, kind: "plan-worker" }] };
    host.frames.set("none", frame(view(11, null, part)));
    host.answers.push({ revision: 11, frames: [frame(view(11, ADA, part))] });
    await device.table?.drafting.submit([PLACE]);
    await settle();
    expect([device.handover, device.table?.session.viewer]).toEqual([null, "none"]);
    expect(leaks()).toEqual([]);
    brunoPlans(12);
    const texts = frame(view(12, null, { clock: [BRUNO], waiting_for: [{ seat: BRUNO, kind: "plan-location" }] }), [
      { type: "worker-placed", seat: 1, location: "guild", placement: 9, apprentices: 0 },
    ]);
    host.watcher?.frame(texts);
    await settle();
    expect(device.table?.session.playback.caption?.sentence).toContain("Ruckers");
    expect(device.handover).toBeNull();
    await vi.advanceTimersByTimeAsync(800);
    await settle();
    expect(device.handover?.seat).toBe(BRUNO);
  });

  test("in the set-up hands over from one person to the next, though all are asked", async () => {
    const keep = { phase: "setup" as const, round: 0, clock: [ADA, 1, BRUNO], waiting_for: [] };
    host.frames.set("none", frame(view(0, null, keep)));
    host.frames.set(ADA, frame(view(0, ADA, { ...keep, prompt: places() })));
    host.frames.set(BRUNO, frame(view(0, BRUNO, { ...keep, prompt: places() })));
    await open();
    expect(device.handover?.seat).toBe(ADA);
    expect(screen.getByRole("button", { name: "I am Bruno: not yet" })).toBeInTheDocument();
    await hold();
    const after = { ...keep, clock: [1, BRUNO] };
    host.frames.set("none", frame(view(1, null, after)));
    host.answers.push({ revision: 1, frames: [frame(view(1, ADA, after))] });
    await device.table?.drafting.submit([PLACE]);
    await settle();
    expect(device.handover?.seat).toBe(BRUNO);
    expect(leaks()).toEqual([]);
  });
});

describe("without secrets", () => {
  const part = {
    phase: "resolution" as const,
    clock: [BRUNO],
    waiting_for: [{ seat: BRUNO, kind: "turn" }],
    prompt: turn(),
  };

  test("shows a question on the public table, with the name of the person to move", async () => {
    host.frames.set("none", frame(view(10, null, part)));
    await open();
    expect([device.handover, device.table?.session.viewer, device.table?.drafting.prompt?.kind]).toEqual([
      null,
      "none",
      "turn",
    ]);
    expect(document.querySelector(".turn-bar")).toHaveTextContent("Bruno");
    expect(leaks()).toEqual([]);
  });

  test("lets the person look at their own cards after a handover, and hide them again", async () => {
    host.frames.set("none", frame(view(10, null, part)));
    host.frames.set(BRUNO, frame(view(10, BRUNO, part)));
    await open();
    await fireEvent.click(screen.getByRole("button", { name: "My cards" }));
    expect(screen.getByRole("heading", { name: "The cards of Bruno" })).toBeInTheDocument();
    await hold();
    expect(device.table?.session.viewer).toBe(BRUNO);
    await fireEvent.click(screen.getByRole("button", { name: "Close my cards" }));
    await settle();
    expect(device.table?.session.viewer).toBe("none");
    expect(reachable(device.table).join()).not.toContain("goal-grand-tour");
  });

  test("names the person whose move undo takes back", async () => {
    host.frames.set("none", frame(view(10, null, { ...part, undo: { to: 8, closed: null, seat: ADA } })));
    await open();
    expect(screen.getByRole("button", { name: "Take back what Ada chose" })).toBeEnabled();
  });

  test("allows a handover only for looking to be cancelled", async () => {
    host.frames.set("none", frame(view(10, null, part)));
    await open();
    await fireEvent.click(screen.getByRole("button", { name: "My cards" }));
    await fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect([device.handover, device.table?.session.viewer]).toEqual([null, "none"]);
  });

  test("needs no handover after the end of the game", async () => {
    await open();
    await hold();
    const over = { phase: "finished" as const, clock: [], waiting_for: [], winners: [ADA], scoring: [] };
    host.frames.set("none", frame(view(11, null, over)));
    host.answers.push({ revision: 11, frames: [frame(view(11, ADA, over))] });
    await device.table?.drafting.submit([PLACE]);
    await settle();
    expect([device.handover, device.table?.session.viewer, device.table?.view.phase]).toEqual([
      null,
      "none",
      "finished",
    ]);
  });
});

describe("one person alone", () => {
  test("sees their own table at once, and keeps it while others play", async () => {
    host.seatInfo = seatsOf([
      seatStatus(ADA, { name: "Ada", held: true }),
      seatStatus(1, { player: "ai" }),
      seatStatus(BRUNO, { name: "Bruno" }),
    ]);
    await open();
    expect([device.handover, device.table?.session.viewer]).toEqual([null, ADA]);
    host.answers.push({ revision: 11, frames: [frame(view(11, ADA, { clock: [BRUNO] }))] });
    await device.table?.drafting.submit([PLACE]);
    await settle();
    expect(device.table?.session.viewer).toBe(ADA);
  });

  test("needs no handover if an AI plays the other seat", async () => {
    host.seatInfo = seatsOf([
      seatStatus(ADA, { name: "Ada", held: true }),
      seatStatus(1, { player: "ai" }),
      seatStatus(BRUNO, { player: "ai", held: true }),
    ]);
    await open();
    expect(device.table?.session.viewer).toBe(ADA);
  });

  test("as a spectator sees the public view and is asked nothing", async () => {
    host.seatInfo = seatsOf([seatStatus(ADA), seatStatus(1, { player: "ai" })], { watching: true });
    host.frames.set("none", frame(view(10, null, { phase: "resolution", clock: [ADA], prompt: turn() })));
    await open();
    expect([device.table?.session.viewer, device.table?.drafting.prompt]).toEqual(["none", null]);
  });

  test("sees the problem of an unreachable table, with a retry", async () => {
    host.seats = () => Promise.reject(refusal("unreachable", 0));
    await expect(device.open()).rejects.toThrow();
  });
});
