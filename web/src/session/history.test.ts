// Navigation through earlier positions of a table.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { NO_CHANGE, FakeHost, frame, one, prompt, refusal } from "../fixtures/host";
import type { Viewer } from "../api/host";
import type { Frame, LogEntry, View } from "../api/types";
import { router } from "../app/router.svelte";
import { Table } from "./table.svelte";

const content = loadContent();
const at = (revision: number, part: Partial<View> = {}): View =>
  planningView({ revision, choice_count: revision + 108, ...part });
const sent = (seat: number) => ({
  type: "worker-placed" as const,
  seat,
  location: "guild",
  placement: 9,
  apprentices: 0,
});
const begun = (round: number) => ({ type: "phase-begun" as const, seat: -1, round, phase: "planning" });
const entry = (n: number, ...events: Parameters<typeof frame>[1] & object): LogEntry => ({
  n,
  seat: 0,
  events: frame(at(n), events).events,
  reason: null,
  ...NO_CHANGE,
});

interface Asked {
  revision: number | undefined;
  viewer: Viewer | undefined;
  give(): void;
  refuse(): void;
}

/** A host that answers views on demand, so that answers may arrive in any order. */
class SlowHost extends FakeHost {
  asking: Asked[] = [];

  override view(_game: string, revision?: number, viewer?: Viewer): Promise<Frame> {
    return new Promise((done, failed) => {
      const give = (): void => done(frame(at(revision ?? 0)));
      this.asking.push({ revision, viewer, give, refuse: () => failed(refusal("unreachable", 0)) });
    });
  }

  /** Answer the last request. */
  async give(): Promise<void> {
    this.asking.at(-1)?.give();
    await settled();
  }

  get plies(): (number | undefined)[] {
    return this.asking.map(({ revision }) => revision);
  }
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

let host: SlowHost;

/** A table at revision 20 whose story has stops at 0, 3, 5, 8 and 12. */
async function table(viewer: Viewer = 0): Promise<Table> {
  host = new SlowHost();
  host.entries = [
    entry(0, begun(0)),
    entry(3, begun(1)),
    entry(4),
    entry(5, sent(1)),
    entry(8, begun(2), sent(0)),
    entry(12, sent(1)),
  ];
  const made = new Table("7QK4", host, content, frame(at(20, { you: viewer === "none" ? null : viewer })), {
    viewer,
    held: [0],
  });
  await made.open();
  made.navigation.tab = "story";
  await settled();
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  router.go("/table/7QK4/hall");
});

describe("stops", () => {
  test("are the entries with visible events, each with its round", async () => {
    const { past } = (await table()).navigation;
    expect(past.stops).toEqual([
      { n: 0, round: 0 },
      { n: 3, round: 1 },
      { n: 5, round: 1 },
      { n: 8, round: 2 },
      { n: 12, round: 2 },
    ]);
    expect(past.index).toBe(4);
  });

  test("are visited one by one, and stop at both ends", async () => {
    const { past } = (await table()).navigation;
    past.goToStop(past.index - 1);
    expect(past.at).toBe(8);
    past.goToStop(-3);
    expect(past.at).toBe(0);
    past.goToStop(99);
    expect(past.at).toBe(12);
  });

  test("that were undone lead to the one before", async () => {
    const made = await table();
    made.navigation.past.goTo(12);
    host.entries = host.entries.slice(0, -1);
    made.navigation.tab = "hall";
    made.navigation.tab = "story";
    await settled();
    expect([made.navigation.past.at, made.navigation.past.index]).toEqual([12, 3]);
  });
});

describe("positions", () => {
  test("are requested as the table's viewer: the own seat, or the public view on a shared device", async () => {
    (await table(0)).navigation.past.goTo(5);
    expect(host.asking).toMatchObject([{ revision: 5, viewer: 0 }]);
    (await table("none")).navigation.past.goTo(5);
    expect(host.asking).toMatchObject([{ revision: 5, viewer: "none" }]);
  });

  test("are read-only, though somebody was asked then", async () => {
    const made = await table();
    vi.spyOn(host, "view").mockResolvedValue(
      frame(at(5, { prompt: prompt("turn", [one({ kind: "pass" })]), clock: [0] })),
    );
    made.navigation.past.goTo(5);
    await settled();
    expect(made.navigation.past.shown?.view.revision).toBe(5);
    expect(made.navigation.past.shown?.drafting.prompt).toBeNull();
    expect(made.view.revision).toBe(20);
  });

  test("requested last are shown, whatever was requested before", async () => {
    const { past } = (await table()).navigation;
    past.goTo(5);
    past.goTo(3);
    past.goTo(12);
    await host.give();
    expect([past.shown, past.loading]).toEqual([null, true]);
    expect(host.plies).toEqual([5, 12]);
    await host.give();
    expect([past.shown?.view.revision, past.loading]).toEqual([12, false]);
  });

  test("next to the current one are loaded in advance, and nothing twice", async () => {
    const { past } = (await table()).navigation;
    past.goTo(5);
    for (let i = 0; i < 3; i++) await host.give();
    expect(host.plies).toEqual([5, 3, 8]);
    past.goTo(8);
    expect(past.shown?.view.revision).toBe(8);
    await host.give();
    expect(host.plies).toEqual([5, 3, 8, 12]);
    past.goTo(5);
    await settled();
    expect(host.plies).toHaveLength(4);
  });

  test("that fail to load are reported, and requested again", async () => {
    const { past } = (await table()).navigation;
    past.goTo(5);
    host.asking[0]?.refuse();
    await settled();
    expect(past.problem?.code).toBe("unreachable");
    expect(host.plies).toEqual([5]);
    past.goTo(5);
    await host.give();
    expect([past.problem, past.shown?.view.revision]).toEqual([null, 5]);
  });

  test("are still loaded after one before them failed", async () => {
    const { past } = (await table()).navigation;
    past.goTo(5);
    past.goTo(8);
    host.asking[0]?.refuse();
    await settled();
    await host.give();
    expect([past.problem, past.shown?.view.revision]).toEqual([null, 8]);
  });
});

