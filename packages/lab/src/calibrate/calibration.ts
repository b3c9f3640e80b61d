import { falseMatchRateOf, similarityOf } from "@selfsame/face/compare/calibrate";
import type { Normalization } from "@selfsame/face/compare/normalize";
import type { Calibration, Interval, MeasuredGenuineGroup, MeasuredGroup, ThresholdRow } from "@selfsame/face/manifest";
import { intervalByPerson } from "../evaluate/statistics/bootstrap.ts";
import { wilson } from "../evaluate/statistics/interval.ts";
import type { Pair } from "../evaluate/pairs.ts";
import { averagedScales } from "./averages.ts";
import { learn, type Learned, type PairOf, partOf, type Photos, scorable, scorerOf } from "./learn.ts";
import { type Exceptions, type Histogram, histogramOf, impostorScores, scaleFrom } from "./scale.ts";

/** People of one region and gender, one photo a person, keyed by path. */
export interface Group {
  readonly region: string;
  readonly name: string;
  readonly photos: Photos;
  /** Of strangers. */
  readonly pairs: readonly Pair[];
}

export interface CalibrationSet {
  /** The photos of each person, as the model gives them, keyed by path. */
  readonly people: ReadonlyMap<string, Photos>;
  /** Of these the genuine ones count; all of their photos are among the people's. */
  readonly pairs: readonly Pair[];
  readonly groups: readonly Group[];
  readonly exceptions: Exceptions;
  /** Which group a person of `people` is of, such as their gender; may be empty. */
  readonly labels: ReadonlyMap<string, string>;
}

/** A second recognizer, whose numbers follow the first's in each vector. */
export type SecondOf = Omit<PairOf, "around" | "factor">;

export interface Calibrated extends Learned {
  readonly calibration: Omit<Calibration, "normalisation" | "cohort">;
  /** Of all impostor scores. */
  readonly histogram: Histogram;
}

/** One stranger in 10,000: the false match rate that NIST SP 800-63A-4 asks for. */
export const defaultThreshold = 0.7;
const folds = 5;
/** Where errors are counted, fine enough to draw a curve and to choose a threshold by. */
const countSteps = Array.from({ length: 61 }, (_, i) => Number((0.4 + i * 0.01).toFixed(2)));

/**
 * Learns everything that a recogniser's manifest entry says of its scores, and measures it on people and regions that were
 * not learned from: their rates would look better than they are.
 * @param kept a normalisation to keep, so that embeddings made with it stay comparable; what is measured is always learned anew
 * @param second where the vectors have the numbers of two recognizers
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

/** Of one of the two, at the default threshold, as if there were no other. */
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

/** By what was learned without the people in the pair. */
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
        // Of none, resampling only makes none again.
        interval: roundedInterval(errors === 0 ? wilson(0, own.length) : intervalByPerson(pairs)),
      };
    });
}

interface Strangers extends Group {
  readonly similarities: readonly number[];
  readonly learnedFrom: readonly string[];
}

/** Within each group, by what was learned without anybody of its region. */
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

/** Pairs of which a photo is missing are left out. */
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
