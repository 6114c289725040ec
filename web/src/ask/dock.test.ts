import { fireEvent, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick, type Component } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadContent } from "../../tests/content";
import { asked, tableAsking, viewAsking } from "../fixtures/dock";
import { frame } from "../fixtures/host";
import WithTable from "../fixtures/WithTable.svelte";
import { change } from "../app/settings.svelte";
import type { Preview, Prompt, PromptChoice } from "../api/types";
import { choiceTitle } from "../text/choices";
import Dock from "./Dock.svelte";
import GenericQuestion from "./questions/generic/GenericQuestion.svelte";
import { setQuiet, WARNINGS } from "./warnings.svelte";
import SceneFrame from "./SceneFrame.svelte";

const content = loadContent();
const cases: [string, Prompt][] = Object.entries(asked);

function show(name: string, prompt: Prompt = asked[name] as Prompt) {
  const { table, host } = tableAsking(content, prompt);
  host.answers.push({ revision: 134, frames: [frame(viewAsking(prompt, { revision: 134, prompt: null }))] });
  return { table, host, drafting: table.drafting, prompt };
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
    const { table, host, drafting } = show(name);
    render(WithTable, {
      table,
      shown: GenericQuestion as unknown as Component<Record<string, unknown>>,
      given: { prompt },
    });
    const form = screen.getByRole("form");
    expect(within(form).getByRole("heading")).toBeInTheDocument();
    const last = prompt.choices.length - 1;
    await drafting.choose(last);
    table.drafting.select(last);
    await tick();
    expect(drafting.canSubmit).toBe(true);
    await drafting.submit();
    if (drafting.warnings.shown) await drafting.submit();
    expect(host.moves[0]?.choices).toEqual([prompt.choices[last]?.choice]);
  });

  test("rows are a radio group in words, with the question as its name", () => {
    const { table, prompt } = show("give-instrument");
    render(WithTable, {
      table,
      shown: GenericQuestion as unknown as Component<Record<string, unknown>>,
      given: { prompt },
    });
    const group = screen.getByRole("radiogroup", { name: "Who gets the Guitar?" });
    expect(within(group).getAllByRole("radio")).toHaveLength(prompt.choices.length);
    expect(group).toHaveTextContent(choiceTitle(table, prompt, prompt.choices[0]!));
  });
});

test("in the set-up the same instrument may be dealt twice", async () => {
  const setup = asked.setup!;
  const [instrument] = setup.about.instruments as string[];
  const { table, drafting } = show("setup", {
    ...setup,
    about: { ...setup.about, instruments: [instrument, instrument] },
  });
  drafting.inputs.page = "instrument";
  render(WithTable, { table, shown: SceneFrame as Component<Record<string, unknown>> });
  await tick();
  expect(document.querySelectorAll(".pc")).toHaveLength(1);
});

describe("preselection", () => {
  test("the worker preselected in planning is not a choice to take back", async () => {
    const { table, drafting } = dock("plan-worker", undefined, previewed("plan-location"), previewed("plan-location"));
    await vi.waitFor(() => expect(table.drafting.draft).toHaveLength(1));
    const ready = table.drafting.draft;
    expect(table.drafting.touched).toBe(false);
    await drafting.touchInner(1);
    expect(table.canTakeBack).toBe(true);
    await table.takeBack();
    expect([table.drafting.draft, table.drafting.selected, table.drafting.touched]).toEqual([ready, null, false]);
  });

  test("the first undo takes the last move back if only preselected choices are selected", async () => {
    const { table, host } = dock("plan-worker", undefined, previewed("plan-location"));
    await vi.waitFor(() => expect(table.drafting.draft).toHaveLength(1));
    table.session.receive(frame({ ...table.view, revision: table.view.revision + 1, undo: { to: 120, closed: null } }));
    host.answers.push({ revision: 134, frames: [] });
    const undo = vi.spyOn(host, "undo");
    await table.takeBack();
    expect(undo).toHaveBeenCalledOnce();
  });

  test("at a bench where nothing can be paid, the 2-money action is preselected", async () => {
    const rough = asked["act-roughing"]!;
    const { drafting, host } = dock("act-roughing", {
      ...rough,
      choices: rough.choices.filter(({ choice }) => choice.kind === "money"),
    });
    await vi.waitFor(() => expect(drafting.canSubmit).toBe(true));
    await drafting.submit();
    if (drafting.warnings.shown) await drafting.submit();
    expect(host.moves[0]?.choices).toEqual([{ kind: "money" }]);
  });

  test.each(["reroll", "spend-inspiration"])(
    "in %s no choice counts as touched before the person chooses",
    async (name) => {
      const { table } = dock(name);
      await vi.waitFor(() => expect(table.drafting.selected).not.toBeNull());
      await vi.waitFor(() => expect(table.drafting.touched).toBe(false));
    },
  );
});

