/** Milliseconds of wall time at the median, at the 95th percentile, and the number of measurements. */
export interface Timing {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly count: number;
}

export function timing(timesMs: readonly number[]): Timing {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95), count: sorted.length };
}

/** Runs it over all inputs, `rounds` times, one after the other. The first, cold round over the inputs is not counted. */
export async function timeEach<T>(
  inputs: readonly T[],
  rounds: number,
  work: (input: T) => unknown,
): Promise<number[]> {
  const timesMs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const input of inputs) {
      const started = performance.now();
      await work(input);
      if (round > 0) timesMs.push(performance.now() - started);
    }
  }
  return timesMs;
}
