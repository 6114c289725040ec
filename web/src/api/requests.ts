// Requests to the server: where they go, what they answer, and what it means when they do not.
import { HostError } from "./host";
import type { Frame, Problem } from "./types";

const TIMEOUT_MS = 15_000;

export function path(game: string, rest = ""): string {
  return `/api/games/${encodeURIComponent(game)}${rest ? `/${rest}` : ""}`;
}

/** "?ply=3&seat=none"; what is undefined is left out. */
export function query(parts: Record<string, string | number | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return given.length ? `?${given.map(([name, value]) => `${name}=${value}`).join("&")}` : "";
}

export function framed(answer: Partial<Frame> & Pick<Frame, "ply" | "view">): Frame {
  return { ...answer, events: answer.events ?? [], why: answer.why ?? [] };
}

/** The same request once more, where the first did not reach the server: its key makes it have one effect. */
export async function twice<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.status !== 0) throw error;
    return act();
  }
}

export async function ask<T>(
  url: string,
  { method = "GET", body, patience = TIMEOUT_MS }: { method?: string; body?: unknown; patience?: number } = {},
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      cache: url.startsWith("/api/games") ? "no-store" : "default", // no view of a seat outlives its look at the table
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
  const told: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new HostError(problemOf(answer, told));
  return told as T;
}

export function problemOf(answer: Response, told: unknown): Problem {
  const problem = (told ?? {}) as Partial<Problem>;
  const wait = Number(answer.headers.get("Retry-After"));
  return {
    ...problem,
    ...(wait > 0 ? { wait } : {}),
    type: problem.type ?? "about:blank",
    title: problem.title ?? answer.statusText,
    status: answer.status,
    code: problem.code ?? "unknown",
    detail: problem.detail ?? "",
  };
}
