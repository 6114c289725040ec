import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { planningView } from "../fixtures/board";
import { FakeHost, frame, one, prompt, refusal } from "../fixtures/host";
import type { HostError } from "../api/host";
import { change } from "../app/settings.svelte";
import { Table } from "./table.svelte";
import type { Choice, Prompt, View } from "../api/types";

const content = loadContent();
const PLACE: Choice = { kind: "plan-location", location: "perform" };
const OTHER: Choice = { kind: "plan-location", location: "guild" };
const WORKER: Choice = { kind: "plan-worker", disc: 3, apprentices: 1 };
const places = (): Prompt =>
  prompt(
    "plan-location",
    [one(PLACE, { at: ["location:perform"], outcome: { word: "", skill: 4 } }), one(OTHER, { at: ["location:guild"] })],
    { about: { disc: 3, apprentices: 1 } },
  );
const workers = (): Prompt => prompt("plan-worker", [one(WORKER)]);
const mine = (ply: number, asked: Prompt | null = places(), part: Partial<View> = {}): View =>
  planningView({
    ply,
    step: ply + 108,
    prompt: asked,
    clock: asked ? [0] : [1],
    waiting: asked ? [] : [{ seat: 1, kind: "plan-worker" }],
    ...part,
  });
const sent = (
  seat: number,
): { type: "worker-placed"; seat: number; location: string; placing: number; apprentices: number } => ({
  type: "worker-placed",
  seat,
  location: "guild",
  placing: 9,
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
  test("what may be chosen is lit on the board with the indices of its choices", () => {
    expect(table().lit.get("location:guild")).toEqual([1]);
  });

  test("a touch on the board selects, the second does it", async () => {
    const at = table();
    at.pick("location:guild");
    expect(at.selected).toBe(1);
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    at.pick("location:guild");
    await vi.advanceTimersByTimeAsync(0);
    expect(host.presses[0]?.choices).toEqual([OTHER]);
    expect(at.selected).toBeNull();
  });

  test("with one touch the first touch does what can be taken back", async () => {
    change({ oneTouch: true });
    const at = table();
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    at.pick("location:perform");
    await vi.advanceTimersByTimeAsync(0);
    expect(host.presses).toHaveLength(1);
  });

  test("with one touch what closes the way back still waits for the press", () => {
    change({ oneTouch: true });
    const at = table(mine(10, prompt("turn", [one({ kind: "market" }, { at: ["market"], final: true })])));
    at.pick("market");
    expect(host.presses).toHaveLength(0);
    expect(at.selected).toBe(0);
  });

  test("a choice that warns is asked about once", async () => {
    const at = table(mine(10, prompt("turn", [one({ kind: "pass" }, { warn: ["market-unused"] })])));
    at.select(0);
    await at.press();
    expect(host.presses).toHaveLength(0);
    expect(at.asked).toBe(0);
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    await at.press();
    expect(host.presses).toHaveLength(1);
  });

  test("every press has a key of its own and the position it was made at", async () => {
    const at = table();
    host.answers.push({ ply: 11, frames: [frame(mine(11))] }, { ply: 12, frames: [frame(mine(12))] });
    await at.press([PLACE]);
    await at.press([PLACE]);
    expect(host.presses.map(({ ply }) => ply)).toEqual([10, 11]);
    expect(host.presses[0]?.key).not.toBe(host.presses[1]?.key);
  });
});

