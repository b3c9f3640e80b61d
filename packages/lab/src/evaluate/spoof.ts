import type { Interval } from "@selfsame/face/manifest";
import { intervalOfMean } from "./statistics/bootstrap.ts";
import { wilson } from "./statistics/interval.ts";
import type { Seen } from "./analyze-all.ts";
import type { SpoofPhoto } from "./spoof-folder.ts";

/** Shares of bona fide photos that may be refused, which the curve shows. */
const curveSteps = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5] as const;
/** The one at which kinds of attack are compared. */
export const comparedBpcer = 0.05;

/** An error rate. Each person or recording counts alike, however many photos there are of it. */
export interface SpoofRate {
  readonly photos: number;
  readonly people: number;
  readonly rate: number;
  /** With 95 % confidence, by resampling people; by Wilson's formula where all of them or none are errors. */
  readonly interval: Interval;
}

export interface AtThreshold {
  readonly threshold: number;
  /** Attack presentation classification error rate: attacks that pass (ISO/IEC 30107-3). */
  readonly apcer: SpoofRate;
  /** Bona fide presentation classification error rate, of the photos of the same source: those refused. */
  readonly bpcer: SpoofRate | null;
}

interface KindFigures {
  readonly kind: string;
  readonly atDefault: AtThreshold;
  /** Where 5 % of the bona fide of the same source are refused: kind to the check, as nobody has that threshold beforehand. */
  readonly atOwn: AtThreshold | null;
  /** Where 5 % of those of the other sources are, each source counting alike. Null, as above, where there are none. */
  readonly atOthers: AtThreshold | null;
  /** What passes where at most so many bona fide of the same source are refused; empty where there are none. */
  readonly curve: readonly { readonly bpcer: number; readonly apcer: number }[];
}

export interface SpoofFigures {
  readonly live: number;
  readonly spoof: number;
  /** Photos without a face: an attack without one is refused, a bona fide photo too. They count as errors of neither. */
  readonly failures: readonly string[];
  readonly threshold: number;
  /** The kind with the highest APCER at the default first. A mean over kinds says what was photographed most. */
  readonly kinds: readonly KindFigures[];
  /** Bona fide photos refused at the default, the worst first. */
  readonly bonaFide: readonly { readonly kind: string; readonly bpcer: SpoofRate }[];
  /** Of all of them, each person or recording alike. */
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

/** Each source alike, within it each person, and the photos of a person. */
export function weighted<Photo extends SpoofPhoto>(photos: readonly Photo[]): (Photo & { readonly weight: number })[] {
  return [...Map.groupBy(photos, ({ source }) => source).values()].flatMap((own) => {
    const people = [...Map.groupBy(own, ({ who }) => who).values()];
    return people.flatMap((shots) => shots.map((one) => ({ ...one, weight: 1 / (people.length * shots.length) })));
  });
}

/** The highest threshold that refuses at most a share of photos. */
export function strictestThreshold(photos: readonly ScoredPhoto[], share: number): number {
  const rising = weighted(photos).toSorted((a, b) => a.score - b.score);
  const all = rising.reduce((sum, { weight }) => sum + weight, 0);
  let refused = 0;
  for (const { score, weight } of rising) {
    refused += weight;
    // Sums of thirds and fifths are not exact.
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
    // Of none and of all, resampling only makes none and all again.
    interval: isMixed ? intervalOfMean(shares) : wilson(errors, shares.length),
  };
}
