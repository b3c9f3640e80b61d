import type { FunnelStep } from "@selfsame/server/api/dashboard/answers/usage";

/** Sessions that ended, and those of them that are verified: the share of verified sessions is of those that ended. */
export function endedOf(steps: readonly FunnelStep[]): { readonly ended: number; readonly verified: number } {
  const underWay = steps.reduce((sum, step) => sum + step.underWay, 0);
  return { ended: (steps[0]?.reached ?? 0) - underWay, verified: steps.at(-1)?.reached ?? 0 };
}
