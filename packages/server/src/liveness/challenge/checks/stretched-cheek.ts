import { average } from "@selfsame/face/statistics";
import type { Grain, GrainPart } from "@selfsame/face/assess/cheek-grain";
import type { Pictured } from "./one-photo.ts";
import { turnedAside } from "./turned-aside.ts";

/** The change of detail from the selfie to a turned head, on the cheek towards the camera, the one away from it, and in the middle. */
interface Change {
  readonly near: Grain;
  readonly far: Grain;
  readonly middle: Grain;
}

/** Each turned frame's changes: of the finer detail, and of the coarser. */
function changesOf(selfie: Pictured, frames: readonly Pictured[]): readonly (readonly Change[])[] {
  return turnedAside(selfie, frames).flatMap(({ frame, away }) => {
    const [before, after] = [selfie.skin.grain, frame.skin.grain];
    if (!before || !after) return [];
    const changes = before.map((was, size): Change => {
      const is = after[size];
      if (!is) throw new RangeError("stretched-cheek: other sizes of detail");
      const changed = (part: GrainPart): Grain => ({
        energy: is[part].energy - was[part].energy,
        across: is[part].across - was[part].across,
      });
      const [left, right] = [changed("left"), changed("right")];
      const [near, far] = away === 1 ? [left, right] : [right, left];
      return { near, far, middle: changed("middle") };
    });
    return [changes];
  });
}

/**
 * How much less the detail of the cheek towards the camera changes across the face than in the selfie, log energy, mean over turned frames. A real
 * cheek shows more of itself there; a photo of it is stretched. Undefined if no frame is turned.
 */
export function nearStretch(selfie: Pictured, frames: readonly Pictured[]): number | undefined {
  const found = changesOf(selfie, frames).map((sizes) => -average(sizes.map(({ near }) => near.across)));
  return found.length > 0 ? average(found) : undefined;
}

/**
 * How much more the coarser detail of the cheek that turned away changes across the face, and how much stronger it is beside the middle: a real cheek
 * is seen at a flat angle and blurs, a photo of it is squeezed together. Log energy, mean over turned frames.
 */
export function farSqueeze(selfie: Pictured, frames: readonly Pictured[]): number | undefined {
  const found = changesOf(selfie, frames).flatMap((sizes) => {
    const coarser = sizes.at(-1);
    return coarser ? (coarser.far.across + coarser.far.energy - coarser.middle.energy) / 2 : [];
  });
  return found.length > 0 ? average(found) : undefined;
}
