// Looking back through the positions of a table.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { FakeHost, frame, one, prompt, refusal } from "../fixtures/host";
import type { ToldEntry, Viewer } from "../api/host";
import { router } from "../app/router.svelte";
import { Table } from "./table.svelte";
import type { Frame, View } from "../api/types";

const content = loadContent();
const at = (ply: number, part: Partial<View> = {}): View => planningView({ ply, step: ply + 108, ...part });
const sent = (seat: number) => ({
  type: "worker-placed" as const,
  seat,
  location: "guild",
  placing: 9,
  apprentices: 0,
});
const begun = (round: number) => ({ type: "phase-begun" as const, seat: -1, round, phase: "planning" });
const told = (n: number, ...events: Parameters<typeof frame>[1] & object): ToldEntry => ({
  n,
  seat: 0,
  events: frame(at(n), events).events,
  why: null,
});

interface Asked {
  ply: number | undefined;
  viewer: Viewer | undefined;
  give(): void;
  refuse(): void;
}

/** Answers for positions when it is told to, so that answers may come in any order. */
class SlowHost extends FakeHost {
  asking: Asked[] = [];

  override view(_game: string, ply?: number, viewer?: Viewer): Promise<Frame> {
    return new Promise((done, failed) => {
      const give = (): void => done(frame(at(ply ?? 0)));
      this.asking.push({ ply, viewer, give, refuse: () => failed(refusal("unreachable", 0)) });
    });
  }

  /** The last request is answered. */
  async give(): Promise<void> {
    this.asking.at(-1)?.give();
    await settled();
  }

  get plies(): (number | undefined)[] {
    return this.asking.map(({ ply }) => ply);
  }
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

let host: SlowHost;

/** A table at 20 whose story has stops at 0, 3, 5, 8 and 12. */
async function table(viewer: Viewer = 0): Promise<Table> {
  host = new SlowHost();
  host.entries = [
    told(0, begun(0)),
    told(3, begun(1)),
    told(4),
    told(5, sent(1)),
    told(8, begun(2), sent(0)),
    told(12, sent(1)),
  ];
  const made = new Table("7QK4", host, content, frame(at(20, { you: viewer === "none" ? null : viewer })), {
    viewer,
    held: [0],
  });
  await made.open();
  made.tab = "story";
  await settled();
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  router.go("/table/7QK4/hall");
});

describe("stops", () => {
  test("are the entries that tell something, each with its round", async () => {
    const { past } = await table();
    expect(past.stops).toEqual([
      { n: 0, round: 0 },
      { n: 3, round: 1 },
      { n: 5, round: 1 },
      { n: 8, round: 2 },
      { n: 12, round: 2 },
    ]);
    expect(past.index).toBe(4);
  });

  test("are stepped through one by one, and end at the ends", async () => {
    const { past } = await table();
    past.go(past.index - 1);
    expect(past.at).toBe(8);
    past.go(-3);
    expect(past.at).toBe(0);
    past.go(99);
    expect(past.at).toBe(12);
  });

  test("that were taken back leave the one before", async () => {
    const made = await table();
    made.past.look(12);
    host.entries = host.entries.slice(0, -1);
    made.tab = "hall";
    made.tab = "story";
    await settled();
    expect([made.past.at, made.past.index]).toEqual([12, 3]);
  });
});

describe("positions", () => {
  test("are asked for with the eyes of the table: the own, or what lies open on a shared device", async () => {
    (await table(0)).past.look(5);
    expect(host.asking).toMatchObject([{ ply: 5, viewer: 0 }]);
    (await table("none")).past.look(5);
    expect(host.asking).toMatchObject([{ ply: 5, viewer: "none" }]);
  });

  test("show where nothing can be chosen, though somebody was asked then", async () => {
    const made = await table();
    vi.spyOn(host, "view").mockResolvedValue(
      frame(at(5, { prompt: prompt("turn", [one({ kind: "pass" })]), clock: [0] })),
    );
    made.past.look(5);
    await settled();
    expect(made.past.shown?.view.ply).toBe(5);
    expect(made.past.shown?.prompt).toBeNull();
    expect(made.view.ply).toBe(20);
  });

  test("that are asked for last are shown, whatever was asked before", async () => {
    const { past } = await table();
    past.look(5);
    past.look(3);
    past.look(12);
    await host.give();
    expect([past.shown, past.waits]).toEqual([null, true]);
    expect(host.plies).toEqual([5, 12]);
    await host.give();
    expect([past.shown?.view.ply, past.waits]).toEqual([12, false]);
  });

  test("beside the one that is looked at are fetched beforehand, and nothing twice", async () => {
    const { past } = await table();
    past.look(5);
    for (let i = 0; i < 3; i++) await host.give();
    expect(host.plies).toEqual([5, 3, 8]);
    past.look(8);
    expect(past.shown?.view.ply).toBe(8);
    await host.give();
    expect(host.plies).toEqual([5, 3, 8, 12]);
    past.look(5);
    await settled();
    expect(host.plies).toHaveLength(4);
  });

  test("that cannot be had are told of, and asked for again", async () => {
    const { past } = await table();
    past.look(5);
    host.asking[0]?.refuse();
    await settled();
    expect(past.problem?.code).toBe("unreachable");
    expect(host.plies).toEqual([5]);
    past.look(5);
    await host.give();
    expect([past.problem, past.shown?.view.ply]).toEqual([null, 5]);
  });

  test("before which another one could not be had are still fetched", async () => {
    const { past } = await table();
    past.look(5);
    past.look(8);
    host.asking[0]?.refuse();
    await settled();
    await host.give();
    expect([past.problem, past.shown?.view.ply]).toEqual([null, 8]);
  });
});

