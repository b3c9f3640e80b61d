import { type Affine, scaleOf } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { pixelBytes, rowSlack } from "./loops/loops.ts";
import { aligned, loops, memoryOf } from "./loops/memory.ts";
import { hold, type Level } from "./pyramid.ts";

/** Interpolated values are fixed-point: this many units to a color step. */
export const unitsPerStep = 1 << 16;

/** Part of a photo, interpolated row by row into the loops' memory. Valid until the next user of that memory. */
export interface Rows {
  readonly memory: ArrayBuffer;
  /** Start and end address of a row: red, green, blue and padding of each pixel, in units. */
  readonly row: number;
  readonly end: number;
  /** Memory from this address on is free for the caller. */
  readonly free: number;
  readonly interpolate: (y: number) => void;
}

/**
 * Prepares to sample part of a photo. If many photo pixels fall on one output pixel, a smaller copy is sampled: the remaining scale is 0.7 to 1.4, where
 * bilinear interpolation neither blurs nor aliases much.
 * @param freeBytes memory that the caller needs
 */
export function rowsOf(image: Image, toPhoto: Affine, width: number, outside: number, freeBytes: number): Rows {
  const times = timesShrunk(image, scaleOf(toPhoto));
  const { level, free: row } = hold(image, times);
  const end = row + width * pixelBytes;
  const free = aligned(end + rowSlack);
  const memory = memoryOf(free + freeBytes);
  const values = new Int32Array(memory, row, width * 4);
  const source = { ...level, outside: outside * unitsPerStep };
  const t = scaled(toPhoto, 1 / 2 ** times);
  const [du, dv] = [fixed(t.a), fixed(t.b)];
  const interpolate = (y: number) => {
    // Pixel centers lie at .5, array indices at integers.
    const u = t.a * 0.5 + t.c * (y + 0.5) + t.tx - 0.5;
    const v = t.b * 0.5 + t.d * (y + 0.5) + t.ty - 0.5;
    interpolateRow(source, fixed(u), fixed(v), du, dv, values);
  };
  return { memory, row, end, free, interpolate };
}

function timesShrunk(image: Image, scale: number): number {
  // A side below two pixels cannot be halved.
  const most = Math.floor(Math.log2(Math.min(image.width, image.height)));
  return Math.min(most, Math.max(0, Math.round(Math.log2(scale))));
}

const scaled = (t: Affine, by: number): Affine => ({
  a: t.a * by,
  b: t.b * by,
  c: t.c * by,
  d: t.d * by,
  tx: t.tx * by,
  ty: t.ty * by,
});

interface Source extends Level {
  /** Value outside of the photo, in units. */
  readonly outside: number;
}

/** Fixed-point position. Positions beyond the largest possible photo are clamped: they are outside anyway. */
const fixed = (position: number) => Math.round(Math.min(levelMax, Math.max(-levelMax, position)) * one) | 0;
const one = 65536;
const levelMax = 16383;

/**
 * Bilinear with weights in 256ths: the sums are integers, equal on every machine. The edge extends half a pixel beyond the last pixel's center. A photo
 * has thousands of rows, so this allocates no objects.
 * @param u where the row begins in the photo, as is v; du and dv: the step to its next pixel
 */
function interpolateRow(source: Source, u: number, v: number, du: number, dv: number, values: Int32Array): void {
  const { address, width, height, channels, outside } = source;
  const count = values.length >> 2;
  const first = Math.max(entry(u, du, width, count), entry(v, dv, height, count));
  const last = Math.min(exit(u, du, width, count), exit(v, dv, height, count));
  if (first < last) {
    const { interpolateRgb, interpolateRgba } = loops();
    const interpolate = channels === 3 ? interpolateRgb : interpolateRgba;
    const [right, bottom] = [Math.min(width - 1, levelMax) * one, Math.min(height - 1, levelMax) * one];
    const [start, end] = [values.byteOffset + first * pixelBytes, values.byteOffset + last * pixelBytes];
    interpolate(address, width * channels, right, bottom, u + first * du, v + first * dv, du, dv, start, end);
  }
  if (first > 0) values.fill(outside, 0, first * 4);
  if (last < count) values.fill(outside, last * 4);
}

/** Number of steps from `start` before the first that touches `pixels`, including the half pixel of interpolation. */
function entry(start: number, step: number, pixels: number, count: number): number {
  if (step === 0) return start > -one && start < pixels * one ? 0 : count;
  return stepsTo(step > 0 ? 1 - one : pixels * one, start, step, count);
}

/** Number of steps before the first that no longer touches them. */
function exit(start: number, step: number, pixels: number, count: number): number {
  if (step === 0) return count;
  return stepsTo(step > 0 ? pixels * one : 1 - one, start, step, count);
}

/** Number of steps before the first that has passed the place. A rising step passes it by reaching it. */
function stepsTo(place: number, start: number, step: number, count: number): number {
  const steps = step > 0 ? Math.ceil((place - start) / step) : Math.floor((place - start) / step) + 1;
  return Math.min(Math.max(steps, 0), count);
}
