// Whether the server can be reached.
const PATIENCE_MS = 4_000;

/** Null: not known yet. */
export const serverStatus: { unreachable: boolean | null } = $state({ unreachable: null });

/** Check that the server itself answers, not a captive portal in its place. */
export async function probe(): Promise<void> {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = (await answer.json()) as { ok?: boolean };
    serverStatus.unreachable = body.ok !== true;
  } catch {
    serverStatus.unreachable = true;
  }
}
