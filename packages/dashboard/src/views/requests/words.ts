import type { Mode } from "../../state/mode.ts";

/** What can be chosen of the log, in words. */

/** Beside the codes of the errors that are there. */
export const outcomes = [
  "match",
  "no_match",
  "presentation_attack",
  "passive_liveness_unsure",
  "spoof",
  "analyzed",
  "error",
  "client_gone",
] as const;

export const routes = [
  "POST /api/v3/verify",
  "POST /api/v3/analyze",
  "POST /api/v3/challenges",
  "POST /api/v3/challenges/:id/complete",
  "POST /api/v3/sessions",
  "POST /api/v3/session/start",
  "POST /api/v3/session/complete",
  "POST /api/v3/batches",
  "POST /api/v2/verify",
  "POST /api/v2/spoof",
  "POST /api/v2/optimize",
] as const;

export const spans = { hour: 3600_000, day: 24 * 3600_000, all: undefined } as const;
export type Span = keyof typeof spans;
export const spanNames: Readonly<Record<Span, string>> = { hour: "Hour", day: "Day", all: "All" };

interface Chosen {
  readonly requestId: string;
  readonly keyId: string;
  readonly outcome: string;
  readonly route: string;
  readonly cursor: string;
  readonly span: Span;
  readonly kind: Mode;
}

export function chosenIn(query: URLSearchParams, kind: Mode): Chosen {
  const span = query.get("since");
  return {
    requestId: query.get("q")?.trim() ?? "",
    keyId: query.get("key") ?? "",
    outcome: query.get("outcome") ?? "",
    route: query.get("route") ?? "",
    cursor: query.get("cursor") ?? "",
    kind,
    span: span === "hour" || span === "day" ? span : "all",
  };
}

/** The question to the API. It stays the same within a minute, so that what was answered before can be shown meanwhile. */
export function requestsQuery({ span, ...chosen }: Chosen, nowMs: number): string {
  const query = new URLSearchParams({ limit: "50" });
  for (const [name, value] of Object.entries(chosen)) if (value !== "") query.set(name, value);
  const spanMs = spans[span];
  if (spanMs !== undefined) query.set("fromMs", String(Math.floor(nowMs / 60_000) * 60_000 - spanMs));
  return query.toString();
}
