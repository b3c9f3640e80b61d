import type { LimitState } from "../access/access.ts";

/**
 * `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10: one item a window of the plan. Sent on success
 * too, so that a caller can slow down before it is refused.
 */
export function rateLimitHeaders(limits: readonly LimitState[]): Record<string, string> {
  if (limits.length === 0) return {};
  return {
    "ratelimit-policy": limits.map(policy).join(", "),
    ratelimit: limits.map((limit) => `"${limit.name}";r=${limit.remaining};t=${limit.resetSeconds}`).join(", "),
  };
}

function policy({ name, quota, windowSeconds }: LimitState): string {
  const unit = windowSeconds === undefined ? `qu="concurrent-requests"` : `w=${windowSeconds}`;
  return `"${name}";q=${quota};${unit}`;
}
