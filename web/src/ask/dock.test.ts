import { fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick, type Component } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { asked, tableAsking, viewAsking } from "../fixtures/dock";
import { frame } from "../fixtures/host";
import WithTable from "../fixtures/WithTable.svelte";
import { change } from "../app/settings.svelte";
import type { Preview, Prompt } from "../api/types";
import { choiceTitle } from "../text/choices";
import Dock from "./Dock.svelte";
import Generic from "./questions/generic/GenericQuestion.svelte";
import { momentOf } from "../session/drafting.svelte";
import { setQuiet, WARNINGS } from "./warnings.svelte";
import Scene from "./SceneFrame.svelte";

const content = loadContent();
const cases: [string, Prompt][] = Object.entries(asked);

function show(name: string, prompt: Prompt = asked[name] as Prompt) {
  const { table, host } = tableAsking(content, prompt);
  host.answers.push({ ply: 134, frames: [frame(viewAsking(prompt, { ply: 134, prompt: null }))] });
  return { table, host, moment: momentOf(table), prompt };
}

function dock(name: string, prompt?: Prompt, ...previews: Preview[]) {
  const at = show(name, prompt);
  at.host.previews.push(...previews);
  render(WithTable, { table: at.table, shown: Dock as Component<Record<string, unknown>> });
  return at;
}

function previewed(name: string): Preview {
  const prompt = asked[name] as Prompt;
  return { prompt, seat: viewAsking(prompt).seats[0]!, hidden: false };
}

beforeEach(() => {
  history.replaceState({}, "", "/table/7QK4/hall");
  localStorage.clear();
  change({ oneTouch: false });
});

describe("the generic prompt plays every kind of question", () => {
  test.each(cases)("%s", async (name, prompt) => {
    const { table, host, moment } = show(name);
    render(WithTable, { table, shown: Generic as unknown as Component<Record<string, unknown>>, given: { prompt } });
    const form = screen.getByRole("form");
    expect(within(form).getByRole("heading")).toBeInTheDocument();
    const last = prompt.choices.length - 1;
    await moment.choose(last);
    table.select(last);
    await tick();
    expect(moment.ready).toBe(true);
    await moment.go();
    if (moment.warned) await moment.go();
    expect(host.presses[0]?.choices).toEqual([prompt.choices[last]?.choice]);
  });

  test("rows are a radio group in words, with the question as its name", () => {
    const { table, prompt } = show("give-instrument");
    render(WithTable, { table, shown: Generic as unknown as Component<Record<string, unknown>>, given: { prompt } });
    const group = screen.getByRole("radiogroup", { name: "Who gets the Guitar?" });
    expect(within(group).getAllByRole("radio")).toHaveLength(prompt.choices.length);
    expect(group).toHaveTextContent(choiceTitle(table, prompt, prompt.choices[0]!));
  });
});

test("in the set-up the same instrument may be dealt twice", async () => {
  const keep = asked.keep!;
  const [instrument] = keep.about.instruments as string[];
  const { table, moment } = show("keep", { ...keep, about: { ...keep.about, instruments: [instrument, instrument] } });
  moment.page = "instrument";
  render(WithTable, { table, shown: Scene as Component<Record<string, unknown>> });
  await tick();
  expect(document.querySelectorAll(".pc")).toHaveLength(1);
});

