import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import about from "./package.json" with { type: "json" };
import { messages } from "./scripts/messages.ts";
import { pack } from "./scripts/pack.ts";
import { rem } from "./scripts/rem.ts";
import { rules } from "./scripts/rules.ts";

const WALNUT = "#4a2f1c";
const PAPER = "#f3e8d2";
const SERVER = "http://127.0.0.1:8765"; // the default address of `luthier serve`

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether a module is loaded together with another one, by static imports. */
function comesWith(id: string, begins: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    id.endsWith(begins) ||
    (modules.getModuleInfo(id)?.importers ?? []).some((importer) => comesWith(importer, begins, modules, seen))
  );
}

/** A chunk of the build: the named module and all its static imports. */
const file = (name: string, begins: string, priority: number) => ({
  name: (id: string, modules: Modules) => (comesWith(id, begins, modules) ? name : null),
  debugName: name,
  priority,
});

export default defineConfig({
  plugins: [
    svelte(),
    svelteTesting(),
    rules(),
    messages(),
    pack(),
    VitePWA({
      registerType: "prompt", // updates are offered, never forced during a turn
      injectRegister: false, // registered by src/app/update.svelte.ts
      includeAssets: ["icon.svg", "apple-touch-icon.png"],
      manifest: {
        id: "/",
        name: "Luthier",
        short_name: "Luthier",
        description: "Build instruments, win patrons, take your chair in the orchestra.",
        lang: "en",
        start_url: "/",
        scope: "/",
        display: "standalone",
        orientation: "any",
        theme_color: WALNUT,
        background_color: PAPER,
        categories: ["games"],
        icons: [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
        screenshots: [
          {
            src: "/screenshots/hall.jpg",
            sizes: "720x1480",
            type: "image/jpeg",
            form_factor: "narrow",
            label: "The hall, while workers are sent out",
          },
          {
            src: "/screenshots/orchestra.jpg",
            sizes: "720x1480",
            type: "image/jpeg",
            form_factor: "narrow",
            label: "The orchestra, whose first chairs are fought over",
          },
          {
            src: "/screenshots/desktop.jpg",
            sizes: "1280x800",
            type: "image/jpeg",
            form_factor: "wide",
            label: "The whole table",
          },
        ],
        shortcuts: [
          { name: "Play alone", url: "/new/alone", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
          { name: "Play with two people", url: "/new/trio", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
          { name: "Join with a code", url: "/join", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
        ],
      },
      workbox: {
        // The app shell only. Of the fonts the Latin subsets: no language of the app needs the others.
        globPatterns: ["**/*.{html,css,js,svg}", "rules.json", "messages/*.json", "*.png", "assets/*-latin-*.woff2"],
        globIgnores: ["offline/**"],
        cleanupOutdatedCaches: true,
        clientsClaim: true, // the first page can use the engine's files without a reload
        runtimeCaching: [
          // The engine is cached by src/offline/download.ts, completely or not at all; its manifest is requested from
          // the server.
          {
            urlPattern: ({ url, request }) => url.pathname.startsWith("/offline/") && request.cache !== "no-store",
            handler: "CacheOnly",
            options: { cacheName: "luthier-offline" },
          },
          // Files that older pages still load are cached by src/app/update.svelte.ts.
          {
            urlPattern: ({ url }) => url.pathname.startsWith("/assets/"),
            handler: "CacheFirst",
            options: { cacheName: "luthier-old-assets" },
          },
        ],
        navigateFallback: "index.html",
        navigateFallbackDenylist: [/^\/(api|content|reference)(\/|$)/, /^\/(healthz|metrics|openapi\.json|readyz)$/],
      },
    }),
  ],
  worker: { format: "es" },
  define: { __VERSION__: JSON.stringify(about.version) },
  css: { postcss: { plugins: [rem()] } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // pictures and fonts stay separate files: the CSP allows no data: URLs
    modulePreload: { polyfill: false },
    // One chunk for the title page and one for the other screens, which compresses better than many small ones.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: [file("shell", "/src/main.ts", 2), file("pages", "/src/app/Pages.svelte", 1)] },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: SERVER, ws: true },
      "/content": { target: SERVER },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    setupFiles: ["./tests/setup.ts"],
    maxWorkers: "100%", // use all cores; by default one is left idle
    testTimeout: 30_000, // whole screens in jsdom take a while on a busy machine
  },
});
