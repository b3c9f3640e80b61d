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
const broadReach = 1;

/** Which of the blocks counts, from the least alike. Not all blocks of one photo are alike: half of a face hides when it turns. Not all of two photos differ: eyes and lips do not. */
const share = 0.45;
/** Of the broad picture one of the most alike: of a swap some blocks match almost perfectly, of a head that turned none do. */
const broadShare = 0.9;
/**
 * From this similarity of the finest detail, two frames are one photo, however they are turned. Measured (docs/research/challenge-checks.md):
 * 787 pairs of photos of one person, most of them frames of one video, reach 0.73. A person who hardly moves before a webcam that smooths its
 * pictures reaches 0.79.
 */
const fineLimit = { still: 0.82, moved: 0.74 } as const;
/** Heads that are turned no further apart than this are still, degrees. */
const stillTo = 4;
/**
 * Of heads that are turned further apart than this, degrees, both likenesses count, on Fisher's scale.
 * The further they are turned the less alike are two photos: of those pairs one in 334 is over the limit, and none of what is turned by 9 degrees and
 * more. Of bent stills a pair is in 90 to 100 of 100 performances, also where each frame was compressed or given a noise of its own.
 */
const turnedFrom = 7;
const fineWeight = 0.5;
const turnedLimit = { atFirst: 2.05, aDegree: -0.03, least: 1.35 } as const;
/** From this on heads say whether they have one texture (one-texture.ts), degrees. */
export const textureFrom = 14;

const across = skinWidth / finePx;
/** The middles of what is compared. */
const blocks = Array.from({ length: across * (skinHeight / finePx) }, (_, i) => ({
  x: (i % across) * finePx + finePx / 2,
  y: Math.floor(i / across) * finePx + finePx / 2,
})).filter(({ x, y }) => onFace(x, y));

/** What is needed of a frame to decide whether it shares its photograph with another. */
export interface Pictured {
  readonly skin: Skin;
  readonly gesture: Pick<Gesture, "yaw" | "pitch">;
}

/** Two frames of a performance. */
export interface Pair {
  readonly likeness: BlockSimilarity;
  /** By how much one head is turned or nods further than the other, degrees. */
  readonly turned: number;
}

/**
 * Compares each pair: the first frame with every other in their order, then the second with those after it, and so on. Always takes the same
 * time: the response time must not reveal how near a frame came.
 */
export async function pairsOf(frames: readonly Pictured[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const [i, one] of frames.entries()) {
    for (const other of frames.slice(i + 1)) {
      pairs.push({ likeness: skinSimilarity(one.skin, other.skin), turned: turnBetween(one, other) });
      // Some milliseconds a pair: others have their turn in between.
      await setImmediate();
    }
  }
  return pairs;
}

/**
 * By how much two frames are more alike than two photos of a face are, on Fisher's scale: over 0 they may be one photo. Every photo has a noise of its
 * own; one that is bent, moved or enlarged takes it along. And of a head that turned, light and shape have changed in what is too large for noise to hide;
 * of a picture that is bent into a turn they have not.
 */
export function onePhotoExcess({ likeness: { fine, middle }, turned }: Pair): number {
  const moved = fisher(fine) - fisher(turned < stillTo ? fineLimit.still : fineLimit.moved);
  if (turned < turnedFrom) return moved;
  const { atFirst, aDegree, least } = turnedLimit;
  return Math.max(
    moved,
    fisher(middle) + fineWeight * fisher(fine) - Math.max(least, atFirst + aDegree * (turned - turnedFrom)),
  );
}

/** Of a correlation, the scale on which equal steps are equally hard (Fisher's z); not beyond what 0.999 gives. */
export const fisher = (likeness: number): number => Math.atanh(Math.max(-0.999, Math.min(0.999, likeness)));

/** By how much one head is turned or nods further than the other, degrees. */
export const turnBetween = ({ gesture: one }: Pictured, { gesture: other }: Pictured): number =>
  Math.max(Math.abs(one.yaw - other.yaw), Math.abs(one.pitch - other.pitch));

/** How alike two photos of a face are, -1 to 1: to the single pixel, in what noise and compression leave, and in what identifies the face. */
export interface BlockSimilarity {
  readonly fine: number;
  readonly middle: number;
  readonly broad: number;
}

export function skinSimilarity(one: Skin, other: Skin): BlockSimilarity {
  // Where the landmarks lay them out a little differently, found by what is coarse enough.
  const shifts = blocks.map((middle): Shift => {
    const corner = { x: toCoarse(middle.x), y: toCoarse(middle.y) };
    const { x, y, likeness } = bestFit(coarseOf(one), corner, coarsePx, coarseOf(other), corner, coarseReach);
    return { at: middle, by: { x: x * coarseBy, y: y * coarseBy }, weight: Math.max(0, likeness) ** 2 };
  });
  const placed = blocks.map((at) => ({ at, shift: shiftAround(at, shifts) }));
  const likenesses = (search: Search, a: Picture, b: Picture, among = placed) =>
    among.map(({ at, shift }) => blockLikeness(a, b, search, at, shift)).toSorted((x, y) => x - y);
  const whole = placed.filter(({ at }) => fits(broadOf(one), at, coarseBy));
  return {
    fine: atShare(share, likenesses({ by: 1, reach: fineReach }, fineOf(one), fineOf(other))),
    middle: atShare(share, likenesses({ by: middleBy, reach: fineReach }, middleOf(one), middleOf(other))),
    broad: atShare(broadShare, likenesses({ by: coarseBy, reach: broadReach }, broadOf(one), broadOf(other), whole)),
  };
}

const atShare = (of: number, sorted: readonly number[]): number => sorted[Math.floor(of * sorted.length)] ?? 0;

/** The pictures are smaller by `by`; the search for a block reaches so many of their pixels around its expected place. */
interface Search {
  readonly by: number;
  readonly reach: number;
}

const cornerOf = (at: Point, by: number): Point => ({ x: at.x / by - finePx / 2, y: at.y / by - finePx / 2 });

function fits({ width, height }: Picture, at: Point, by: number): boolean {
  const { x, y } = cornerOf(at, by);
  return x >= 0 && y >= 0 && x + finePx <= width && y + finePx <= height;
}

/** Of the block around this place. */
function blockLikeness(one: Picture, other: Picture, search: Search, at: Point, shift: (at: Point) => Point): number {
  const { by, reach } = search;
  const about = { x: reach, y: reach };
  return bestFit(one, cornerOf(at, by), finePx, patchOf(other, search, at, shift), about, reach).likeness;
}

/** The corner of the coarse block around the same middle. */
const toCoarse = (middle: number): number => Math.round(middle / coarseBy - coarsePx / 2);

/** The part of the other picture that shows what is around this place in the first, a little more than is compared. */
function patchOf(other: Picture, { by, reach }: Search, middle: Point, shift: (at: Point) => Point): Picture {
  const side = finePx + 2 * reach;
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
const quarter = { width: skinWidth / coarseBy, height: skinHeight / coarseBy } as const;
const coarseOf = ({ coarse }: Skin): Picture => ({ data: coarse, ...quarter });
const broadOf = ({ broad }: Skin): Picture => ({ data: broad, ...quarter });
