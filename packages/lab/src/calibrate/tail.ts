/**
 * The upper tail of a distribution beyond the measured values: a generalized Pareto distribution fitted to the exceedances over a high quantile, by
 * probability-weighted moments (Hosking and Wallis, 1987), which give a result where maximum likelihood does not converge.
 */
export interface Tail {
  /** The quantile that the tail starts at, and the share of values above it. */
  readonly start: number;
  readonly share: number;
  /** Scale and shape; a negative shape means that the tail has an end. */
  readonly sigma: number;
  readonly xi: number;
}

/** @param rising ascending; a meaningful fit needs at least 100 values above the start */
export function fitTail(rising: ArrayLike<number>, share: number): Tail {
  const n = rising.length;
  const above = Math.floor(n * share);
  if (above < 100) throw new RangeError(`only ${above} values lie in the tail; 100 are needed`);
  const start = rising[n - above - 1] as number;
  let b0 = 0;
  let b1 = 0;
  for (let i = 0; i < above; i++) {
    const exceedance = (rising[n - above + i] as number) - start;
    b0 += exceedance / above;
    // The plotting position of the i-th smallest, weighted by how rarely it is exceeded.
    b1 += (exceedance * (1 - (i + 0.65) / above)) / above;
  }
  const xi = 2 - b0 / (b0 - 2 * b1);
  const sigma = (2 * b0 * b1) / (b0 - 2 * b1);
  return { start, share: above / n, sigma, xi };
}

/** The value that a share of all values exceeds; `exceeded` must be at most the tail's own share. */
export function tailQuantile({ start, share, sigma, xi }: Tail, exceeded: number): number {
  const ratio = exceeded / share;
  return start + (Math.abs(xi) < 1e-9 ? -sigma * Math.log(ratio) : (sigma / xi) * (ratio ** -xi - 1));
}
