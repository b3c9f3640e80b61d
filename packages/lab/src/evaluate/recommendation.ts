import { falseMatchRateOf, rateOf } from "@selfsame/face/compare/calibrate";
import { intervalByPerson } from "./statistics/bootstrap.ts";
import type { GroupReport } from "./groups.ts";
import { wilson } from "./statistics/interval.ts";
import { type Counted, errorsToKnow, percentText, rateText, worthSeeing } from "./statistics/measurable.ts";
import { byThreshold, type ErrorsAt, type ScoredPair } from "./verification.ts";

export interface Recommendation {
  readonly threshold: number;
  readonly standard: number;
  readonly falseMatch: Counted;
  readonly falseNonMatch: Counted;
  /** Pairs still needed before each error rate is known well enough; 0 if none. */
  readonly moreGenuine: number;
  readonly moreImpostors: number;
}

/** Factor by which the false match rate within a group may exceed the overall one. */
const withinGroupTimes = 10;

/**
 * Recommends the default threshold, unless significantly more impostors match there than its scale states, or than ten times as many within a group.
 * Then it recommends the lowest threshold without a significant excess. A few pairs do not justify leaving a threshold based on millions of pairs.
 */
export function recommend(
  scored: readonly ScoredPair[],
  groups: GroupReport | undefined,
  standard: number,
): Recommendation {
  const target = rateOf(standard);
  const impostors = scored.filter(({ genuine }) => !genuine);
  const genuine = scored.filter((row) => row.genuine);
  const limits = [
    { rows: byThreshold(scored), pairs: impostors.length, highest: target },
    ...(groups?.groups ?? []).map((group) => ({
      rows: group.byThreshold,
      pairs: group.falseMatch.pairs,
      highest: target * withinGroupTimes,
    })),
  ];
  const steps = byThreshold([]).map(({ threshold }) => threshold);
  const threshold =
    steps.find((step, i) => step >= standard && limits.every((limit) => !isSurelyAbove(limit.rows[i], limit))) ??
    steps.at(-1) ??
    standard;
  const falseMatch = count(impostors, (score) => score >= threshold);
  const falseNonMatch = count(genuine, (score) => score < threshold);
  return {
    threshold,
    standard,
    falseMatch,
    falseNonMatch,
    moreGenuine: missing(falseNonMatch, worthSeeing),
    moreImpostors: missing(falseMatch, falseMatchRateOf(threshold)),
  };
}

function isSurelyAbove(row: ErrorsAt | undefined, { pairs, highest }: { pairs: number; highest: number }): boolean {
  const rate = row?.falseMatchRate ?? 0;
  const [low] = wilson(Math.round(rate * pairs), pairs);
  return low > highest;
}

function count(rows: readonly ScoredPair[], isError: (score: number) => boolean): Counted {
  const pairs = rows.map(({ pair, score }) => {
    const [a, b] = pair.people ?? (pair.same ? [pair.a, pair.a] : [pair.a, pair.b]);
    return { a, b, error: isError(score) };
  });
  const errors = pairs.filter(({ error }) => error).length;
  const isPlain = errors === 0 || errors === pairs.length;
  return {
    pairs: pairs.length,
    errors,
    interval: isPlain ? wilson(errors, pairs.length) : intervalByPerson(pairs),
  };
}

function missing({ pairs, errors }: Counted, expected: number): number {
  const rate = errors > 0 ? errors / pairs : expected;
  return Math.max(0, Math.ceil(errorsToKnow / rate) - pairs);
}

export function describeRecommendation(of: Recommendation): string {
  const { threshold, standard, falseMatch, falseNonMatch, moreGenuine, moreImpostors } = of;
  const why =
    threshold === standard
      ? "the default"
      : `the default, ${standard}, accepts more impostors than it should of these people`;
  const more = [
    ...(moreGenuine > 0 ? [`${moreGenuine.toLocaleString("en")} more genuine pairs would settle the FNMR`] : []),
    ...(moreImpostors > 0 ? [`${moreImpostors.toLocaleString("en")} more impostor pairs would settle the FMR`] : []),
  ];
  const isRejecting = falseNonMatch.errors / falseNonMatch.pairs > 0.02;
  return [
    `Recommendation   threshold ${threshold.toFixed(2)}: ${why}`,
    `  FMR there      ${rateText(falseMatch, falseMatchRateOf(threshold))}; the scale says ${percentText(falseMatchRateOf(threshold))}`,
    `  FNMR there     ${rateText(falseNonMatch, worthSeeing)}`,
    `  How sure       ${more.length === 0 ? `both errors rest on ${errorsToKnow} pairs or more, and are known to about a third` : `${more.join(", ")}: ${errorsToKnow} errors of each kind make a rate known to about a third`}`,
    ...(isRejecting
      ? ["  If too many are rejected: compare with two reference photos or more before you lower the threshold"]
      : []),
  ].join("\n");
}