describe("drafts", () => {
  const own = mine(10).seats[0] as View["seats"][number];

  test("a draft shows the next question and one's goods after it, and nothing is sent", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: { ...own, goods: { ...own.goods, money: 1 } }, hidden: false });
    await at.extend(WORKER);
    expect(at.prompt?.kind).toBe("plan-location");
    expect(at.own?.goods.money).toBe(1);
    expect(host.presses).toHaveLength(0);
  });

  test("the press sends the draft and what is selected", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: own, hidden: false });
    await at.extend(WORKER);
    at.select(0);
    host.answers.push({ ply: 12, frames: [frame(mine(11, null)), frame(mine(12, null))] });
    await at.press();
    expect(host.presses[0]?.choices).toEqual([WORKER, PLACE]);
    expect(at.draft).toEqual([]);
  });

  test("where something hidden comes next the draft is sent at once", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: null, seat: own, hidden: true });
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    await at.extend(WORKER);
    expect(host.presses[0]?.choices).toEqual([WORKER]);
  });

  test("taking back first clears what is selected or drafted, then undoes", async () => {
    const at = table(mine(10, workers(), { undo: { to: 8, closed: null } }));
    host.previews.push({ prompt: places(), seat: own, hidden: false });
    await at.extend(WORKER);
    at.select(1);
    await at.takeBack();
    expect([at.draft, at.selected, host.moves]).toEqual([[], null, []]);
    host.answers.push({ ply: 11, frames: [frame(mine(11))] });
    await at.takeBack();
    expect(host.moves).toEqual(["undo"]);
    expect(at.view.ply).toBe(11);
  });

  test("retreating takes the last choice out of the draft", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: own, hidden: false });
    await at.extend(WORKER);
    await at.retreat();
    expect(at.prompt?.kind).toBe("plan-worker");
  });
});

describe("taking back", () => {
  test("says what closed the way", () => {
    expect(table(mine(10, places(), { undo: { to: null, closed: { by: "dice-rolled", n: 9 } } })).undoReason).toBe(
      "the dice were rolled",
    );
  });

  test("forward appears after a step back", async () => {
    const at = table(mine(10, places(), { redo: { to: 9 } }));
    expect(at.canGoForward).toBe(true);
    host.answers.push({ ply: 11, frames: [frame(mine(11))] });
    await at.forward();
    expect(host.moves).toEqual(["redo"]);
  });
});

