/** What usage counts as answered: the photos were looked at, whatever was found. The rest are refusals, and ours are faults. */
const tones = {
  match: "good",
  genuine: "good",
  optimized: "good",
  analyzed: "good",
  listed: "good",
  no_match: "plain",
  spoof: "plain",
  internal_error: "bad",
  engine_busy: "bad",
  busy: "bad",
  shutting_down: "bad",
} as const;

export type OutcomeTone = "good" | "plain" | "warn" | "bad";

export function outcomeTone(outcome: string): OutcomeTone {
  return (tones as Readonly<Record<string, OutcomeTone>>)[outcome] ?? "warn";
}

export const isAnswered = (outcome: string): boolean => ["good", "plain"].includes(outcomeTone(outcome));

/** @returns undefined where there were no requests */
export function answeredShare(
  outcomes: readonly { readonly outcome: string; readonly count: number }[],
): number | undefined {
  const all = outcomes.reduce((sum, { count }) => sum + count, 0);
  const answered = outcomes.reduce((sum, { outcome, count }) => sum + (isAnswered(outcome) ? count : 0), 0);
  return all === 0 ? undefined : answered / all;
}
