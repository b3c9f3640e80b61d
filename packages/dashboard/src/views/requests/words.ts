/** Labels of the log's filters. */

/** Outcomes to filter by, in addition to the error codes that occur. */
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
