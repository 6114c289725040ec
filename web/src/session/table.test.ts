import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { NO_CHANGE, FakeHost, frame, one, prompt, refusal } from "../fixtures/host";
import type { HostError } from "../api/host";
import { change } from "../app/settings.svelte";
import { Table } from "./table.svelte";
import type { Choice, Prompt, View } from "../api/types";

const content = loadContent();
const PLACE: Choice = { kind: "plan-location", location: "perform" };
const OTHER: Choice = { kind: "plan-location", location: "guild" };
const WORKER: Choice = { kind: "plan-worker", number: 3, apprentices: 1 };
const places = (): Prompt =>
  prompt(
    "plan-location",
    [one(PLACE, { at: ["location:perform"], outcome: { word: "", skill: 4 } }), one(OTHER, { at: ["location:guild"] })],
    { about: { number: 3, apprentices: 1 } },
  );
const workers = (): Prompt => prompt("plan-worker", [one(WORKER)]);
const mine = (revision: number, asked: Prompt | null = places(), part: Partial<View> = {}): View =>
  planningView({
    revision,
    choice_count: revision + 108,
    prompt: asked,
    clock: asked ? [0] : [1],
    waiting_for: asked ? [] : [{ seat: 1, kind: "plan-worker" }],
    ...part,
  });
const sent = (
  seat: number,
): { type: "worker-placed"; seat: number; location: string; placement: number; apprentices: number } => ({
  type: "worker-placed",
  seat,
  location: "guild",
  placement: 9,
  apprentices: 0,
});

let host: FakeHost;

function table(first: View = mine(10)): Table {
  host = new FakeHost();
  return new Table("7QK4", host, content, frame(first));
}

beforeEach(() => {
  vi.useFakeTimers();
  change({ speed: "normal", oneTouch: false });
});

describe("choices", () => {
  test("are highlighted on the board with the indices of the choices", () => {
    expect(table().drafting.lit.get("location:guild")).toEqual([1]);
  });

  test("are selected by a touch on the board, and submitted by the second", async () => {
    const at = table();
    at.drafting.pick("location:guild");
    expect(at.drafting.selected).toBe(1);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    at.drafting.pick("location:guild");
    await vi.advanceTimersByTimeAsync(0);
    expect(host.moves[0]?.choices).toEqual([OTHER]);
    expect(at.drafting.selected).toBeNull();
  });

  test("with one touch are submitted by the first touch if they can be undone", async () => {
    change({ oneTouch: true });
    const at = table();
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    at.drafting.pick("location:perform");
    await vi.advanceTimersByTimeAsync(0);
    expect(host.moves).toHaveLength(1);
  });

  test("with one touch still need a submit if they are irreversible", () => {
    change({ oneTouch: true });
    const at = table(mine(10, prompt("turn", [one({ kind: "market" }, { at: ["market"], irreversible: true })])));
    at.drafting.pick("market");
    expect(host.moves).toHaveLength(0);
    expect(at.drafting.selected).toBe(0);
  });

  test("with a warning need a confirmation once", async () => {
    const at = table(mine(10, prompt("turn", [one({ kind: "pass" }, { warn: ["market-unused"] })])));
    at.drafting.select(0);
    await at.drafting.submit();
    expect(host.moves).toHaveLength(0);
    expect(at.drafting.warnings.shown).toBe(true);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    await at.drafting.submit();
    expect(host.moves).toHaveLength(1);
  });

  test("with a warning ask once when they are touched on the board too", async () => {
    const at = table(mine(10, prompt("turn", [one({ kind: "market" }, { at: ["market"], warn: ["market-unused"] })])));
    at.drafting.pick("market");
    at.drafting.pick("market");
    expect([at.drafting.warnings.shown, host.moves.length]).toEqual([true, 0]);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    at.drafting.pick("market");
    await vi.advanceTimersByTimeAsync(0);
    expect(host.moves[0]?.choices).toEqual([{ kind: "market" }]);
  });

  test("that are touched on the board are drafted if a question belongs to them, and submitted together", async () => {
    const at = table(mine(10, prompt("plan-worker", [one(WORKER, { at: ["worker:3"] })])));
    host.previews.push({ prompt: places(), seat: at.view.seats[0]!, hidden: false });
    at.drafting.pick("worker:3");
    await vi.advanceTimersByTimeAsync(0);
    expect(at.drafting.draft).toEqual([WORKER]);
    host.answers.push({ revision: 12, frames: [frame(mine(11, null)), frame(mine(12, null))] });
    at.drafting.pick("location:guild");
    at.drafting.pick("location:guild");
    await vi.advanceTimersByTimeAsync(0);
    expect(host.moves[0]?.choices).toEqual([WORKER, OTHER]);
  });

  test("have a key per move and the revision they are based on", async () => {
    const at = table();
    host.answers.push({ revision: 11, frames: [frame(mine(11))] }, { revision: 12, frames: [frame(mine(12))] });
    await at.drafting.submit([PLACE]);
    await at.drafting.submit([PLACE]);
    expect(host.moves.map(({ revision }) => revision)).toEqual([10, 11]);
    expect(host.moves[0]?.key).not.toBe(host.moves[1]?.key);
  });
});

