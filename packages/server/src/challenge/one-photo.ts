import { setImmediate } from "node:timers/promises";
import type { Gesture } from "@selfsame/face/assess/gestures";
import { coarseBy, middleBy, onFace, type Skin, skinHeight, skinWidth } from "@selfsame/face/assess/skin";
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
 * From which likeness of the finest detail on two are one photo, however they are turned. Measured (docs/challenge.md): 787 pairs of photos of one
 * person, most of them frames of one video, reach 0.73. Of somebody who hardly moves before a webcam that smooths its pictures they reach 0.79.
 */
const fineLimit = { still: 0.82, moved: 0.74 } as const;
/** Heads that are turned no further apart than this are still, degrees. */
const stillTo = 4;
/**
 * Of heads that are turned further apart than this, degrees, both likenesses count, on the scale on which equal steps are equally hard (Fisher's z).
 * The further they are turned the less alike are two photos: of those pairs one in 334 is over the limit, and none of what is turned by 9 degrees and
 * more. Of bent stills a pair is in 90 to 100 of 100 performances, also where each frame was compressed or given a noise of its own.
 */
const turnedFrom = 7;
const fineWeight = 0.5;
const turnedLimit = { atFirst: 2.05, aDegree: -0.03, least: 1.35 } as const;

const across = skinWidth / finePx;
/** The middles of what is compared. */
const blocks = Array.from({ length: across * (skinHeight / finePx) }, (_, i) => ({
  x: (i % across) * finePx + finePx / 2,
  y: Math.floor(i / across) * finePx + finePx / 2,
})).filter(({ x, y }) => onFace(x, y));

/** What is asked of a frame to tell whether it shares its photograph with another. */
export interface Pictured {
  readonly skin: Skin;
  readonly gesture: Pick<Gesture, "yaw" | "pitch">;
}

/**
 * Whether two of these were made of one photograph. Every photo has a noise of its own; one that is bent, moved or enlarged takes it along. And of a
 * head that turned, light and shape have changed in what is too large for noise to hide; of a picture that is bent into a turn they have not.
 * Always takes the same time: how long an answer takes must not tell how near it was.
 */
export async function areOnePhoto(frames: readonly Pictured[]): Promise<boolean> {
  let found = false;
  for (const [i, one] of frames.entries()) {
    for (const other of frames.slice(i + 1)) {
      if (isOnePhoto(skinLikeness(one.skin, other.skin), turnBetween(one, other))) found = true;
      // Some milliseconds a pair: others have their turn in between.
      await setImmediate();
    }
  }
  return found;
}

/** @param turned by how much one head is turned or nods further than the other, degrees */
export function isOnePhoto({ fine, middle }: Likeness, turned: number): boolean {
  if (fine >= (turned < stillTo ? fineLimit.still : fineLimit.moved)) return true;
  if (turned < turnedFrom) return false;
  const { atFirst, aDegree, least } = turnedLimit;
  const limit = Math.max(least, atFirst + aDegree * (turned - turnedFrom));
  return fisher(middle) + fineWeight * fisher(fine) >= limit;
}

/** Of a correlation; not beyond what 0.999 gives. */
const fisher = (likeness: number): number => Math.atanh(Math.max(-0.999, Math.min(0.999, likeness)));

/** By how much one head is turned or nods further than the other, degrees. */
export const turnBetween = ({ gesture: one }: Pictured, { gesture: other }: Pictured): number =>
  Math.max(Math.abs(one.yaw - other.yaw), Math.abs(one.pitch - other.pitch));

/** How alike two photos of a face are, -1 to 1: down to the single pixel, and in what noise and compression do not change. */
export interface Likeness {
  readonly fine: number;
  readonly middle: number;
}

export function skinLikeness(one: Skin, other: Skin): Likeness {
  // Where the landmarks lay them out a little differently, found by what is coarse enough.
  const shifts = blocks.map((middle): Shift => {
    const corner = { x: toCoarse(middle.x), y: toCoarse(middle.y) };
    const { x, y, likeness } = bestFit(coarseOf(one), corner, coarsePx, coarseOf(other), corner, coarseReach);
    return { at: middle, by: { x: x * coarseBy, y: y * coarseBy }, weight: Math.max(0, likeness) ** 2 };
  });
  const placed = blocks.map((at) => ({ at, shift: shiftAround(at, shifts) }));
  const likenesses = (by: number, a: Picture, b: Picture) => {
    const all = placed.map(({ at, shift }) => blockLikeness(a, b, by, at, shift));
    return all.toSorted((x, y) => x - y)[Math.floor(share * all.length)] ?? 0;
  };
  return {
    fine: likenesses(1, fineOf(one), fineOf(other)),
    middle: likenesses(middleBy, middleOf(one), middleOf(other)),
  };
}

/** Of the block around this place, in pictures smaller by `by`. */
function blockLikeness(one: Picture, other: Picture, by: number, at: Point, shift: (at: Point) => Point): number {
  const patch = patchOf(other, by, at, shift);
  const from = { x: at.x / by - finePx / 2, y: at.y / by - finePx / 2 };
  const about = { x: fineReach, y: fineReach };
  return bestFit(one, from, finePx, patch, about, fineReach).likeness;
}

/** The corner of the coarse block around the same middle. */
const toCoarse = (middle: number): number => Math.round(middle / coarseBy - coarsePx / 2);

/** The part of the other picture that shows what is around this place in the first, a little more than is compared. */
function patchOf(other: Picture, by: number, middle: Point, shift: (at: Point) => Point): Picture {
  const side = finePx + 2 * fineReach;
  const data = new Int8Array(side * side);
  const start = { x: middle.x - (side / 2) * by, y: middle.y - (side / 2) * by };
  const [origin, right, below] = [start, { x: start.x + by, y: start.y }, { x: start.x, y: start.y + by }].map((at) => {
    const moved = shift(at);
    return { x: (at.x + moved.x) / by, y: (at.y + moved.y) / by };
  }) as [Point, Point, Point];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const x = origin.x + column * (right.x - origin.x) + row * (below.x - origin.x);
      const y = origin.y + column * (right.y - origin.y) + row * (below.y - origin.y);
      data[row * side + column] = between(other, x, y);
    }
  }
  return { data, width: side, height: side };
}

function between({ data, width, height }: Picture, x: number, y: number): number {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 2);
  const top = Math.min(Math.max(Math.floor(y), 0), height - 2);
  const [u, v] = [Math.min(Math.max(x - left, 0), 1), Math.min(Math.max(y - top, 0), 1)];
  const at = top * width + left;
  const upper = (data[at] as number) * (1 - u) + (data[at + 1] as number) * u;
  const lower = (data[at + width] as number) * (1 - u) + (data[at + width + 1] as number) * u;
  return Math.round(upper * (1 - v) + lower * v);
}

const fineOf = ({ fine }: Skin): Picture => ({ data: fine, width: skinWidth, height: skinHeight });
const middleOf = ({ middle }: Skin): Picture => ({
  data: middle,
  width: skinWidth / middleBy,
  height: skinHeight / middleBy,
});
const coarseOf = ({ coarse }: Skin): Picture => ({
  data: coarse,
  width: skinWidth / coarseBy,
  height: skinHeight / coarseBy,
});
