// HTTP requests to the server: URLs, responses, and failures as problems.
import { HostError } from "./host";
import type { Frame, Problem } from "./types";

const TIMEOUT_MS = 15_000;

export function path(game: string, rest = ""): string {
  return `/api/games/${encodeURIComponent(game)}${rest ? `/${rest}` : ""}`;
}

/** "?revision=3&seat=none"; undefined values are omitted. */
export function query(parts: Record<string, string | number | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return given.length ? `?${given.map(([name, value]) => `${name}=${value}`).join("&")}` : "";
}

export function toFrame(answer: Partial<Frame> & Pick<Frame, "revision" | "view">): Frame {
  return { ...answer, events: answer.events ?? [], reasons: answer.reasons ?? [] };
}

/** Retry once if the first request did not reach the server; its key makes that safe. */
export async function retryOnce<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.status !== 0) throw error;
    return act();
  }
}

export async function request<T>(
  url: string,
  { method = "GET", body, patience = TIMEOUT_MS }: { method?: string; body?: unknown; patience?: number } = {},
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      cache: url.startsWith("/api/games") ? "no-store" : "default", // views of a seat must not stay in a cache
      signal: AbortSignal.timeout(patience),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch (error) {
    throw new HostError({
      type: "about:blank",
      title: "unreachable",
      status: 0,
      code: "unreachable",
      detail: String(error),
    });
  }
  const received: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new HostError(problemOf(answer, received));
  return received as T;
}

export function problemOf(answer: Response, body: unknown): Problem {
  const problem = (body ?? {}) as Partial<Problem>;
  const retry_after = Number(answer.headers.get("Retry-After"));
  return {
    ...problem,
    ...(retry_after > 0 ? { retry_after } : {}),
    type: problem.type ?? "about:blank",
    title: problem.title ?? answer.statusText,
    status: answer.status,
    code: problem.code ?? "unknown",
    detail: problem.detail ?? "",
  };
}
