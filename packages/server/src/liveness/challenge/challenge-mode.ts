import type { Setting } from "@selfsame/platform/settings/setting";

/** Accepted live challenges. `any` includes challenges that show all steps at once, as old pages request them. */
export const challengeModes = ["stepwise", "any"] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** How a challenge was performed, and with how many frames besides the selfie. */
export const performedModes = ["stepwise", "all_at_once"] as const;
export interface ChallengeDetails {
  readonly mode: (typeof performedModes)[number];
  readonly frames: number;
}

export const modeOf = (isStepwise: boolean): ChallengeDetails["mode"] => (isStepwise ? "stepwise" : "all_at_once");

/** Whether a challenge of this mode is accepted. */
export const isAccepted = (mode: ChallengeDetails["mode"], accepted: ChallengeMode): boolean =>
  accepted === "any" || mode === "stepwise";

/** The team's mode, for keys without one of their own. Applies to challenges and tokens that arrive from now on. */
export const challengeMode: Setting<ChallengeMode> = {
  valueIn: (account) => account.challenge_mode ?? "stepwise",
  columns: (mode) => ({ challenge_mode: mode }),
  audit: (mode) => ["challenge_mode_changed", mode],
};
