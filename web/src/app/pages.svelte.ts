// The screens behind the title page: a file of their own, and whether it is here.
import type { Component } from "svelte";

export const pages: { screen: Component | null; error: unknown } = $state({ screen: null, error: null });

export async function fetchPages(): Promise<void> {
  try {
    pages.screen = (await import("./Pages.svelte")).default;
  } catch (error) {
    pages.error = error;
  }
}
