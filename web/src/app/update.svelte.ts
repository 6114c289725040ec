// A new version of the app: offered, never forced. Pages that are open go on with the files of their own version.
export const update: { ready: boolean } = $state({ ready: false });

/** Files of pages that are still open when another version takes over; the service worker looks there, too. */
const KEPT = "luthier-kept";
const LOOK_MS = 3_600_000;

let registration: ServiceWorkerRegistration | null = null;
let taking = false;
let looked = Date.now();

/** What is fetched when it is needed first. Over plain http no service worker keeps it for pages of an older version. */
const PARTS = [
  () => import("../board/story/lazy_parts"),
  () => import("../offline/store"),
  () => import("../offline/DataSettings.svelte"),
  () => import("uqr"),
];

/** Have the service worker keep the app, and listen for newer ones. */
export async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // A part that is not there any more: the server has another version.
  addEventListener("vite:preloadError", () => (update.ready = true));
  if (!serviceWorker) return void (await Promise.allSettled(PARTS.map((fetched) => fetched())));
  const first = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (taking) location.reload();
    else if (!first) update.ready = true;
  });
  document.addEventListener("visibilitychange", look);
  try {
    registration = await serviceWorker.register("/sw.js");
  } catch (error) {
    console.error(error);
    return;
  }
  if (registration.waiting) waits();
  registration.addEventListener("updatefound", () => {
    const coming = registration?.installing;
    coming?.addEventListener("statechange", () => coming.state === "installed" && serviceWorker.controller && waits());
  });
}

/** Load the new version now. */
export function takeUpdate(): void {
  taking = true;
  if (registration?.waiting) registration.waiting.postMessage({ type: "SKIP_WAITING" });
  else location.reload();
}

function waits(): void {
  update.ready = true;
  void keepFiles();
}

/** A page that is never loaded anew asks now and then whether there is another version. */
function look(): void {
  if (document.hidden || Date.now() - looked < LOOK_MS) return;
  looked = Date.now();
  registration?.update().catch(() => {});
}

/** Scripts and styles of this version stay when the new one tidies up: an open table may still load some of them. */
async function keepFiles(): Promise<void> {
  const names = await caches.keys();
  await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  for (const name of names.filter((one) => one.includes("precache"))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { origin, pathname } = new URL(url);
      const found = /^\/assets\/.*\.(css|js)$/.test(pathname) && (await cache.match(url));
      if (found) await kept.put(origin + pathname, found);
    }
  }
}
