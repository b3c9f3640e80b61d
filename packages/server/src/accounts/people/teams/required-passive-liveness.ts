import type { Setting } from "@selfsame/platform/settings/setting";

/**
 * Whether every selfie of the team's keys and sessions has to pass the passive liveness check. Applies to requests and sessions that begin from now
 * on.
 */
export const passiveLivenessRequired: Setting<boolean> = {
  valueIn: (account) => account.passive_liveness_required === 1,
  columns: (required) => ({ passive_liveness_required: Number(required) }),
  audit: (required) => [required ? "passive_liveness_required" : "passive_liveness_optional"],
};
