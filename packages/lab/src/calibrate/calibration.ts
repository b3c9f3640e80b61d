import { falseMatchRateOf, similarityOf } from "@selfsame/face/compare/calibrate";
import type { Normalization } from "@selfsame/face/compare/normalize";
import type { Calibration, Interval, MeasuredGenuineGroup, MeasuredGroup, ThresholdRow } from "@selfsame/face/manifest";
import { intervalByPerson } from "../evaluate/statistics/bootstrap.ts";
import { wilson } from "../evaluate/statistics/interval.ts";
import type { Pair } from "../evaluate/pairs.ts";
import { averagedScales } from "./averages.ts";
import { learn, type Learned, type PairOf, partOf, type Photos, scorable, scorerOf } from "./learn.ts";
import { type Exceptions, type Histogram, histogramOf, impostorScores, scaleFrom } from "./scale.ts";

/** A demographic group: people of one region and gender, with one photo each, keyed by path. */
export interface Group {
  readonly region: string;
  readonly name: string;
  readonly photos: Photos;
  /** Impostor pairs. */
  readonly pairs: readonly Pair[];
}

export interface CalibrationSet {
  /** Embeddings of each person's photos, as the model returns them, keyed by path. */
  readonly people: ReadonlyMap<string, Photos>;
  /** Only the genuine pairs are used; all their photos must be in `people`. */
  readonly pairs: readonly Pair[];
  readonly groups: readonly Group[];
  readonly exceptions: Exceptions;
  /** The group of each person in `people`, such as their gender; may be empty. */
  readonly labels: ReadonlyMap<string, string>;
}

/** A second recognizer, whose numbers follow those of the first in each vector. */
export type SecondOf = Omit<PairOf, "around" | "factor">;

export interface Calibrated extends Learned {
  readonly calibration: Omit<Calibration, "normalisation" | "cohort">;
  /** Histogram of all impostor scores. */
  readonly histogram: Histogram;
}

/** The similarity that 1 in 10,000 impostors reaches: the false match rate that NIST SP 800-63A-4 requires. */
export const defaultThreshold = 0.7;
const folds = 5;
/** Similarities at which errors are counted: fine enough to draw a curve and to choose a threshold. */
const countSteps = Array.from({ length: 61 }, (_, i) => Number((0.4 + i * 0.01).toFixed(2)));

/**
 * Learns everything that a recognizer's manifest entry states about its scores. Measures it on people and regions that it was not learned from, since
 * rates on the training data would look better than they are.
 * @param kept a normalization to keep, so that existing embeddings stay comparable; what is measured is always learned anew
 * @param second if the vectors have the numbers of two recognizers
 */
export function calibrate(set: CalibrationSet, kept?: Normalization, second?: SecondOf): Calibrated {
  const { people, groups, exceptions } = set;
  const everyone = [...people.values()];
  const pair = second && pairOf(set, second, kept);
  const learned = learn(everyone, groups, kept, pair);
  const [known, score] = [everyone.map(scorable(learned)), scorerOf(learned)];
  const impostors = impostorScores(known, score, exceptions);
  const scale = scaleFrom(impostors);
  const averaged = averagedScales(known, score, scale, exceptions);

  const genuineScored = genuineSimilarities(set, scale, pair);
  const genuine = genuineScored.map(({ similarity }) => similarity);
  const within = strangersWithin(set, scale, pair);
  const strangers = within.flatMap(({ similarities }) => similarities);
  const row = (similarity: number): ThresholdRow => ({
    similarity,
    falseMatchRate: falseMatchRateOf(similarity),
    falseNonMatchRate: rounded(1 - passing(genuine, similarity) / genuine.length),
    withinGroupFalseMatchRate: rounded(passing(strangers, similarity) / strangers.length),
    withinGroupInterval: roundedInterval(wilson(passing(strangers, similarity), strangers.length)),
  });
  const steps = Array.from({ length: 12 }, (_, i) => Number((0.4 + i * 0.05).toFixed(2)));
  const table = [...new Set([...steps, defaultThreshold])].toSorted((a, b) => a - b).map(row);
  const refused = countSteps.map((step) => genuine.length - passing(genuine, step));
  const genuineGroups = measuredGenuine(genuineScored, set.labels);
  const measured = {
    genuinePairs: genuine.length,
    steps: countSteps,
    refused,
    groups: within.map(measuredOf),
    ...(genuineGroups.length > 0 && { genuineGroups }),
  };
  return {
    ...learned,
    calibration: { scale, averaged, threshold: defaultThreshold, table, measured },
    histogram: histogramOf(impostors),
  };
}

function pairOf(set: CalibrationSet, second: SecondOf, kept?: Normalization): PairOf {
  const around = scoreOfOne(set, second.dimensions, 0, kept);
  return { ...second, around, factor: Number((around / scoreOfOne(set, second.dimensions, 1)).toFixed(5)) };
}

