import { meanFace } from "./mean-face.ts";
import { apply, fitAffine } from "../plane/affine.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { levelOf } from "../pixels/pyramid.ts";

/** Pixels between the eyes. More costs time without separating better; with fewer, noise is averaged away. */
export const eyesPx = 96;
/** Extent of the laid out face, in distances between the eyes: ear to ear, above the brows to below the mouth. */
const part = { left: -1.05, top: -0.75, right: 1.05, bottom: 1.75 } as const;
export const cellPx = 16;
export const cells = {
  across: Math.ceil(((part.right - part.left) * eyesPx) / cellPx),
  down: Math.ceil(((part.bottom - part.top) * eyesPx) / cellPx),
} as const;
/** Origin of the picture on the mean face, distances between the eyes. */
export const { left: skinLeft, top: skinTop } = part;
export const skinWidth = cells.across * cellPx;
export const skinHeight = cells.down * cellPx;
export const eyeDistance = (points: readonly Point[]): number =>
  distance(mean(points.slice(36, 42)), mean(points.slice(42, 48)));

/** Whether a pixel of the fine picture lies on the mean face. */
export function onFace(x: number, y: number): boolean {
  const at = { x: x / eyesPx + part.left, y: y / eyesPx + part.top };
  let inside = false;
  for (const [i, a] of outline.entries()) {
    const b = outline.at(i - 1) as Point;
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/** Jaw line, and part of the forehead above the brows. */
const outline = [
  ...meanFace.slice(0, 17),
  ...meanFace
    .slice(17, 27)
    .toReversed()
    .map(({ x, y }) => ({ x, y: y - 0.3 })),
];

/** The face warped to the mean face, in gray. */
export function layOut(image: Image, points: readonly Point[]): Float32Array {
  // Where many pixels fall on one, a smaller copy is sampled.
  const times = Math.max(0, Math.round(Math.log2(eyeDistance(points) / eyesPx)));
  const level = levelOf(image, times);
  const shrunk = 2 ** times;
  const { across, down } = cells;
  const nodes: Point[] = [];
  for (let row = 0; row <= down; row++) {
    for (let column = 0; column <= across; column++) {
      const at = { x: part.left + (column * cellPx) / eyesPx, y: part.top + (row * cellPx) / eyesPx };
      const { x, y } = moved(at, points);
      nodes.push({ x: x / shrunk - 0.5, y: y / shrunk - 0.5 });
    }
  }
  const node = (row: number, column: number) => nodes[row * (across + 1) + column] as Point;
  const out = new Float32Array(skinWidth * skinHeight);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const corners = [
        node(row, column),
        node(row, column + 1),
        node(row + 1, column),
        node(row + 1, column + 1),
      ] as const;
      fillCell(out, row * cellPx, column * cellPx, corners, level);
    }
  }
  return out;
}

function fillCell(
  out: Float32Array,
  top: number,
  left: number,
  [a, b, c, d]: readonly [Point, Point, Point, Point],
  level: Image,
): void {
  for (let y = 0; y < cellPx; y++) {
    const v = (y + 0.5) / cellPx;
    const from = { x: a.x + (c.x - a.x) * v, y: a.y + (c.y - a.y) * v };
    const to = { x: b.x + (d.x - b.x) * v, y: b.y + (d.y - b.y) * v };
    for (let x = 0; x < cellPx; x++) {
      const u = (x + 0.5) / cellPx;
      out[(top + y) * skinWidth + left + x] = greyAt(level, from.x + (to.x - from.x) * u, from.y + (to.y - from.y) * u);
    }
  }
}

/** Bilinear; the edge extends outwards. */
function greyAt({ width, height, channels, data }: Image, x: number, y: number): number {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 2);
  const top = Math.min(Math.max(Math.floor(y), 0), height - 2);
  const u = Math.min(Math.max(x - left, 0), 1);
  const v = Math.min(Math.max(y - top, 0), 1);
  const grey = (at: number) =>
    0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  const at = (top * width + left) * channels;
  const below = at + width * channels;
  const upper = grey(at) * (1 - u) + grey(at + channels) * u;
  const lower = grey(below) * (1 - u) + grey(below + channels) * u;
  return upper * (1 - v) + lower * v;
}

/** Reach of a landmark, in distances between the eyes. */
const reach = 0.3;

/**
 * Place in the photo of a place on the mean face: the affine map that moves the surrounding landmarks, weighted by distance (Schaefer et al. 2006,
 * "Image deformation using moving least squares").
 */
function moved(at: Point, points: readonly Point[]): Point {
  const pulls = meanFace.map((from, i) => {
    const weight = Math.exp(-((from.x - at.x) ** 2 + (from.y - at.y) ** 2) / (2 * reach ** 2)) + 1e-3;
    return { from, to: points[i] as Point, weight };
  });
  // A small ridge: the weights of a single landmark determine no map.
  return apply(fitAffine(pulls, 1e-4), at);
}
