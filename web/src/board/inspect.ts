// Inspecting an item instead of choosing it: by a long touch, the context menu event, or the key "i".
import type { Action } from "svelte/action";

const LONG_MS = 450;
const STRAY_PX = 10;

export const inspect: Action<HTMLElement, (() => void) | undefined> = (node, open) => {
  let look = open;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let done = false;

  const stop = (): void => clearTimeout(timer);
  const show = (): void => {
    stop();
    done = true;
    look?.();
  };
  const down = (event: PointerEvent): void => {
    done = false;
    from = { x: event.clientX, y: event.clientY };
    stop();
    if (look && !event.button) timer = setTimeout(show, LONG_MS);
  };
  const move = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STRAY_PX) stop();
  };
  // Ignore the click at the end of a long touch.
  const click = (event: MouseEvent): void => {
    stop();
    if (!done) return;
    done = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const menu = (event: Event): void => {
    if (!look) return;
    event.preventDefault();
    if (!done) show();
    done = false;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "i" || !look || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    look();
  };

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointercancel", stop);
  node.addEventListener("pointerleave", stop);
  node.addEventListener("click", click, true);
  node.addEventListener("contextmenu", menu);
  node.addEventListener("keydown", key);
  return {
    update: (next) => (look = next),
    destroy: () => {
      stop();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointercancel", stop);
      node.removeEventListener("pointerleave", stop);
      node.removeEventListener("click", click, true);
      node.removeEventListener("contextmenu", menu);
      node.removeEventListener("keydown", key);
    },
  };
};
