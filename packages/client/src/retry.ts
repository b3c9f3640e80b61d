import type { Clock } from "./clock.ts";
import { ApiError } from "./errors/api-error.ts";
import { NetworkError } from "./errors/network-error.ts";
import { ResponseError } from "./errors/response-error.ts";

const firstWaitMs = 250;
const longestWaitMs = 8_000;
/** A service that asks for more than this is better retried by the caller. */
const longestRetryAfterMs = 60_000;

/** @returns how long to wait before the next attempt, or null when there should be none. `attempt` counts from 0. */
export function retryWaitMs(error: unknown, attempt: number, clock: Clock): number | null {
  if (error instanceof NetworkError) return backoffMs(attempt, clock);
  if (!(error instanceof ApiError || error instanceof ResponseError) || !error.retryable) return null;
  if (error.retryAfterMs === null) return backoffMs(attempt, clock);
  if (error.retryAfterMs > longestRetryAfterMs) return null;
  // Never before the time asked for; a little after, so that many callers do not come back at once.
  return error.retryAfterMs + clock.random() * firstWaitMs;
}

/** Exponential with "equal jitter": https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
function backoffMs(attempt: number, clock: Clock): number {
  const ceilingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return ceilingMs / 2 + (clock.random() * ceilingMs) / 2;
}

/** Retry-After in either of its forms: seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function parseRetryAfterMs(header: string | null, clock: Clock): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - clock.now());
}
