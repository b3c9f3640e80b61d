import type { Interval } from "@selfsame/face/manifest";
import { OperatorError } from "@selfsame/server/platform/operator-error";
import { intervalByPerson } from "./statistics/bootstrap.ts";
import { wilson } from "./statistics/interval.ts";
import { type CurvePoint, curve, genuineScores, impostorScores } from "./statistics/metrics.ts";
import { byThreshold, type ErrorsAt, type ScoredPair } from "./verification.ts";

/** An error rate as ISO/IEC 19795-10 wants it told: with how many people and pairs it was seen on. */
export interface GroupRate {
  readonly pairs: number;
  readonly people: number;
  readonly errors: number;
  /** Null where there are no pairs: no rate can be told then. */
  readonly rate: number | null;
  /** With 95 % confidence, resampled by person: pairs that share a person are not independent. */
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
  /** Of all pairs within a group. */
  readonly overall: readonly CurvePoint[];
  /** Strangers of two groups, and of one. */
  readonly between: readonly { readonly groups: readonly [string, string]; readonly falseMatch: GroupRate }[];
  /** The largest rate over the geometric mean of all groups; null where a group has none, or none was seen. */
  readonly ratios: { readonly falseMatch: number | null; readonly falseNonMatch: number | null };
}

/**
 * Both errors by group and by pair of groups.
 * @param columns of the pairs file. A column `x` says it of both photos, columns `x_a` and `x_b` of each.
 */
export function groupReport(scored: readonly ScoredPair[], columns: readonly string[], threshold: number): GroupReport {
  const person = peopleOf(scored);
  const rows = scored
    .map((row) => ({
      ...row,
      groups: groupsOf(row, columns),
      people: row.pair.people ?? ([person(row.pair.a), person(row.pair.b)] as const),
    }))
    // Who has no label belongs to no group.
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

/** Photos that a genuine pair links show one person; any other photo is a person of its own. */
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

/** A pair, and who is in it. */
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
    // Of none and of all, resampling only makes none and all again.
    interval: errors === 0 || errors === pairs.length ? wilson(errors, pairs.length) : intervalByPerson(pairs),
  };
}

function curveOf(rows: readonly ScoredPair[]): readonly CurvePoint[] {
  const [genuine, impostor] = [genuineScores(rows), impostorScores(rows)];
  return genuine.length > 0 && impostor.length > 0 ? curve(genuine, impostor) : [];
}

/** As ISO/IEC 19795-10 and NIST's FRTE compare groups. */
function ratioOf(rates: readonly GroupRate[]): number | null {
  const values = rates.map(({ rate }) => rate);
  if (values.length < 2 || values.some((rate) => rate === null || rate === 0)) return null;
  const logarithms = (values as number[]).map(Math.log);
  const mean = logarithms.reduce((sum, one) => sum + one, 0) / logarithms.length;
  return Math.exp(Math.max(...logarithms) - mean);
}
