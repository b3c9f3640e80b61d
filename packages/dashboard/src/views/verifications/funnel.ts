import type { VerificationFunnel } from "@selfsame/server/api/dashboard/answers/verifications";

type Day = VerificationFunnel["days"][number];

/** The furthest first: that one stands at the bottom of a bar. */
export const stages = [
  { key: "verified", name: "Verified" },
  { key: "attempted", name: "Attempted" },
  { key: "consented", name: "Consented" },
  { key: "opened", name: "Opened" },
  { key: "made", name: "Created" },
] as const;

/** What each stage has beyond those that came further, a row a stage: together they are what was made. */
export function stageParts(days: readonly Day[]): readonly (readonly number[])[] {
  return stages.map(({ key }, index) => {
    const further = stages[index - 1];
    // A simulated session may skip a stage.
    return days.map((day) => Math.max(0, day[key] - (further ? day[further.key] : 0)));
  });
}

export function sumDays(days: readonly Day[]): Omit<Day, "startMs"> {
  const sum = { made: 0, opened: 0, consented: 0, attempted: 0, verified: 0 };
  for (const day of days) for (const { key } of stages) sum[key] += day[key];
  return sum;
}
