import type { SpoofParts } from "@selfsame/face/assess/spoof";
import type { SpoofEntry } from "@selfsame/face/manifest";
import { deviation } from "@selfsame/face/statistics";
import type { Seen } from "./analyze-all.ts";
import {
  type AtThreshold,
  comparedBpcer,
  rateOf,
  type ScoredPhoto,
  type SpoofRate,
  strictestThreshold,
  weighted,
} from "./spoof.ts";
import type { SpoofPhoto } from "./spoof-folder.ts";

/** A kind of attack, judged by what was learned from the other sources. */
interface LeftOutKind {
  readonly kind: string;
  /** Weights of the networks, in the manifest's order, and of the bezel. */
  readonly weights: readonly number[];
  /** `bpcer` is that of the bona fide photos of the left-out source. */
  readonly atOthers: AtThreshold;
}

export interface LeftOutFigures {
  /** The BPCER of the other sources at which the threshold is set. */
  readonly bpcer: number;
  /** Highest APCER first. */
  readonly kinds: readonly LeftOutKind[];
  /** BPCER over all bona fide photos, each at the threshold of the other sources. */
  readonly bonaFide: SpoofRate | null;
}

interface Example extends SpoofPhoto {
  readonly features: readonly number[];
}

interface Learned {
  readonly weights: readonly number[];
  readonly bias: number;
}

/**
 * Learns the check's weights and threshold from all sources but one, and measures it on that one: the closest estimate for unseen cameras and
 * screens. The code itself (how edges and bezels are found) was designed on all sources and does not change.
 * @returns undefined with fewer than three sources that have bona fide photos and attacks, since learning needs at least two
 */
export function leftOutFigures(
  photos: readonly SpoofPhoto[],
  seen: ReadonlyMap<string, Seen>,
  entry: SpoofEntry,
): LeftOutFigures | undefined {
  const examples = photos.flatMap((photo) => {
    const parts = seen.get(photo.path)?.parts;
    return parts ? [{ ...photo, features: featuresOf(parts, entry) }] : [];
  });
  const sources = [...new Set(examples.map(({ source }) => source))];
  const hasBoth = (source: string) =>
    new Set(examples.filter((one) => one.source === source).map(({ live }) => live)).size === 2;
  if (sources.length < 3 || !sources.every(hasBoth)) return undefined;
  const judged = sources.map((source) => judgeWithout(source, examples));
  const kinds = judged.flatMap((one) => one.kinds);
  const bonaFide = judged.flatMap((one) => one.bonaFide);
  return {
    bpcer: comparedBpcer,
    kinds: kinds.toSorted((a, b) => b.atOthers.apcer.rate - a.atOthers.apcer.rate),
    // A score of 1 stands for a rejected photo.
    bonaFide: rateOf(bonaFide, (refused) => refused === 1),
  };
}

/** The edges' weight stays a fixed share of the first network's: learned from few sources, it would be arbitrary. */
function featuresOf({ odds, edges, bezel }: SpoofParts, { networks, ...entry }: SpoofEntry): number[] {
  const [first = 0, ...others] = odds;
  const ratio = (entry.edges?.weight ?? 0) / (networks[0]?.weight ?? 1);
  return [first - ratio * edges, ...others, ...(entry.bezel ? [-bezel] : [])];
}

function judgeWithout(source: string, examples: readonly Example[]) {
  const others = examples.filter((one) => one.source !== source);
  const learned = learn(others);
  const scored = (of: readonly Example[]) => of.map((one) => ({ ...one, score: sumOf(one.features, learned) }));
  const threshold = strictestThreshold(
    scored(others).filter(({ live }) => live),
    comparedBpcer,
  );
  const own = scored(examples.filter((one) => one.source === source));
  const live = own.filter((one) => one.live);
  const attacks = Map.groupBy(
    own.filter((one) => !one.live),
    ({ kind }) => kind,
  );
  const kinds = [...attacks].map(([kind, shots]) => ({
    kind,
    weights: learned.weights,
    atOthers: {
      threshold,
      apcer: rateOf(shots, (score) => score >= threshold),
      bpcer: rateOf(live, (score) => score < threshold),
    },
  }));
  const bonaFide: ScoredPhoto[] = live.map((one) => ({ ...one, score: one.score < threshold ? 1 : 0 }));
  return { kinds, bonaFide };
}

const sumOf = (features: readonly number[], { weights, bias }: Learned): number =>
  features.reduce((sum, one, i) => sum + one * (weights[i] as number), bias);

const rounds = 4000;
const ridge = 0.01;

/**
 * Logistic regression by projected gradient descent, with weights of at least 0. Bona fide photos and attacks have equal total weight, and so have
 * the sources within each.
 */
function learn(examples: readonly Example[]): Learned {
  const [live, attacks] = [true, false].map((is) => weighted(examples.filter((one) => one.live === is)));
  const rows = [...shared(live ?? []), ...shared(attacks ?? [])];
  const count = rows[0]?.features.length ?? 0;
  const spread = Array.from(
    { length: count },
    (_, i) => deviation(rows.map(({ features }) => features[i] as number)) + 1e-9,
  );
  const inputs = rows.map(({ features }) => features.map((one, i) => one / (spread[i] as number)));
  const weights = new Float64Array(count);
  let bias = 0;
  // Below the inverse of the largest possible curvature.
  const largest = Math.max(...inputs.map((one) => one.reduce((sum, value) => sum + value * value, 1)));
  const step = 1 / (largest / 4 + ridge);
  for (let round = 0; round < rounds; round++) {
    const slopes = weights.map((weight) => ridge * weight);
    let slope = 0;
    for (const [r, { share, live: isLive }] of rows.entries()) {
      const input = inputs[r] as readonly number[];
      const sum = input.reduce((total, one, i) => total + one * (weights[i] as number), bias);
      const error = share * (1 / (1 + Math.exp(-sum)) - (isLive ? 1 : 0));
      slope += error;
      for (let i = 0; i < count; i++) slopes[i] = (slopes[i] as number) + error * (input[i] as number);
    }
    for (let i = 0; i < count; i++) weights[i] = Math.max(0, (weights[i] as number) - step * (slopes[i] as number));
    bias -= step * slope;
  }
  return { weights: Array.from(weights, (weight, i) => weight / (spread[i] as number)), bias };
}

/** Scales the weights of one class to half of the total. */
function shared(examples: readonly (Example & { readonly weight: number })[]) {
  const all = examples.reduce((sum, { weight }) => sum + weight, 0);
  return examples.map((one) => ({ ...one, share: one.weight / all / 2 }));
}
