import "@testing-library/jest-dom/vitest";

// jsdom has no media queries: nothing matches, as on a phone in daylight.
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
