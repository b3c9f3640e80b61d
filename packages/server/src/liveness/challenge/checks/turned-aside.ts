import type { Pictured } from "./one-photo.ts";

/** Heads turned by less show both cheeks alike, degrees. */
const turnedFrom = 14;

/** The frames whose heads turned aside, and the side of the photo on which a cheek turned away: 1 is its right, where a head turns to. */
export const turnedAside = (
  selfie: Pictured,
  frames: readonly Pictured[],
): readonly { readonly frame: Pictured; readonly away: 1 | -1 }[] =>
  frames.flatMap((frame) => {
    const turn = frame.gesture.yaw - selfie.gesture.yaw;
    return Math.abs(turn) < turnedFrom ? [] : [{ frame, away: turn > 0 ? 1 : -1 }];
  });