describe("frames", () => {
  test("a rival's steps are shown one by one, and the prompt waits for the last", async () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11, null), [sent(1)]));
    at.receive(frame(mine(12), [sent(1)]));
    expect([at.view.ply, at.prompt]).toEqual([11, null]);
    expect(at.caption?.sentence).toContain("Ruckers");
    await vi.advanceTimersByTimeAsync(800);
    expect([at.view.ply, at.prompt]).toEqual([12, null]);
    await vi.advanceTimersByTimeAsync(800);
    expect([at.caption, at.prompt?.kind]).toEqual([null, "plan-location"]);
  });

  test("slow takes twice as long, instant no time", async () => {
    change({ speed: "slow" });
    const at = table(mine(10, null));
    at.receive(frame(mine(11), [sent(1)]));
    await vi.advanceTimersByTimeAsync(1500);
    expect(at.caption).not.toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    expect(at.caption).toBeNull();
    change({ speed: "instant" });
    at.receive(frame(mine(12), [sent(1)]));
    expect([at.view.ply, at.caption]).toEqual([12, null]);
  });

  test("a touch goes on, a pause waits for it", async () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11, null), [sent(1)]));
    at.receive(frame(mine(12, null), [sent(1)]));
    at.receive(frame(mine(13), [sent(1)]));
    at.goOn();
    expect(at.view.ply).toBe(12);
    at.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([at.view.ply, at.caption?.paused]).toEqual([12, true]);
    at.goOn();
    expect(at.view.ply).toBe(13);
  });

  test("a skip drops to one's own next choice, with what is still to come", () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11, null), [sent(1)]));
    at.receive(frame(mine(12, null), [sent(1)]));
    at.skip();
    expect(at.view.ply).toBe(12);
    at.receive(frame(mine(13), [sent(1)]));
    expect([at.view.ply, at.prompt?.kind]).toEqual([13, "plan-location"]);
  });

  test("what was skipped once is not skipped the next time", () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11, null), [sent(1)]));
    at.skip();
    at.receive(frame(mine(12), [sent(1)]));
    at.receive(frame(mine(13, null), [sent(1)]));
    expect(at.caption).not.toBeNull();
  });

  test("small things that follow join the step that stands", async () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11, null), [sent(1)]));
    at.receive(frame(mine(12, null), [{ type: "gained", seat: 1, goods: { money: 2 }, source: "money", card: "" }]));
    await vi.advanceTimersByTimeAsync(800);
    expect(at.view.ply).toBe(12);
    expect(at.caption?.sentence).toContain("worker");
    expect(at.caption?.goods).toEqual({ money: 2 });
  });

  test("what one frame tells of several seats is told one after another", async () => {
    const at = table(mine(10, null));
    at.receive(
      frame(mine(11), [
        { type: "market-left", seat: 1 },
        { type: "passed", seat: 0 },
        { type: "phase-begun", seat: -1, round: 4, phase: "planning" },
      ]),
    );
    const told: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++) {
      told.push(at.caption?.seat);
      await vi.advanceTimersByTimeAsync(800);
    }
    expect(told).toEqual([1, 0, -1, undefined]);
  });

  test("who listens hears the rivals' steps joined into one", async () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11, null), [sent(1)]));
    at.receive(frame(mine(12), [{ type: "passed", seat: 1 }]));
    expect(at.live).toBe("");
    await vi.advanceTimersByTimeAsync(1600);
    expect(at.live).toBe("Ruckers sends a worker to the Guild. Ruckers passes for this round.");
  });

  test("a frame that came before is dropped", () => {
    const at = table(mine(10, null));
    at.receive(frame(mine(11), [sent(1)]));
    at.receive(frame(mine(9, null), [sent(1)]));
    at.skip();
    expect(at.view.ply).toBe(11);
  });

  test("one's own press is shown at once, also when the socket was quicker than the answer", async () => {
    const at = table();
    host.answers.push({ ply: 11, frames: [frame(mine(11), [sent(0)])] });
    const pressed = at.press([PLACE]);
    at.receive(frame(mine(11), [sent(0)]));
    await pressed;
    expect([at.view.ply, at.caption, at.prompt?.kind]).toEqual([11, null, "plan-location"]);
  });

  test("while one is asked, what others choose beside it disturbs nothing", () => {
    const at = table();
    at.select(1);
    at.receive(frame(mine(11), [{ type: "cards-kept", seat: 1 }]));
    expect([at.view.ply, at.caption, at.selected, at.prompt?.kind]).toEqual([11, null, 1, "plan-location"]);
  });

  test.each<[string, Prompt | null]>([
    ["something else is asked", places()],
    ["nothing is asked any more", null],
  ])("what was chosen is forgotten where the seat chose on another device and %s", async (_, next) => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: places(), seat: at.view.seats[0]!, hidden: false });
    await at.extend(WORKER);
    at.select(0);
    expect(at.draft).toEqual([WORKER]);
    at.receive(frame(mine(11, next), [sent(0)]));
    expect([at.draft, at.preview, at.selected]).toEqual([[], null, null]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(at.prompt?.kind).toBe(next?.kind);
  });

  test("a draft that is looked ahead of meanwhile is not sent as an answer to something else", async () => {
    const at = table(mine(10, workers()));
    host.previews.push({ prompt: null, seat: at.view.seats[0]!, hidden: true });
    const looked = at.extend(WORKER);
    at.receive(frame(mine(11, places()), [sent(0)]));
    await looked;
    expect([host.presses, at.draft]).toEqual([[], []]);
  });

  test("what the rivals' moves changed for you is summed up once", async () => {
    const at = table(mine(10, null));
    at.receive(
      frame(mine(11), [sent(1), { type: "token-displaced", seat: 0, token: "repair", orchestra_seat: "seat-lute" }]),
    );
    expect(at.summary).toBeNull();
    at.skip();
    expect(at.summary).toContain("Your repair token steps down");
    host.answers.push({ ply: 12, frames: [frame(mine(12))] });
    await at.press([PLACE]);
    expect(at.summary).toBeNull();
  });
});

