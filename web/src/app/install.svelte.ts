// Installing the app: keeps the browser's install prompt until a good moment.
interface Offer extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const DISMISSED = "luthier.install";

/** "offer": the browser's dialog; "hand": manually, as in Safari on phones; null: not possible. */
export const install: { by: "offer" | "hand" | null } = $state({ by: byHand() ? "hand" : null });

let offer: Offer | null = null;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event as Offer;
  if (!dismissed()) install.by = "offer";
});
addEventListener("appinstalled", () => (install.by = null));

/** Show the browser's install dialog. */
export async function installNow(): Promise<void> {
  const shown = offer;
  offer = null;
  install.by = null;
  await shown?.prompt();
}

/** Never offer it again. */
export function notNow(): void {
  install.by = null;
  localStorage.setItem(DISMISSED, "no");
}

/** In Safari on phones and tablets, `standalone` is false unless the page was opened from the home screen. */
function byHand(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false && !dismissed();
}

function dismissed(): boolean {
  return localStorage.getItem(DISMISSED) !== null;
}
