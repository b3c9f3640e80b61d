import type { Task } from "@selfsame/face/assess/gestures";
import type { Manifest } from "@selfsame/face/manifest";
import type { Comparison } from "../../photo/verify/comparison.ts";
import { average, directionOf } from "../../photo/verify/frames-face.ts";
import { rejectingSign, type Sign } from "./decision.ts";
import { type Doubt, type Frame, judgeChallenge, type Measure } from "./judge.ts";
import { haveOneLight } from "./checks/one-light.ts";
import { type Pair, pairsOf, type Pictured } from "./checks/one-photo.ts";
import { signsOf } from "./signs.ts";

export const measureOf = (
  comparison: Pick<Comparison, "similarity">,
  { models }: Pick<Manifest, "models">,
  checksBlends: boolean,
): Measure => ({
  similarity: (one, other) => comparison.similarity(one, other),
  spoof: models.spoof,
  blendLimit: checksBlends ? models.blend?.limit : undefined,
});

/** From which similarity on a picture 96 pixels high in colored light shows the person (docs/research/screen-colors.md): one impostor in 100 passes. */
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
  return judgePairs(tasks, selfie, frames, await pairsOf([selfie, ...frames]), measure);
}

/** The same where the pairs of all frames are known, the selfie's first. */
export function judgePairs(
  tasks: readonly Task[],
  selfie: Frame & Pictured,
  frames: readonly (Frame & Pictured)[],
  pairs: readonly Pair[],
  measure: Measure,
): Doubt | undefined {
  const most = rejectingSign(signsOf(selfie, frames, pairs, measure));
  const doubt = judgeChallenge(tasks, selfie, frames, measure);
  if (doubt) return doubt;
  if (!haveOneLight([selfie, ...frames])) return { reason: "other_light" };
  return most && { reason: reasons[most] };
}

/** The reason an account gets, by the sign that weighed most in a sum of signs that was over the limit. */
const reasons = {
  notLive: "spoof",
  leastLive: "spoof",
  unlike: "warped",
  onePhoto: "one_photo",
  texture: "one_texture",
  farCheek: "warped",
  blended: "blended",
  rise: "warped",
  lack: "warped",
} as const satisfies Readonly<Record<Sign, Doubt["reason"]>>;
