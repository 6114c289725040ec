import "@testing-library/jest-dom/vitest";
import { readMessages } from "../scripts/messages";
import { putMessages } from "../src/text/i18n";

putMessages(readMessages("en"));

// jsdom has no media queries: nothing matches, as on a phone in daylight.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });

// Nor has it a layout: nothing changes its size.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
