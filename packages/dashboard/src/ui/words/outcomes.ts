import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";

type Result = NonNullable<Session["result"]>;

/**
 * Tones of request outcomes. Good and plain: a result, whatever it is. Warn: no result, because of the photo or the request, or because the request
 * was refused. "Refused" is only used for requests turned away by key, origin or limit, before processing. Bad: our errors.
 */
const tones = {
  match: "good",
  genuine: "good",
  optimized: "good",
  analyzed: "good",
  listed: "good",
  no_match: "plain",
  spoof: "plain",
  presentation_attack: "plain",
  passive_liveness_unsure: "plain",
  try_again: "plain",
  not_confirmed: "plain",
  found: "good",
  read: "good",
  created: "good",
  open: "good",
  queued: "good",
  sent: "good",
  started: "good",
  told: "good",
  followed: "good",
  passed: "good",
  done: "good",
  cancelled: "good",
  deleted: "good",
  enabled: "good",
  rotated: "good",
  internal_error: "bad",
  engine_busy: "bad",
  busy: "bad",
  shutting_down: "bad",
} as const;

/** Results of a live challenge's screen colors. */
export const lightWords = {
  passed: "passed",
  attack: "attack: other colors, or another face",
  not_measurable: "not measurable in too much other light",
  spared: "spared: the person went without",
} as const satisfies Readonly<Record<NonNullable<Result["light"]>, string>>;

/** How a live challenge was performed. */
export const performedText = ({ mode, frames }: NonNullable<Result["challenge_details"]>): string =>
  `${mode === "stepwise" ? "step by step" : "all steps at once"}, ${frames} ${frames === 1 ? "frame" : "frames"}`;

export type OutcomeTone = "good" | "plain" | "warn" | "bad";

export function outcomeTone(outcome: string): OutcomeTone {
  return (tones as Readonly<Record<string, OutcomeTone>>)[outcome] ?? "warn";
}

const colourOf: Readonly<Record<OutcomeTone, string>> = {
  good: "var(--good)",
  plain: "var(--accent)",
  warn: "var(--warn)",
  bad: "var(--bad)",
};

/** A CSS color for each outcome, by its tone, the same in every view. The second and further outcomes of one tone are paler. */
export function outcomeColors(outcomes: readonly string[]): readonly string[] {
  const used = new Map<OutcomeTone, number>();
  return outcomes.map((outcome) => {
    const tone = outcomeTone(outcome);
    const before = used.get(tone) ?? 0;
    used.set(tone, before + 1);
    const share = [100, 64, 42, 28][before] ?? 20;
    return share === 100 ? colourOf[tone] : `color-mix(in oklab, ${colourOf[tone]} ${share}%, var(--surface))`;
  });
}
