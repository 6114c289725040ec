// What looking back is made of, fetched with the first look at the story.
export { default as AsItWas } from "./AsItWas.svelte";
export { default as FromHere } from "../screens/table/FromHere.svelte";
export { default as Print } from "./Print.svelte";
export { default as Timeline } from "./Timeline.svelte";
