import { boundsMs, columnOf, timeColumns } from "../store/time-columns.ts";
import type { TimeColumn } from "../store/time-columns.ts";

/**
 * How long requests took, as counts between bounds. Counts can be summed over any hours and keys, and percentiles told of the sum;
 * of percentiles themselves nothing can be told.
 */
export type Times = Readonly<Record<TimeColumn, number>>;

export const noTimes = Object.fromEntries(timeColumns.map((column) => [column, 0])) as Times;

export function timeColumn(durationMs: number): TimeColumn {
  const bound = boundsMs.find((boundMs) => durationMs <= boundMs);
  return bound === undefined ? "took_longer" : columnOf(bound);
}

export function addTimes(a: Times, b: Times): Times {
  return Object.fromEntries(timeColumns.map((column) => [column, a[column] + b[column]])) as Times;
}

/**
 * The time that a share of the requests took at most, in whole milliseconds: the requests between two bounds are taken to lie evenly
 * between them. Beyond the last bound nothing is known but that bound.
 *
 * @returns null where there are none: no request, or from before times were counted
 */
export function percentileMs(times: Times, share: number): number | null {
  const total = timeColumns.reduce((sum, column) => sum + times[column], 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  let fromMs = 0;
  for (const boundMs of boundsMs) {
    const count = times[columnOf(boundMs)];
    if (count > 0 && below + count >= wanted)
      return Math.round(fromMs + ((boundMs - fromMs) * (wanted - below)) / count);
    below += count;
    fromMs = boundMs;
  }
  return fromMs;
}

/** Half of the requests took at most `p50Ms`, 95 of 100 at most `p95Ms`; null where that is not known. */
export interface Percentiles {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export const percentilesOf = (times: Times): Percentiles => ({
  p50Ms: percentileMs(times, 0.5),
  p95Ms: percentileMs(times, 0.95),
});