describe("drafts", () => {
  const own = mine(10).seats[0] as View["seats"][number];

  test("show the next question and one's goods after it, and submit nothing", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: { ...own, goods: { ...own.goods, money: 1 } }, hidden: false });
    await at.drafting.choose(0);
    expect(at.drafting.prompt?.kind).toBe("plan-location");
    expect(at.drafting.own?.goods.money).toBe(1);
    expect(host.moves).toHaveLength(0);
  });

  test("are submitted together with the selected choice", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: own, hidden: false });
    await at.drafting.choose(0);
    at.drafting.select(0);
    host.answers.push({ revision: 12, frames: [frame(mine(11, null)), frame(mine(12, null))] });
    await at.drafting.submit();
    expect(host.moves[0]?.choices).toEqual([WORKER, PLACE]);
    expect(at.drafting.draft).toEqual([]);
  });

  test("are not made if the next question is hidden: the choice is selected, and submitted by the person", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: null, seat: own, hidden: true });
    await at.drafting.choose(0);
    expect([at.drafting.draft, at.drafting.selected, host.moves]).toEqual([[], 0, []]);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    await at.drafting.submit();
    expect(host.moves[0]?.choices).toEqual([WORKER]);
  });

  test("and selections are cleared by undo first, then it undoes the move", async () => {
    const at = table(mine(10, workers(), { undo: { to: 8, closed: null } }));
    host.previews.push({ prompt: places(), seat: own, hidden: false });
    await at.drafting.choose(0);
    at.drafting.select(1);
    await at.takeBack();
    expect([at.drafting.draft, at.drafting.selected, host.undos]).toEqual([[], null, []]);
    host.answers.push({ revision: 11, frames: [frame(mine(11))] });
    await at.takeBack();
    expect(host.undos).toEqual(["undo"]);
    expect(at.view.revision).toBe(11);
  });

  test("lose their last choice by going back", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: own, hidden: false });
    await at.drafting.choose(0);
    await at.drafting.retreat();
    expect(at.drafting.prompt?.kind).toBe("plan-worker");
  });
});

describe("undo", () => {
  test("names the reason why it is not possible", () => {
    expect(
      table(mine(10, places(), { undo: { to: null, closed: { by: "dice-rolled", n: 9 } } })).session.undoReason,
    ).toBe("the dice were rolled");
  });

  test("makes redo possible", async () => {
    const at = table(mine(10, places(), { redo: { to: 9 } }));
    expect(at.canGoForward).toBe(true);
    host.answers.push({ revision: 11, frames: [frame(mine(11))] });
    await at.forward();
    expect(host.undos).toEqual(["redo"]);
  });
});

