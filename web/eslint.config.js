// Rules that find faults; the layout is prettier's.
import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["dist/", "public/", "offline/", "src/api/generated.ts"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node, __VERSION__: "readonly" },
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // The linter does not see the types that Svelte files export; svelte-check does.
    files: ["**/*.svelte"],
    rules: Object.fromEntries(
      ["argument", "assignment", "call", "member-access", "return"].map((what) => [
        `@typescript-eslint/no-unsafe-${what}`,
        "off",
      ]),
    ),
  },
  {
    files: ["**/*.test.ts", "tests/**"],
    rules: { "@typescript-eslint/unbound-method": "off" }, // tests replace methods of the browser, and call the old ones
  },
  { files: ["**/*.js", "**/*.mjs"], ...ts.configs.disableTypeChecked }, // outside of tsconfig.json
  {
    rules: {
      "no-undef": "off", // the type checker knows every name
      "@typescript-eslint/require-await": "off", // an implementation of an asynchronous interface may have its answer at hand
      "svelte/require-each-key": "off", // most lists are signs without a state of their own
      "svelte/prefer-svelte-reactivity": "off", // plain maps and sets are meant: the state is in $state fields
      "@typescript-eslint/no-unnecessary-type-assertion": "off", // takes away assertions that the compiler needs
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
);
