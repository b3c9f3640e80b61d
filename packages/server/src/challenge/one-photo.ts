import { setImmediate } from "node:timers/promises";
import { coarseBy, onFace, type Skin, skinHeight, skinWidth } from "@selfsame/face/assess/skin";
import type { Point } from "@selfsame/face/plane/geometry";
import { bestFit, type Picture } from "./best-fit.ts";
import { type Shift, shiftAround } from "./shift-around.ts";

/** Sides of what is compared at once, pixels of each picture. */
const finePx = 16;
const coarsePx = 12;
/** How far the landmarks may be wrong, pixels of the coarse picture; and then those, of the fine one. */
const coarseReach = 4;
const fineReach = 2;

/** Which of the blocks counts, from the least alike. Not all blocks of one photo are alike: half of a face hides when it turns. Not all of two photos differ: eyes and lips do not. */
const share = 0.45;
/**
 * Measured (docs/challenge.md): 176 pairs of photos of one person, most of them frames of one video, reach 0.70, and frames of webcams before
 * which nobody moves 0.73. Of four frames that were bent out of one photo, the two that are most alike have 0.77 and more in 98 of 100 cases.
 */
const limit = 0.74;

const across = skinWidth / finePx;
/** The middles of what is compared. */
const blocks = Array.from({ length: across * (skinHeight / finePx) }, (_, i) => ({
  x: (i % across) * finePx + finePx / 2,
  y: Math.floor(i / across) * finePx + finePx / 2,
})).filter(({ x, y }) => onFace(x, y));

/**
 * Whether two of these were made of one photograph. Every photo has a noise of its own; one that is bent, moved or enlarged takes it along.
 * Always takes the same time: how long an answer takes must not tell how near it was.
 */
export async function areOnePhoto(skins: readonly Skin[]): Promise<boolean> {
  let found = false;
  for (const [i, one] of skins.entries()) {
    for (const other of skins.slice(i + 1)) {
      if (skinLikeness(one, other) >= limit) found = true;
      // Some milliseconds a pair: others have their turn in between.
      await setImmediate();
    }
  }
  return found;
}

/** How alike two photos of a face are down to the single pixel, -1 to 1. */
export function skinLikeness(one: Skin, other: Skin): number {
  // Where the landmarks lay them out a little differently, found by what is coarse enough.
  const shifts = blocks.map((middle): Shift => {
    const corner = { x: toCoarse(middle.x), y: toCoarse(middle.y) };
    const { x, y, likeness } = bestFit(coarseOf(one), corner, coarsePx, coarseOf(other), corner, coarseReach);
    return { at: middle, by: { x: x * coarseBy, y: y * coarseBy }, weight: Math.max(0, likeness) ** 2 };
  });
  const likenesses = blocks.map((middle) => {
    const patch = patchOf(other, middle, shiftAround(middle, shifts));
    const from = { x: middle.x - finePx / 2, y: middle.y - finePx / 2 };
    const about = { x: fineReach, y: fineReach };
    return bestFit(fineOf(one), from, finePx, patch, about, fineReach).likeness;
  });
  return likenesses.toSorted((a, b) => a - b)[Math.floor(share * likenesses.length)] ?? 0;
}

/** The corner of the coarse block around the same middle. */
const toCoarse = (middle: number): number => Math.round(middle / coarseBy - coarsePx / 2);

/** The part of the other's fine picture that shows what is around this middle in the first, a little more than is compared. */
function patchOf({ fine }: Skin, middle: Point, shift: (at: Point) => Point): Picture {
  const side = finePx + 2 * fineReach;
  const data = new Int8Array(side * side);
  const start = { x: middle.x - side / 2, y: middle.y - side / 2 };
  const [origin, right, below] = [start, { x: start.x + 1, y: start.y }, { x: start.x, y: start.y + 1 }].map((at) => {
    const by = shift(at);
    return { x: at.x + by.x, y: at.y + by.y };
  }) as [Point, Point, Point];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const x = origin.x + column * (right.x - origin.x) + row * (below.x - origin.x);
      const y = origin.y + column * (right.y - origin.y) + row * (below.y - origin.y);
      data[row * side + column] = between(fine, x, y);
    }
  }
  return { data, width: side, height: side };
}

function between(fine: Int8Array, x: number, y: number): number {
  const left = Math.min(Math.max(Math.floor(x), 0), skinWidth - 2);
  const top = Math.min(Math.max(Math.floor(y), 0), skinHeight - 2);
  const [u, v] = [Math.min(Math.max(x - left, 0), 1), Math.min(Math.max(y - top, 0), 1)];
  const at = top * skinWidth + left;
  const upper = (fine[at] as number) * (1 - u) + (fine[at + 1] as number) * u;
  const lower = (fine[at + skinWidth] as number) * (1 - u) + (fine[at + skinWidth + 1] as number) * u;
  return Math.round(upper * (1 - v) + lower * v);
}

const fineOf = ({ fine }: Skin): Picture => ({ data: fine, width: skinWidth, height: skinHeight });
const coarseOf = ({ coarse }: Skin): Picture => ({
  data: coarse,
  width: skinWidth / coarseBy,
  height: skinHeight / coarseBy,
});