describe("frames", () => {
  test("of an AI's turn are shown one by one, and the question waits for the last", async () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11, null), [sent(1)]));
    at.session.receive(frame(mine(12), [sent(1)]));
    expect([at.view.revision, at.drafting.prompt]).toEqual([11, null]);
    expect(at.session.playback.caption?.sentence).toContain("Ruckers");
    await vi.advanceTimersByTimeAsync(800);
    expect([at.view.revision, at.drafting.prompt]).toEqual([12, null]);
    await vi.advanceTimersByTimeAsync(800);
    expect([at.session.playback.caption, at.drafting.prompt?.kind]).toEqual([null, "plan-location"]);
  });

  test("take twice as long at slow speed, and no time at instant", async () => {
    change({ speed: "slow" });
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11), [sent(1)]));
    await vi.advanceTimersByTimeAsync(1500);
    expect(at.session.playback.caption).not.toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    expect(at.session.playback.caption).toBeNull();
    change({ speed: "instant" });
    at.session.receive(frame(mine(12), [sent(1)]));
    expect([at.view.revision, at.session.playback.caption]).toEqual([12, null]);
  });

  test("continue by a touch, and wait while paused", async () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11, null), [sent(1)]));
    at.session.receive(frame(mine(12, null), [sent(1)]));
    at.session.receive(frame(mine(13), [sent(1)]));
    at.session.playback.resume();
    expect(at.view.revision).toBe(12);
    at.session.playback.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([at.view.revision, at.session.playback.caption?.paused]).toEqual([12, true]);
    at.session.playback.resume();
    expect(at.view.revision).toBe(13);
  });

  test("are skipped up to one's own next choice, with those still to arrive", () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11, null), [sent(1)]));
    at.session.receive(frame(mine(12, null), [sent(1)]));
    at.session.playback.skip();
    expect(at.view.revision).toBe(12);
    at.session.receive(frame(mine(13), [sent(1)]));
    expect([at.view.revision, at.drafting.prompt?.kind]).toEqual([13, "plan-location"]);
  });

  test("are not skipped the next time", () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11, null), [sent(1)]));
    at.session.playback.skip();
    at.session.receive(frame(mine(12), [sent(1)]));
    at.session.receive(frame(mine(13, null), [sent(1)]));
    expect(at.session.playback.caption).not.toBeNull();
  });

  test("with minor events join the current caption", async () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11, null), [sent(1)]));
    at.session.receive(
      frame(mine(12, null), [{ type: "gained", seat: 1, goods: { money: 2 }, source: "money", card: "" }]),
    );
    await vi.advanceTimersByTimeAsync(800);
    expect(at.view.revision).toBe(12);
    expect(at.session.playback.caption?.sentence).toContain("worker");
    expect(at.session.playback.caption?.goods).toEqual({ money: 2 });
  });

  test("with events of several seats get one caption per seat", async () => {
    const at = table(mine(10, null));
    at.session.receive(
      frame(mine(11), [
        { type: "market-left", seat: 1 },
        { type: "passed", seat: 0 },
        { type: "phase-begun", seat: -1, round: 4, phase: "planning" },
      ]),
    );
    const captionSeats: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++) {
      captionSeats.push(at.session.playback.caption?.seat);
      await vi.advanceTimersByTimeAsync(800);
    }
    expect(captionSeats).toEqual([1, 0, -1, undefined]);
  });

  test("are announced to screen readers in one text", async () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11, null), [sent(1)]));
    at.session.receive(frame(mine(12), [{ type: "passed", seat: 1 }]));
    expect(at.session.playback.announcement).toBe("");
    await vi.advanceTimersByTimeAsync(1600);
    expect(at.session.playback.announcement).toBe(
      "Ruckers sends a worker to the Guild. Ruckers passes for this round.",
    );
  });

  test("that are outdated are dropped", () => {
    const at = table(mine(10, null));
    at.session.receive(frame(mine(11), [sent(1)]));
    at.session.receive(frame(mine(9, null), [sent(1)]));
    at.session.playback.skip();
    expect(at.view.revision).toBe(11);
  });

  test("of an own move are shown at once, also if the socket was faster than the response", async () => {
    const at = table();
    host.answers.push({ revision: 11, frames: [frame(mine(11), [sent(0)])] });
    const submitted = at.drafting.submit([PLACE]);
    at.session.receive(frame(mine(11), [sent(0)]));
    await submitted;
    expect([at.view.revision, at.session.playback.caption, at.drafting.prompt?.kind]).toEqual([
      11,
      null,
      "plan-location",
    ]);
  });

  test("of other seats leave one's own open question alone", () => {
    const at = table();
    at.drafting.select(1);
    at.session.receive(frame(mine(11), [{ type: "setup-chosen", seat: 1 }]));
    expect([at.view.revision, at.session.playback.caption, at.drafting.selected, at.drafting.prompt?.kind]).toEqual([
      11,
      null,
      1,
      "plan-location",
    ]);
  });

  test.each<[string, Prompt | null]>([
    ["something else is asked", places()],
    ["nothing is asked any more", null],
  ])("what was chosen is forgotten where the seat chose on another device and %s", async (_, next) => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: at.view.seats[0]!, hidden: false });
    await at.drafting.choose(0);
    at.drafting.select(0);
    expect(at.drafting.draft).toEqual([WORKER]);
    at.session.receive(frame(mine(11, next), [sent(0)]));
    expect([at.drafting.draft, at.drafting.preview, at.drafting.selected]).toEqual([[], null, null]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(at.drafting.prompt?.kind).toBe(next?.kind);
  });

  test("that arrive during a preview keep the draft from answering another question", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: null, seat: at.view.seats[0]!, hidden: true });
    const looked = at.drafting.choose(0);
    at.session.receive(frame(mine(11, places()), [sent(0)]));
    await looked;
    expect([host.moves, at.drafting.draft]).toEqual([[], []]);
  });

  test("of AI moves are summed up once for the viewer", async () => {
    const at = table(mine(10, null));
    at.session.receive(
      frame(mine(11), [sent(1), { type: "token-displaced", seat: 0, token: "repair", orchestra_seat: "seat-lute" }]),
    );
    expect(at.session.playback.summary).toBeNull();
    at.session.playback.skip();
    expect(at.session.playback.summary).toContain("Your repair token steps down");
    host.answers.push({ revision: 12, frames: [frame(mine(12))] });
    await at.drafting.submit([PLACE]);
    expect(at.session.playback.summary).toBeNull();
  });
});

