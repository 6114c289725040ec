import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import App from "../src/app/App.svelte";

test("the app shows its name", () => {
  render(App);
  expect(screen.getByRole("heading", { name: "Luthier" })).toBeInTheDocument();
});
