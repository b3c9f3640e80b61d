import type { LimitsNow } from "@selfsame/server/api/dashboard/answers/keys";

/** What the plan's month has left; undefined where it has no end. */
export function monthOf({ limits }: Pick<LimitsNow, "limits">): { used: number; quota: number } | undefined {
  const month = limits.find(({ name }) => name === "month");
  return month && { used: month.quota - month.remaining, quota: month.quota };
}
