import type { Point } from "../../packages/face/src/plane/geometry.ts";
import { bilinear } from "../../packages/photo/testing/photos/warp.ts";
import type { Picture } from "../../packages/server/testing/challenge/perform.ts";

const width = 640;
const height = 480;
/** Distance between two nodes of the map, pixels; points between are interpolated. */
const cellPx = 8;
/** Reach of a landmark, pixels. */
const reachPx = 24;

/**
 * Morphs two pictures: warps both to common landmarks, and blends them.
 * @param share of the first picture, 0 to 1
 * @returns RGB rows, 640 by 480
 */
export function morphOf(one: Picture, other: Picture, share: number): Buffer {
  const middle = one.points.map((point, i): Point => {
    const to = other.points[i] as Point;
    return { x: share * point.x + (1 - share) * to.x, y: share * point.y + (1 - share) * to.y };
  });
  const [a, b] = [bentTo(one, middle), bentTo(other, middle)];
  return Buffer.from(a.map((value, i) => Math.round(share * value + (1 - share) * (b[i] as number))));
}

/** Warps the picture so that its landmarks move to these points. */
function bentTo({ data, points }: Picture, to: readonly Point[]): Buffer {
  const columns = width / cellPx + 1;
  const nodes = Array.from({ length: columns * (height / cellPx + 1) }, (_, i) =>
    fromWhere({ x: (i % columns) * cellPx, y: Math.floor(i / columns) * cellPx }, to, points),
  );
  const out = Buffer.alloc(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx);
      const [u, v] = [(x % cellPx) / cellPx, (y % cellPx) / cellPx];
      const [p, q, r, s] = [at, at + 1, at + columns, at + columns + 1].map((i) => nodes[i] as Point) as [
        Point,
        Point,
        Point,
        Point,
      ];
      const mix = (of: "x" | "y") => (p[of] * (1 - u) + q[of] * u) * (1 - v) + (r[of] * (1 - u) + s[of] * u) * v;
      copyBetween(data, mix("x"), mix("y"), out, 3 * (y * width + x));
    }
  }
  return out;
}

/** Moves a point by the weighted mean of the landmarks' moves: near landmarks count, and far from all nothing moves. */
function fromWhere(at: Point, to: readonly Point[], from: readonly Point[]): Point {
  let [weights, dx, dy] = [0.02, 0, 0];
  for (const [i, point] of to.entries()) {
    const weight = Math.exp(-((point.x - at.x) ** 2 + (point.y - at.y) ** 2) / (2 * reachPx ** 2));
    const source = from[i] as Point;
    weights += weight;
    dx += weight * (source.x - point.x);
    dy += weight * (source.y - point.y);
  }
  return { x: at.x + dx / weights, y: at.y + dy / weights };
}

function copyBetween(data: Buffer, x: number, y: number, out: Buffer, to: number): void {
  const u = Math.max(0, Math.min(width - 1.001, x));
  const v = Math.max(0, Math.min(height - 1.001, y));
  const image = { data, width, height, channels: 3 } as const;
  for (let channel = 0; channel < 3; channel++) out[to + channel] = bilinear(image, u, v, channel);
}