describe("a newer revision", () => {
  const stale = (view: View): HostError => refusal("stale", 409, { view });

  test("with the same question resubmits the move automatically", async () => {
    const at = table();
    host.answers.push(stale(mine(13)), { revision: 14, frames: [frame(mine(14, null))] });
    await at.drafting.submit([PLACE]);
    expect(host.moves.map(({ revision }) => revision)).toEqual([10, 13]);
    expect(host.moves[1]?.key).toBe(host.moves[0]?.key);
    expect([at.session.submitQueue.problem, at.view.revision]).toEqual([null, 14]);
  });

  test("with another question shows it, with what happened and the choice that was dropped", async () => {
    const at = table();
    at.drafting.select(0);
    host.entries = [
      { n: 9, seat: 1, events: frame(mine(9), [{ type: "passed", seat: 1 }]).events, reason: null, ...NO_CHANGE },
      { n: 12, seat: 1, events: frame(mine(12), [sent(1)]).events, reason: null, ...NO_CHANGE },
    ];
    host.answers.push(stale(mine(13, workers())));
    await at.drafting.submit();
    await vi.advanceTimersByTimeAsync(0);
    expect([at.session.submitQueue.problem, at.drafting.prompt?.kind, at.drafting.selected]).toEqual([
      null,
      "plan-worker",
      null,
    ]);
    expect(at.session.playback.summary).toBe(
      "The table has moved on. Ruckers sends a worker to the Guild. Not made: Place 3 + 1 at Perform: skill 4.",
    );
  });

  test("by another device of the same seat is reported as such", async () => {
    const at = table();
    host.entries = [{ n: 11, seat: 0, events: frame(mine(11), [sent(0)]).events, reason: null, ...NO_CHANGE }];
    host.answers.push(stale(mine(11, workers())));
    await at.drafting.submit([OTHER]);
    await vi.advanceTimersByTimeAsync(0);
    expect(at.session.playback.summary).toContain(
      "The table has moved on. This seat chose on another device. You send a worker to the Guild.",
    );
  });

  test("by an undo elsewhere is reported", async () => {
    const at = table();
    host.answers.push(stale(mine(11, workers(), { choice_count: 100 })));
    await at.drafting.submit([OTHER]);
    await vi.advanceTimersByTimeAsync(0);
    expect(at.session.playback.summary).toContain("A choice was taken back.");
  });
});

