import { type Affine, apply, fitAffine } from "@selfsame/face/plane/affine";
import { boundsOf, distance, type Point } from "@selfsame/face/plane/geometry";

export type Triangle = readonly [number, number, number];

const cross = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** The triangles whose circumcircle contains no other point (Delaunay 1934). Tries every three points, since there are few. */
export function triangulated(points: readonly Point[]): readonly Triangle[] {
  const triangles: Triangle[] = [];
  for (const [i, a] of points.entries()) {
    for (const [j, b] of points.slice(0, i).entries()) {
      for (const [k, c] of points.slice(0, j).entries()) {
        const center = circumcenterOf(a, b, c);
        const radius = distance(center, a) * (1 - 1e-9);
        if (points.every((point, n) => n === i || n === j || n === k || distance(point, center) >= radius))
          triangles.push([i, j, k]);
      }
    }
  }
  return triangles;
}

function circumcenterOf(a: Point, b: Point, c: Point): Point {
  const [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const [bb, cc, twice] = [bx * bx + by * by, cx * cx + cy * cy, 2 * cross(a, b, c)];
  return { x: a.x + (cy * bb - by * cc) / twice, y: a.y + (bx * cc - cx * bb) / twice };
}

/**
 * Calls `visit` for each pixel of the triangles with its place in the other image. Skips triangles that face away, as on the hidden side of a turned
 * head.
 * @param to the corners' places in the image of this width and height
 */
export function mapTriangles(
  triangles: readonly Triangle[],
  from: readonly Point[],
  to: readonly Point[],
  { width, height }: { readonly width: number; readonly height: number },
  visit: (x: number, y: number, source: Point) => void,
): void {
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((n) => to[n] as Point) as [Point, Point, Point];
    const [p, q, r] = triangle.map((n) => from[n] as Point) as [Point, Point, Point];
    const area = cross(a, b, c);
    if (area * cross(p, q, r) <= 0) continue;
    const map = affineOf([a, b, c], [p, q, r]);
    const box = boundsOf([a, b, c]);
    for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y++) {
      for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x++) {
        const middle = { x: x + 0.5, y: y + 0.5 };
        const sides = [cross(a, b, middle), cross(b, c, middle), cross(c, a, middle)];
        if (sides.every((side) => side * area >= 0)) visit(x, y, apply(map, middle));
      }
    }
  }
}

function affineOf(from: readonly Point[], to: readonly Point[]): Affine {
  return fitAffine(
    from.map((point, i) => ({ from: point, to: to[i] as Point, weight: 1 })),
    0,
  );
}
