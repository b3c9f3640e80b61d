import type { Setting } from "@selfsame/platform/settings/setting";

/** Whether the team's members need a second factor. From the next request on, a member without one can only set one up. */
export const factorRequired: Setting<boolean> = {
  valueIn: (account) => account.factor_required === 1,
  columns: (required) => ({ factor_required: Number(required) }),
  audit: (required) => [required ? "second_factor_required" : "second_factor_optional"],
};
