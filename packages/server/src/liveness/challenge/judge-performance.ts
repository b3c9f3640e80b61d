import type { Task } from "@selfsame/face/assess/gestures";
import type { Manifest } from "@selfsame/face/manifest";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import { average, directionOf } from "@selfsame/photo/verify/frames-face";
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

/** Similarity from which a picture 96 pixels high in colored light shows the person: 1 in 100 impostors reaches it (docs/research/screen-colors.md). */
const smallPictureSimilarity = 0.5;

/** Whether one of the small pictures shows another person than the selfie and the frames together. */
export const isOther =
  ({ similarity }: Pick<Comparison, "similarity">) =>
  (photos: readonly Float32Array[], pictures: readonly Float32Array[]): boolean => {
    const face = directionOf(average(photos).sum);
    return pictures.some((picture) => similarity(face, picture) < smallPictureSimilarity);
  };

/** Whether the frames are genuine, each alone and all together. Takes the same time for every outcome: the response time must not reveal the reason. */
export async function judgePerformance(
  tasks: readonly Task[],
  selfie: Frame & Pictured,
  frames: readonly (Frame & Pictured)[],
  measure: Measure,
): Promise<Doubt | undefined> {
  return judgePairs(tasks, selfie, frames, await pairsOf([selfie, ...frames]), measure);
}

/** The same with the pairs of all frames given, those of the selfie first. */
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

/** The reason that an account receives, by the sign with the largest share in a sum over the limit. */
const reasons = {
  notLive: "spoof",
  leastLive: "spoof",
  unlike: "warped",
  onePhoto: "one_photo",
  texture: "one_texture",
  farCheek: "warped",
  nearStretch: "warped",
  farSqueeze: "warped",
  blended: "blended",
  rise: "warped",
  lack: "warped",
} as const satisfies Readonly<Record<Sign, Doubt["reason"]>>;
