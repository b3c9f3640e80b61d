import type { Interval } from "@selfsame/face/manifest";
import type { CalibrationSet, Group } from "../../packages/lab/src/calibrate/calibration.ts";
import { learn, type Learned, type Photos, scorable, scorerOf } from "../../packages/lab/src/calibrate/learn.ts";
import { intervalByPerson } from "../../packages/lab/src/evaluate/statistics/bootstrap.ts";
import { wilson } from "../../packages/lab/src/evaluate/statistics/interval.ts";
import type { Pair } from "../../packages/lab/src/evaluate/pairs.ts";

/** Impostors of one group, scored by what was learned without them. */
interface Row {
  readonly group: string;
  readonly pairs: number;
  readonly passed: number;
  readonly interval: Interval;
}

interface Measured {
  readonly rows: readonly Row[];
  /** All rows together; the interval is resampled by person. */
  readonly all: Row;
}

interface Outcome {
  readonly a: string;
  readonly b: string;
  readonly error: boolean;
}

/**
 * Counts impostors of each group that match at the threshold that rejects a share of genuine pairs. Every pair is scored by what was learned without
 * its people: for `people` fold by fold, for groups by the groups given to learn from.
 * @param set people and genuine pairs with folds
 * @param runs the groups to judge, and the groups to learn from
 */
export function measureLeftOut(
  set: Pick<CalibrationSet, "people" | "pairs" | "exceptions">,
  runs: readonly { readonly judged: readonly Group[]; readonly known: readonly Group[] }[],
  refused: number,
): Measured {
  const judged = runs.flatMap((run) => {
    const threshold = thresholdAt(set, run.known, refused);
    const learned = learn([...set.people.values()], run.known);
    return run.judged.map((group) => {
      const strangers = group.pairs.filter(({ a, b, same }) => !same && !set.exceptions.has(a, b));
      const outcomes = scoresOf(strangers, group.photos, learned).map(({ pair: { a, b }, score }) => ({
        a,
        b,
        error: score >= threshold,
      }));
      return { group: group.name, outcomes };
    });
  });
  return {
    rows: judged.map(({ group, outcomes }) => rowOf(group, outcomes)),
    all: rowOf(
      "all",
      judged.flatMap(({ outcomes }) => outcomes),
    ),
  };
}

function rowOf(group: string, outcomes: readonly Outcome[]): Row {
  const [pairs, passed] = [outcomes.length, outcomes.filter(({ error }) => error).length];
  // Resampling zero errors gives only zero errors.
  return { group, pairs, passed, interval: passed === 0 ? wilson(0, pairs) : intervalByPerson(outcomes) };
}

/** The score below which a share of the genuine pairs lies. */
function thresholdAt(
  { people, pairs }: Pick<CalibrationSet, "people" | "pairs">,
  known: readonly Group[],
  refused: number,
): number {
  const genuine = pairs.filter(({ same }) => same);
  const scores = [...Map.groupBy(genuine, ({ fold }) => fold)].flatMap(([fold, own]) => {
    const held = new Set(pairs.filter((pair) => pair.fold === fold).flatMap(({ a, b }) => [a, b]));
    const [inFold, others] = partition([...people.values()], (photos) =>
      [...photos.keys()].some((path) => held.has(path)),
    );
    const photos = new Map(inFold.flatMap((one) => [...one].filter(([path]) => held.has(path))));
    return scoresOf(own, photos, learn(others, known)).map(({ score }) => score);
  });
  return scores.toSorted((a, b) => a - b)[Math.round(refused * scores.length)] as number;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** Scores pairs; those with a missing photo are skipped. */
function scoresOf(pairs: readonly Pair[], photos: Photos, learned: Learned) {
  const vectors = scorable(learned)(photos);
  const score = scorerOf(learned);
  return pairs.flatMap((pair) => {
    const [one, other] = [vectors.get(pair.a), vectors.get(pair.b)];
    return one && other ? [{ pair, score: score(one, other) }] : [];
  });
}
