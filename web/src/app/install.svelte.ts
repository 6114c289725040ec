// Putting the app onto the home screen: the browser's own offer is kept until there is a good moment for it.
interface Offer extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const SAID = "luthier.install";

/** By the browser's dialog, by hand as Safari on phones has it, or not at all. */
export const install: { by: "offer" | "hand" | null } = $state({ by: byHand() ? "hand" : null });

let offer: Offer | null = null;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event as Offer;
  if (!said()) install.by = "offer";
});
addEventListener("appinstalled", () => (install.by = null));

/** Show the browser's dialog. */
export async function installNow(): Promise<void> {
  const now = offer;
  offer = null;
  install.by = null;
  await now?.prompt();
}

/** It is not spoken of again. */
export function notNow(): void {
  install.by = null;
  localStorage.setItem(SAID, "no");
}

/** Safari on phones and tablets tells by `standalone` whether the page was opened from the home screen. */
function byHand(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false && !said();
}

function said(): boolean {
  return localStorage.getItem(SAID) !== null;
}
