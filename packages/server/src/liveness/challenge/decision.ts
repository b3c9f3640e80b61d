import type { Sign, Signs } from "./signs.ts";
import learned from "./decision.json" with { type: "json" };

export type { Sign };

/** How much a sign weighs: nothing up to `from`, and then so much for each `by` of it. */
interface Weight {
  readonly from: number;
  readonly by: number;
  readonly weight: number;
}

/** Learned by `node bench/challenge-learn.ts` (docs/research/challenge-decision.md). */
export interface Decision {
  readonly bias: number;
  readonly signs: Readonly<Partial<Record<Sign, Weight>>>;
  /** Log likelihood ratio over which a sequence is rejected. */
  readonly limit: number;
}

/** One sign alone counts no more than this many times what strays of honest people: then others have to agree. */
const strengthMax = 3;

export const strengthOf = (value: number | undefined, { from, by }: Pick<Weight, "from" | "by">): number =>
  value === undefined ? 0 : Math.max(0, Math.min(strengthMax, (value - from) / by));

/**
 * How much more likely the signs are of an attack than of a person, as the natural logarithm of the ratio. No sign speaks for a person: one that looks
 * genuine must not make up for another.
 * @returns also the sign that weighed most
 */
export function suspicionOf(
  signs: Signs,
  { bias, signs: weights }: Omit<Decision, "limit"> = learned,
): { readonly llr: number; readonly most: Sign | undefined } {
  const weighed = (Object.entries(weights) as [Sign, Weight][])
    .map(([sign, weight]) => ({ sign, llr: weight.weight * strengthOf(signs[sign] ?? undefined, weight) }))
    .toSorted((a, b) => b.llr - a.llr);
  return { llr: weighed.reduce((sum, { llr }) => sum + llr, bias), most: weighed[0]?.sign };
}

/** The sign that weighed most where they are too much together, and else undefined. */
export function rejectingSign(signs: Signs): Sign | undefined {
  const { llr, most } = suspicionOf(signs);
  return llr > learned.limit ? most : undefined;
}
