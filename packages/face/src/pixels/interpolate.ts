import { type Affine, scaleOf } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { pixelBytes, rowSlack } from "./loops/loops.ts";
import { aligned, loops, memoryOf } from "./loops/memory.ts";
import { hold, type Level } from "./pyramid.ts";

/** Interpolated values are whole numbers of this many to a step of colour. */
export const unitsPerStep = 1 << 16;

/** A part of a photo, to be interpolated row by row in the loops' memory: valid until somebody else uses that. */
export interface Rows {
  readonly memory: ArrayBuffer;
  /** Where each row is written, and where it ends: red, green, blue and nothing of each pixel, in units. */
  readonly row: number;
  readonly end: number;
  /** From here on the memory is the caller's. */
  readonly free: number;
  interpolate(y: number): void;
}

/**
 * Where many photo pixels fall on one of the output, a smaller copy of the photo is read: the scale left for the
 * interpolation is between 0.7 and 1.4, where bilinear neither blurs nor aliases much.
 * @param freeBytes that the caller wants
 */
export function rowsOf(image: Image, toPhoto: Affine, width: number, outside: number, freeBytes: number): Rows {
  const times = timesShrunk(image, scaleOf(toPhoto));
  const { level, free: row } = hold(image, times);
  const end = row + width * pixelBytes;
  const free = aligned(end + rowSlack);
  const memory = memoryOf(free + freeBytes);
  const values = new Int32Array(memory, row, width * 4);
  const source = { ...level, pixels: new Uint8Array(memory), outside: outside * unitsPerStep };
  const t = scaled(toPhoto, 1 / 2 ** times);
  const [du, dv] = [fixed(t.a), fixed(t.b)];
  const interpolate = (y: number) => {
    // Pixel centres lie at .5, array indices at whole numbers.
    const u = t.a * 0.5 + t.c * (y + 0.5) + t.tx - 0.5;
    const v = t.b * 0.5 + t.d * (y + 0.5) + t.ty - 0.5;
    interpolateRow(source, fixed(u), fixed(v), du, dv, values);
  };
  return { memory, row, end, free, interpolate };
}

function timesShrunk(image: Image, scale: number): number {
  // Below two pixels a side there is nothing to shrink.
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
  readonly pixels: Uint8Array;
  /** The value beyond its edges, in units. */
  readonly outside: number;
}

/** Positions are whole numbers of this many to a pixel. What is further away than a photo can be wide is outside all the same. */
const fixed = (position: number) => Math.round(Math.min(levelMax, Math.max(-levelMax, position)) * one) | 0;
const one = 65536;
const levelMax = 16383;

/**
 * Bilinear, with weights in 256ths: the sums are whole numbers, the same everywhere. A photo has thousands of rows, so no objects are made here.
 * @param u where in the photo the row begins, as is v; du and dv: the step to its next pixel
 */
function interpolateRow(source: Source, u: number, v: number, du: number, dv: number, values: Int32Array): void {
  const count = values.length >> 2;
  const [right, bottom, outside] = [source.width * one, source.height * one, source.outside];
  // What of the row touches the photo, and what has pixels all around it.
  const first = Math.max(entry(u, du, 1 - one, right, count), entry(v, dv, 1 - one, bottom, count));
  const last = Math.max(first, Math.min(exit(u, du, 1 - one, right, count), exit(v, dv, 1 - one, bottom, count)));
  const from = Math.max(entry(u, du, 0, right - one, count), entry(v, dv, 0, bottom - one, count));
  const to = Math.min(exit(u, du, 0, right - one, count), exit(v, dv, 0, bottom - one, count));
  if (first > 0) values.fill(outside, 0, first * 4);
  if (from < to) {
    interpolateAtEdge(source, u, v, du, dv, values, first, from);
    interpolateInside(source, u + from * du, v + from * dv, du, dv, values.byteOffset, from, to);
    interpolateAtEdge(source, u, v, du, dv, values, to, last);
  } else {
    interpolateAtEdge(source, u, v, du, dv, values, first, last);
  }
  if (last < count) values.fill(outside, last * 4);
}

/** How many of `count` steps from `start` on come before the first that lies between `least` and `end`, the latter excluded. */
function entry(start: number, step: number, least: number, end: number, count: number): number {
  if (step === 0) return start >= least && start < end ? 0 : count;
  return stepsTo(step > 0 ? least : end, start, step, count);
}

/** And how many come before the first that does no longer. */
function exit(start: number, step: number, least: number, end: number, count: number): number {
  if (step === 0) return count;
  return stepsTo(step > 0 ? end : least, start, step, count);
}

/** Steps before the first that is not on this side of the place. */
function stepsTo(place: number, start: number, step: number, count: number): number {
  const steps = step > 0 ? Math.ceil((place - start) / step) : Math.floor((place - start) / step) + 1;
  return Math.min(Math.max(steps, 0), count);
}

/** Nearly all of it: so it is left to the loops. */
function interpolateInside(
  { address, width, channels }: Source,
  u: number,
  v: number,
  du: number,
  dv: number,
  row: number,
  from: number,
  to: number,
): void {
  const { interpolateRgb, interpolateRgba } = loops();
  const [start, end] = [row + from * pixelBytes, row + to * pixelBytes];
  if (channels === 3) interpolateRgb(address, width * 3, u, v, du, dv, start, end);
  else interpolateRgba(address, width * 4, u, v, du, dv, start, end);
}

/** Beyond the middle of the last pixel the edge goes on, for half a pixel, as everywhere else it is between two pixels. */
function interpolateAtEdge(
  { address, width, height, channels, pixels }: Source,
  u0: number,
  v0: number,
  du: number,
  dv: number,
  values: Int32Array,
  from: number,
  to: number,
): void {
  const stride = width * channels;
  for (let x = from; x < to; x++) {
    const u = u0 + x * du;
    const v = v0 + x * dv;
    const right = (u >> 8) & 255;
    const lower = (v >> 8) & 255;
    const column = Math.max(u >> 16, 0) * channels;
    const nextColumn = Math.min((u >> 16) + 1, width - 1) * channels;
    const line = address + Math.max(v >> 16, 0) * stride;
    const nextLine = address + Math.min((v >> 16) + 1, height - 1) * stride;
    for (let c = 0; c < 3; c++) {
      const above = between(pixels, line + column + c, line + nextColumn + c, right);
      const below = between(pixels, nextLine + column + c, nextLine + nextColumn + c, right);
      values[x * 4 + c] = above * (256 - lower) + below * lower;
    }
  }
}

function between(pixels: Uint8Array, one: number, other: number, share: number): number {
  return (pixels[one] as number) * (256 - share) + (pixels[other] as number) * share;
}
