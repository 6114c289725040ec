// Scrolls the first item that a new question highlights into view, unless one is visible already.
import type { Action } from "svelte/action";
import type { Prompt } from "../api/types";

export const reveal: Action<HTMLElement, Prompt | null> = (node, prompt) => {
  let asked: Prompt | null = null;
  let frame = 0;

  const show = (next: Prompt | null): void => {
    cancelAnimationFrame(frame);
    if (!next || next === asked) return;
    asked = next;
    frame = requestAnimationFrame(() => {
      const lit = [...node.querySelectorAll<HTMLElement>(".lit, .sel")];
      if (lit.length && !lit.some((one) => inView(node, one))) lit[0]?.scrollIntoView({ block: "center" });
    });
  };

  show(prompt);
  return { update: show, destroy: () => cancelAnimationFrame(frame) };
};

function inView(node: HTMLElement, one: HTMLElement): boolean {
  const box = (node.closest(".lft, aside") ?? node).getBoundingClientRect();
  const { top, bottom } = one.getBoundingClientRect();
  return top >= box.top - 1 && bottom <= box.bottom + 1;
}
