// App updates: offered, never forced. Open pages keep using the files of their own version.
export const update: { ready: boolean } = $state({ ready: false });

/** Cache of the files of open pages when a new version takes over; the service worker reads it too. */
const OLD_ASSETS = "luthier-old-assets";
const CHECK_MS = 3_600_000;

let registration: ServiceWorkerRegistration | null = null;
let takingOver = false;
let lastCheck = Date.now();

/**
 * Chunks that are loaded on demand. Over plain http there is no service worker to keep them for pages of an older
 * version, so they are loaded at the start.
 */
const PARTS = [
  () => import("../board/story/lazy_parts"),
  () => import("../offline/store"),
  () => import("../offline/DataSettings.svelte"),
  () => import("uqr"),
];

/** Register the service worker and watch for updates. */
export async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // A chunk is missing on the server: a newer version was deployed.
  addEventListener("vite:preloadError", () => (update.ready = true));
  if (!serviceWorker) return void (await Promise.allSettled(PARTS.map((fetched) => fetched())));
  const first = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (takingOver) location.reload();
    else if (!first) update.ready = true;
  });
  document.addEventListener("visibilitychange", checkForUpdate);
  try {
    registration = await serviceWorker.register("/sw.js");
  } catch (error) {
    console.error(error);
    return;
  }
  if (registration.waiting) updateWaits();
  registration.addEventListener("updatefound", () => {
    const coming = registration?.installing;
    coming?.addEventListener(
      "statechange",
      () => coming.state === "installed" && serviceWorker.controller && updateWaits(),
    );
  });
}

/** Switch to the new version now. */
export function takeUpdate(): void {
  takingOver = true;
  if (registration?.waiting) registration.waiting.postMessage({ type: "SKIP_WAITING" });
  else location.reload();
}

function updateWaits(): void {
  update.ready = true;
  void keepFiles();
}

/** Check for updates now and then on pages that are never reloaded. */
function checkForUpdate(): void {
  if (document.hidden || Date.now() - lastCheck < CHECK_MS) return;
  lastCheck = Date.now();
  registration?.update().catch(() => {});
}

/** Keep this version's scripts and styles when the new version cleans up: an open table may still load some of them. */
async function keepFiles(): Promise<void> {
  const names = await caches.keys();
  await caches.delete(OLD_ASSETS);
  const oldAssets = await caches.open(OLD_ASSETS);
  for (const name of names.filter((one) => one.includes("precache"))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { origin, pathname } = new URL(url);
      const found = /^\/assets\/.*\.(css|js)$/.test(pathname) && (await cache.match(url));
      if (found) await oldAssets.put(origin + pathname, found);
    }
  }
}
