import type { Interval } from "@selfsame/face/manifest";

/** Errors in a number of pairs, with the 95 % interval of the rate. */
export interface Counted {
  readonly pairs: number;
  readonly errors: number;
  readonly interval: Interval;
}

/** The upper 95 % limit of the rate if none of `pairs` is an error (the rule of three). */
export const highestUnseen = (pairs: number): number => Math.min(1, 3 / pairs);

/** Pairs needed to see a rate at all: with 95 % confidence at least one is an error (the rule of three). */
export const pairsToSee = (rate: number): number => Math.ceil(3 / rate - 1e-9);

/** Errors needed to know a rate to within a third with 95 % confidence (the rule of 30; Doddington 1998). */
export const errorsToKnow = 30;

/** The false non-match rate that a set should be able to show: 1 in 100. */
export const worthSeeing = 0.01;

/** A percentage with two significant digits. */
export const percentText = (rate: number): string => `${Number((rate * 100).toPrecision(2))} %`;

/** `1.2 to 2.5 %` */
export const intervalText = ([low, high]: Interval): string =>
  `${percentText(low).replace(" %", "")} to ${percentText(high)}`;

const countText = (count: number): string => count.toLocaleString("en");

/**
 * A rate with its interval. If no error was seen, the text gives the upper limit, or states that the pairs are too few.
 * @param expected the rate that the pairs should be able to show
 */
export function rateText({ pairs, errors, interval }: Counted, expected: number): string {
  if (pairs === 0) return `not measurable without pairs; ${countText(pairsToSee(expected))} needed`;
  if (errors === 0) {
    const needed = pairsToSee(expected);
    return pairs < needed
      ? `not measurable with ${countText(pairs)} pairs; ${countText(needed)} needed`
      : `under ${percentText(highestUnseen(pairs))} (none of ${countText(pairs)} pairs)`;
  }
  return `${percentText(errors / pairs)} (${intervalText(interval)}), ${countText(errors)} of ${countText(pairs)} pairs`;
}
