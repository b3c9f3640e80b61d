import { average } from "@selfsame/face/statistics";
import { cheekExcess } from "./checks/far-cheek.ts";
import { livenessLack } from "./checks/liveness.ts";
import { farSqueeze, nearStretch } from "./checks/stretched-cheek.ts";
import { onePhotoExcess, type Pair, type Pictured } from "./checks/one-photo.ts";
import { textureExcess } from "./checks/one-texture.ts";
import type { Frame, Measure } from "./judge.ts";

/** Signs of a sequence, each more suspicious the larger it is. Undefined if there is nothing to measure; then it has no weight. */
export interface Signs {
  /** Negative log odds of the passive check: of the median frame, and of the worst. */
  readonly notLive: number;
  readonly leastLive: number;
  /** 1 minus the lowest similarity of a frame to the selfie. */
  readonly unlike: number;
  /** How far the most similar pair exceeds two photos of one face: see one-photo.ts. */
  readonly onePhoto: number;
  /** In deviations: see one-texture.ts. */
  readonly texture: number | undefined;
  /** Extra fine detail on the cheek that turned away: see far-cheek.ts. */
  readonly farCheek: number | undefined;
  /** How far detail is stretched on the cheek towards the camera, and squeezed on the other: see stretched-cheek.ts. */
  readonly nearStretch: number | undefined;
  readonly farSqueeze: number | undefined;
  /** How far the mean log odds of being altered exceed the manifest's limit. 0 below it: the network is unsure about smoothed or soft pictures. */
  readonly blended: number | undefined;
  /** Log odds of being altered that turned heads have in addition to the selfie. */
  readonly rise: number | undefined;
  /** 1 minus the mean similarity of turned heads to the selfie. */
  readonly lack: number | undefined;
}
export type Sign = keyof Signs;

/** Degrees from which a head counts as turned. A step turns or raises the head by at least 7. */
const turnedFrom = 7;

const mean = (values: readonly number[]): number | undefined => (values.length > 0 ? average(values) : undefined);

/** @param pairs of all frames, those of the selfie first */
export function signsOf(
  selfie: Frame & Pictured,
  frames: readonly (Frame & Pictured)[],
  pairs: readonly Pair[],
  { similarity, spoof, blendLimit }: Measure,
): Signs {
  const all = [selfie, ...frames];
  const against = all.map(({ live }) => livenessLack(live, spoof)).toSorted((a, b) => a - b);
  const similarities = frames.map((frame) => similarity(selfie.embedding, frame.embedding));
  const blends = all.flatMap(({ blend }) => blend ?? []);
  const isTurned = (_: unknown, i: number) => (pairs[i]?.turned ?? 0) >= turnedFrom;
  return {
    notLive: against[Math.floor((against.length - 1) / 2)] as number,
    leastLive: against.at(-1) as number,
    unlike: 1 - Math.min(...similarities),
    onePhoto: Math.max(...pairs.map(onePhotoExcess)),
    texture: textureExcess(pairs),
    farCheek: cheekExcess(selfie, frames),
    nearStretch: nearStretch(selfie, frames),
    farSqueeze: farSqueeze(selfie, frames),
    blended: blendLimit === undefined || blends.length === 0 ? undefined : Math.max(0, average(blends) - blendLimit),
    rise: mean(
      frames
        .filter(isTurned)
        .flatMap(({ blend }) => (blend === undefined || selfie.blend === undefined ? [] : blend - selfie.blend)),
    ),
    lack: mean(similarities.filter(isTurned).map((one) => 1 - one)),
  };
}
