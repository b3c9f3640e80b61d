import type { Thresholds } from "@selfsame/server/api/dashboard/answers/thresholds";

/** The share of pairs that err at a threshold; undefined if there are no such pairs. */
export interface Rate {
  readonly rate: number;
  /** Number of pairs counted. Undefined if the rate follows from the similarity scale. */
  readonly pairs?: number;
}

/** Both error rates by threshold, for a set of people. */
export interface Curve {
  readonly id: string;
  readonly name: string;
  readonly own: boolean;
  /** For groups in the customer's own results: the group, and the number of people in its genuine pairs. */
  readonly group?: { readonly name: string; readonly people: number } | undefined;
  readonly thresholds: readonly number[];
  /** FMR: impostor pairs that match. */
  readonly pass: readonly (Rate | undefined)[];
  /** FNMR: genuine pairs that are rejected. */
  readonly refused: readonly (Rate | undefined)[];
}

/** FMR by the definition of the similarity scale: similarity = 0.3 + 0.1 log10(1 / rate). */
const rateOfScale = (similarity: number): number => Math.min(1, 10 ** ((0.3 - similarity) * 10));

/**
 * Curves of the measured thresholds. First impostors of the same group, all groups together, which are the ones to plan with (docs/concepts.md); then
 * random impostors; then each group. Without counts by group, only the curve of the scale.
 */
export function measuredCurves({ steps, refused, genuinePairs, groups }: Thresholds): readonly Curve[] {
  const refusedAt = refused.map((count) => ({ rate: count / genuinePairs, pairs: genuinePairs }));
  const curve = (id: string, name: string, pass: Curve["pass"]): Curve => ({
    id,
    name,
    own: false,
    thresholds: steps,
    pass,
    refused: refusedAt,
  });
  const random = curve(
    "random",
    "Impostors picked at random",
    steps.map((step) => ({ rate: rateOfScale(step) })),
  );
  if (groups.length === 0) return [random];
  const pairs = groups.reduce((sum, group) => sum + group.pairs, 0);
  const together = steps.map((_, i) => ({
    rate: groups.reduce((sum, { passed }) => sum + (passed[i] ?? 0), 0) / pairs,
    pairs,
  }));
  return [
    curve("groups", "Impostors of one region and gender", together),
    random,
    ...groups.map((group) =>
      curve(
        group.group,
        `Impostors: ${group.group.replaceAll("_", " ")}`,
        group.passed.map((count) => ({ rate: count / group.pairs, pairs: group.pairs })),
      ),
    ),
  ];
}

export interface At {
  readonly pass: Rate | undefined;
  readonly refused: Rate | undefined;
}

/**
 * Both error rates at a threshold. Between two measured thresholds, FMR is taken from the lower one and FNMR from the higher one, so neither is
 * underestimated.
 */
export function errorsAt({ thresholds, pass, refused }: Curve, threshold: number): At {
  const tolerance = 1e-9;
  const below = thresholds.findLastIndex((one) => one <= threshold + tolerance);
  const above = thresholds.findIndex((one) => one >= threshold - tolerance);
  return { pass: pass[below], refused: refused[above] };
}

const z = 1.96;

/** 95 % confidence interval of a rate (Wilson). Undefined if no pairs were counted. */
export function interval({ rate, pairs }: Rate): readonly [low: number, high: number] | undefined {
  if (pairs === undefined) return undefined;
  const weight = z ** 2 / pairs;
  const middle = (rate + weight / 2) / (1 + weight);
  const half = (z / (1 + weight)) * Math.sqrt((rate * (1 - rate)) / pairs + weight / (4 * pairs));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** A group's FNMR, and the number of pairs and people that it is based on. */
export interface RejectedGroup {
  readonly group: string;
  readonly pairs: number;
  readonly people: number;
  /** `pairs` is the number of people here: pairs of one person err together, so the interval is wider than for as many independent pairs. */
  readonly rejected: Rate;
}

/** FNMR by group in the customer's own results from `evaluate`. */
export function ownRejectedGroups(curves: readonly Curve[], threshold: number): readonly RejectedGroup[] {
  return curves.flatMap((curve) => {
    const { refused } = errorsAt(curve, threshold);
    if (!curve.group || refused?.pairs === undefined) return [];
    const { name, people } = curve.group;
    return [{ group: name, pairs: refused.pairs, people, rejected: { rate: refused.rate, pairs: people } }];
  });
}

/** FNMR by group at a threshold, taken from the next higher measured one. */
export function rejectedGroups({ genuineGroups, steps }: Thresholds, threshold: number): readonly RejectedGroup[] {
  const step = steps.findIndex((one) => one >= threshold - 1e-9);
  return genuineGroups.flatMap(({ group, pairs, people, refused }) => {
    const errors = refused[step];
    return errors === undefined ? [] : [{ group, pairs, people, rejected: { rate: errors / pairs, pairs: people } }];
  });
}