describe("a table that is closed", () => {
  test("keeps no position, and ignores later answers", async () => {
    const made = await table();
    made.navigation.past.goTo(5);
    await host.give();
    made.close();
    expect([made.navigation.past.at, made.navigation.past.shown]).toEqual([null, null]);
    await host.give();
    expect(made.navigation.past.shown).toBeNull();
    const asked = host.asking.length;
    for (const n of host.plies) {
      made.navigation.past.goTo(n as number);
      expect(made.navigation.past.shown).toBeNull();
    }
    expect(host.asking).toHaveLength(asked);
  });
});

describe("the present", () => {
  test("goes on without leaving the past, which shows that it did", async () => {
    const made = await table();
    made.navigation.past.goTo(5);
    await host.give();
    expect(made.navigation.past.overtaken).toBe(false);
    host.watcher?.frame(
      frame(at(21, { prompt: prompt("turn", [one({ kind: "pass" }, { at: ["location:guild"] })]), clock: [0] }), [
        sent(1),
      ]),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(made.view.revision).toBe(21);
    expect([
      made.navigation.tab,
      made.navigation.viewingPast,
      made.navigation.past.at,
      made.navigation.past.overtaken,
    ]).toEqual(["story", true, 5, true]);
    made.navigation.past.leave();
    expect([made.navigation.viewingPast, made.navigation.past.overtaken]).toEqual([false, false]);
  });

  test("cannot be undone while the past is shown", async () => {
    const made = await table();
    vi.spyOn(made.session, "view", "get").mockReturnValue(
      at(20, {
        undo: { to: 19, closed: null, seat: 0 } as View["undo"],
        prompt: prompt("turn", [one({ kind: "pass" })]),
        clock: [0],
      }),
    );
    expect(made.canTakeBack).toBe(true);
    made.navigation.past.goTo(5);
    expect(made.canTakeBack).toBe(false);
    await made.takeBack();
    expect(host.undos).toEqual([]);
  });

  test("returns with a touch on the question", async () => {
    const made = await table();
    host.watcher?.frame(
      frame(at(21, { prompt: prompt("turn", [one({ kind: "pass" }, { at: ["location:guild"] })]), clock: [0] }), []),
    );
    await settled();
    made.navigation.tab = "story";
    made.navigation.past.goTo(5);
    made.drafting.pick("location:guild");
    expect([made.navigation.past.at, made.drafting.selected]).toEqual([null, 0]);
  });
});

describe("the story", () => {
  test("contains the changes of players", async () => {
    const made = await table();
    host.entries = [
      {
        n: 3,
        seat: 1,
        events: [],
        ...NO_CHANGE,
        reason: null,
        player_change: { player: "person", level: null, name: "Bruno", freed: false },
      },
      {
        n: 4,
        seat: 0,
        events: [],
        ...NO_CHANGE,
        reason: null,
        player_change: { player: "ai", level: "journeyman", name: "Ada", freed: false },
      },
      {
        n: 5,
        seat: 0,
        events: [],
        ...NO_CHANGE,
        reason: null,
        player_change: { player: "person", level: null, name: "Ada", freed: false },
      },
      {
        n: 6,
        seat: 1,
        events: [],
        ...NO_CHANGE,
        reason: null,
        player_change: { player: "person", level: null, name: "", freed: true },
      },
      {
        n: 7,
        seat: 0,
        events: [],
        ...NO_CHANGE,
        reason: null,
        player_change: { player: "person", level: null, name: "", freed: true },
      },
    ];
    made.navigation.tab = "hall";
    made.navigation.tab = "story";
    await settled();
    expect(made.session.playback.story.map(({ sentence }) => sentence)).toEqual([
      "Bruno plays from here on.",
      "A rival, Journeyman, plays for you from here on.",
      "You play from here on.",
      "The seat of Ruckers is free from here on: the host invites somebody else.",
      "Your seat is free from here on: the host invites somebody else.",
    ]);
    expect(made.navigation.past.stops.map(({ n }) => n)).toEqual([3, 4, 5, 6, 7]);
  });

  test("is reloaded after another device's undo", async () => {
    const made = await table();
    host.entries = host.entries.slice(0, -1);
    host.watcher?.frame(frame({ ...at(21), choice_count: 120 }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(made.navigation.past.stops.at(-1)?.n).toBe(8);
  });
});