describe("dock and scene of every kind of question", () => {
  test.each(cases)("%s", async (name, prompt) => {
    const { table } = dock(name);
    await tick();
    if (table.navigation.scene) {
      render(WithTable, { table, shown: SceneFrame as Component<Record<string, unknown>> });
      await tick();
    }
    expect(document.querySelector(".dock")).toBeInTheDocument();
    expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/);
    expect(prompt.choices.length).toBeGreaterThan(0);
  });
});

describe("a submitted move", () => {
  test("planning submits worker and location together", async () => {
    const { host, table } = dock("plan-worker", undefined, previewed("plan-location"));
    await vi.waitFor(() => expect(table.drafting.draft).toHaveLength(1));
    await fireEvent.click(screen.getByRole("radio", { name: /^Perform/ }));
    await fireEvent.click(screen.getByRole("button", { name: /^Place 5/ }));
    expect(host.moves[0]?.choices.map(({ kind }) => kind)).toEqual(["plan-worker", "plan-location"]);
  });

  test("a card with a price is taken with its payment, preselected to pay the least money", async () => {
    const prompt = asked["act-salon"] as Prompt;
    const { host, table, drafting } = dock("act-salon", prompt);
    const priced = prompt.choices.findIndex(({ cost }) => cost.money === 4);
    host.previews.push(previewed("pay-hire"));
    await drafting.touch(priced);
    await tick();
    expect(table.drafting.chosen?.choice).toEqual({ kind: "pay", money: 2 });
    await fireEvent.click(screen.getByRole("button", { name: "More money, less inspiration" }));
    await fireEvent.click(screen.getByRole("button", { name: /^Take / }));
    expect(host.moves[0]?.choices).toEqual([prompt.choices[priced]?.choice, { kind: "pay", money: 3 }]);
  });

  test("over the storage limit all discards are one move, and not before they suffice", async () => {
    const prompt: Prompt = { ...(asked.discard as Prompt), about: { over: 2 } };
    const { host, drafting } = dock("discard", prompt);
    await tick();
    expect(screen.getByRole("button", { name: "2 more to discard" })).toHaveAttribute("aria-disabled", "true");
    drafting.inputs.marked = { animal: 1, wood: 1 };
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: /^Discard 1 animal and 1 wood/ }));
    expect(host.moves[0]?.choices).toEqual([
      { kind: "discard", material: "animal" },
      { kind: "discard", material: "wood" },
    ]);
  });

  test("a touch at the Market buys and pays, money first or inspiration first", async () => {
    const { host, table, drafting } = show("market");
    drafting.inputs.first = "inspiration";
    table.navigation.tab = "hall";
    render(WithTable, { table, shown: SceneFrame as Component<Record<string, unknown>> });
    await fireEvent.click(screen.getByRole("button", { name: /^Buy 1 metal/ }));
    expect(host.moves[0]?.choices).toEqual([
      { kind: "buy", material: "metal" },
      { kind: "pay", money: 2 },
    ]);
  });

  test("set-up collects four pages and submits one choice", async () => {
    const { host, table } = dock("setup");
    render(WithTable, { table, shown: SceneFrame as Component<Record<string, unknown>> });
    const user = userEvent.setup();
    const setup = asked.setup!.choices[0]!.choice as {
      family: string;
      patron: string;
      instrument: string;
      goals: string[];
    };
    for (const id of [setup.family, setup.patron, setup.instrument]) {
      const card = content.families[id] ?? content.patrons[id] ?? content.instruments[id]!;
      await user.click(screen.getByRole("heading", { name: card.name }));
      await user.click(screen.getByRole("button", { name: /^Keep/ }));
    }
    for (const id of setup.goals)
      await user.click(screen.getByRole("checkbox", { name: new RegExp(content.goals[id]!.name) }));
    await user.click(screen.getByRole("button", { name: /^Keep / }));
    await user.click(screen.getByRole("button", { name: "Keep and begin" }));
    expect(host.moves[0]?.choices).toEqual([asked.setup!.choices[0]!.choice]);
  });

  test("materials are thrown away from the till, all in one move", async () => {
    const { host } = dock("turn");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /1 animal: throw/ }));
    await user.click(screen.getByRole("button", { name: "One wood more" }));
    await user.click(screen.getByRole("button", { name: "One wood more" }));
    await user.click(screen.getByRole("button", { name: /^Throw away 2 wood/ }));
    expect(host.moves[0]?.choices).toEqual([
      { kind: "throw-away", material: "wood" },
      { kind: "throw-away", material: "wood" },
    ]);
  });
});

