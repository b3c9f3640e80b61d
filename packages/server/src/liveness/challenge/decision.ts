import type { Sign, Signs } from "./signs.ts";
import learned from "./decision.json" with { type: "json" };

export type { Sign };

/** A sign counts nothing up to `from`, then as many deviations as `by` fits into the rest. */
export interface Scale {
  readonly from: number;
  readonly by: number;
}

/** What tells one method of attack from genuine people: the weight of a deviation of each sign. */
interface Method {
  readonly bias: number;
  readonly weights: Readonly<Partial<Record<Sign, number>>>;
}

/** Learned by `node bench/challenge-learn.ts` (docs/research/challenge-decision.md). */
export interface Decision {
  readonly scales: Readonly<Partial<Record<Sign, Scale>>>;
  readonly methods: Readonly<Record<string, Method>>;
  /** Log likelihood ratio above which a sequence is rejected. */
  readonly limit: number;
}

/** Largest strength of a single sign, in deviations of genuine sequences: more needs other signs to agree. */
const strengthMax = 3;

export const strengthOf = (value: number | undefined, { from, by }: Scale): number =>
  value === undefined ? 0 : Math.max(0, Math.min(strengthMax, (value - from) / by));

/**
 * Log likelihood ratio of attack to genuine, given the signs: of all methods together, since an attack shows the signs of one. No sign speaks for a
 * person: one that looks genuine must not make up for another.
 * @returns also the sign with the largest share in the likeliest method
 */
export function suspicionOf(
  signs: Signs,
  { scales, methods }: Omit<Decision, "limit"> = learned,
): { readonly llr: number; readonly most: Sign | undefined } {
  const found = Object.values(methods)
    .map(({ bias, weights }) => {
      const shares = (Object.entries(weights) as [Sign, number][]).map(([sign, weight]) => {
        const scale = scales[sign];
        return { sign, llr: scale ? weight * strengthOf(signs[sign] ?? undefined, scale) : 0 };
      });
      const most = shares.toSorted((a, b) => b.llr - a.llr)[0]?.sign;
      return { llr: shares.reduce((sum, { llr }) => sum + llr, bias), most };
    })
    .toSorted((a, b) => b.llr - a.llr);
  return { llr: Math.log(found.reduce((sum, { llr }) => sum + Math.exp(llr), 0)), most: found[0]?.most };
}

/** The sign with the largest share if the sequence is over the limit; otherwise undefined. */
export function rejectingSign(signs: Signs): Sign | undefined {
  const { llr, most } = suspicionOf(signs);
  return llr > learned.limit ? most : undefined;
}
