import type { Task } from "@selfsame/face/assess/gestures";
import type { Manifest } from "@selfsame/face/manifest";
import type { Comparison } from "../verify/comparison.ts";
import { average, directionOf } from "../verify/frames-face.ts";
import { type Doubt, type Frame, judgeChallenge, type Measure } from "./judge.ts";
import { areBlended } from "./checks/blends.ts";
import { haveOneLight } from "./checks/one-light.ts";
import { areOnePhoto, pairsOf, type Pictured } from "./checks/one-photo.ts";
import { isOneTexture } from "./checks/one-texture.ts";
import { areWarped, turnedFrames } from "./checks/warped-stills.ts";

/**
 * From which similarity a frame shows the person in the selfie: one impostor in 1,000 passes, and one in 100 for heads that are tilted far up,
 * since faces from below are less alike. The identity is decided by the reference, which /verify compares with the frames as well.
 */
const samePersonSimilarity = { ahead: 0.6, farUp: 0.5 } as const;

export const measureOf = (
  comparison: Pick<Comparison, "similarity">,
  { models }: Pick<Manifest, "models">,
  checksBlends: boolean,
): Measure => ({
  isSame: (selfie, frame, isFar) =>
    comparison.similarity(selfie, frame) >= (isFar ? samePersonSimilarity.farUp : samePersonSimilarity.ahead),
  similarity: (one, other) => comparison.similarity(one, other),
  spoof: models.spoof,
  blendLimit: checksBlends ? models.blend?.limit : undefined,
});

/** The same of pictures 96 pixels high in colored light (docs/research/screen-colors.md). */
const smallPictureSimilarity = 0.5;

/** Whether one of the small pictures shows another person than the selfie and the frames together. */
export const isOther =
  ({ similarity }: Pick<Comparison, "similarity">) =>
  (photos: readonly Float32Array[], pictures: readonly Float32Array[]): boolean => {
    const face = directionOf(average(photos).sum);
    return pictures.some((picture) => similarity(face, picture) < smallPictureSimilarity);
  };

/** Whether the frames are genuine: each by itself, and by what they share. Always takes the same time: the response time must not reveal the reason. */
export async function judgePerformance(
  tasks: readonly Task[],
  selfie: Frame & Pictured,
  frames: readonly (Frame & Pictured)[],
  measure: Measure,
): Promise<Doubt | undefined> {
  const all = [selfie, ...frames];
  const pairs = await pairsOf(all);
  const onePhoto = areOnePhoto(pairs);
  const oneTexture = isOneTexture(pairs);
  const doubt = judgeChallenge(tasks, selfie, frames, measure);
  if (doubt) return doubt;
  if (onePhoto) return { reason: "one_photo" };
  if (oneTexture) return { reason: "one_texture" };
  if (measure.blendLimit !== undefined) {
    if (areBlended(all, measure.blendLimit)) return { reason: "blended" };
    if (areWarped(turnedFrames(selfie, frames, pairs, measure.similarity))) return { reason: "warped" };
  }
  return haveOneLight(all) ? undefined : { reason: "other_light" };
}
