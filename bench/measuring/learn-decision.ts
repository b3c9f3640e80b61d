import {
  type Decision,
  type Scale,
  type Sign,
  strengthOf,
} from "../../packages/server/src/liveness/challenge/decision.ts";
import type { Signs } from "../../packages/server/src/liveness/challenge/signs.ts";

export const honestKind = "cameras: ";

export interface Row {
  readonly kind: string;
  readonly person: string;
  readonly signs: Signs;
  readonly isHonest: boolean;
  /** Whether a check rejects the sequence whatever its signs are. */
  readonly isStopped: boolean;
}

/** Quantiles of genuine sequences: where a sign begins to count, and the end of its usual range. */
const shares = { from: 0.5, to: 0.97 } as const;
const penalty = 0.01;
const rounds = 4000;
const step = 0.5;

/** An attack's method by its name in the bench. */
function methodOf(kind: string): string {
  const name = kind.replace(/^dots: /, "");
  return name.startsWith("template") ? "template" : name.startsWith("swap") ? "swap" : "warp";
}

/**
 * For each method of attack a logistic regression with weights of at least 0, since a sign may count in one direction only. Genuine people have equal
 * weights, and in total as much as the attacks; kinds of attack have equal weights, and so have the victims within a kind.
 */
export function learned(rows: readonly Row[]): Omit<Decision, "limit"> {
  const used = rows.filter(({ isStopped }) => !isStopped);
  const [first] = used;
  if (!first) throw new Error("no sequences");
  const names = [...new Set(used.flatMap(({ signs }) => Object.keys(signs)))] as Sign[];
  const honest = used.filter(({ isHonest }) => isHonest);
  const weightOf = weights(honest);
  const scales = names.map((name) => {
    const ordered = honest
      .flatMap((row) => {
        const value = row.signs[name];
        return value === undefined || value === null ? [] : [{ value, weight: weightOf(row) }];
      })
      .toSorted((a, b) => a.value - b.value);
    const [from, to] = [quantile(ordered, shares.from), quantile(ordered, shares.to)];
    return { from: rounded(from), by: to - from > 0.001 ? rounded(to - from) : 1 };
  });
  const attacks = Map.groupBy(
    used.filter(({ isHonest }) => !isHonest),
    ({ kind }) => methodOf(kind),
  );
  const methods = [...attacks].map(([method, own]) => [method, regression([...honest, ...own], names, scales)]);
  return {
    scales: Object.fromEntries(names.map((name, i) => [name, scales[i] as Scale])),
    methods: Object.fromEntries(methods) as Decision["methods"],
  };
}

function regression(
  rows: readonly Row[],
  names: readonly Sign[],
  scales: readonly Scale[],
): Decision["methods"][string] {
  const features = rows.map(({ signs }) =>
    names.map((name, i) => strengthOf(signs[name] ?? undefined, scales[i] as Scale)),
  );
  const importance = rows.map(weights(rows));
  const found = Array.from(names, () => 0.1);
  let bias = -1;
  for (let round = 0; round < rounds; round++) {
    const slopes = Array.from(names, () => 0);
    let biasSlope = 0;
    for (const [r, row] of features.entries()) {
      const llr = row.reduce((sum, value, i) => sum + value * (found[i] as number), bias);
      const isAttack = rows[r]?.isHonest ? 0 : 1;
      const wrong = (1 / (1 + Math.exp(-llr)) - isAttack) * (importance[r] as number);
      biasSlope += wrong;
      for (const [i, value] of row.entries()) slopes[i] = (slopes[i] as number) + wrong * value;
    }
    bias -= step * biasSlope;
    for (const [i, slope] of slopes.entries())
      found[i] = Math.max(0, (found[i] as number) - step * (slope + penalty * (found[i] as number)));
  }
  const counted = names.map((name, i) => [name, rounded(found[i] as number)] as const);
  return { bias: rounded(bias), weights: Object.fromEntries(counted.filter(([, weight]) => weight > 0)) };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

function weights(rows: readonly Row[]): (row: Row) => number {
  const groupOf = ({ kind, person, isHonest }: Row) => (isHonest ? `honest ${person}` : `${kind} ${person}`);
  const kinds = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const row of rows) {
    const group = groupOf(row);
    const kind = row.isHonest ? honestKind : row.kind;
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(group));
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const attackKinds = [...kinds.keys()].filter((kind) => kind !== honestKind).length;
  return (row) => {
    const kind = row.isHonest ? honestKind : row.kind;
    const groups = kinds.get(kind)?.size ?? 1;
    return 1 / 2 / (row.isHonest ? 1 : attackKinds) / groups / (counts.get(groupOf(row)) ?? 1);
  };
}

function quantile(ordered: readonly { readonly value: number; readonly weight: number }[], share: number): number {
  const total = ordered.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  for (const { value, weight } of ordered) {
    sum += weight;
    if (sum >= share * total) return value;
  }
  return ordered.at(-1)?.value ?? 0;
}

/** The highest BPCER: over all people, each with equal weight, and of the worst person. */
const rejectedMax = { overall: 0.04, person: 0.15 } as const;

/** The lowest limit that keeps the BPCER of genuine sequences within these. */
export function limitFor(honest: readonly Row[], scoreOf: (row: Row) => number): number {
  const people = [...Map.groupBy(honest, ({ person }) => person).values()];
  const rejected = (limit: number) =>
    people.map((own) => own.filter((row) => scoreOf(row) > limit).length / own.length);
  for (const limit of honest.map(scoreOf).toSorted((a, b) => a - b)) {
    const found = rejected(limit);
    const overall = found.reduce((sum, one) => sum + one, 0) / found.length;
    if (overall <= rejectedMax.overall && Math.max(...found) <= rejectedMax.person)
      return Number(limit.toFixed(3)) + 0.001;
  }
  throw new Error("no honest sequences");
}
