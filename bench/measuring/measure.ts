/** Milliseconds. */
export interface Timing {
  /** Wall time, at the median and at the 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** Mean processor time, which depends little on the machine's other load. */
  readonly cpu: number;
}

/** The median; for an even number of values the upper middle one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export function timing(timesMs: readonly number[], cpuMs: number): Timing {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), cpu: cpuMs / sorted.length };
}

/** Processor time of this process so far, in all threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs `work` on all inputs, `rounds` times, one after the other, after one cold round that is not counted. */
export async function timeEach<T>(
  inputs: readonly T[],
  rounds: number,
  work: (input: T) => unknown,
  onWarm: () => void = () => undefined,
): Promise<Timing> {
  for (const input of inputs) await work(input);
  onWarm();
  const timesMs: number[] = [];
  const cpuBefore = cpuMs();
  for (let round = 0; round < rounds; round += 1) {
    for (const input of inputs) {
      const started = performance.now();
      await work(input);
      timesMs.push(performance.now() - started);
    }
  }
  return timing(timesMs, cpuMs() - cpuBefore);
}
