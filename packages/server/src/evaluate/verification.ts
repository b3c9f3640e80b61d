import { cosine } from "@selfsame/face/embed";
import type { Comparison } from "../verify/comparison.ts";
import type { Seen } from "./look.ts";
import {
  type AtRate,
  acceptedAt,
  accuracyByFold,
  areaUnderCurve,
  bestThreshold,
  type FoldAccuracy,
  genuineScores,
  impostorScores,
  passing,
  type Scored,
} from "./metrics.ts";
import type { Pair } from "./pairs.ts";

export interface ScoredPair extends Scored {
  readonly pair: Pair;
  readonly cosine: number;
}

export interface VerificationFigures {
  readonly pairs: number;
  readonly photos: number;
  /** Photos without a face that was found, or that cannot be read. Pairs with one are not scored. */
  readonly failures: readonly string[];
  readonly scored: number;
  readonly accuracy: { readonly best: number; readonly threshold: number; readonly byFold: readonly FoldAccuracy[] };
  readonly areaUnderCurve: number;
  /** True accept rate at false accept rates, with the similarity that gives it. */
  readonly acceptedAt: readonly AtRate[];
  readonly atDefault: {
    readonly threshold: number;
    readonly falseMatchRate: number;
    readonly falseNonMatchRate: number;
  };
  readonly millisecondsPerPhoto: number;
}

export function scorePairs(
  pairs: readonly Pair[],
  seen: ReadonlyMap<string, Seen>,
  comparison: Comparison,
): ScoredPair[] {
  const vectors = new Map(
    [...seen].flatMap(([path, { embedding }]) => (embedding ? [[path, Float32Array.from(embedding)]] : [])),
  );
  return pairs.flatMap((pair) => {
    const [a, b] = [vectors.get(pair.a), vectors.get(pair.b)];
    if (!a || !b) return [];
    const scored = { pair, genuine: pair.same, cosine: cosine(a, b), score: comparison.similarity(a, b) };
    return [pair.fold === undefined ? scored : { ...scored, fold: pair.fold }];
  });
}

const RATES = [1e-2, 1e-3, 1e-4];

export function verificationFigures(
  pairs: readonly Pair[],
  scored: readonly ScoredPair[],
  seen: ReadonlyMap<string, Seen>,
  comparison: Comparison,
): VerificationFigures {
  const photos = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const [genuine, impostor] = [genuineScores(scored), impostorScores(scored)];
  const best = bestThreshold(scored);
  return {
    pairs: pairs.length,
    photos: photos.length,
    failures: photos.filter((path) => !seen.get(path)?.embedding),
    scored: scored.length,
    accuracy: { best: best.accuracy, threshold: best.threshold, byFold: accuracyByFold(scored) },
    areaUnderCurve: areaUnderCurve(genuine, impostor),
    acceptedAt: RATES.map((rate) => acceptedAt(genuine, impostor, rate)),
    atDefault: {
      threshold: comparison.threshold,
      falseMatchRate: passing(impostor, comparison.threshold),
      falseNonMatchRate: 1 - passing(genuine, comparison.threshold),
    },
    millisecondsPerPhoto: median([...seen.values()].map(({ milliseconds }) => milliseconds)),
  };
}

function median(values: readonly number[]): number {
  const rising = values.toSorted((a, b) => a - b);
  return rising[Math.floor(rising.length / 2)] ?? 0;
}
