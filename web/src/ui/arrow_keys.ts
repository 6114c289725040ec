// Arrow keys within a radio group of buttons: move the focus and select.
const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function arrows(group: HTMLElement): { destroy(): void } {
  const key = (event: KeyboardEvent): void => {
    const step = STEP[event.key];
    const radios = [...group.querySelectorAll<HTMLElement>("[role=radio]:not([aria-disabled=true])")];
    const at = radios.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = radios[(at + step + radios.length) % radios.length];
    next?.focus();
    next?.click();
  };
  group.addEventListener("keydown", key);
  return { destroy: () => group.removeEventListener("keydown", key) };
}
