// A long press outside of controls.
import type { Action } from "svelte/action";

const LONG_MS = 500;

export const longPress: Action<HTMLElement, () => void> = (node, act) => {
  let long = act;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;

  const down = (event: PointerEvent): void => {
    held = false;
    if ((event.target as HTMLElement).closest("button, a, input, [role=button]")) return;
    timer = setTimeout(() => {
      held = true;
      long();
    }, LONG_MS);
  };
  const up = (): void => clearTimeout(timer);
  // Ignore the click at the end of a long press.
  const click = (event: MouseEvent): void => {
    if (held) event.stopImmediatePropagation();
    held = false;
  };

  node.addEventListener("pointerdown", down);
  for (const name of ["pointerup", "pointercancel", "pointermove"]) node.addEventListener(name, up);
  node.addEventListener("click", click, true);
  return {
    update: (next) => (long = next),
    destroy: () => {
      up();
      node.removeEventListener("pointerdown", down);
      for (const name of ["pointerup", "pointercancel", "pointermove"]) node.removeEventListener(name, up);
      node.removeEventListener("click", click, true);
    },
  };
};
