import { mean, type Point } from "@selfsame/face/plane/geometry";

/** A projective map of the plane, rows first: x' = (h0 x + h1 y + h2) / (h6 x + h7 y + h8). */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export function project(h: Homography, { x, y }: Point): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/**
 * Least-squares homography from `from` to `to`: the direct linear transform on normalized points, without which it is inaccurate (Hartley 1997, "In
 * defense of the eight-point algorithm").
 * @returns undefined if the points do not determine one, such as when all lie on a line
 */
export function fitHomography(from: readonly Point[], to: readonly Point[]): Homography | undefined {
  if (from.length !== to.length) throw new RangeError("fitHomography: the lists differ in length");
  const source = unit(from);
  const target = unit(to);
  // Two equations a point in eight unknowns; h8 is 1, as the points' center does not go to infinity.
  const normal = Array.from({ length: 8 }, () => new Float64Array(9));
  const add = (equation: readonly number[]) => {
    for (const [i, row] of normal.entries()) {
      for (const [j, value] of equation.entries()) row[j] = at(row, j) + at(equation, i) * value;
    }
  };
  for (const [i, p] of from.entries()) {
    const { x, y } = source.apply(p);
    const { x: u, y: v } = target.apply(to[i] as Point);
    add([x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    add([0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  const solved = solve(normal);
  if (!solved) return undefined;
  return multiply(target.back, multiply([...solved, 1] as unknown as Homography, source.there));
}

/** Moves points to the origin, at a mean distance of the square root of 2, and back. */
function unit(points: readonly Point[]) {
  const centre = mean(points);
  const spread = points.reduce((sum, p) => sum + Math.hypot(p.x - centre.x, p.y - centre.y), 0) / points.length;
  const scale = Math.SQRT2 / Math.max(spread, 1e-12);
  return {
    apply: (p: Point): Point => ({ x: (p.x - centre.x) * scale, y: (p.y - centre.y) * scale }),
    there: [scale, 0, -centre.x * scale, 0, scale, -centre.y * scale, 0, 0, 1] as Homography,
    back: [1 / scale, 0, centre.x, 0, 1 / scale, centre.y, 0, 0, 1] as Homography,
  };
}

const at = (values: ArrayLike<number>, i: number): number => values[i] as number;

function multiply(a: Homography, b: Homography): Homography {
  const cell = (row: number, column: number) =>
    at(a, row * 3) * at(b, column) + at(a, row * 3 + 1) * at(b, 3 + column) + at(a, row * 3 + 2) * at(b, 6 + column);
  return Array.from({ length: 9 }, (_, i) => cell(Math.floor(i / 3), i % 3)) as unknown as Homography;
}

/** Gaussian elimination with pivoting, in place, on rows of n coefficients and a right side. Undefined if there is no unique solution. */
function solve(rows: Float64Array[]): number[] | undefined {
  for (let column = 0; column < rows.length; column++) {
    let best = column;
    for (const [i, row] of rows.entries()) {
      if (i > column && Math.abs(at(row, column)) > Math.abs(at(rows[best] as Float64Array, column))) best = i;
    }
    const pivot = rows[best] as Float64Array;
    if (Math.abs(at(pivot, column)) < 1e-10) return undefined;
    rows[best] = rows[column] as Float64Array;
    rows[column] = pivot;
    for (const [i, row] of rows.entries()) {
      if (i === column) continue;
      const factor = at(row, column) / at(pivot, column);
      for (let j = column; j < row.length; j++) row[j] = at(row, j) - factor * at(pivot, j);
    }
  }
  return rows.map((row, i) => at(row, rows.length) / at(row, i));
}