describe("warnings", () => {
  const leaving = (): Prompt => {
    const prompt = asked["next-patron"] as Prompt;
    const one = prompt.choices[0]!;
    return {
      ...prompt,
      choices: [{ ...one, outcome: { word: "leaves", loss: 6 }, gain: {}, warn: ["patron-leaves"] }],
    };
  };

  test("a loss is confirmed once", async () => {
    const { host, drafting, table } = dock("next-patron", leaving());
    await vi.waitFor(() => expect(table.drafting.selected).toBe(0));
    await drafting.submit();
    expect(host.moves).toHaveLength(0);
    await tick();
    expect(screen.getByRole("alert")).toHaveTextContent("leaves for good");
    await drafting.submit();
    expect(host.moves).toHaveLength(1);
  });

  const warned: [PromptChoice["warn"][number], string, string, RegExp][] = [
    ["wastes-bonus", "act-salon", "money", /does nothing else here/],
    ["overflow", "act-perform", "alternate", /over its limit/],
    ["market-unused", "turn", "pass", /not been to the Market/],
    ["patron-leaves", "give-instrument", "discard-card", /about to leave/],
  ];

  /** The question reduced to one choice, which has a warning. */
  function warning(word: PromptChoice["warn"][number], name: string, kind: string): { prompt: Prompt; index: number } {
    const { choices, ...prompt } = asked[name] as Prompt;
    const pass = { ...choices[0]!, choice: { kind: "pass" as const }, at: [] };
    const all = [...choices, ...(kind === "pass" ? [pass] : [])].map((one) =>
      one.choice.kind === kind ? { ...one, irreversible: false, at: ["market"], warn: [word] } : one,
    );
    return { prompt: { ...prompt, choices: all }, index: all.findIndex(({ choice }) => choice.kind === kind) };
  }

  test("each of these warnings can be switched off in the settings", () => {
    expect(warned.map(([word]) => word).sort()).toEqual([...WARNINGS].sort());
  });

  test.each(warned)(
    "%s is asked about once, wherever it is pressed, unless it is switched off",
    async (word, name, kind, words) => {
      const { prompt, index } = warning(word, name, kind);
      const { host, drafting, table } = dock(name, prompt);
      await drafting.choose(index);
      await drafting.submit();
      await tick();
      expect(screen.getByRole("alert")).toHaveTextContent(words);
      expect(host.moves).toHaveLength(0);
      await drafting.submit();
      expect(host.moves).toHaveLength(1);
      setQuiet(word, true);
      const quietly = show(name, prompt);
      quietly.table.drafting.select(index);
      await quietly.table.drafting.submit();
      setQuiet(word, false);
      expect(quietly.host.moves).toHaveLength(1);
      expect(table.session.submitQueue.problem).toBeNull();
    },
  );

  test("at the Market a touch that buys too much asks for a confirmation", async () => {
    const market = asked.market as Prompt;
    const prompt = {
      ...market,
      choices: market.choices.map((one) => (one.choice.kind === "buy" ? { ...one, warn: ["overflow" as const] } : one)),
    };
    const { host, table } = dock("market", prompt);
    render(WithTable, { table, shown: SceneFrame as Component<Record<string, unknown>> });
    const buy = (): HTMLElement => document.querySelector<HTMLElement>('[data-at="market:buy:metal"]')!;
    await fireEvent.click(buy());
    expect(screen.getByRole("alert")).toHaveTextContent("over its limit");
    expect(screen.queryByRole("button", { name: /Leave the Market/ })).toBeNull();
    expect(host.moves).toHaveLength(0);
    await fireEvent.click(buy());
    expect(host.moves).toHaveLength(1);
  });

  test("a warning that is switched off is not shown again", async () => {
    const { host, drafting, table } = dock("next-patron", leaving());
    await vi.waitFor(() => expect(table.drafting.selected).toBe(0));
    await drafting.submit();
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: "Do not ask again" }));
    await drafting.submit();
    expect(host.moves).toHaveLength(1);
  });

  test("an irreversible choice is marked and never made by one touch", async () => {
    change({ oneTouch: true });
    const prompt = asked["act-perform"] as Prompt;
    const { host, drafting } = dock("act-perform", prompt);
    const irreversible = prompt.choices.findIndex((one) => one.irreversible);
    await drafting.touch(irreversible);
    await tick();
    expect(host.moves).toHaveLength(0);
    expect(screen.getByText("This closes the way back.")).toBeInTheDocument();
  });

  test("with one touch a reversible choice is made at once", async () => {
    change({ oneTouch: true });
    const { host, drafting } = dock("second-chair");
    await drafting.touch(0);
    expect(host.moves).toHaveLength(1);
  });
});

