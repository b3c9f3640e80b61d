import type { Interval } from "@selfsame/face/manifest";
import { intervalOfMean } from "./statistics/bootstrap.ts";
import { wilson } from "./statistics/interval.ts";
import type { Seen } from "./analyze-all.ts";
import type { SpoofPhoto } from "./spoof-folder.ts";

/** BPCER values at which the curve has a point. */
const curveSteps = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5] as const;
/** The BPCER at which kinds of attack are compared. */
export const comparedBpcer = 0.05;

/** An error rate in which each person or recording has equal weight, whatever its number of photos. */
export interface SpoofRate {
  readonly photos: number;
  readonly people: number;
  readonly rate: number;
  /** With 95 % confidence, resampled by person; by Wilson's formula if none or all are errors. */
  readonly interval: Interval;
}

export interface AtThreshold {
  readonly threshold: number;
  /** Attack presentation classification error rate: attacks accepted as bona fide (ISO/IEC 30107-3). */
  readonly apcer: SpoofRate;
  /** Bona fide presentation classification error rate, on the same source: bona fide photos rejected. */
  readonly bpcer: SpoofRate | null;
}

interface KindFigures {
  readonly kind: string;
  readonly atDefault: AtThreshold;
  /**
   * At the threshold that rejects 5 % of the bona fide photos of the same source. Optimistic, since nobody has this threshold in advance. Null if
   * there are none.
   */
  readonly atOwn: AtThreshold | null;
  /** At the threshold that rejects 5 % of those of the other sources, each source with equal weight. Null if there are none. */
  readonly atOthers: AtThreshold | null;
  /** APCER at thresholds with at most this BPCER on the same source; empty without bona fide photos. */
  readonly curve: readonly { readonly bpcer: number; readonly apcer: number }[];
}

export interface SpoofFigures {
  readonly live: number;
  readonly spoof: number;
  /** Photos without a face. Bona fide or attack, they are rejected, and count as errors of neither. */
  readonly failures: readonly string[];
  readonly threshold: number;
  /** The kinds by APCER at the default threshold, highest first. A mean over kinds would mainly reflect what was photographed most. */
  readonly kinds: readonly KindFigures[];
  /** BPCER at the default threshold, highest first. */
  readonly bonaFide: readonly { readonly kind: string; readonly bpcer: SpoofRate }[];
  /** BPCER over all bona fide photos, each person or recording with equal weight. */
  readonly allBonaFide: SpoofRate | null;
}

export interface ScoredPhoto extends SpoofPhoto {
  readonly score: number;
}

export function spoofFigures(
  photos: readonly SpoofPhoto[],
  seen: ReadonlyMap<string, Seen>,
  threshold: number,
): SpoofFigures {
  const scored = photos.flatMap((photo) => {
    const score = seen.get(photo.path)?.live;
    return score === undefined ? [] : [{ ...photo, score }];
  });
  const live = scored.filter((photo) => photo.live);
  const spoof = scored.filter((photo) => !photo.live);
  const kinds = [...Map.groupBy(spoof, ({ kind }) => kind)].map(([kind, own]) =>
    kindFigures(kind, own, live, threshold),
  );
  const bonaFide = [...Map.groupBy(live, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    bpcer: rateOf(own, (score) => score < threshold),
  }));
  return {
    allBonaFide: live.length === 0 ? null : rateOf(live, (score) => score < threshold),
    live: live.length,
    spoof: spoof.length,
    failures: photos.filter(({ path }) => seen.get(path)?.live === undefined).map(({ path }) => path),
    threshold,
    kinds: kinds.toSorted((a, b) => b.atDefault.apcer.rate - a.atDefault.apcer.rate),
    bonaFide: bonaFide.toSorted((a, b) => b.bpcer.rate - a.bpcer.rate),
  };
}

function kindFigures(
  kind: string,
  attacks: readonly ScoredPhoto[],
  live: readonly ScoredPhoto[],
  threshold: number,
): KindFigures {
  const source = attacks[0]?.source;
  const own = live.filter((photo) => photo.source === source);
  const others = live.filter((photo) => photo.source !== source);
  const at = (limit: number): AtThreshold => ({
    threshold: limit,
    apcer: rateOf(attacks, (score) => score >= limit),
    bpcer: own.length === 0 ? null : rateOf(own, (score) => score < limit),
  });
  return {
    kind,
    atDefault: at(threshold),
    atOwn: own.length === 0 ? null : at(strictestThreshold(own, comparedBpcer)),
    atOthers: others.length === 0 ? null : at(strictestThreshold(others, comparedBpcer)),
    curve:
      own.length === 0
        ? []
        : curveSteps.map((bpcer) => ({ bpcer, apcer: at(strictestThreshold(own, bpcer)).apcer.rate })),
  };
}

/** Weights photos: sources have equal weight, within a source the people, and within a person the photos. */
export function weighted<Photo extends SpoofPhoto>(photos: readonly Photo[]): (Photo & { readonly weight: number })[] {
  return [...Map.groupBy(photos, ({ source }) => source).values()].flatMap((own) => {
    const people = [...Map.groupBy(own, ({ who }) => who).values()];
    return people.flatMap((shots) => shots.map((one) => ({ ...one, weight: 1 / (people.length * shots.length) })));
  });
}

/** The highest threshold that rejects at most a share of photos. */
export function strictestThreshold(photos: readonly ScoredPhoto[], share: number): number {
  const rising = weighted(photos).toSorted((a, b) => a.score - b.score);
  const all = rising.reduce((sum, { weight }) => sum + weight, 0);
  let refused = 0;
  for (const { score, weight } of rising) {
    refused += weight;
    // The tolerance is for rounding: sums of thirds and fifths are not exact.
    if (refused > all * share + 1e-9) return score;
  }
  return Infinity;
}

export function rateOf(photos: readonly ScoredPhoto[], isError: (score: number) => boolean): SpoofRate {
  const shares = [...Map.groupBy(photos, ({ who }) => who).values()].map(
    (shots) => shots.filter(({ score }) => isError(score)).length / shots.length,
  );
  const errors = shares.reduce((sum, one) => sum + one, 0);
  const isMixed = errors > 0 && errors < shares.length;
  return {
    photos: photos.length,
    people: shares.length,
    rate: errors / shares.length,
    // Resampling no errors, or errors only, always gives the same rate.
    interval: isMixed ? intervalOfMean(shares) : wilson(errors, shares.length),
  };
}