describe("what stands ready", () => {
  test("the worker that stands ready in planning is not the person's to take back", async () => {
    const { table, moment } = dock("plan-worker", undefined, previewed("plan-location"), previewed("plan-location"));
    await vi.waitFor(() => expect(table.draft).toHaveLength(1));
    const ready = table.draft;
    expect(table.touched).toBe(false);
    await moment.touchInner(1);
    expect(table.canTakeBack).toBe(true);
    await table.takeBack();
    expect([table.draft, table.selected, table.touched]).toEqual([ready, null, false]);
  });

  test("the first press of the arrow takes the last press back where only what stood ready is chosen", async () => {
    const { table, host } = dock("plan-worker", undefined, previewed("plan-location"));
    await vi.waitFor(() => expect(table.draft).toHaveLength(1));
    table.receive(frame({ ...table.view, ply: table.view.ply + 1, undo: { to: 120, closed: null } }));
    host.answers.push({ ply: 134, frames: [] });
    const undo = vi.spyOn(host, "undo");
    await table.takeBack();
    expect(undo).toHaveBeenCalledOnce();
  });

  test("at a bench where nothing can be paid, the 2 money stand ready", async () => {
    const rough = asked["act-roughing"]!;
    const { moment, host } = dock("act-roughing", {
      ...rough,
      choices: rough.choices.filter(({ choice }) => choice.kind === "money"),
    });
    await vi.waitFor(() => expect(moment.ready).toBe(true));
    await moment.go();
    if (moment.warned) await moment.go();
    expect(host.presses[0]?.choices).toEqual([{ kind: "money" }]);
  });

  test.each(["reroll", "spend-inspiration"])("in %s nothing is touched before the person chooses", async (name) => {
    const { table } = dock(name);
    await vi.waitFor(() => expect(table.selected).not.toBeNull());
    await vi.waitFor(() => expect(table.touched).toBe(false));
  });
});

describe("dock and scene of every kind of question", () => {
  test.each(cases)("%s", async (name, prompt) => {
    const { table, moment } = dock(name);
    await tick();
    if (moment.scene) {
      render(WithTable, { table, shown: Scene as Component<Record<string, unknown>> });
      await tick();
    }
    expect(document.querySelector(".dock")).toBeInTheDocument();
    expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/);
    expect(prompt.choices.length).toBeGreaterThan(0);
  });
});

describe("what one press sends", () => {
  test("planning sends worker and place together", async () => {
    const { host, table } = dock("plan-worker", undefined, previewed("plan-location"));
    await vi.waitFor(() => expect(table.draft).toHaveLength(1));
    await fireEvent.click(screen.getByRole("radio", { name: /^Perform/ }));
    await fireEvent.click(screen.getByRole("button", { name: /^Place 5/ }));
    expect(host.presses[0]?.choices.map(({ kind }) => kind)).toEqual(["plan-worker", "plan-location"]);
  });

  test("a card with a price is taken with its payment, which starts at most money kept", async () => {
    const prompt = asked["act-salon"] as Prompt;
    const { host, table, moment } = dock("act-salon", prompt);
    const priced = prompt.choices.findIndex(({ cost }) => cost.money === 4);
    host.previews.push(previewed("pay-hire"));
    await moment.touch(priced);
    await tick();
    expect(table.chosen?.choice).toEqual({ kind: "pay", money: 2 });
    await fireEvent.click(screen.getByRole("button", { name: "More money, less inspiration" }));
    await fireEvent.click(screen.getByRole("button", { name: /^Take / }));
    expect(host.presses[0]?.choices).toEqual([prompt.choices[priced]?.choice, { kind: "pay", money: 3 }]);
  });

  test("over the limit all goes in one press, and not before it fits", async () => {
    const prompt: Prompt = { ...(asked.discard as Prompt), about: { over: 2 } };
    const { host, moment } = dock("discard", prompt);
    await tick();
    expect(screen.getByRole("button", { name: "2 more to discard" })).toHaveAttribute("aria-disabled", "true");
    moment.marked = { animal: 1, wood: 1 };
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: /^Discard 1 animal and 1 wood/ }));
    expect(host.presses[0]?.choices).toEqual([
      { kind: "discard", material: "animal" },
      { kind: "discard", material: "wood" },
    ]);
  });

  test("a touch at the Market buys and pays, money first or inspiration first", async () => {
    const { host, table, moment } = show("market");
    moment.first = "inspiration";
    table.tab = "hall";
    render(WithTable, { table, shown: Scene as Component<Record<string, unknown>> });
    await fireEvent.click(screen.getByRole("button", { name: /^Buy 1 metal/ }));
    expect(host.presses[0]?.choices).toEqual([
      { kind: "buy", material: "metal" },
      { kind: "pay", money: 2 },
    ]);
  });

  test("set-up gathers four pages and sends one choice", async () => {
    const { host, table } = dock("keep");
    render(WithTable, { table, shown: Scene as Component<Record<string, unknown>> });
    const user = userEvent.setup();
    const keep = asked.keep!.choices[0]!.choice as {
      family: string;
      patron: string;
      instrument: string;
      goals: string[];
    };
    for (const id of [keep.family, keep.patron, keep.instrument]) {
      const card = content.families[id] ?? content.patrons[id] ?? content.instruments[id]!;
      await user.click(screen.getByRole("heading", { name: card.name }));
      await user.click(screen.getByRole("button", { name: /^Keep/ }));
    }
    for (const id of keep.goals)
      await user.click(screen.getByRole("checkbox", { name: new RegExp(content.goals[id]!.name) }));
    await user.click(screen.getByRole("button", { name: /^Keep / }));
    await user.click(screen.getByRole("button", { name: "Keep and begin" }));
    expect(host.presses[0]?.choices).toEqual([asked.keep!.choices[0]!.choice]);
  });

  test("materials are thrown away from the till, all in one press", async () => {
    const { host } = dock("turn");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /1 animal: throw/ }));
    await user.click(screen.getByRole("button", { name: "One wood more" }));
    await user.click(screen.getByRole("button", { name: "One wood more" }));
    await user.click(screen.getByRole("button", { name: /^Throw away 2 wood/ }));
    expect(host.presses[0]?.choices).toEqual([
      { kind: "throw-away", material: "wood" },
      { kind: "throw-away", material: "wood" },
    ]);
  });
});

