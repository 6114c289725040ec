// A new version of the app: offered, never forced.
import { registerSW } from "virtual:pwa-register";

export const update: { ready: boolean } = $state({ ready: false });

const take = registerSW({ onNeedRefresh: () => (update.ready = true) });

/** Load the new version now. */
export function takeUpdate(): void {
  void take(true);
}
