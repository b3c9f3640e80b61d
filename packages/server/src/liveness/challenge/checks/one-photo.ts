import { setImmediate } from "node:timers/promises";
import type { Gesture } from "@selfsame/face/assess/gestures";
import { onFace, skinHeight, skinWidth } from "@selfsame/face/assess/lay-out";
import { coarseBy, middleBy, type Skin } from "@selfsame/face/assess/skin";
import type { Point } from "@selfsame/face/plane/geometry";
import { bestFit, type Picture } from "./best-fit.ts";
import { type Shift, shiftAround } from "./shift-around.ts";

/** Side of a block, in pixels of each picture. */
const finePx = 16;
const coarsePx = 12;
/** How far landmarks may be off, in pixels of the coarse picture; and how far that result may be off, in pixels of the fine one. */
const coarseReach = 4;
const fineReach = 2;
const broadReach = 1;

/**
 * Quantile of the blocks that counts, from the least similar. One photo has dissimilar blocks, since half of the face hides in a turn; two photos have
 * similar ones, at eyes and lips.
 */
const share = 0.45;
/** The same for the broad picture: of a swap some blocks match almost perfectly, of a head that turned none do. */
const broadShare = 0.9;
/**
 * Similarity of the finest detail from which two frames are one photo, however they are turned. 787 pairs of photos of one person, most of them frames
 * of one video, reach 0.73; a person who hardly moves before a smoothing webcam reaches 0.79 (docs/research/challenge-checks.md).
 */
const fineLimit = { still: 0.82, moved: 0.74 } as const;
/** Heads turned less far apart are still, degrees. */
const stillTo = 4;
/**
 * For heads turned further apart than this (degrees), both similarities count, on Fisher's scale. Two photos are less similar the further the heads are
 * apart: one in 334 of those pairs is over the limit, and none from 9 degrees on. Bent stills have such a pair in 90 to 100 of 100 performances, also if
 * each frame was compressed or given its own noise.
 */
const turnedFrom = 7;
const fineWeight = 0.5;
const turnedLimit = { atFirst: 2.05, aDegree: -0.03, least: 1.35 } as const;
/** Turn from which a pair shows whether two heads have one texture (one-texture.ts), degrees. */
export const textureFrom = 14;

const across = skinWidth / finePx;
/** Centers of the blocks. */
const blocks = Array.from({ length: across * (skinHeight / finePx) }, (_, i) => ({
  x: (i % across) * finePx + finePx / 2,
  y: Math.floor(i / across) * finePx + finePx / 2,
})).filter(({ x, y }) => onFace(x, y));

/** What tells whether a frame shares its photograph with another. */
export interface Pictured {
  readonly skin: Skin;
  readonly gesture: Pick<Gesture, "yaw" | "pitch">;
}

/** Two frames of a performance. */
export interface Pair {
  readonly likeness: BlockSimilarity;
  /** Difference in yaw or pitch, the larger one, degrees. */
  readonly turned: number;
}

/**
 * Compares each pair: the first frame with every later one, then the second, and so on. Takes the same time for every outcome: the response time must
 * not reveal how near a frame came.
 */
export async function pairsOf(frames: readonly Pictured[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const [i, one] of frames.entries()) {
    for (const other of frames.slice(i + 1)) {
      pairs.push({ likeness: skinSimilarity(one.skin, other.skin), turned: turnBetween(one, other) });
      // A pair takes some milliseconds: other work runs in between.
      await setImmediate();
    }
  }
  return pairs;
}

/**
 * How far the similarity of two frames exceeds that of two photos of a face, on Fisher's scale: over 0 they may be one photo. Every photo has its own
 * noise; a photo that is bent, moved or enlarged keeps it. A head that really turned also changes light and shape, at a size that noise cannot hide; a
 * bent picture does not.
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

/** Fisher's z of a correlation, on which equal steps are equally hard; clamped at 0.999. */
export const fisher = (likeness: number): number => Math.atanh(Math.max(-0.999, Math.min(0.999, likeness)));

/** Difference in yaw or pitch, the larger one, degrees. */
export const turnBetween = ({ gesture: one }: Pictured, { gesture: other }: Pictured): number =>
  Math.max(Math.abs(one.yaw - other.yaw), Math.abs(one.pitch - other.pitch));

/** Similarity of two photos of a face, -1 to 1: of noise and compression, of middle detail, and of the detail that identifies a face. */
export interface BlockSimilarity {
  readonly fine: number;
  readonly middle: number;
  readonly broad: number;
}

export function skinSimilarity(one: Skin, other: Skin): BlockSimilarity {
  // Landmarks may be slightly off: the coarse picture finds each block's place.
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

/** `by`: reduction of the pictures. The search covers this many of their pixels around the expected place. */
interface Search {
  readonly by: number;
  readonly reach: number;
}

const cornerOf = (at: Point, by: number): Point => ({ x: at.x / by - finePx / 2, y: at.y / by - finePx / 2 });

function fits({ width, height }: Picture, at: Point, by: number): boolean {
  const { x, y } = cornerOf(at, by);
  return x >= 0 && y >= 0 && x + finePx <= width && y + finePx <= height;
}

/** Similarity of the block around this place. */
function blockLikeness(one: Picture, other: Picture, search: Search, at: Point, shift: (at: Point) => Point): number {
  const { by, reach } = search;
  const about = { x: reach, y: reach };
  return bestFit(one, cornerOf(at, by), finePx, patchOf(other, search, at, shift), about, reach).likeness;
}

/** Corner of the coarse block with the same center. */
const toCoarse = (middle: number): number => Math.round(middle / coarseBy - coarsePx / 2);

/** The part of the other picture around the corresponding place, with room for the search. */
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