describe("problems", () => {
  test("keep the choice, and a retry submits it under the same key", async () => {
    const at = table();
    at.drafting.select(0);
    host.answers.push(refusal("busy", 503));
    await at.drafting.submit();
    expect([at.session.submitQueue.problem?.code, at.drafting.selected, at.session.busy]).toEqual(["busy", 0, false]);
    expect(at.session.submitQueue.failed?.choices).toEqual([PLACE]);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    await at.session.submitQueue.retry();
    expect([at.session.submitQueue.problem, at.view.revision]).toEqual([null, 11]);
    expect(host.moves[1]?.key).toBe(host.moves[0]?.key);
  });

  test("reuse the key if the same choice is made again by hand, and not for another one", async () => {
    const at = table();
    host.answers.push(refusal("busy", 503), refusal("busy", 503), { revision: 11, frames: [frame(mine(11, null))] });
    await at.drafting.submit([PLACE]);
    at.session.submitQueue.dismiss();
    await at.drafting.submit([PLACE]);
    at.session.submitQueue.dismiss();
    await at.drafting.submit([OTHER]);
    const [first, retried, other] = host.moves.map(({ key }) => key);
    expect(retried).toBe(first);
    expect(other).not.toBe(first);
  });

  test("after a resubmission at a newer revision are retried at that revision", async () => {
    const at = table();
    host.answers.push(refusal("stale", 409, { view: mine(13) }), refusal("internal", 500), {
      revision: 14,
      frames: [frame(mine(14, null))],
    });
    await at.drafting.submit([PLACE]);
    await at.session.submitQueue.retry();
    expect(host.moves.map(({ revision }) => revision)).toEqual([10, 13, 13]);
    expect(new Set(host.moves.map(({ key }) => key)).size).toBe(1);
    expect([at.session.submitQueue.problem, at.view.revision]).toEqual([null, 14]);
  });

  test("of an undo that did not reach the host are retried under the same key", async () => {
    const at = table(mine(10, places(), { undo: { to: 8, closed: null } }));
    host.answers.push(refusal("unreachable", 0), { revision: 11, frames: [frame(mine(11))] });
    await at.takeBack();
    expect(at.session.submitQueue.canRetry).toBe(true);
    await at.session.submitQueue.retry();
    expect(at.view.revision).toBe(11);
    expect(host.moved[1]?.key).toBe(host.moved[0]?.key);
  });

  test("that are final offer no retry", async () => {
    const at = table();
    host.answers.push(refusal("not-offered", 422));
    await at.drafting.submit([PLACE]);
    expect(at.session.submitQueue.canRetry).toBe(false);
  });

  test("of a deleted game are shown", async () => {
    const at = table();
    await at.open();
    host.watcher?.gone({ type: "about:blank", title: "", status: 404, code: "unknown-game", detail: "" });
    expect([at.session.submitQueue.problem?.code, at.session.submitQueue.canRetry]).toEqual(["unknown-game", false]);
  });
});

