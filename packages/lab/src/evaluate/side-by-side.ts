import type { Interval } from "@selfsame/face/manifest";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { Seen } from "./analyze-all.ts";
import { meanByPerson } from "./statistics/bootstrap.ts";
import { type GroupRate, groupReport, peopleOf } from "./groups.ts";
import { percentText, rateText, worthSeeing } from "./statistics/measurable.ts";
import { falseMatchRateOf } from "@selfsame/face/compare/calibrate";
import type { Pair } from "./pairs.ts";
import { type ScoredPair, scorePairs, type VerificationFigures, verificationFigures } from "./verification.ts";

/** The results of one model on the pairs. */
export interface Side {
  readonly name: string;
  readonly scored: readonly ScoredPair[];
  readonly figures: VerificationFigures;
  readonly threshold: number;
  readonly all: { readonly falseMatch: GroupRate; readonly falseNonMatch: GroupRate };
  readonly groups: readonly { readonly group: string; readonly falseNonMatch: GroupRate }[];
  /** Memory of the worker that analyzed the photos. */
  readonly memoryBytes: number;
}

export interface Measured {
  readonly name: string;
  readonly pairs: readonly Pair[];
  /** Columns of the pairs file; may be empty. */
  readonly columns: readonly string[];
  readonly seen: ReadonlyMap<string, Seen>;
  readonly comparison: Comparison;
  readonly memoryBytes: number;
}

export function sideOf({ name, pairs, columns, seen, comparison, memoryBytes }: Measured): Side {
  const scored = scorePairs(pairs, seen, comparison);
  const { threshold } = comparison;
  const [all] = groupReport(scored, [], threshold).groups;
  const none = { pairs: 0, people: 0, errors: 0, rate: null, interval: [0, 1] } as const;
  return {
    name,
    scored,
    figures: verificationFigures(pairs, scored, seen, comparison),
    threshold,
    all: { falseMatch: all?.falseMatch ?? none, falseNonMatch: all?.falseNonMatch ?? none },
    groups: columns.length === 0 ? [] : groupReport(scored, columns, threshold).groups,
    memoryBytes,
  };
}

/** The second model's false non-match rate minus the first's, each at its own default threshold, on genuine pairs that both scored. */
export interface Difference {
  readonly pairs: number;
  /** As a fraction; below 0 if the second rejects fewer. */
  readonly difference: number;
  /** With 95 % confidence, resampled by person. */
  readonly interval: Interval;
}

export function differenceOf(one: Side, other: Side): Difference {
  const person = peopleOf(one.scored);
  const rejectedBy = ({ threshold }: Side, { score }: ScoredPair) => (score < threshold ? 1 : 0);
  const others = new Map(other.scored.map((row) => [row.pair, row]));
  const rows = one.scored.flatMap((row) => {
    const same = others.get(row.pair);
    if (!row.genuine || !same) return [];
    const [a, b] = row.pair.people ?? [person(row.pair.a), person(row.pair.b)];
    return [{ a, b, value: rejectedBy(other, same) - rejectedBy(one, row) }];
  });
  const sum = rows.reduce((total, { value }) => total + value, 0);
  return { pairs: rows.length, difference: rows.length === 0 ? 0 : sum / rows.length, interval: meanByPerson(rows) };
}

const points = (rate: number): string => (rate * 100).toFixed(2);

/** One line for each figure, with both models side by side. */
export function describeSides(one: Side, other: Side): string {
  const both = (what: string, of: (side: Side) => string) => [what, of(one), of(other)] as const;
  const names = [...new Set([...one.groups, ...other.groups].map(({ group }) => group))];
  const inGroup = (side: Side, name: string) => side.groups.find(({ group }) => group === name)?.falseNonMatch;
  const rows = [
    both("", ({ name }) => name),
    both("pairs scored", ({ figures }) => `${figures.scored} of ${figures.pairs}`),
    both("accuracy", ({ figures: { accuracy } }) =>
      accuracy ? `${(accuracy.best * 100).toFixed(2)} %` : "not measurable",
    ),
    ...one.figures.acceptedAt.flatMap(({ rate }, i) =>
      one.figures.impostors * rate < 1
        ? []
        : [
            both(`FNMR at FMR ${rate.toExponential(0)}`, ({ figures }) =>
              percentText(1 - (figures.acceptedAt[i]?.accepted ?? 0)),
            ),
          ],
    ),
    both("threshold", ({ threshold }) => threshold.toFixed(2)),
    both("FMR there", ({ all, threshold }) => rateText(all.falseMatch, falseMatchRateOf(threshold))),
    both("FNMR there", ({ all }) => rateText(all.falseNonMatch, worthSeeing)),
    ...names.map((name) =>
      both(`  ${name}`, (side) => {
        const rate = inGroup(side, name);
        return rate ? rateText(rate, worthSeeing) : "no pairs";
      }),
    ),
    both("time a photo", ({ figures }) => `${figures.millisecondsPerPhoto.toFixed(0)} ms`),
    both("memory of a worker", ({ memoryBytes }) => `${Math.round(memoryBytes / 1e6)} MB`),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const { pairs, difference, interval } = differenceOf(one, other);
  return [
    ...rows.map(([what, left, right]) => `${what.padEnd(widths[0] ?? 0)}  ${left.padEnd(widths[1] ?? 0)}  ${right}`),
    pairs === 0
      ? "There are no genuine pairs: nothing is known of who rejects fewer."
      : `FNMR of ${other.name} minus FNMR of ${one.name}: ${points(difference)} percentage points (95 % by person: ${interval.map(points).join(" to ")}).`,
  ].join("\n");
}
