import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { planningView } from "../src/fixtures/board";
import { FakeHost, frame, refusal } from "../src/fixtures/host";
import { knownGames, remember } from "../src/lib/games";
import { router } from "../src/lib/router.svelte";
import Home from "../src/screens/Home.svelte";
import NewGame from "../src/screens/NewGame.svelte";
import Settings from "../src/screens/Settings.svelte";
import { loadContent } from "./content";

const fake = vi.hoisted(() => ({ host: null as unknown as FakeHost }));
vi.mock("../src/lib/tables", () => ({
  get host() {
    return fake.host;
  },
  getContent: () => Promise.resolve(loadContent()),
}));

beforeEach(() => {
  localStorage.clear();
  fake.host = new FakeHost();
  router.go("/");
});

const known = (game: string, at: number): Parameters<typeof remember>[0] => ({ game, at, seats: [{ player: "person" }], seed: "LUTE 1", setupCard: true });

test("a new game is made with the rivals, the card and the seed that were chosen, and is remembered", async () => {
  const create = vi.spyOn(fake.host, "create");
  const user = userEvent.setup();
  render(NewGame);
  await user.click(screen.getByRole("radio", { name: "Apprentice" }));
  await user.click(screen.getByRole("switch", { name: /Setup card/ }));
  const seed = screen.getByRole("textbox", { name: /Seed/ });
  await user.clear(seed);
  await user.type(seed, "OBOE 12");
  await user.click(screen.getByRole("button", { name: "Begin with one rival" }));
  expect(create).toHaveBeenCalledWith({
    seats: [{ player: "person" }, { player: "ai", level: "apprentice" }],
    seed: "OBOE 12",
    options: { setup_card: false },
    settings: { confirm_turns: true, auto_forced: true },
  });
  expect(knownGames().map(({ game, seed }) => [game, seed])).toEqual([["NEW1", "OBOE 12"]]);
  expect(location.pathname).toBe("/table/NEW1/hall");
});

test("a suggested seed is a word and four digits, and another one is asked for by touch", async () => {
  render(NewGame);
  const seed = screen.getByRole<HTMLInputElement>("textbox", { name: /Seed/ });
  expect(seed.value).toMatch(/^[A-Z]+ \d{4}$/);
  const before = seed.value;
  for (let i = 0; i < 5 && seed.value === before; i++) await userEvent.click(screen.getByRole("button", { name: "Another seed" }));
  expect(seed.value).not.toBe(before);
});

test("up to three rivals can sit, and the setup card is only for two seats", async () => {
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: "Add a rival" }));
  await userEvent.click(screen.getByRole("button", { name: "Add a rival" }));
  expect(screen.queryByRole("button", { name: "Add a rival" })).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getByText("Only at a table for two")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove rival 2" }));
  expect(screen.getByRole("button", { name: "Begin with two rivals" })).toBeInTheDocument();
});

test("a server that does not answer is told beside the button", async () => {
  vi.spyOn(fake.host, "create").mockRejectedValue(refusal("unreachable", 0));
  render(NewGame);
  await userEvent.click(screen.getByRole("button", { name: /Begin/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The server does not answer.");
});

test("the title page goes on with the game played last, and forgets what no longer is", async () => {
  remember(known("GONE", 1));
  remember(known("7QK4", 2));
  vi.spyOn(fake.host, "view").mockImplementation((game?: string) => {
    return game === "GONE" ? Promise.reject(refusal("unknown-game", 404)) : Promise.resolve(frame(planningView()));
  });
  render(Home);
  await userEvent.click(await screen.findByRole("button", { name: /Amati against Ruckers/ }));
  expect(location.pathname).toBe("/table/7QK4/hall");
  expect(knownGames().map(({ game }) => game)).toEqual(["7QK4"]);
});

test("without a game the title page offers to begin one, and nothing else", () => {
  render(Home);
  const names = ["Alone", "Credits", "Rules", "Settings"].map((name) => screen.getByRole("button", { name: new RegExp(`^${name}`) }));
  expect(screen.getAllByRole("button")).toEqual(names);
});

test("settings are kept on the device", async () => {
  render(Settings);
  await userEvent.click(screen.getByRole("switch", { name: /One touch/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Slow" }));
  expect(JSON.parse(localStorage.getItem("luthier.settings") ?? "{}")).toMatchObject({ oneTouch: true, speed: "slow" });
  await userEvent.click(screen.getByRole("switch", { name: /One touch/ }));
});