describe("without a network", () => {
  async function away(first?: View): Promise<Table> {
    const at = table(first);
    await at.open();
    host.watcher?.connection("offline");
    return at;
  }

  test("a pending move is visible, and submitted under its key when the host is back", async () => {
    const at = await away();
    await at.drafting.submit([PLACE]);
    expect([host.moves.length, at.session.pending?.choices, at.session.submitQueue.problem]).toEqual([
      0,
      [PLACE],
      null,
    ]);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    host.watcher?.connection("live");
    await vi.advanceTimersByTimeAsync(0);
    expect([host.moves.length, at.session.pending, at.view.revision]).toEqual([1, null, 11]);
  });

  test("a move lost on the way is pending too, and repeated under its key", async () => {
    const at = table();
    await at.open();
    host.watcher?.connection("live");
    host.answers.push(refusal("unreachable", 0), refusal("unreachable", 0), {
      revision: 11,
      frames: [frame(mine(11, null))],
    });
    await at.drafting.submit([PLACE]);
    expect([at.session.pending?.choices, at.session.submitQueue.problem]).toEqual([[PLACE], null]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(new Set(host.moves.map(({ key }) => key)).size).toBe(1);
    expect([host.moves.length, at.session.pending, at.view.revision]).toEqual([3, null, 11]);
  });

  test("a pending move is submitted even if another request was in progress at its time", async () => {
    const at = table();
    await at.open();
    host.watcher?.connection("live");
    host.answers.push(refusal("unreachable", 0), { revision: 11, frames: [frame(mine(11, null))] });
    await at.drafting.submit([PLACE]);
    void at.session.attempt(() => new Promise((done) => setTimeout(done, 3_000)));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([host.moves.length, at.session.pending, at.view.revision]).toEqual([2, null, 11]);
  });

  test("nothing else can be chosen meanwhile, but undo cancels the pending move", async () => {
    const at = await away();
    await at.drafting.submit([PLACE]);
    at.drafting.pick("location:guild");
    await at.drafting.submit([OTHER]);
    expect([at.session.pending?.choices, at.drafting.selected, host.moves.length]).toEqual([[PLACE], null, 0]);
    expect(at.canTakeBack).toBe(true);
    await at.takeBack();
    host.watcher?.connection("live");
    await vi.advanceTimersByTimeAsync(10_000);
    expect([at.session.pending, host.moves.length]).toEqual([null, 0]);
  });

  test("a pending move can be submitted at once", async () => {
    const at = await away();
    await at.drafting.submit([PLACE]);
    host.answers.push({ revision: 11, frames: [frame(mine(11, null))] });
    at.session.submitQueue.flush(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(at.session.pending).toBeNull();
  });

  test("a pending move is dropped with a text if the question changed", async () => {
    const at = await away();
    await at.drafting.submit([PLACE]);
    host.entries = [{ n: 12, seat: 1, events: frame(mine(12), [sent(1)]).events, reason: null, ...NO_CHANGE }];
    host.answers.push(refusal("stale", 409, { view: mine(13, workers()) }));
    host.watcher?.connection("polling");
    await vi.advanceTimersByTimeAsync(0);
    expect([at.session.pending, at.drafting.prompt?.kind, host.moves.length]).toEqual([null, "plan-worker", 1]);
    expect(at.session.playback.summary).toContain("Not made:");
  });

  test("a pending move is submitted if the question is the same", async () => {
    const at = await away();
    await at.drafting.submit([PLACE]);
    host.answers.push(refusal("stale", 409, { view: mine(13) }), { revision: 14, frames: [frame(mine(14, null))] });
    host.watcher?.connection("live");
    await vi.advanceTimersByTimeAsync(0);
    expect([at.session.pending, at.view.revision]).toEqual([null, 14]);
    expect(new Set(host.moves.map(({ key }) => key)).size).toBe(1);
  });

  test("a refused pending move is shown like any other problem", async () => {
    const at = await away();
    await at.drafting.submit([PLACE]);
    host.answers.push(refusal("not-offered", 422));
    host.watcher?.connection("live");
    await vi.advanceTimersByTimeAsync(0);
    expect([at.session.pending, at.session.submitQueue.problem?.code]).toEqual([null, "not-offered"]);
  });
});

describe("on the public table", () => {
  const open = (revision: number, part: Partial<View> = {}): View =>
    mine(revision, places(), { you: null, clock: [0], ...part });
  const shared = (first: View): Table => {
    host = new FakeHost();
    return new Table("7QK4", host, content, frame(first), { viewer: "none", held: [0, 1] });
  };

  test("an open question belongs to the seat that is asked, and is answered without that seat's own view", async () => {
    const at = shared(open(10));
    expect([at.view.you, at.drafting.prompt?.kind]).toEqual([0, "plan-location"]);
    host.previews.push({ prompt: null, seat: at.view.seats[0] as View["seats"][number], hidden: false });
    await at.session.previewOf([PLACE]);
    host.answers.push({ revision: 11, frames: [frame(open(11, { prompt: null, clock: [1] }))] });
    await at.drafting.submit([PLACE]);
    expect([host.drafts[0]?.viewer, host.moves[0]?.viewer, host.moves[0]?.seat]).toEqual([null, null, 0]);
    expect([at.view.you, at.drafting.prompt]).toEqual([null, null]);
  });

  test("a question to a person on another device is not asked here", () => {
    host = new FakeHost();
    const at = new Table("7QK4", host, content, frame(open(10)), { viewer: "none", held: [1] });
    expect([at.view.you, at.drafting.prompt]).toEqual([null, null]);
  });

  test("a seat that an AI plays meanwhile is asked nothing", () => {
    const view = mine(10);
    const at = table({ ...view, seats: view.seats.map((seat) => ({ ...seat, player: "ai" as const })) });
    expect(at.drafting.prompt).toBeNull();
  });

  test("undo takes back the move of its owner", async () => {
    const at = shared(open(10, { clock: [1], undo: { to: 8, closed: null, seat: 0 } }));
    host.answers.push({ revision: 11, frames: [frame(open(11, { redo: { to: 9, seat: 0 } }))] });
    await at.takeBack();
    expect(host.moved[0]).toMatchObject({ seat: 0, viewer: null });
    expect(at.canGoForward).toBe(true);
  });

  test("the move of a person on another device cannot be undone here", () => {
    host = new FakeHost();
    const first = open(10, { undo: { to: 8, closed: null, seat: 1 }, redo: { to: 9, seat: 1 } });
    const at = new Table("7QK4", host, content, frame(first), { viewer: "none", held: [0] });
    expect([at.canTakeBack, at.canGoForward]).toEqual([false, false]);
  });

  test("nobody is called you in the story", async () => {
    const at = shared(open(10));
    host.entries = [{ n: 3, seat: 0, events: frame(mine(3), [sent(0)]).events, reason: null, ...NO_CHANGE }];
    await at.open();
    expect(at.session.playback.story[0]?.sentence).toBe("Amati sends a worker to the Guild.");
    expect(host.asked).toContain("log none");
  });

  test("settings are sent for all held seats", async () => {
    const at = shared(open(10));
    change({ confirmTurns: false });
    await at.open();
    change({ confirmTurns: true });
    expect(host.sentSettings).toEqual([
      [0, { confirm_turns: false, auto_forced: true }],
      [1, { confirm_turns: false, auto_forced: true }],
    ]);
  });
});

describe("the story", () => {
  const phase = (round: number): { type: "phase-begun"; seat: number; round: number; phase: string } => ({
    type: "phase-begun",
    seat: -1,
    round,
    phase: "planning",
  });

  test("has the log in sentences, with the round and phase of each", async () => {
    const at = table();
    host.entries = [
      { n: 3, seat: 1, events: frame(mine(3), [phase(2), sent(1)]).events, reason: null, ...NO_CHANGE },
      {
        n: 4,
        seat: 0,
        events: frame(mine(4), [sent(0), { type: "gained", seat: 0, goods: { money: 2 }, source: "money", card: "" }])
          .events,
        reason: null,
        ...NO_CHANGE,
      },
    ];
    await at.open();
    expect(at.session.playback.story.map(({ n, round, seat }) => [n, round, seat])).toEqual([
      [3, 2, -1],
      [3, 2, 1],
      [4, 2, 0],
    ]);
    expect(at.session.playback.story[2]?.goods).toEqual({ money: 2 });
  });

  test("grows with every frame, and is reloaded after an undo", async () => {
    const at = table();
    host.entries = [{ n: 3, seat: 1, events: frame(mine(3), [sent(1)]).events, reason: null, ...NO_CHANGE }];
    await at.open();
    host.answers.push({
      revision: 11,
      frames: [frame(mine(11, places(), { undo: { to: 10, closed: null } }), [sent(0)])],
    });
    await at.drafting.submit([PLACE]);
    expect(at.session.playback.story).toHaveLength(2);
    host.answers.push({ revision: 12, frames: [frame(mine(12))] });
    await at.takeBack();
    expect(at.session.playback.story).toHaveLength(1);
  });
});