describe("what is asked before", () => {
  const leaving = (): Prompt => {
    const prompt = asked["next-patron"] as Prompt;
    const one = prompt.choices[0]!;
    return {
      ...prompt,
      choices: [{ ...one, outcome: { word: "leaves", loss: 6 }, gain: {}, warn: ["patron-leaves"] }],
    };
  };

  test("a loss is asked about once", async () => {
    const { host, moment, table } = dock("next-patron", leaving());
    await vi.waitFor(() => expect(table.selected).toBe(0));
    await moment.go();
    expect(host.presses).toHaveLength(0);
    await tick();
    expect(screen.getByRole("alert")).toHaveTextContent("leaves for good");
    await moment.go();
    expect(host.presses).toHaveLength(1);
  });

  const warned: [string, string, string, RegExp][] = [
    ["wastes-bonus", "act-salon", "money", /does nothing else here/],
    ["overflow", "act-perform", "alternate", /over its limit/],
    ["market-unused", "turn", "pass", /not been to the Market/],
    ["patron-leaves", "give-instrument", "discard-card", /about to leave/],
  ];

  /** The question with one of its choices, which warns. */
  function warning(word: string, name: string, kind: string): { prompt: Prompt; index: number } {
    const { choices, ...prompt } = asked[name] as Prompt;
    const pass = { ...choices[0]!, choice: { kind: "pass" as const }, at: [] };
    const all = [...choices, ...(kind === "pass" ? [pass] : [])].map((one) =>
      one.choice.kind === kind ? { ...one, final: false, at: ["market"], warn: [word] } : one,
    );
    return { prompt: { ...prompt, choices: all }, index: all.findIndex(({ choice }) => choice.kind === kind) };
  }

  test("each of these words can be switched off in the settings", () => {
    expect(warned.map(([word]) => word).sort()).toEqual([...WARNINGS].sort());
  });

  test.each(warned)(
    "%s is asked about once, wherever it is pressed, unless it is switched off",
    async (word, name, kind, words) => {
      const { prompt, index } = warning(word, name, kind);
      const { host, moment, table } = dock(name, prompt);
      await moment.choose(index);
      await moment.go();
      await tick();
      expect(screen.getByRole("alert")).toHaveTextContent(words);
      expect(host.presses).toHaveLength(0);
      await moment.go();
      expect(host.presses).toHaveLength(1);
      setQuiet(word, true);
      const quietly = show(name, prompt);
      quietly.table.select(index);
      await quietly.table.press();
      setQuiet(word, false);
      expect(quietly.host.presses).toHaveLength(1);
      expect(table.problem).toBeNull();
    },
  );

  test("at the Market the touch that buys too much is asked about first", async () => {
    const market = asked.market as Prompt;
    const prompt = {
      ...market,
      choices: market.choices.map((one) => (one.choice.kind === "buy" ? { ...one, warn: ["overflow"] } : one)),
    };
    const { host, table } = dock("market", prompt);
    render(WithTable, { table, shown: Scene as Component<Record<string, unknown>> });
    const buy = (): HTMLElement => document.querySelector<HTMLElement>('[data-at="market:buy:metal"]')!;
    await fireEvent.click(buy());
    expect(screen.getByRole("alert")).toHaveTextContent("over its limit");
    expect(screen.queryByRole("button", { name: /Leave the Market/ })).toBeNull();
    expect(host.presses).toHaveLength(0);
    await fireEvent.click(buy());
    expect(host.presses).toHaveLength(1);
  });

  test("a warning that is switched off is not asked about again", async () => {
    const { host, moment, table } = dock("next-patron", leaving());
    await vi.waitFor(() => expect(table.selected).toBe(0));
    await moment.go();
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: "Do not ask again" }));
    await moment.go();
    expect(host.presses).toHaveLength(1);
  });

  test("what closes the way back says so and is never done by one touch", async () => {
    change({ oneTouch: true });
    const prompt = asked["act-perform"] as Prompt;
    const { host, moment } = dock("act-perform", prompt);
    const final = prompt.choices.findIndex((one) => one.final);
    await moment.touch(final);
    await tick();
    expect(host.presses).toHaveLength(0);
    expect(screen.getByText("This closes the way back.")).toBeInTheDocument();
  });

  test("with one touch a choice that can be taken back is done at once", async () => {
    change({ oneTouch: true });
    const { host, moment } = dock("second-chair");
    await moment.touch(0);
    expect(host.presses).toHaveLength(1);
  });
});

