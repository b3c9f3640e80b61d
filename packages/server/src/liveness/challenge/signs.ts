import { average } from "@selfsame/face/statistics";
import { cheekExcess } from "./checks/far-cheek.ts";
import { livenessLack } from "./checks/liveness.ts";
import { onePhotoExcess, type Pair, type Pictured } from "./checks/one-photo.ts";
import { textureExcess } from "./checks/one-texture.ts";
import type { Frame, Measure } from "./judge.ts";

/** What a sequence shows, each the more suspicious the larger. Where there is nothing to measure it is undefined, and counts nothing. */
export interface Signs {
  /** Log odds of the passive check against the person: of the middle frame, and of the worst. */
  readonly notLive: number;
  readonly leastLive: number;
  /** 1 less the similarity of the frame least like the selfie. */
  readonly unlike: number;
  /** By how much the pair most alike is beyond what two photos of a face are: see one-photo.ts. */
  readonly onePhoto: number;
  /** In deviations: see one-texture.ts. */
  readonly texture: number | undefined;
  /** How much more fine detail the cheek that turns away has: see far-cheek.ts. */
  readonly farCheek: number | undefined;
  /**
   * By how much the mean log odds that software changed the faces are over the manifest's limit: of some people's pictures, smoothed or soft, the network
   * is not sure, so nothing below counts.
   */
  readonly blended: number | undefined;
  /** By how many log odds a turned head appears more altered by software than the selfie. */
  readonly rise: number | undefined;
  /** 1 less the mean similarity of turned heads to the selfie. */
  readonly lack: number | undefined;
}
export type Sign = keyof Signs;

/** Heads that are turned no further than this, degrees, say nothing of how they were turned. A step turns or raises the head by 7 at least. */
const turnedFrom = 7;

const mean = (values: readonly number[]): number | undefined => (values.length > 0 ? average(values) : undefined);

/** @param pairs of all frames, the selfie's first */
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
    blended: blendLimit === undefined || blends.length === 0 ? undefined : Math.max(0, average(blends) - blendLimit),
    rise: mean(
      frames
        .filter(isTurned)
        .flatMap(({ blend }) => (blend === undefined || selfie.blend === undefined ? [] : blend - selfie.blend)),
    ),
    lack: mean(similarities.filter(isTurned).map((one) => 1 - one)),
  };
}
