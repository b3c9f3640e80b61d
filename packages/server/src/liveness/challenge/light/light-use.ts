import type { Setting } from "@selfsame/platform/settings/setting";

/** `observe`: the result is reported without deciding anything. */
export const lightUses = ["off", "observe", "require"] as const;
export type LightUse = (typeof lightUses)[number];

/** Null if the team has no setting of its own: the installation's applies. Applies to challenges that begin from now on. */
export const lightUse: Setting<LightUse | null> = {
  valueIn: (account) => account.light_use ?? null,
  columns: (use) => ({ light_use: use }),
  audit: (use) => ["screen_colors_changed", use ?? "default"],
};
