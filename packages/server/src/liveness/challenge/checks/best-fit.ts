import type { Point } from "@selfsame/face/plane/geometry";

/** Signed values, rows from the top. */
export interface Picture {
  readonly data: Int8Array;
  readonly width: number;
  readonly height: number;
}

export interface Fit extends Point {
  /** Correlation at this shift, -1 to 1. */
  readonly likeness: number;
}

/** Value outside of the picture. */
const nowhere = -1;
/** Squared contrast of noise alone: anything with less correlates with nothing. */
const floor = 100;

/**
 * Shift that matches a square of one picture to another: the best integer shift, refined by the peak of a parabola through its neighbors.
 * @param from place of the square in `one`
 * @param about place to search around in `other`, up to `reachPx` to each side
 */
export function bestFit(one: Picture, from: Point, sidePx: number, other: Picture, about: Point, reachPx: number): Fit {
  const tried = 2 * reachPx + 1;
  const all = new Float64Array(tried * tried);
  let best = 0;
  for (let i = 0; i < all.length; i++) {
    const to = { x: about.x + (i % tried) - reachPx, y: about.y + Math.floor(i / tried) - reachPx };
    all[i] = correlation(one, from, other, to, sidePx);
    if (at(all, i) > at(all, best)) best = i;
  }
  const [column, row] = [best % tried, Math.floor(best / tried)];
  const likeness = at(all, best);
  const beside = (columns: number, rows: number) => {
    const inside = column + columns >= 0 && column + columns < tried && row + rows >= 0 && row + rows < tried;
    return inside ? at(all, best + columns + rows * tried) : nowhere;
  };
  return {
    likeness,
    x: column - reachPx + peak(beside(-1, 0), likeness, beside(1, 0)),
    y: row - reachPx + peak(beside(0, -1), likeness, beside(0, 1)),
  };
}

const at = (values: ArrayLike<number>, i: number): number => values[i] as number;

/** Peak of the parabola through three neighboring values, the middle one the highest: -0.5 to 0.5 from the middle. */
function peak(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return before === nowhere || after === nowhere || bend === 0 ? 0 : (before - after) / (2 * bend);
}

function correlation(one: Picture, from: Point, other: Picture, to: Point, side: number): number {
  if (!holds(one, from, side) || !holds(other, to, side)) return nowhere;
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let row = 0; row < side; row++) {
    let i = (from.y + row) * one.width + from.x;
    let j = (to.y + row) * other.width + to.x;
    for (const end = i + side; i < end; i++, j++) {
      const a = one.data[i] as number;
      const b = other.data[j] as number;
      sumA += a;
      sumB += b;
      squareA += a * a;
      squareB += b * b;
      product += a * b;
    }
  }
  const count = side * side;
  const contrast = (square: number, sum: number) => square - (sum * sum) / count + floor;
  return (product - (sumA * sumB) / count) / Math.sqrt(contrast(squareA, sumA) * contrast(squareB, sumB));
}

const holds = ({ width, height }: Picture, { x, y }: Point, side: number): boolean =>
  x >= 0 && y >= 0 && x + side <= width && y + side <= height;
