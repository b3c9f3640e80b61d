import type { Sign, Signs } from "./signs.ts";
import learned from "./decision.json" with { type: "json" };

export type { Sign };

/** Weight of a sign: nothing up to `from`, then `weight` for each `by` above it. */
interface Weight {
  readonly from: number;
  readonly by: number;
  readonly weight: number;
}

/** Learned by `node bench/challenge-learn.ts` (docs/research/challenge-decision.md). */
export interface Decision {
  readonly bias: number;
  readonly signs: Readonly<Partial<Record<Sign, Weight>>>;
  /** Log likelihood ratio above which a sequence is rejected. */
  readonly limit: number;
}

/** Largest strength of a single sign, in deviations of genuine sequences: more needs other signs to agree. */
const strengthMax = 3;

export const strengthOf = (value: number | undefined, { from, by }: Pick<Weight, "from" | "by">): number =>
  value === undefined ? 0 : Math.max(0, Math.min(strengthMax, (value - from) / by));

/**
 * Log likelihood ratio of attack to genuine, given the signs. No sign speaks for a person: one that looks genuine must not make up for another.
 * @returns also the sign with the largest share
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

/** The sign with the largest share if the sum is over the limit; otherwise undefined. */
export function rejectingSign(signs: Signs): Sign | undefined {
  const { llr, most } = suspicionOf(signs);
  return llr > learned.limit ? most : undefined;
}
