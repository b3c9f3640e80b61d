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

/** The owner of the limit, if not the plan, as a vendor parameter of the draft. Version 2 omits it. */
export const ownedHeaders = (limits: readonly LimitState[]): Record<string, string> =>
  rateLimitHeaders(limits, ({ of }) => (of === "plan" ? "" : `;selfsame-of="${of}"`));

function policy({ name, quota, windowSeconds }: LimitState): string {
  const unit = windowSeconds === undefined ? `qu="concurrent-requests"` : `w=${windowSeconds}`;
  return `"${name}";q=${quota};${unit}`;
}

/** Concurrency slots have no reset time: each is released when a request ends. */
function remaining({ name, remaining, windowSeconds, resetSeconds }: LimitState): string {
  return `"${name}";r=${remaining}${windowSeconds === undefined ? "" : `;t=${resetSeconds}`}`;
}
