import type { LimitsNow } from "@selfsame/server/api/dashboard/answers/keys";

/** Use of the plan's monthly quota; undefined if it is unlimited. */
export function monthOf({ limits }: Pick<LimitsNow, "limits">): { used: number; quota: number } | undefined {
  const month = limits.find(({ name }) => name === "month");
  return month && { used: month.quota - month.remaining, quota: month.quota };
}
