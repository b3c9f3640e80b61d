import { boundsMs, columnOf, timeColumns } from "@selfsame/platform/store/time-columns";
import type { TimeColumn } from "@selfsame/platform/store/time-columns";

/**
 * Durations of requests: a count for each of `timeColumns`. Counts can be summed over any hours and keys, and percentiles computed from the sum;
 * percentiles themselves cannot be combined.
 */
export type Times = readonly number[];

export const noTimes: Times = timeColumns.map(() => 0);

export function timeColumn(durationMs: number): TimeColumn {
  const bound = boundsMs.find((boundMs) => durationMs <= boundMs);
  return bound === undefined ? "took_longer" : columnOf(bound);
}

export const addTimes = (a: Times, b: Times): Times => a.map((count, index) => count + (b[index] ?? 0));

/** Half of the requests took at most `p50Ms`, 95 of 100 at most `p95Ms`; null if no times were counted. */
export interface Percentiles {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export const percentilesOf = (times: Times): Percentiles => ({
  p50Ms: percentileMs(times, 0.5),
  p95Ms: percentileMs(times, 0.95),
});

/** Percentile in whole milliseconds: requests between two bounds are assumed to be spread evenly. Beyond the last bound, that bound is returned. */
function percentileMs(times: Times, share: number): number | null {
  const wanted = share * times.reduce((sum, count) => sum + count, 0);
  if (wanted === 0) return null;
  let below = 0;
  let fromMs = 0;
  for (const [index, boundMs] of boundsMs.entries()) {
    const count = times[index] ?? 0;
    if (count > 0 && below + count >= wanted) {
      return Math.round(fromMs + ((boundMs - fromMs) * (wanted - below)) / count);
    }
    below += count;
    fromMs = boundMs;
  }
  return fromMs;
}
