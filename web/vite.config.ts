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
const SERVER = "http://127.0.0.1:8765"; // where `luthier serve` listens by default

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether a module is loaded with another: by imports that wait for nothing. */
function comesWith(id: string, begins: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    id.endsWith(begins) ||
    (modules.getModuleInfo(id)?.importers ?? []).some((importer) => comesWith(importer, begins, modules, seen))
  );
}

/** A file of the build: the module that it is named after and all that comes with it. */
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
      registerType: "prompt", // an update is offered, never forced in a turn
      injectRegister: false, // src/app/update.svelte.ts registers it
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
        // The shell only. Of the fonts, the Latin parts: no language of the app is written in the others.
        globPatterns: ["**/*.{html,css,js,svg}", "rules.json", "messages/*.json", "*.png", "assets/*-latin-*.woff2"],
        globIgnores: ["offline/**"],
        cleanupOutdatedCaches: true,
        clientsClaim: true, // the first page already finds the engine's files, without being loaded anew
        runtimeCaching: [
          // The engine is put there by src/offline/download.ts, whole or not at all; its list is asked for first.
          {
            urlPattern: ({ url, request }) => url.pathname.startsWith("/offline/") && request.cache !== "no-store",
            handler: "CacheOnly",
            options: { cacheName: "luthier-offline" },
          },
          // What an older page still loads is kept by src/app/update.svelte.ts.
          {
            urlPattern: ({ url }) => url.pathname.startsWith("/assets/"),
            handler: "CacheFirst",
            options: { cacheName: "luthier-kept" },
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
    assetsInlineLimit: 0, // every picture and font is a file of its own: no data: addresses in the CSP
    modulePreload: { polyfill: false },
    // The title page is one file and the screens behind it are another, which pack better than parts.
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
    maxWorkers: "100%", // of the cores; otherwise one is left idle
    testTimeout: 30_000, // whole screens in jsdom take a while on a busy machine
  },
});
