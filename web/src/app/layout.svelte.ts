// How much of the table is visible: one tab (phone), two columns (tablet), everything (desktop).
import { MediaQuery } from "svelte/reactivity";

const tablet = new MediaQuery("min-width: 700px");
const desktop = new MediaQuery("min-width: 1024px");

export const width = {
  get is(): "phone" | "tablet" | "desktop" {
    return desktop.current ? "desktop" : tablet.current ? "tablet" : "phone";
  },
};
