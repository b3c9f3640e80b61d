import type { Image } from "@selfsame/face/pixels/image";

type Corner = readonly [x: number, y: number];
/** Clockwise from the upper left. */
export type Corners = readonly [Corner, Corner, Corner, Corner];

/** Projects an image as a plane in space, so that its corners are at these places; bilinear. @returns RGB, row by row */
export function warp(image: Image, corners: Corners, width: number, height: number, ground: readonly number[]): Buffer {
  const [a, b, c, d, e, f, g, h] = toUnitSquare(corners);
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const w = g * x + h * y + 1;
      const u = ((a * x + b * y + c) / w) * image.width - 0.5;
      const v = ((d * x + e * y + f) / w) * image.height - 0.5;
      const at = (y * width + x) * 3;
      const inside = u >= 0 && v >= 0 && u < image.width - 1 && v < image.height - 1;
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = inside ? bilinear(image, u, v, channel) : (ground[channel] as number);
    }
  }
  return out;
}

/** Interpolates between four pixels in a channel; `u` and `v` must be less than the last column and row. */
export function bilinear({ data, width, channels }: Image, u: number, v: number, channel: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const at = (x: number, y: number) => data[(y * width + x) * channels + channel] as number;
  const [p, q] = [u - left, v - top];
  const upper = at(left, top) * (1 - p) + at(left + 1, top) * p;
  const lower = at(left, top + 1) * (1 - p) + at(left + 1, top + 1) * p;
  return Math.round(upper * (1 - q) + lower * q);
}

type Eight = readonly [number, number, number, number, number, number, number, number];

/** The projection from the corners to those of the unit square: (ax + by + c, dx + ey + f) / (gx + hy + 1). */
function toUnitSquare(corners: Corners): Eight {
  const targets: Corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const rows = corners.flatMap(([x, y], i) => {
    const [u, v] = targets[i] as Corner;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return solve(rows) as unknown as Eight;
}

/** Gauss-Jordan elimination with the largest pivot. @param rows the coefficients, then the right side */
function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const own = rows[column] as number[];
    const divisor = own[column] as number;
    for (let k = 0; k <= n; k++) own[k] = (own[k] as number) / divisor;
    for (const [row, other] of rows.entries()) {
      if (row === column) continue;
      const factor = other[column] as number;
      for (let k = 0; k <= n; k++) other[k] = (other[k] as number) - factor * (own[k] as number);
    }
  }
  return rows.map((row) => row[n] as number);
}