describe("a position that has moved on", () => {
  const stale = (view: View): HostError => refusal("stale", 409, { view });

  test("the same question is answered again by itself", async () => {
    const at = table();
    host.answers.push(stale(mine(13)), { ply: 14, frames: [frame(mine(14, null))] });
    await at.press([PLACE]);
    expect(host.presses.map(({ ply }) => ply)).toEqual([10, 13]);
    expect(host.presses[1]?.key).toBe(host.presses[0]?.key);
    expect([at.problem, at.view.ply]).toEqual([null, 14]);
  });

  test("another question is shown, with what happened and what was not made", async () => {
    const at = table();
    at.select(0);
    host.entries = [
      { n: 9, seat: 1, events: frame(mine(9), [{ type: "passed", seat: 1 }]).events, why: null },
      { n: 12, seat: 1, events: frame(mine(12), [sent(1)]).events, why: null },
    ];
    host.answers.push(stale(mine(13, workers())));
    await at.press();
    await vi.advanceTimersByTimeAsync(0);
    expect([at.problem, at.prompt?.kind, at.selected]).toEqual([null, "plan-worker", null]);
    expect(at.summary).toBe(
      "The table has moved on. Ruckers sends a worker to the Guild. Not made: Place 3 + 1 at Perform: skill 4.",
    );
  });

  test("who loses to another device of the same seat is told so", async () => {
    const at = table();
    host.entries = [{ n: 11, seat: 0, events: frame(mine(11), [sent(0)]).events, why: null }];
    host.answers.push(stale(mine(11, workers())));
    await at.press([OTHER]);
    await vi.advanceTimersByTimeAsync(0);
    expect(at.summary).toContain(
      "The table has moved on. This seat chose on another device. You send a worker to the Guild.",
    );
  });

  test("a choice that was taken back elsewhere is told", async () => {
    const at = table();
    host.answers.push(stale(mine(11, workers(), { step: 100 })));
    await at.press([OTHER]);
    await vi.advanceTimersByTimeAsync(0);
    expect(at.summary).toContain("A choice was taken back.");
  });
});