/** The score of one of the two recognizers at the default threshold, calibrated alone. */
function scoreOfOne(
  { people, groups, exceptions }: CalibrationSet,
  dimensions: number,
  which: 0 | 1,
  kept?: Normalization,
): number {
  const everyone = [...people.values()].map((photos) => partOf(photos, dimensions, which));
  const learned = learn(
    everyone,
    groups.map(({ photos }) => ({ photos: partOf(photos, dimensions, which) })),
    kept,
  );
  const scale = scaleFrom(impostorScores(everyone.map(scorable(learned)), scorerOf(learned), exceptions));
  const [score] = scale.find(([, similarity]) => similarity === defaultThreshold) ?? [];
  if (score === undefined) throw new RangeError("the scale has no point at the default threshold");
  return score;
}

interface GenuineSimilarity {
  readonly person: string;
  readonly similarity: number;
}

/** Similarities of genuine pairs, by what was learned without their people. */
function genuineSimilarities(
  { people, pairs, groups }: CalibrationSet,
  scale: Calibration["scale"],
  second: PairOf | undefined,
): GenuineSimilarity[] {
  const all = [...people];
  const genuine = pairs.filter(({ same }) => same);
  return Array.from({ length: folds }, (_, fold) => {
    const held = all.filter((_, i) => i % folds === fold);
    const learned = learn(
      all.filter((_, i) => i % folds !== fold).map(([, photos]) => photos),
      groups,
      undefined,
      second,
    );
    const personOf = new Map(held.flatMap(([person, photos]) => [...photos.keys()].map((path) => [path, person])));
    const photos = new Map(held.flatMap(([, own]) => [...own]));
    return scoredPairs(genuine, photos, learned, scale).map(({ pair, similarity }) => ({
      person: personOf.get(pair.a) ?? "",
      similarity,
    }));
  }).flat();
}

function measuredGenuine(
  scored: readonly GenuineSimilarity[],
  labels: CalibrationSet["labels"],
): MeasuredGenuineGroup[] {
  const known = scored.filter(({ person }) => labels.has(person));
  return [...Map.groupBy(known, ({ person }) => labels.get(person) ?? "")]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([group, own]) => {
      const similarities = own.map(({ similarity }) => similarity);
      const refused = countSteps.map((step) => own.length - passing(similarities, step));
      const pairs = own.map(({ person, similarity }) => ({
        a: person,
        b: person,
        error: similarity < defaultThreshold,
      }));
      const errors = pairs.filter(({ error }) => error).length;
      return {
        group,
        pairs: own.length,
        people: new Set(own.map(({ person }) => person)).size,
        refused,
        falseNonMatchRate: rounded(errors / own.length),
        // Resampling zero errors gives only zero errors.
        interval: roundedInterval(errors === 0 ? wilson(0, own.length) : intervalByPerson(pairs)),
      };
    });
}

interface Strangers extends Group {
  readonly similarities: readonly number[];
  readonly learnedFrom: readonly string[];
}

/** Impostor similarities within each group, by what was learned without the group's region. */
function strangersWithin(
  { people, groups, exceptions }: CalibrationSet,
  scale: Calibration["scale"],
  second: PairOf | undefined,
): readonly Strangers[] {
  return [...Map.groupBy(groups, ({ region }) => region)].flatMap(([region, own]) => {
    const others = groups.filter((other) => other.region !== region);
    const learned = learn([...people.values()], others, undefined, second);
    const learnedFrom = [...new Set(others.map((other) => other.region))];
    return own.map((group) => {
      const strangers = group.pairs.filter(({ a, b, same }) => !same && !exceptions.has(a, b));
      return { ...group, learnedFrom, similarities: similaritiesOf(strangers, group.photos, learned, scale) };
    });
  });
}

function measuredOf({ region, name, learnedFrom, similarities }: Strangers): MeasuredGroup {
  const [passed, pairs] = [passing(similarities, defaultThreshold), similarities.length];
  const interval = roundedInterval(wilson(passed, pairs));
  const passedAt = countSteps.map((step) => passing(similarities, step));
  const falseMatchRate = rounded(passed / pairs);
  return { region, group: name, learnedFrom, pairs, passed: passedAt, falseMatchRate, interval };
}

const similaritiesOf = (...of: Parameters<typeof scoredPairs>): number[] =>
  scoredPairs(...of).map(({ similarity }) => similarity);

/** Scores pairs; those with a missing photo are skipped. */
function scoredPairs(
  pairs: readonly Pair[],
  photos: Photos,
  learned: Learned,
  scale: Calibration["scale"],
): { readonly pair: Pair; readonly similarity: number }[] {
  const vectors = scorable(learned)(photos);
  const score = scorerOf(learned);
  return pairs.flatMap((pair) => {
    const [one, other] = [vectors.get(pair.a), vectors.get(pair.b)];
    return one && other ? [{ pair, similarity: similarityOf(score(one, other), { scale }) }] : [];
  });
}

const passing = (similarities: readonly number[], threshold: number) =>
  similarities.filter((one) => one >= threshold).length;

const rounded = (rate: number) => Number(rate.toPrecision(3));
const roundedInterval = ([low, high]: Interval): Interval => [rounded(low), rounded(high)];
