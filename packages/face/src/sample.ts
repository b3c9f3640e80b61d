import { type Affine, scaleOf } from "./affine.ts";
import type { Image } from "./image.ts";
import type { ModelInput } from "./manifest.ts";
import { levelOf } from "./pyramid.ts";

/** Luma weights of ITU-R BT.601, as every common grey conversion uses them. */
const LUMA = [0.299, 0.587, 0.114] as const;
/** Interpolated values are whole numbers of this many to a step of colour. */
const UNIT = 1 << 16;

/**
 * Fills a model's input from a turned, scaled and shifted part of a photo, anti-aliased.
 *
 * @param toPhoto takes a point of the input (in its pixels) to the photo's pixels
 * @param outside the colour value (0-255) of what lies outside of the photo
 * @returns float32, `channels` x height x width
 */
export function sample(image: Image, toPhoto: Affine, input: ModelInput, outside = 0): Float32Array {
  const { width, height } = input;
  const size = width * height;
  const grey = input.channels === "grey";
  const out = new Float32Array(grey ? size : size * 3);
  const gains = input.scale.map((scale) => 1 / (scale * UNIT));
  const offsets = input.mean.map((mean, i) => -mean / (input.scale[i] as number));
  eachRow(image, toPhoto, width, height, outside, (row, y) => {
    const start = y * width;
    if (grey) return writeGrey(out, start, row, gains[0] as number, offsets[0] as number);
    for (let c = 0; c < 3; c++) {
      const plane = input.channels === "rgb" ? c : 2 - c;
      writePlane(out, plane * size + start, row, c, gains[plane] as number, offsets[plane] as number);
    }
  });
  return out;
}

function writePlane(
  out: Float32Array,
  start: number,
  row: Int32Array,
  channel: number,
  gain: number,
  offset: number,
): void {
  for (let i = channel, at = start; i < row.length; i += 3, at++) out[at] = (row[i] as number) * gain + offset;
}

function writeGrey(out: Float32Array, start: number, row: Int32Array, gain: number, offset: number): void {
  for (let i = 0, at = start; i < row.length; i += 3, at++) {
    const luma = LUMA[0] * (row[i] as number) + LUMA[1] * (row[i + 1] as number) + LUMA[2] * (row[i + 2] as number);
    out[at] = luma * gain + offset;
  }
}

/** The same as sample, as interleaved 8-bit RGB. */
export function sampleImage(image: Image, toPhoto: Affine, width: number, height: number, outside = 0): Image {
  const data = new Uint8Array(width * height * 3);
  eachRow(image, toPhoto, width, height, outside, (row, y) => {
    for (let i = 0, at = y * row.length; i < row.length; i++, at++) data[at] = ((row[i] as number) + UNIT / 2) >> 16;
  });
  return { width, height, channels: 3, data };
}

/**
 * Interpolates row by row. Where many photo pixels fall on one of the output, a smaller copy of the photo is read: the
 * scale left for the interpolation is between 0.7 and 1.4, where bilinear neither blurs nor aliases much.
 * @param write gets each row: red, green, blue of each pixel, in UNITs; the array is used again
 */
function eachRow(
  image: Image,
  toPhoto: Affine,
  width: number,
  height: number,
  outside: number,
  write: (row: Int32Array, y: number) => void,
): void {
  const { source, shrunk } = levelFor(image, scaleOf(toPhoto));
  const t = scaled(toPhoto, 1 / shrunk);
  const row = new Int32Array(width * 3);
  const reader = { ...source, data: new Uint8Array(source.data.buffer, source.data.byteOffset, source.data.length) };
  for (let y = 0; y < height; y++) {
    // Pixel centres lie at .5, array indices at whole numbers.
    const u = t.a * 0.5 + t.c * (y + 0.5) + t.tx - 0.5;
    const v = t.b * 0.5 + t.d * (y + 0.5) + t.ty - 0.5;
    interpolateRow(reader, u, v, t.a, t.b, row, outside * UNIT);
    write(row, y);
  }
}

function levelFor(image: Image, scale: number): { readonly source: Image; readonly shrunk: number } {
  // Below two pixels a side there is nothing to shrink.
  const most = Math.floor(Math.log2(Math.min(image.width, image.height)));
  const level = Math.min(most, Math.max(0, Math.round(Math.log2(scale))));
  return { source: levelOf(image, level), shrunk: 2 ** level };
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
  readonly data: Uint8Array;
}

/**
 * Bilinear, with weights in 256ths: the sums are whole numbers, the same everywhere. Math.imul tells the engine that
 * they fit into 32 bits, which makes this loop, the hottest of all, half as long.
 */
function interpolateRow(
  { width, height, channels, data }: Source,
  u0: number,
  v0: number,
  du: number,
  dv: number,
  row: Int32Array,
  outside: number,
): void {
  const stride = width * channels;
  const pixels = row.length / 3;
  for (let x = 0, at = 0; x < pixels; x++, at += 3) {
    const u = u0 + x * du;
    const v = v0 + x * dv;
    if (u <= -1 || v <= -1 || u >= width || v >= height) {
      row[at] = outside;
      row[at + 1] = outside;
      row[at + 2] = outside;
      continue;
    }
    // Fixed point; one is added so that rounding towards zero is rounding down.
    const fu = ((u + 1) * 256) | 0;
    const fv = ((v + 1) * 256) | 0;
    const left = (fu >> 8) - 1;
    const top = (fv >> 8) - 1;
    const wx = fu & 255;
    const wy = fv & 255;
    // Half a pixel beyond the edge the edge itself goes on, as everywhere else it is between two pixels.
    const right = left >= 0 && left + 1 < width ? channels : 0;
    const down = top >= 0 && top + 1 < height ? stride : 0;
    const i = Math.imul(top < 0 ? 0 : top, stride) + Math.imul(left < 0 ? 0 : left, channels);
    const w11 = Math.imul(wx, wy);
    const w01 = (wx << 8) - w11;
    const w10 = (wy << 8) - w11;
    const w00 = UNIT - w01 - w10 - w11;
    for (let c = 0; c < 3; c++) {
      const j = i + c;
      row[at + c] =
        Math.imul(data[j] as number, w00) +
        Math.imul(data[j + right] as number, w01) +
        Math.imul(data[j + down] as number, w10) +
        Math.imul(data[j + right + down] as number, w11);
    }
  }
}
