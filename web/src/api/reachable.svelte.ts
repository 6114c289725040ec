// Whether the server is reached.
const PATIENCE_MS = 4_000;

/** Null: not known yet. */
export const reach: { away: boolean | null } = $state({ away: null });

/** Ask the server whether it is there. What answers in its place, as the gate of a hotel's network does, is not it. */
export async function probe(): Promise<void> {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const told = (await answer.json()) as { ok?: boolean };
    reach.away = told.ok !== true;
  } catch {
    reach.away = true;
  }
}
