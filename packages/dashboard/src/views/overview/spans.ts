/** The period of the overview in days, as in its address. */
export const spans = {
  1: { name: "24 hours", before: "the 24 hours before" },
  7: { name: "7 days", before: "the 7 days before" },
  30: { name: "30 days", before: "the 30 days before" },
} as const;
export type Span = `${keyof typeof spans}`;

/** Undefined: the service chooses, a day where there was traffic in it. */
export function spanIn(query: URLSearchParams): Span | undefined {
  const days = query.get("days");
  return days !== null && Object.hasOwn(spans, days) ? (days as Span) : undefined;
}
