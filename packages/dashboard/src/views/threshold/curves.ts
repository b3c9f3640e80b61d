import type { Thresholds } from "@selfsame/server/api/dashboard/answers/thresholds";

/** How many of some pairs err at a similarity; undefined where there are no such pairs. */
export interface Rate {
  readonly rate: number;
  /** Undefined where the rate follows from the scale, not from counted pairs. */
  readonly pairs?: number;
}

/** Both errors over the thresholds, of some people. */
export interface Curve {
  readonly id: string;
  readonly name: string;
  readonly own: boolean;
  /** Of one's own people: the group, and how many people its genuine pairs are of. */
  readonly group?: { readonly name: string; readonly people: number } | undefined;
  readonly thresholds: readonly number[];
  /** Impostors who match. */
  readonly pass: readonly (Rate | undefined)[];
  /** Genuine people who are rejected. */
  readonly refused: readonly (Rate | undefined)[];
}

/** What the similarity scale says by its making: similarity = 0.3 + 0.1 log10(1 / rate). */
const rateOfScale = (similarity: number): number => Math.min(1, 10 ** ((0.3 - similarity) * 10));

/**
 * Impostors of one group first, which one should plan with (docs/concepts.md): all groups together, then impostors at random, then each
 * group. Without counts only the scale is known.
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

/** Where a threshold lies between two that were measured, the more lenient one counts for impostors, the stricter one for genuine people. */
export function errorsAt({ thresholds, pass, refused }: Curve, threshold: number): At {
  const tolerance = 1e-9;
  const below = thresholds.findLastIndex((one) => one <= threshold + tolerance);
  const above = thresholds.findIndex((one) => one >= threshold - tolerance);
  return { pass: pass[below], refused: refused[above] };
}

const z = 1.96;

/** Between which rates the true one lies with 95 % confidence (Wilson). Undefined where nothing was counted. */
export function interval({ rate, pairs }: Rate): readonly [low: number, high: number] | undefined {
  if (pairs === undefined) return undefined;
  const weight = z ** 2 / pairs;
  const middle = (rate + weight / 2) / (1 + weight);
  const half = (z / (1 + weight)) * Math.sqrt((rate * (1 - rate)) / pairs + weight / (4 * pairs));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Of one group: how many genuine people are rejected, and what that rests on. */
export interface RejectedGroup {
  readonly group: string;
  readonly pairs: number;
  readonly people: number;
  /** Counts people, not pairs: pairs of one person err together, so the interval is wider than that of as many pairs. */
  readonly rejected: Rate;
}

/** Of one's own people, as `evaluate` wrote it by group. */
export function ownRejectedGroups(curves: readonly Curve[], threshold: number): readonly RejectedGroup[] {
  return curves.flatMap((curve) => {
    const { refused } = errorsAt(curve, threshold);
    if (!curve.group || refused?.pairs === undefined) return [];
    const { name, people } = curve.group;
    return [{ group: name, pairs: refused.pairs, people, rejected: { rate: refused.rate, pairs: people } }];
  });
}

/** Genuine people of each group who are rejected at a threshold, as the stricter of two steps has it. */
export function rejectedGroups({ genuineGroups, steps }: Thresholds, threshold: number): readonly RejectedGroup[] {
  const step = steps.findIndex((one) => one >= threshold - 1e-9);
  return genuineGroups.flatMap(({ group, pairs, people, refused }) => {
    const errors = refused[step];
    return errors === undefined ? [] : [{ group, pairs, people, rejected: { rate: errors / pairs, pairs: people } }];
  });
}
