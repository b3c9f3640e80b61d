import type { Interval } from "@selfsame/face/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { intervalByPerson } from "./statistics/bootstrap.ts";
import { wilson } from "./statistics/interval.ts";
import { type CurvePoint, curve, genuineScores, impostorScores } from "./statistics/metrics.ts";
import { byThreshold, type ErrorsAt, type ScoredPair } from "./verification.ts";

/** An error rate with the numbers of people and pairs, as ISO/IEC 19795-10 requires. */
export interface GroupRate {
  readonly pairs: number;
  readonly people: number;
  readonly errors: number;
  /** Null without pairs. */
  readonly rate: number | null;
  /** With 95 % confidence, resampled by person, since pairs that share a person are not independent. */
  readonly interval: Interval;
}

export interface GroupFigures {
  readonly group: string;
  readonly falseMatch: GroupRate;
  readonly falseNonMatch: GroupRate;
  readonly curve: readonly CurvePoint[];
  readonly byThreshold: readonly ErrorsAt[];
}

export interface GroupReport {
  readonly threshold: number;
  readonly columns: readonly string[];
  readonly groups: readonly GroupFigures[];
  /** The error curve of all pairs within a group. */
  readonly overall: readonly CurvePoint[];
  /** Impostor pairs across two groups, and within one. */
  readonly between: readonly { readonly groups: readonly [string, string]; readonly falseMatch: GroupRate }[];
  /** The largest rate divided by the geometric mean of all groups; null if a group has no rate, or a rate of 0. */
  readonly ratios: { readonly falseMatch: number | null; readonly falseNonMatch: number | null };
}

/**
 * Both error rates by group and by pair of groups.
 * @param columns of the pairs file. A column `x` applies to both photos, columns `x_a` and `x_b` to one each.
 */
export function groupReport(scored: readonly ScoredPair[], columns: readonly string[], threshold: number): GroupReport {
  const person = peopleOf(scored);
  const rows = scored
    .map((row) => ({
      ...row,
      groups: groupsOf(row, columns),
      people: row.pair.people ?? ([person(row.pair.a), person(row.pair.b)] as const),
    }))
    // People without a label belong to no group.
    .filter(({ groups }) => groups.every((name) => name.trim() !== ""));
  const within = Map.groupBy(
    rows.filter(({ groups: [a, b] }) => a === b),
    ({ groups: [a] }) => a,
  );
  const groups = [...within].toSorted(byName).map(([group, own]) => ({
    group,
    falseMatch: falseMatchOf(own, threshold),
    falseNonMatch: rateOf(
      own.filter(({ genuine }) => genuine),
      (score) => score < threshold,
    ),
    curve: curveOf(own),
    byThreshold: byThreshold(own),
  }));
  const overall = curveOf([...within.values()].flat());
  const pairs = Map.groupBy(rows, ({ groups: both }) => both.toSorted().join("\0"));
  const between = [...pairs].toSorted(byName).map(([name, own]) => ({
    groups: name.split("\0") as unknown as readonly [string, string],
    falseMatch: falseMatchOf(own, threshold),
  }));
  const ratios = {
    falseMatch: ratioOf(groups.map(({ falseMatch }) => falseMatch)),
    falseNonMatch: ratioOf(groups.map(({ falseNonMatch }) => falseNonMatch)),
  };
  return {
    threshold,
    columns,
    groups,
    overall,
    between: between.filter(({ falseMatch }) => falseMatch.pairs > 0),
    ratios,
  };
}

/** Photos linked by genuine pairs show one person; any other photo counts as a person of its own. */
export function peopleOf(scored: readonly ScoredPair[]): (photo: string) => string {
  const linked = new Map<string, string>();
  const person = (photo: string): string => {
    const next = linked.get(photo);
    return next === undefined ? photo : person(next);
  };
  for (const { pair, genuine } of scored) {
    if (pair.people) continue;
    const [one, other] = [person(pair.a), person(pair.b)];
    if (genuine && one !== other) linked.set(one, other);
  }
  return person;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

function groupsOf({ pair }: ScoredPair, columns: readonly string[]): readonly [string, string] {
  const side = (letter: "a" | "b") =>
    columns.map((column) => {
      const value = pair.columns[`${column}_${letter}`] ?? pair.columns[column];
      if (value === undefined)
        throw new OperatorError(`The pairs file has no column ${column}, nor ${column}_a and ${column}_b.`);
      return value;
    });
  return [side("a").join(" "), side("b").join(" ")];
}

/** A scored pair with its people. */
interface Row extends ScoredPair {
  readonly people: readonly [string, string];
}

const falseMatchOf = (rows: readonly Row[], threshold: number) =>
  rateOf(
    rows.filter(({ genuine }) => !genuine),
    (score) => score >= threshold,
  );

function rateOf(rows: readonly Row[], isError: (score: number) => boolean): GroupRate {
  const pairs = rows.map(({ people: [a, b], score }) => ({ a, b, error: isError(score) }));
  const errors = pairs.filter(({ error }) => error).length;
  return {
    pairs: pairs.length,
    people: new Set(pairs.flatMap(({ a, b }) => [a, b])).size,
    errors,
    rate: pairs.length === 0 ? null : errors / pairs.length,
    // Resampling no errors, or errors only, always gives the same rate.
    interval: errors === 0 || errors === pairs.length ? wilson(errors, pairs.length) : intervalByPerson(pairs),
  };
}

function curveOf(rows: readonly ScoredPair[]): readonly CurvePoint[] {
  const [genuine, impostor] = [genuineScores(rows), impostorScores(rows)];
  return genuine.length > 0 && impostor.length > 0 ? curve(genuine, impostor) : [];
}

/** The ratio by which ISO/IEC 19795-10 and NIST's FRTE compare groups. */
function ratioOf(rates: readonly GroupRate[]): number | null {
  const values = rates.map(({ rate }) => rate);
  if (values.length < 2 || values.some((rate) => rate === null || rate === 0)) return null;
  const logarithms = (values as number[]).map(Math.log);
  const mean = logarithms.reduce((sum, one) => sum + one, 0) / logarithms.length;
  return Math.exp(Math.max(...logarithms) - mean);
}
