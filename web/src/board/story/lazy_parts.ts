// What looking back is made of, fetched with the first look at the story.
export { default as AsItWas } from "./PastPosition.svelte";
export { default as FromHere } from "../sheets/CopySheet.svelte";
export { default as Print } from "./PastSummary.svelte";
export { default as Timeline } from "./Timeline.svelte";