describe("a table that is left", () => {
  test("keeps nothing of what was seen, and takes nothing that comes later", async () => {
    const made = await table();
    made.past.look(5);
    await host.give();
    made.close();
    expect([made.past.at, made.past.shown]).toEqual([null, null]);
    await host.give();
    expect(made.past.shown).toBeNull();
    const asked = host.asking.length;
    for (const n of host.plies) {
      made.past.look(n as number);
      expect(made.past.shown).toBeNull();
    }
    expect(host.asking).toHaveLength(asked);
  });
});

describe("the present", () => {
  test("goes on without leading anybody away from the past, which says so", async () => {
    const made = await table();
    made.past.look(5);
    await host.give();
    expect(made.past.overtaken).toBe(false);
    host.watcher?.frame(
      frame(at(21, { prompt: prompt("turn", [one({ kind: "pass" }, { at: ["location:guild"] })]), clock: [0] }), [
        sent(1),
      ]),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(made.view.ply).toBe(21);
    expect([made.tab, made.looking, made.past.at, made.past.overtaken]).toEqual(["story", true, 5, true]);
    made.past.leave();
    expect([made.looking, made.past.overtaken]).toEqual([false, false]);
  });

  test("cannot be taken back while one looks at the past", async () => {
    const made = await table();
    vi.spyOn(made, "view", "get").mockReturnValue(
      at(20, {
        undo: { to: 19, closed: null, seat: 0 } as View["undo"],
        prompt: prompt("turn", [one({ kind: "pass" })]),
        clock: [0],
      }),
    );
    expect(made.canTakeBack).toBe(true);
    made.past.look(5);
    expect(made.canTakeBack).toBe(false);
    await made.takeBack();
    expect(host.moves).toEqual([]);
  });

  test("is where a touch of what is asked leads back to", async () => {
    const made = await table();
    host.watcher?.frame(
      frame(at(21, { prompt: prompt("turn", [one({ kind: "pass" }, { at: ["location:guild"] })]), clock: [0] }), []),
    );
    await settled();
    made.tab = "story";
    made.past.look(5);
    made.pick("location:guild");
    expect([made.past.at, made.selected]).toEqual([null, 0]);
  });
});

describe("the story", () => {
  test("tells who plays a seat from here on", async () => {
    const made = await table();
    host.entries = [
      { n: 3, seat: 1, events: [], why: null, seated: { player: "person", level: null, name: "Bruno", freed: false } },
      {
        n: 4,
        seat: 0,
        events: [],
        why: null,
        seated: { player: "ai", level: "journeyman", name: "Ada", freed: false },
      },
      { n: 5, seat: 0, events: [], why: null, seated: { player: "person", level: null, name: "Ada", freed: false } },
      { n: 6, seat: 1, events: [], why: null, seated: { player: "person", level: null, name: "", freed: true } },
      { n: 7, seat: 0, events: [], why: null, seated: { player: "person", level: null, name: "", freed: true } },
    ];
    made.tab = "hall";
    made.tab = "story";
    await settled();
    expect(made.story.map(({ sentence }) => sentence)).toEqual([
      "Bruno plays from here on.",
      "A rival, Journeyman, plays for you from here on.",
      "You play from here on.",
      "The seat of Ruckers is free from here on: the host invites somebody else.",
      "Your seat is free from here on: the host invites somebody else.",
    ]);
    expect(made.past.stops.map(({ n }) => n)).toEqual([3, 4, 5, 6, 7]);
  });

  test("is read anew where somebody else took a choice back", async () => {
    const made = await table();
    host.entries = host.entries.slice(0, -1);
    host.watcher?.frame(frame({ ...at(21), step: 120 }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(made.past.stops.at(-1)?.n).toBe(8);
  });
});
