import { average } from "@selfsame/face/statistics";
import type { CheekGrain, Grain, GrainPart } from "@selfsame/face/assess/cheek-grain";
import type { Pictured } from "./one-photo.ts";

/** Heads turned by less show both cheeks alike, degrees. */
const turnedFrom = 14;

/** The change of detail from the selfie to a turned head, on the cheek towards the camera, the one away from it, and in the middle. */
interface Change {
  readonly near: Grain;
  readonly far: Grain;
  readonly middle: Grain;
}

/** Each turned frame's changes, the finer detail first. */
function changesOf(selfie: Pictured, frames: readonly Pictured[]): readonly (readonly Change[])[] {
  const before = selfie.skin.grain;
  if (!before) return [];
  return frames.flatMap(({ skin, gesture }) => {
    const turn = gesture.yaw - selfie.gesture.yaw;
    if (!skin.grain || Math.abs(turn) < turnedFrom) return [];
    // A head that turns to the photo's right hides the cheek on that side.
    const [near, far]: readonly GrainPart[] = turn > 0 ? ["left", "right"] : ["right", "left"];
    return [
      before.map((_, size) => changeOf(before, skin.grain as CheekGrain, size, near as GrainPart, far as GrainPart)),
    ];
  });
}

function changeOf(before: CheekGrain, after: CheekGrain, size: number, near: GrainPart, far: GrainPart): Change {
  const changed = (part: GrainPart): Grain => {
    const [one, other] = [before[size]?.[part], after[size]?.[part]];
    if (!one || !other) throw new RangeError("stretched-cheek: other sizes of detail");
    return { energy: other.energy - one.energy, across: other.across - one.across };
  };
  return { near: changed(near), far: changed(far), middle: changed("middle") };
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