describe("by keyboard", () => {
  test("1 to 9 select a choice and Enter submits it", async () => {
    const { host, table } = dock("second-chair");
    await tick();
    await fireEvent.keyDown(document.body, { key: "Enter" });
    expect(table.navigation.tab).toBe("orchestra");
    await fireEvent.keyDown(document.body, { key: "2" });
    expect(table.drafting.selected).toBe(1);
    await fireEvent.keyDown(document.body, { key: "Enter" });
    expect(host.moves[0]?.choices).toEqual([asked["second-chair"]!.choices[1]!.choice]);
  });
});

describe("previews", () => {
  test.each<[string, string, number | null]>([
    ["is chosen where the same is still asked", "plan-worker", 1],
    ["is not chosen of what is asked instead", "plan-location", null],
  ])("what was touched before the table moved on %s", async (_, next, selected) => {
    const { table, host, drafting } = show("plan-worker");
    host.previews.push(previewed("plan-location"));
    const looked = drafting.choose(1);
    table.session.receive(frame(viewAsking(asked[next] as Prompt, { revision: 134 })));
    await looked;
    expect([table.drafting.draft, table.drafting.selected]).toEqual([[], selected]);
  });

  test("a choice without a preview stays selected and is previewed once", async () => {
    const { host, table } = dock("plan-worker");
    let looks = 0;
    host.preview = () => {
      looks += 1;
      return Promise.reject(new Error("hidden"));
    };
    await vi.waitFor(() => expect(table.drafting.selected).not.toBeNull());
    await new Promise((done) => setTimeout(done, 30));
    expect(looks).toBeLessThan(3);
    expect(table.drafting.draft).toHaveLength(0);
    expect(host.moves).toHaveLength(0);
  });
});

describe("a complete draft", () => {
  test("does not highlight the choices after it, and keeps the dock open", async () => {
    const { host, table, drafting } = dock("bench-guild");
    const full = {
      ...asked["bench-guild"]!,
      choices: asked["bench-guild"]!.choices.map((one) => ({
        ...one,
        irreversible: false,
        outcome: { word: "makes-room" },
      })),
    };
    table.session.receive(frame({ ...viewAsking(full), revision: table.view.revision + 1 }));
    table.navigation.tab = "workshop";
    await tick();
    host.previews.push(previewed("make-room"), previewed("turn"));
    await drafting.touch(0);
    await drafting.touchInner(0);
    await tick();
    expect(table.drafting.draft).toHaveLength(2);
    expect(table.drafting.lit.size).toBe(0);
    expect(screen.getByText(/^With it: Take the /)).toBeInTheDocument();
    await fireEvent.click(screen.getByRole("button", { name: /on the bench/ }));
    expect(host.moves[0]?.choices.map(({ kind }) => kind)).toEqual(["bench", "make-room"]);
  });
});
