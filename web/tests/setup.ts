import "@testing-library/jest-dom/vitest";
import { readMessages } from "../scripts/messages";
import { putMessages } from "../src/text/i18n";

putMessages(readMessages("en"));

// jsdom has no media queries: nothing matches, as on a phone in the light theme.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });

// jsdom has no layout: sizes never change.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
