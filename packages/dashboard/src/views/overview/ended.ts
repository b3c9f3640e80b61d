import type { FunnelStep } from "@selfsame/server/api/dashboard/answers/usage";

/** Numbers of ended and of verified sessions: the share of verified sessions is computed from ended ones. */
export function endedOf(steps: readonly FunnelStep[]): { readonly ended: number; readonly verified: number } {
  const underWay = steps.reduce((sum, step) => sum + step.underWay, 0);
  return { ended: (steps[0]?.reached ?? 0) - underWay, verified: steps.at(-1)?.reached ?? 0 };
}
