import type { Interval } from "@selfsame/face/manifest";
import { createRandom } from "../../calibrate/random.ts";

const samples = 500;

/**
 * The 95 % interval of an error rate by a bootstrap over people: each sample draws as many people as there are, with replacement. A pair's weight is
 * the product of how often its two people were drawn (Poh and Bengio 2007; ISO/IEC 19795-1, annex B).
 * @param pairs `a` and `b` name the people, who are the same in a genuine pair
 */
export function intervalByPerson(
  pairs: readonly { readonly a: string; readonly b: string; readonly error: boolean }[],
): Interval {
  return meanByPerson(pairs.map(({ a, b, error }) => ({ a, b, value: error ? 1 : 0 })));
}

/** The same interval for the mean of any values of pairs, such as the difference between two recognizers on the same pair. */
export function meanByPerson(
  pairs: readonly { readonly a: string; readonly b: string; readonly value: number }[],
): Interval {
  const people = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const numberOf = new Map(people.map((person, i) => [person, i]));
  const rows = pairs.map(({ a, b, value }) => ({ a: numberOf.get(a) ?? 0, b: numberOf.get(b) ?? 0, value }));
  const random = createRandom(1);
  const rates: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const drawn = new Uint16Array(people.length);
    for (let i = 0; i < people.length; i++) {
      const one = Math.floor(random() * people.length);
      drawn[one] = (drawn[one] as number) + 1;
    }
    let [all, sum] = [0, 0];
    for (const { a, b, value } of rows) {
      const weight = (drawn[a] as number) * (a === b ? 1 : (drawn[b] as number));
      all += weight;
      sum += weight * value;
    }
    if (all > 0) rates.push(sum / all);
  }
  return middle(rates);
}

/** The same interval for a mean over people, each with equal weight, whatever their number of photos. */
export function intervalOfMean(shares: readonly number[]): Interval {
  const random = createRandom(1);
  const drawn = () => shares[Math.floor(random() * shares.length)] ?? 0;
  const means = Array.from({ length: samples }, () => {
    let sum = 0;
    for (let i = 0; i < shares.length; i++) sum += drawn();
    return sum / shares.length;
  });
  return middle(means);
}

/** The range of the middle 95 % of the rates. */
function middle(rates: readonly number[]): Interval {
  const rising = rates.toSorted((one, other) => one - other);
  const at = (share: number) => rising[Math.min(rising.length - 1, Math.floor(share * rising.length))] ?? 0;
  return [at(0.025), at(0.975)];
}
