import { type Affine, scaleOf } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { pixelBytes, rowSlack } from "./loops/loops.ts";
import { aligned, loops, memoryOf } from "./loops/memory.ts";
import { hold, type Level } from "./pyramid.ts";

/** Interpolated values are whole numbers of this many to a step of colour. */
export const unitsPerStep = 1 << 16;

/**
 * Interpolates row by row. Where many photo pixels fall on one of the output, a smaller copy of the photo is read: the
 * scale left for the interpolation is between 0.7 and 1.4, where bilinear neither blurs nor aliases much.
 *
 * @param outBytes how much the results take
 * @param write gets each row, from `row` to `end` in the loops' memory, in units; they lie where the next row will
 * @returns the loops' memory, where the results are: valid until somebody else uses it
 */
export function eachRow(
  image: Image,
  toPhoto: Affine,
  { width, height }: { readonly width: number; readonly height: number },
  outside: number,
  outBytes: number,
  write: (row: number, end: number, y: number, out: number) => void,
): { readonly memory: ArrayBuffer; readonly out: number } {
  const times = timesShrunk(image, scaleOf(toPhoto));
  const { level, free: row } = hold(image, times);
  const end = row + width * pixelBytes;
  const out = aligned(end + rowSlack);
  const memory = memoryOf(out + outBytes);
  const source = { ...level, pixels: new Uint8Array(memory), outside: outside * unitsPerStep };
  const values = new Int32Array(memory, row, width * 4);
  const t = scaled(toPhoto, 1 / 2 ** times);
  for (let y = 0; y < height; y++) {
    // Pixel centres lie at .5, array indices at whole numbers.
    const u = t.a * 0.5 + t.c * (y + 0.5) + t.tx - 0.5;
    const v = t.b * 0.5 + t.d * (y + 0.5) + t.ty - 0.5;
    interpolateRow(source, { u: fixed(u), v: fixed(v), du: fixed(t.a), dv: fixed(t.b) }, values);
    write(row, end, y, out);
  }
  return { memory, out };
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

/** Where a row lies in the photo: its first pixel, and the step to the next. */
interface Line {
  readonly u: number;
  readonly v: number;
  readonly du: number;
  readonly dv: number;
}

/** Positions are whole numbers of this many to a pixel. What is further away than a photo can be wide is outside all the same. */
const fixed = (position: number) => Math.round(Math.min(levelMax, Math.max(-levelMax, position)) * one) | 0;
const one = 65536;
const levelMax = 16383;

/** Bilinear, with weights in 256ths: the sums are whole numbers, the same everywhere. */
function interpolateRow(source: Source, line: Line, values: Int32Array): void {
  const { width, height, outside } = source;
  const { u, v, du, dv } = line;
  const count = values.length / 4;
  const isWhole = (x: number) => isInside(u + x * du, width) && isInside(v + x * dv, height);
  if (isWhole(0) && isWhole(count - 1)) return interpolateInside(source, line, values.byteOffset, 0, count);
  const touched = shared(between(u, du, 1 - one, width * one, count), between(v, dv, 1 - one, height * one, count));
  const whole = shared(between(u, du, 0, (width - 1) * one, count), between(v, dv, 0, (height - 1) * one, count));
  const inside = whole.from < whole.to ? whole : { from: touched.to, to: touched.to };
  if (touched.from > 0) values.fill(outside, 0, touched.from * 4);
  interpolateAtEdge(source, line, values, touched.from, inside.from);
  interpolateInside(source, line, values.byteOffset, inside.from, inside.to);
  interpolateAtEdge(source, line, values, inside.to, touched.to);
  if (touched.to < count) values.fill(outside, touched.to * 4);
}

/** Whether a place has pixels to both of its sides, of so many. */
const isInside = (place: number, pixels: number) => place >= 0 && place < (pixels - 1) * one;

interface Span {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
}

function shared(a: Span, b: Span): Span {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
}

/** Which of `count` steps from `start` on lie between `least` and `end`, the latter excluded. */
function between(start: number, step: number, least: number, end: number, count: number): Span {
  if (step === 0) return start >= least && start < end ? { from: 0, to: count } : { from: 0, to: 0 };
  const toLeast = (least - start) / step;
  const toEnd = (end - start) / step;
  const from = step > 0 ? Math.ceil(toLeast) : Math.floor(toEnd) + 1;
  const to = step > 0 ? Math.ceil(toEnd) : Math.floor(toLeast) + 1;
  return { from: Math.max(from, 0), to: Math.min(to, count) };
}

/** Nearly all of it: so it is left to the loops. */
function interpolateInside(
  { address, width, channels }: Source,
  { u, v, du, dv }: Line,
  row: number,
  from: number,
  to: number,
): void {
  if (from === to) return;
  const { interpolateRgb, interpolateRgba } = loops();
  const interpolate = channels === 3 ? interpolateRgb : interpolateRgba;
  const [start, end] = [row + from * pixelBytes, row + to * pixelBytes];
  interpolate(address, width * channels, u + from * du, v + from * dv, du, dv, start, end);
}

/** Beyond the middle of the last pixel the edge goes on, for half a pixel, as everywhere else it is between two pixels. */
function interpolateAtEdge(
  { address, width, height, channels, pixels }: Source,
  { u: u0, v: v0, du, dv }: Line,
  values: Int32Array,
  from: number,
  to: number,
): void {
  const stride = width * channels;
  for (let x = from; x < to; x++) {
    const u = u0 + x * du;
    const v = v0 + x * dv;
    const at = x * 4;
    const [wx, wy] = [(u >> 8) & 255, (v >> 8) & 255];
    const left = Math.max(u >> 16, 0) * channels;
    const right = Math.min((u >> 16) + 1, width - 1) * channels;
    const upper = address + Math.max(v >> 16, 0) * stride;
    const lower = address + Math.min((v >> 16) + 1, height - 1) * stride;
    for (let c = 0; c < 3; c++) {
      const value = (i: number) => pixels[i + c] as number;
      const above = value(upper + left) * (256 - wx) + value(upper + right) * wx;
      const below = value(lower + left) * (256 - wx) + value(lower + right) * wx;
      values[at + c] = above * (256 - wy) + below * wy;
    }
  }
}
