import type { Calibration } from "./manifest.ts";

/** Below this the scale is linear in the cosine and says nothing about rates; from here on a tenth is a factor of ten. */
export const SCALE_START = 0.4;

/**
 * What a cosine means, 0 to 1: 0.4 is reached by 1 in 10 strangers, 0.5 by 1 in 100, 0.6 by 1 in 1,000 and so on.
 * Four decimals, rounded, so that the same comparison gives the same number everywhere.
 */
export function similarityOf(cosine: number, { scale }: Calibration): number {
  return Math.round(interpolate(cosine, scale, 0, 1) * 10_000) / 10_000;
}

/** The share of strangers that reach a similarity; the inverse of similarity = 0.3 + 0.1 log10(1 / rate). */
export function falseMatchRateOf(similarity: number): number {
  return Number(Math.min(1, 10 ** ((0.3 - similarity) * 10)).toPrecision(3));
}

export function similarityAt(falseMatchRate: number): number {
  return 0.3 - 0.1 * Math.log10(falseMatchRate);
}

/** Linear between the points, which rise in x; constant beyond the first and the last. */
function interpolate(x: number, points: Calibration["scale"], lowest: number, highest: number): number {
  const next = points.findIndex(([at]) => at > x);
  if (next === 0) return lowest;
  if (next === -1) return Math.min(points.at(-1)?.[1] ?? highest, highest);
  const [x0, y0] = points[next - 1] as readonly [number, number];
  const [x1, y1] = points[next] as readonly [number, number];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
