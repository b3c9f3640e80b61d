/** A point in pixels of the upright photo; x to the right, y down; the first pixel's centre is (0.5, 0.5). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An axis-aligned box in pixels of the upright photo; x and y are its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function centerOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function areaOf(box: Box): number {
  return box.width * box.height;
}

/** The box of the given size around a centre. */
export function boxAround(centre: Point, width: number, height: number): Box {
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

/** The same box in a resized copy of the photo. */
export function scaleBox({ x, y, width, height }: Box, byX: number, byY = byX): Box {
  return { x: x * byX, y: y * byY, width: width * byX, height: height * byY };
}

export function scalePoint({ x, y }: Point, by: number): Point {
  return { x: x * by, y: y * by };
}

/** The part of the box inside a frame at the origin; empty if there is none. */
export function clip(box: Box, frame: { readonly width: number; readonly height: number }): Box {
  const x = Math.min(Math.max(box.x, 0), frame.width);
  const y = Math.min(Math.max(box.y, 0), frame.height);
  const right = Math.min(Math.max(box.x + box.width, x), frame.width);
  const bottom = Math.min(Math.max(box.y + box.height, y), frame.height);
  return { x, y, width: Math.max(right - x, 0), height: Math.max(bottom - y, 0) };
}

/** Intersection area of both boxes. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** Intersection over union, 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function mean(points: readonly Point[]): Point {
  let x = 0;
  let y = 0;
  for (const point of points) {
    x += point.x;
    y += point.y;
  }
  return { x: x / points.length, y: y / points.length };
}

/** The smallest box around the points. */
export function boundsOf(points: readonly Point[]): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
