import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { Seen } from "./analyze-all.ts";
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
} from "./statistics/metrics.ts";
import type { Pair } from "./pairs.ts";

export interface ScoredPair extends Scored {
  readonly pair: Pair;
  /** The score before the similarity scale is applied. */
  readonly raw: number;
}

export interface VerificationFigures {
  readonly pairs: number;
  readonly photos: number;
  /** Photos without a detected face, or unreadable. Pairs with one are not scored. */
  readonly failures: readonly string[];
  readonly scored: number;
  readonly genuine: number;
  readonly impostors: number;
  /** Null, like the next field, without genuine pairs or without impostors. */
  readonly accuracy: {
    readonly best: number;
    readonly threshold: number;
    readonly byFold: readonly FoldAccuracy[];
  } | null;
  readonly areaUnderCurve: number | null;
  /** True accept rates at given false accept rates, with the similarity of each. */
  readonly acceptedAt: readonly AtRate[];
  readonly atDefault: ErrorsAt;
  readonly byThreshold: readonly ErrorsAt[];
  readonly millisecondsPerPhoto: number;
}

/** Both error rates at a similarity; null without pairs to measure them on. */
export interface ErrorsAt {
  readonly threshold: number;
  readonly falseMatchRate: number | null;
  readonly falseNonMatchRate: number | null;
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
    const scored = { pair, genuine: pair.same, raw: comparison.score(a, b), score: comparison.similarity(a, b) };
    return [pair.fold === undefined ? scored : { ...scored, fold: pair.fold }];
  });
}

const rates = [1e-2, 1e-3, 1e-4];
/** Fine enough to choose a threshold. */
const thresholds = Array.from({ length: 61 }, (_, i) => Number((0.4 + i * 0.01).toFixed(2)));

export function verificationFigures(
  pairs: readonly Pair[],
  scored: readonly ScoredPair[],
  seen: ReadonlyMap<string, Seen>,
  comparison: Comparison,
): VerificationFigures {
  const photos = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const [genuine, impostor] = [genuineScores(scored), impostorScores(scored)];
  const both = genuine.length > 0 && impostor.length > 0;
  const best = bestThreshold(scored);
  return {
    pairs: pairs.length,
    photos: photos.length,
    failures: photos.filter((path) => !seen.get(path)?.embedding),
    scored: scored.length,
    genuine: genuine.length,
    impostors: impostor.length,
    accuracy: both ? { best: best.accuracy, threshold: best.threshold, byFold: accuracyByFold(scored) } : null,
    areaUnderCurve: both ? areaUnderCurve(genuine, impostor) : null,
    acceptedAt: both ? rates.map((rate) => acceptedAt(genuine, impostor, rate)) : [],
    atDefault: errorsAt(scored, comparison.threshold),
    byThreshold: byThreshold(scored),
    millisecondsPerPhoto: median([...seen.values()].map(({ milliseconds }) => milliseconds)),
  };
}

function errorsAt(scored: readonly Scored[], threshold: number): ErrorsAt {
  const [genuine, impostor] = [genuineScores(scored), impostorScores(scored)];
  return {
    threshold,
    falseMatchRate: impostor.length === 0 ? null : passing(impostor, threshold),
    falseNonMatchRate: genuine.length === 0 ? null : 1 - passing(genuine, threshold),
  };
}

export const byThreshold = (scored: readonly Scored[]): ErrorsAt[] =>
  thresholds.map((threshold) => errorsAt(scored, threshold));

function median(values: readonly number[]): number {
  const rising = values.toSorted((a, b) => a - b);
  return rising[Math.floor(rising.length / 2)] ?? 0;
}
