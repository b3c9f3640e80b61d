import type { Clock } from "./clock.ts";
import { ApiError } from "./errors/api-error.ts";
import { NetworkError } from "./errors/network-error.ts";
import { ResponseError } from "./errors/response-error.ts";

const firstWaitMs = 250;
const longestWaitMs = 8_000;
/** If the service requests a longer wait, the call fails so that the caller can decide when to retry. */
const longestRetryAfterMs = 60_000;

/** @returns the wait before the next attempt, or null for no retry. `attempt` counts from 0. */
export function retryWaitMs(error: unknown, attempt: number, clock: Clock): number | null {
  if (error instanceof NetworkError) return backoffMs(attempt, clock);
  if (!(error instanceof ApiError || error instanceof ResponseError) || !error.retryable) return null;
  if (error.retryAfterMs === null) return backoffMs(attempt, clock);
  if (error.retryAfterMs > longestRetryAfterMs) return null;
  // At least the requested wait, plus a random delay so that many callers do not retry at once.
  return error.retryAfterMs + clock.random() * firstWaitMs;
}

/** Exponential with "equal jitter": https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
function backoffMs(attempt: number, clock: Clock): number {
  const ceilingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return ceilingMs / 2 + (clock.random() * ceilingMs) / 2;
}

/** Parses Retry-After in both of its forms, seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function parseRetryAfterMs(header: string | null, clock: Clock): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - clock.now());
}
