import type { LimitState } from "../accounts/access/access.ts";

/**
 * `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-11: one item a window of the plan. Sent on success
 * too, so that a caller can slow down before it is refused.
 */
export function rateLimitHeaders(
  limits: readonly LimitState[],
  whose: (state: LimitState) => string = () => "",
): Record<string, string> {
  if (limits.length === 0) return {};
  return {
    "ratelimit-policy": limits.map((state) => policy(state) + whose(state)).join(", "),
    ratelimit: limits.map(remaining).join(", "),
  };
}

/** Whose limit it is, where it is not the plan's: the draft has parameters of vendors for it. Version 2 is without. */
export const ownedHeaders = (limits: readonly LimitState[]): Record<string, string> =>
  rateLimitHeaders(limits, ({ of }) => (of === "plan" ? "" : `;selfsame-of="${of}"`));

function policy({ name, quota, windowSeconds }: LimitState): string {
  const unit = windowSeconds === undefined ? `qu="concurrent-requests"` : `w=${windowSeconds}`;
  return `"${name}";q=${quota};${unit}`;
}

/** Slots of concurrent requests come free when others end, not at a known time. */
function remaining({ name, remaining, windowSeconds, resetSeconds }: LimitState): string {
  return `"${name}";r=${remaining}${windowSeconds === undefined ? "" : `;t=${resetSeconds}`}`;
}
