/** How far the overview goes back, by days, as its address has it. */
export const spans = {
  1: { name: "24 hours", before: "the 24 hours before" },
  7: { name: "7 days", before: "the 7 days before" },
  30: { name: "30 days", before: "the 30 days before" },
} as const;
export type Span = `${keyof typeof spans}`;

export function spanIn(query: URLSearchParams): Span {
  const days = query.get("days");
  return days === "1" || days === "30" ? days : "7";
}
