// The parts for looking back, loaded when the story is first opened.
export { default as AsItWas } from "./PastPosition.svelte";
export { default as FromHere } from "../sheets/CopySheet.svelte";
export { default as Print } from "./PastSummary.svelte";
export { default as Timeline } from "./Timeline.svelte";
