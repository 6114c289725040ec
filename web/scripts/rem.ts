// Converts font sizes from px, as the design gives them, to rem, so that they follow the text size setting. Sizes in
// calc() stay px: the stage scales as a whole.
import type { Declaration, Plugin } from "postcss";

const ROOT_PX = 16;
const SIZE = /(^|[\s(,])(\d*\.?\d+)px/;

/** A declaration's value with its font size in rem. */
export function inRem(prop: string, value: string): string {
  if ((prop !== "font" && prop !== "font-size") || value.includes("calc(")) return value;
  return value.replace(SIZE, (_, before: string, px: string) => `${before}${Number(px) / ROOT_PX}rem`);
}

export function rem(): Plugin {
  return {
    postcssPlugin: "luthier-rem",
    Declaration(declaration: Declaration) {
      const value = inRem(declaration.prop, declaration.value);
      if (value !== declaration.value) declaration.value = value;
    },
  };
}
