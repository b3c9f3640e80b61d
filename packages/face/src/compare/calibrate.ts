import type { Calibration, Scale } from "../manifest.ts";

/** From here on 0.1 of similarity is a factor of ten in the false match rate. Below it the scale is linear in the score. */
export const scaleStart = 0.4;

/**
 * Similarity of a score, 0 to 1: 1 in 10 impostors reaches 0.4, 1 in 100 reaches 0.5, 1 in 1,000 reaches 0.6, and so on. Rounded to four decimals, so
 * that the same comparison gives the same number everywhere.
 */
export function similarityOf(score: number, { scale }: Pick<Calibration, "scale">): number {
  return Math.round(interpolate(score, scale, 0, 1) * 10_000) / 10_000;
}

/**
 * Scale for a reference averaged over this many photos. Beyond the largest scale, that one is used: one more photo changes little. A model without such
 * scales has one for all.
 */
export function scaleFor({ scale, averaged = [] }: Pick<Calibration, "scale" | "averaged">, photos: number): Scale {
  return averaged.findLast((row) => row.photos <= photos)?.scale ?? scale;
}

/** False match rate at a similarity: the inverse of similarity = 0.3 + 0.1 log10(1 / rate). */
export function rateOf(similarity: number): number {
  return 10 ** ((0.3 - similarity) * 10);
}

/** The same for display: three digits, at most 1. */
export function falseMatchRateOf(similarity: number): number {
  return Number(Math.min(1, rateOf(similarity)).toPrecision(3));
}

/** Linear between the points, which rise in x; constant outside of them. */
function interpolate(x: number, points: Scale, lowest: number, highest: number): number {
  const next = points.findIndex(([at]) => at > x);
  if (next === 0) return lowest;
  if (next === -1) return Math.min(points.at(-1)?.[1] ?? highest, highest);
  const [x0, y0] = points[next - 1] as readonly [number, number];
  const [x1, y1] = points[next] as readonly [number, number];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
