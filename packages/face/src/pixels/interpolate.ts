import { type Affine, scaleOf } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { levelOf } from "./pyramid.ts";

/** Interpolated values are whole numbers of this many to a step of colour. */
export const unitsPerStep = 1 << 16;

/**
 * Interpolates row by row. Where many photo pixels fall on one of the output, a smaller copy of the photo is read: the
 * scale left for the interpolation is between 0.7 and 1.4, where bilinear neither blurs nor aliases much.
 * @param write gets each row: red, green, blue of each pixel, in UNITs; the array is used again
 */
export function eachRow(
  image: Image,
  toPhoto: Affine,
  width: number,
  height: number,
  outside: number,
  write: (row: Int32Array, y: number) => void,
): void {
  const { level, shrunk } = levelFor(image, scaleOf(toPhoto));
  const t = scaled(toPhoto, 1 / shrunk);
  const row = new Int32Array(width * 3);
  const { width: columns, height: rows, channels, data } = level;
  // A plain view: Node's Buffer is a class of its own, and one kind of array is read faster than two.
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const source = { width: columns, height: rows, channels, pixels, outside: outside * unitsPerStep };
  for (let y = 0; y < height; y++) {
    // Pixel centres lie at .5, array indices at whole numbers.
    const u = t.a * 0.5 + t.c * (y + 0.5) + t.tx - 0.5;
    const v = t.b * 0.5 + t.d * (y + 0.5) + t.ty - 0.5;
    interpolateRow(source, { u: fixed(u), v: fixed(v), du: fixed(t.a), dv: fixed(t.b) }, row);
    write(row, y);
  }
}

function levelFor(image: Image, scale: number): { readonly level: Image; readonly shrunk: number } {
  // Below two pixels a side there is nothing to shrink.
  const most = Math.floor(Math.log2(Math.min(image.width, image.height)));
  const times = Math.min(most, Math.max(0, Math.round(Math.log2(scale))));
  return { level: levelOf(image, times), shrunk: 2 ** times };
}

const scaled = (t: Affine, by: number): Affine => ({
  a: t.a * by,
  b: t.b * by,
  c: t.c * by,
  d: t.d * by,
  tx: t.tx * by,
  ty: t.ty * by,
});

interface Source {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly pixels: Uint8Array;
  /** The value beyond its edges, in UNITs. */
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
function interpolateRow(source: Source, line: Line, row: Int32Array): void {
  const { width, height, outside } = source;
  const { u, v, du, dv } = line;
  const count = row.length / 3;
  const touched = shared(between(u, du, 1 - one, width * one, count), between(v, dv, 1 - one, height * one, count));
  const whole = shared(between(u, du, 0, (width - 1) * one, count), between(v, dv, 0, (height - 1) * one, count));
  const inside = whole.from < whole.to ? whole : { from: touched.to, to: touched.to };
  if (touched.from > 0) row.fill(outside, 0, touched.from * 3);
  interpolateAtEdge(source, line, row, touched.from, inside.from);
  interpolateInside(source, line, row, inside.from, inside.to);
  interpolateAtEdge(source, line, row, inside.to, touched.to);
  if (touched.to < count) row.fill(outside, touched.to * 3);
}

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

/**
 * The hottest loop of all: Math.imul tells the engine that the numbers fit into 32 bits, the channels are written out
 * one by one, and there is nothing to check.
 */
function interpolateInside(
  { width, channels, pixels }: Source,
  { u: u0, v: v0, du, dv }: Line,
  row: Int32Array,
  from: number,
  to: number,
): void {
  const stride = width * channels;
  let u = (u0 + Math.imul(from, du)) | 0;
  let v = (v0 + Math.imul(from, dv)) | 0;
  for (let at = from * 3; at < to * 3; at += 3, u = (u + du) | 0, v = (v + dv) | 0) {
    const right = (u >> 8) & 255;
    const left = 256 - right;
    const lower = (v >> 8) & 255;
    const upper = 256 - lower;
    const i = (Math.imul(v >> 16, stride) + Math.imul(u >> 16, channels)) | 0;
    const iRight = (i + channels) | 0;
    const j = (i + stride) | 0;
    const jRight = (j + channels) | 0;
    row[at] =
      Math.imul(Math.imul(pixels[i] as number, left) + Math.imul(pixels[iRight] as number, right), upper) +
      Math.imul(Math.imul(pixels[j] as number, left) + Math.imul(pixels[jRight] as number, right), lower);
    row[at + 1] =
      Math.imul(Math.imul(pixels[i + 1] as number, left) + Math.imul(pixels[iRight + 1] as number, right), upper) +
      Math.imul(Math.imul(pixels[j + 1] as number, left) + Math.imul(pixels[jRight + 1] as number, right), lower);
    row[at + 2] =
      Math.imul(Math.imul(pixels[i + 2] as number, left) + Math.imul(pixels[iRight + 2] as number, right), upper) +
      Math.imul(Math.imul(pixels[j + 2] as number, left) + Math.imul(pixels[jRight + 2] as number, right), lower);
  }
}

/** Beyond the middle of the last pixel the edge goes on, for half a pixel, as everywhere else it is between two pixels. */
function interpolateAtEdge(
  { width, height, channels, pixels }: Source,
  { u: u0, v: v0, du, dv }: Line,
  row: Int32Array,
  from: number,
  to: number,
): void {
  const stride = width * channels;
  for (let x = from; x < to; x++) {
    const u = u0 + x * du;
    const v = v0 + x * dv;
    const at = x * 3;
    const [wx, wy] = [(u >> 8) & 255, (v >> 8) & 255];
    const left = Math.max(u >> 16, 0) * channels;
    const right = Math.min((u >> 16) + 1, width - 1) * channels;
    const upper = Math.max(v >> 16, 0) * stride;
    const lower = Math.min((v >> 16) + 1, height - 1) * stride;
    for (let c = 0; c < 3; c++) {
      const value = (i: number) => pixels[i + c] as number;
      const above = value(upper + left) * (256 - wx) + value(upper + right) * wx;
      const below = value(lower + left) * (256 - wx) + value(lower + right) * wx;
      row[at + c] = above * (256 - wy) + below * wy;
    }
  }
}
