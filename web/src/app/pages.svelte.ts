// The screens other than the title page: a separate chunk, and whether it is loaded.
import type { Component } from "svelte";

export const pages: { screen: Component | null; error: unknown } = $state({ screen: null, error: null });

export async function fetchPages(): Promise<void> {
  try {
    pages.screen = (await import("./Pages.svelte")).default;
  } catch (error) {
    pages.error = error;
  }
}