describe("by keyboard", () => {
  test("1 to 9 pick a choice and Enter does it", async () => {
    const { host, table } = dock("second-chair");
    await tick();
    await fireEvent.keyDown(document.body, { key: "Enter" });
    expect(table.tab).toBe("orchestra");
    await fireEvent.keyDown(document.body, { key: "2" });
    expect(table.selected).toBe(1);
    await fireEvent.keyDown(document.body, { key: "Enter" });
    expect(host.presses[0]?.choices).toEqual([asked["second-chair"]!.choices[1]!.choice]);
  });
});

describe("looking ahead", () => {
  test.each<[string, string, number | null]>([
    ["is chosen where the same is still asked", "plan-worker", 1],
    ["is not chosen of what is asked instead", "plan-location", null],
  ])("what was touched before the table moved on %s", async (_, next, selected) => {
    const { table, host, moment } = show("plan-worker");
    host.previews.push(previewed("plan-location"));
    const looked = moment.choose(1);
    table.receive(frame(viewAsking(asked[next] as Prompt, { ply: 134 })));
    await looked;
    expect([table.draft, table.selected]).toEqual([[], selected]);
  });

  test("where nothing can be seen ahead, the choice stays selected and is looked at once", async () => {
    const { host, table } = dock("plan-worker");
    let looks = 0;
    host.preview = () => {
      looks += 1;
      return Promise.reject(new Error("hidden"));
    };
    await vi.waitFor(() => expect(table.selected).not.toBeNull());
    await new Promise((done) => setTimeout(done, 30));
    expect(looks).toBeLessThan(3);
    expect(table.draft).toHaveLength(0);
    expect(host.presses).toHaveLength(0);
  });
});

describe("a complete draft", () => {
  test("does not light up what would be asked after it, and keeps the dock open", async () => {
    const { host, table, moment } = dock("bench-guild");
    const full = {
      ...asked["bench-guild"]!,
      choices: asked["bench-guild"]!.choices.map((one) => ({ ...one, final: false, outcome: { word: "makes-room" } })),
    };
    table.receive(frame({ ...viewAsking(full), ply: table.view.ply + 1 }));
    table.tab = "workshop";
    await tick();
    host.previews.push(previewed("make-room"), previewed("turn"));
    await moment.touch(0);
    await moment.touchInner(0);
    await tick();
    expect(table.draft).toHaveLength(2);
    expect(table.lit.size).toBe(0);
    expect(screen.getByText(/^With it: Take the /)).toBeInTheDocument();
    await fireEvent.click(screen.getByRole("button", { name: /on the bench/ }));
    expect(host.presses[0]?.choices.map(({ kind }) => kind)).toEqual(["bench", "make-room"]);
  });
});