describe("problems", () => {
  test("a problem keeps the choice, and trying again sends it under the same key", async () => {
    const at = table();
    at.select(0);
    host.answers.push(refusal("busy", 503));
    await at.press();
    expect([at.problem?.code, at.selected, at.busy]).toEqual(["busy", 0, false]);
    expect(at.failed?.choices).toEqual([PLACE]);
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    await at.retry();
    expect([at.problem, at.view.ply]).toEqual([null, 11]);
    expect(host.presses[1]?.key).toBe(host.presses[0]?.key);
  });

  test("the same choice made once more by hand goes under the same key, another one under its own", async () => {
    const at = table();
    host.answers.push(refusal("busy", 503), refusal("busy", 503), { ply: 11, frames: [frame(mine(11, null))] });
    await at.press([PLACE]);
    at.dismiss();
    await at.press([PLACE]);
    at.dismiss();
    await at.press([OTHER]);
    const [first, again, other] = host.presses.map(({ key }) => key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("one that was made again at a newer position is tried again at that position", async () => {
    const at = table();
    host.answers.push(refusal("stale", 409, { view: mine(13) }), refusal("internal", 500), {
      ply: 14,
      frames: [frame(mine(14, null))],
    });
    await at.press([PLACE]);
    await at.retry();
    expect(host.presses.map(({ ply }) => ply)).toEqual([10, 13, 13]);
    expect(new Set(host.presses.map(({ key }) => key)).size).toBe(1);
    expect([at.problem, at.view.ply]).toEqual([null, 14]);
  });

  test("a step back that did not reach the host is tried again under the same key", async () => {
    const at = table(mine(10, places(), { undo: { to: 8, closed: null } }));
    host.answers.push(refusal("unreachable", 0), { ply: 11, frames: [frame(mine(11))] });
    await at.takeBack();
    expect(at.canRetry).toBe(true);
    await at.retry();
    expect(at.view.ply).toBe(11);
    expect(host.moved[1]?.key).toBe(host.moved[0]?.key);
  });

  test("a refusal for good offers no second try", async () => {
    const at = table();
    host.answers.push(refusal("not-offered", 422));
    await at.press([PLACE]);
    expect(at.canRetry).toBe(false);
  });

  test("a game that is gone is told", async () => {
    const at = table();
    await at.open();
    host.watcher?.gone({ type: "about:blank", title: "", status: 404, code: "unknown-game", detail: "" });
    expect([at.problem?.code, at.canRetry]).toEqual(["unknown-game", false]);
  });
});

describe("without a network", () => {
  async function away(first?: View): Promise<Table> {
    const at = table(first);
    await at.open();
    host.watcher?.line("away");
    return at;
  }

  test("a choice waits where it can be seen, and is sent under its key when the host is back", async () => {
    const at = await away();
    await at.press([PLACE]);
    expect([host.presses.length, at.waiting?.choices, at.problem]).toEqual([0, [PLACE], null]);
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    host.watcher?.line("live");
    await vi.advanceTimersByTimeAsync(0);
    expect([host.presses.length, at.waiting, at.view.ply]).toEqual([1, null, 11]);
  });

  test("one that got lost on the way waits too, and is tried again under its key", async () => {
    const at = table();
    await at.open();
    host.watcher?.line("live");
    host.answers.push(refusal("unreachable", 0), refusal("unreachable", 0), {
      ply: 11,
      frames: [frame(mine(11, null))],
    });
    await at.press([PLACE]);
    expect([at.waiting?.choices, at.problem]).toEqual([[PLACE], null]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(new Set(host.presses.map(({ key }) => key)).size).toBe(1);
    expect([host.presses.length, at.waiting, at.view.ply]).toEqual([3, null, 11]);
  });

  test("it is sent too where something else was under way when its time came", async () => {
    const at = table();
    await at.open();
    host.watcher?.line("live");
    host.answers.push(refusal("unreachable", 0), { ply: 11, frames: [frame(mine(11, null))] });
    await at.press([PLACE]);
    void at.attempt(() => new Promise((done) => setTimeout(done, 3_000)));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([host.presses.length, at.waiting, at.view.ply]).toEqual([2, null, 11]);
  });

  test("nothing else can be chosen meanwhile, but the arrow back takes it out", async () => {
    const at = await away();
    await at.press([PLACE]);
    at.pick("location:guild");
    await at.press([OTHER]);
    expect([at.waiting?.choices, at.selected, host.presses.length]).toEqual([[PLACE], null, 0]);
    expect(at.canTakeBack).toBe(true);
    await at.takeBack();
    host.watcher?.line("live");
    await vi.advanceTimersByTimeAsync(10_000);
    expect([at.waiting, host.presses.length]).toEqual([null, 0]);
  });

  test("it can be tried at once", async () => {
    const at = await away();
    await at.press([PLACE]);
    host.answers.push({ ply: 11, frames: [frame(mine(11, null))] });
    at.sendNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(at.waiting).toBeNull();
  });

  test("it is dropped with a word where the table has moved on to another question", async () => {
    const at = await away();
    await at.press([PLACE]);
    host.entries = [{ n: 12, seat: 1, events: frame(mine(12), [sent(1)]).events, why: null }];
    host.answers.push(refusal("stale", 409, { view: mine(13, workers()) }));
    host.watcher?.line("asking");
    await vi.advanceTimersByTimeAsync(0);
    expect([at.waiting, at.prompt?.kind, host.presses.length]).toEqual([null, "plan-worker", 1]);
    expect(at.summary).toContain("Not made:");
  });

  test("it is made where the same is still asked", async () => {
    const at = await away();
    await at.press([PLACE]);
    host.answers.push(refusal("stale", 409, { view: mine(13) }), { ply: 14, frames: [frame(mine(14, null))] });
    host.watcher?.line("live");
    await vi.advanceTimersByTimeAsync(0);
    expect([at.waiting, at.view.ply]).toEqual([null, 14]);
    expect(new Set(host.presses.map(({ key }) => key)).size).toBe(1);
  });

  test("a refusal of it is shown like any other", async () => {
    const at = await away();
    await at.press([PLACE]);
    host.answers.push(refusal("not-offered", 422));
    host.watcher?.line("live");
    await vi.advanceTimersByTimeAsync(0);
    expect([at.waiting, at.problem?.code]).toEqual([null, "not-offered"]);
  });
});

describe("over what lies open to all", () => {
  const open = (ply: number, part: Partial<View> = {}): View => mine(ply, places(), { you: null, clock: [0], ...part });
  const shared = (first: View): Table => {
    host = new FakeHost();
    return new Table("7QK4", host, content, frame(first), { viewer: "none", held: [0, 1] });
  };

  test("an open question is that of the seat it is asked of, and answered without that seat's own view", async () => {
    const at = shared(open(10));
    expect([at.view.you, at.prompt?.kind]).toEqual([0, "plan-location"]);
    host.previews.push({ prompt: null, seat: at.view.seats[0] as View["seats"][number], hidden: false });
    await at.ahead([PLACE]);
    host.answers.push({ ply: 11, frames: [frame(open(11, { prompt: null, clock: [1] }))] });
    await at.press([PLACE]);
    expect([host.drafts[0]?.viewer, host.presses[0]?.viewer, host.presses[0]?.seat]).toEqual([null, null, 0]);
    expect([at.view.you, at.prompt]).toEqual([null, null]);
  });

  test("a question to somebody on another device is none here", () => {
    host = new FakeHost();
    const at = new Table("7QK4", host, content, frame(open(10)), { viewer: "none", held: [1] });
    expect([at.view.you, at.prompt]).toEqual([null, null]);
  });

  test("a seat that a rival plays meanwhile is asked nothing", () => {
    const view = mine(10);
    const at = table({ ...view, seats: view.seats.map((seat) => ({ ...seat, player: "ai" as const })) });
    expect(at.prompt).toBeNull();
  });

  test("the arrow takes back the press of whose it is", async () => {
    const at = shared(open(10, { clock: [1], undo: { to: 8, closed: null, seat: 0 } }));
    host.answers.push({ ply: 11, frames: [frame(open(11, { redo: { to: 9, seat: 0 } }))] });
    await at.takeBack();
    expect(host.moved[0]).toMatchObject({ seat: 0, viewer: null });
    expect(at.canGoForward).toBe(true);
  });

  test("the press of somebody on another device is not to be taken back here", () => {
    host = new FakeHost();
    const first = open(10, { undo: { to: 8, closed: null, seat: 1 }, redo: { to: 9, seat: 1 } });
    const at = new Table("7QK4", host, content, frame(first), { viewer: "none", held: [0] });
    expect([at.canTakeBack, at.canGoForward]).toEqual([false, false]);
  });

  test("nobody is called you in the story", async () => {
    const at = shared(open(10));
    host.entries = [{ n: 3, seat: 0, events: frame(mine(3), [sent(0)]).events, why: null }];
    await at.open();
    expect(at.story[0]?.sentence).toBe("Amati sends a worker to the Guild.");
    expect(host.asked).toContain("log none");
  });

  test("settings are told for all seats that are held", async () => {
    const at = shared(open(10));
    change({ confirmTurns: false });
    await at.open();
    change({ confirmTurns: true });
    expect(host.told).toEqual([
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

  test("tells the log in sentences, with the round and phase of each", async () => {
    const at = table();
    host.entries = [
      { n: 3, seat: 1, events: frame(mine(3), [phase(2), sent(1)]).events, why: null },
      {
        n: 4,
        seat: 0,
        events: frame(mine(4), [sent(0), { type: "gained", seat: 0, goods: { money: 2 }, source: "money", card: "" }])
          .events,
        why: null,
      },
    ];
    await at.open();
    expect(at.story.map(({ n, round, seat }) => [n, round, seat])).toEqual([
      [3, 2, -1],
      [3, 2, 1],
      [4, 2, 0],
    ]);
    expect(at.story[2]?.goods).toEqual({ money: 2 });
  });

  test("goes on with every frame, and is read anew after an undo", async () => {
    const at = table();
    host.entries = [{ n: 3, seat: 1, events: frame(mine(3), [sent(1)]).events, why: null }];
    await at.open();
    host.answers.push({ ply: 11, frames: [frame(mine(11, places(), { undo: { to: 10, closed: null } }), [sent(0)])] });
    await at.press([PLACE]);
    expect(at.story).toHaveLength(2);
    host.answers.push({ ply: 12, frames: [frame(mine(12))] });
    await at.takeBack();
    expect(at.story).toHaveLength(1);
  });
});
