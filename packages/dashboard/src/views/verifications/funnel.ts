import type { VerificationFunnel } from "@selfsame/server/api/dashboard/answers/verifications";

type Day = VerificationFunnel["days"][number];

/** Verified has the green of its badge; earlier stages have paler shades of the accent color, as outcomes of one tone have elsewhere. */
export const stageColors: readonly string[] = [
  "var(--good)",
  "var(--accent)",
  ...[64, 42, 24].map((share) => `color-mix(in oklab, var(--accent) ${share}%, var(--surface))`),
];

/** Furthest stage first, at the bottom of a bar. */
export const stages = [
  { key: "verified", name: "Verified" },
  { key: "captured", name: "Captured" },
  { key: "consented", name: "Consented" },
  { key: "opened", name: "Opened" },
  { key: "made", name: "Created" },
] as const;

/** Number of sessions by the last stage reached, one row per stage; the sum is the number created. */
export function stageParts(days: readonly Day[]): readonly (readonly number[])[] {
  return stages.map(({ key }, index) => {
    const further = stages[index - 1];
    // A simulated session may skip a stage, so the difference can be negative.
    return days.map((day) => Math.max(0, day[key] - (further ? day[further.key] : 0)));
  });
}

export function sumDays(days: readonly Day[]): Omit<Day, "startMs"> {
  const sum = { made: 0, opened: 0, consented: 0, captured: 0, verified: 0, ended: 0 };
  for (const day of days) {
    sum.ended += day.ended;
    for (const { key } of stages) sum[key] += day[key];
  }
  return sum;
}
