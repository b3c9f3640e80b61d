import { falseMatchRateOf, similarityOf } from "@selfsame/face/calibrate";
import { cosine } from "@selfsame/face/embed";
import type { Calibration, ThresholdRow } from "@selfsame/face/manifest";
import { normalise, type Normalisation } from "@selfsame/face/normalise";
import { learnNormalisation } from "./normalisation.ts";
import type { Pair } from "./pairs.ts";
import { type Exceptions, histogramOf, impostorCosines, scaleFrom } from "./scale.ts";

export interface CalibrationSet {
  /** The photos of each person, as the model gives them, keyed by path. */
  readonly people: ReadonlyMap<string, ReadonlyMap<string, Float32Array>>;
  /** Of these the genuine ones count; all of their photos are among the people's. */
  readonly pairs: readonly Pair[];
  /** People of one region and gender each, one photo a person, and pairs of strangers within each group. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, Float32Array>>;
  readonly groupPairs: readonly Pair[];
  readonly exceptions: Exceptions;
}

export interface Calibrated {
  readonly calibration: Omit<Calibration, "normalisation">;
  readonly normalisation: Normalisation;
  /** Of all impostor cosines, in steps of 0.005 from -1 to 1. */
  readonly histogram: readonly number[];
}

/** At the default threshold strangers of one region and gender pass at most this often, */
const MOST_WITHIN_GROUP = 0.003;
/** and photos of one person are refused at most this often. Where both cannot be had, the first counts. */
const MOST_REFUSED = 0.03;
const FOLDS = 5;

/**
 * Learns everything that a recogniser's manifest entry says of its scores. Genuine pairs are scored by a normalisation
 * that was learned without the people in them, or their rate of refusals would look better than it is.
 */
export function calibrate({ people, pairs, groups, groupPairs, exceptions }: CalibrationSet): Calibrated {
  const groupVectors = [...groups.values()].map((photos) => [...photos.values()]);
  const names = [...people.keys()];
  const learnWithout = (fold: number | undefined) => {
    const kept = names.filter((_, i) => i % FOLDS !== fold).map((name) => [...(people.get(name)?.values() ?? [])]);
    return learnNormalisation(kept, groupVectors);
  };
  const normalisation = learnWithout(undefined);
  const normalised = [...people.values()].map(
    (photos) => new Map([...photos].map(([path, vector]) => [path, normalise(vector, normalisation)] as const)),
  );
  const impostors = impostorCosines(normalised, exceptions);
  const scale = scaleFrom(impostors);

  const genuine = genuineCosines(people, names, pairs, learnWithout);
  const strangers = groupPairs.filter(({ a, b, same }) => !same && !exceptions.has(a, b));
  const groupPhotos = new Map([...groups.values()].flatMap((photos) => [...photos]));
  const within = cosinesOf(strangers, groupPhotos, normalisation);
  const row = (similarity: number): ThresholdRow => ({
    similarity,
    falseMatchRate: falseMatchRateOf(similarity),
    falseNonMatchRate: rounded(share(genuine, scale, (one) => one < similarity)),
    withinGroupFalseMatchRate: rounded(share(within, scale, (one) => one >= similarity)),
  });
  const threshold = chooseThreshold(row);
  const steps = Array.from({ length: 12 }, (_, i) => Number((0.4 + i * 0.05).toFixed(2)));
  const table = [...new Set([...steps, threshold])].toSorted((a, b) => a - b).map(row);
  return { calibration: { scale, threshold, table }, normalisation, histogram: histogramOf(impostors) };
}

/** In the middle of the range where both rates hold, so that neither is at its limit; in steps of 0.005. */
function chooseThreshold(row: (similarity: number) => ThresholdRow): number {
  const steps = Array.from({ length: 101 }, (_, i) => 100 + i);
  const lowest = steps.find((step) => row(step / 200).withinGroupFalseMatchRate <= MOST_WITHIN_GROUP) ?? 200;
  const highest = steps.findLast((step) => row(step / 200).falseNonMatchRate <= MOST_REFUSED) ?? lowest;
  return Math.floor((lowest + Math.max(lowest, highest)) / 2) / 200;
}

function genuineCosines(
  people: CalibrationSet["people"],
  names: readonly string[],
  pairs: readonly Pair[],
  learnWithout: (fold: number) => Normalisation,
): number[] {
  const cosines: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = names.filter((_, i) => i % FOLDS === fold);
    const photos = new Map(held.flatMap((name) => [...(people.get(name) ?? [])]));
    cosines.push(
      ...cosinesOf(
        pairs.filter(({ same }) => same),
        photos,
        learnWithout(fold),
      ),
    );
  }
  return cosines;
}

/** Pairs of which a photo is missing are left out. */
function cosinesOf(
  pairs: readonly Pair[],
  photos: ReadonlyMap<string, Float32Array>,
  normalisation: Normalisation,
): number[] {
  return pairs.flatMap(({ a, b }) => {
    const [one, other] = [photos.get(a), photos.get(b)];
    return one && other ? [cosine(normalise(one, normalisation), normalise(other, normalisation))] : [];
  });
}

function share(
  cosines: readonly number[],
  scale: Calibration["scale"],
  holds: (similarity: number) => boolean,
): number {
  const similarity = (one: number) => similarityOf(one, { scale, threshold: 0, table: [] });
  return cosines.filter((one) => holds(similarity(one))).length / cosines.length;
}

const rounded = (rate: number) => Number(rate.toPrecision(3));
