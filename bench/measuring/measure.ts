/** Milliseconds. */
export interface Timing {
  /** Of wall time, at the median and at the 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** Of processor time, on average: what is left of the machine's load out of it. */
  readonly cpu: number;
}

/** The value that half of them reach; of an even number the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export function timing(timesMs: readonly number[], cpuMs: number): Timing {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), cpu: cpuMs / sorted.length };
}

/** Processor time of this process so far, all threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs it over all inputs, `rounds` times, one after the other, after one cold round that is not counted. */
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
