import { average } from "@selfsame/face/statistics";

/**
 * Whether software changed the faces in the frames: a swap whose frames differ in everything else still blends one face into another in each.
 * The mean of the frames decides, since a single one of a soft webcam may look changed. Measured: docs/research/challenge-swaps.md.
 * @param frames with the log odds of face/assess/blend.ts; undefined where there is no model for it
 */
export function areBlended(frames: readonly { readonly blend?: number }[], limit: number): boolean {
  const found = frames.flatMap(({ blend }) => blend ?? []);
  return found.length > 0 && average(found) > limit;
}
