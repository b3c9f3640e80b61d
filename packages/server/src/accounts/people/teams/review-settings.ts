import type { Setting } from "@selfsame/platform/settings/setting";

/** How a team handles sessions that fail. */
export interface ReviewSettings {
  /** Whether a person decides them when the request does not say. */
  readonly reviewFailed: boolean;
  /** Whether two people have to agree on a decision. */
  readonly byTwo: boolean;
}

/** Applies to sessions created and decisions made from now on. */
export const reviewSettings: Setting<ReviewSettings> = {
  valueIn: ({ review_failed, review_by_two }) => ({ reviewFailed: review_failed === 1, byTwo: review_by_two === 1 }),
  columns: ({ reviewFailed, byTwo }) => ({ review_failed: Number(reviewFailed), review_by_two: Number(byTwo) }),
  audit: ({ reviewFailed, byTwo }) => [
    "review_settings_changed",
    `failed ${reviewFailed ? "on" : "off"}, two people ${byTwo ? "on" : "off"}`,
  ],
};
