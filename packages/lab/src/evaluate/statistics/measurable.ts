import type { Interval } from "@selfsame/face/manifest";

/** Errors seen of so many pairs, and between which rates the true one lies with 95 % confidence. */
export interface Counted {
  readonly pairs: number;
  readonly errors: number;
  readonly interval: Interval;
}

/** With none seen of so many, the rate may still be as high as this (the rule of three). */
export const highestUnseen = (pairs: number): number => Math.min(1, 3 / pairs);

/** So many pairs show a rate at all: with 95 % confidence one of them errs (the rule of three). */
export const pairsToSee = (rate: number): number => Math.ceil(3 / rate - 1e-9);

/** So many errors make a rate known to a third of it with 95 % confidence (the rule of 30; Doddington 1998). */
export const errorsToKnow = 30;

/** A false non-match rate that is worth knowing about: 1 in 100. */
export const worthSeeing = 0.01;

/** Two digits that count. */
export const percentText = (rate: number): string => `${Number((rate * 100).toPrecision(2))} %`;

/** `1.2 to 2.5 %` */
export const intervalText = ([low, high]: Interval): string =>
  `${percentText(low).replace(" %", "")} to ${percentText(high)}`;

const countText = (count: number): string => count.toLocaleString("en");

/**
 * A rate with its interval. None seen is no rate of 0: the text says what it may still be, or that so few pairs cannot show it.
 * @param expected the rate that should be seen
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
