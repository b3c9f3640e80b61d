import type { Calibration, Scale } from "../manifest.ts";

/** Below this the scale is linear in the score and says nothing about rates; from here on a tenth is a factor of ten. */
export const scaleStart = 0.4;

/**
 * What a score means, 0 to 1: 0.4 is reached by 1 in 10 strangers, 0.5 by 1 in 100, 0.6 by 1 in 1,000 and so on.
 * Four decimals, rounded, so that the same comparison gives the same number everywhere.
 */
export function similarityOf(score: number, { scale }: Pick<Calibration, "scale">): number {
  return Math.round(interpolate(score, scale, 0, 1) * 10_000) / 10_000;
}

/**
 * The scale for a reference that is the mean of so many photos. Of more photos than any scale is for, that of the most counts: one more
 * changes little then. A model without such scales has one for all.
 */
export function scaleFor({ scale, averaged = [] }: Pick<Calibration, "scale" | "averaged">, photos: number): Scale {
  return averaged.findLast((row) => row.photos <= photos)?.scale ?? scale;
}

/** The share of strangers that a similarity stands for: the inverse of similarity = 0.3 + 0.1 log10(1 / rate). */
export function rateOf(similarity: number): number {
  return 10 ** ((0.3 - similarity) * 10);
}

/** The same to be told: three digits, and never more than all. */
export function falseMatchRateOf(similarity: number): number {
  return Number(Math.min(1, rateOf(similarity)).toPrecision(3));
}

/** Linear between the points, which rise in x; constant beyond the first and the last. */
function interpolate(x: number, points: Scale, lowest: number, highest: number): number {
  const next = points.findIndex(([at]) => at > x);
  if (next === 0) return lowest;
  if (next === -1) return Math.min(points.at(-1)?.[1] ?? highest, highest);
  const [x0, y0] = points[next - 1] as readonly [number, number];
  const [x1, y1] = points[next] as readonly [number, number];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
