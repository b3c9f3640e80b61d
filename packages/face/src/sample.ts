import type { Image } from "./image.ts";
import type { ModelInput } from "./manifest.ts";
import { type Affine, scaleOf } from "./affine.ts";

/** Luma weights of ITU-R BT.601, as every common grey conversion uses them. */
const LUMA = [0.299, 0.587, 0.114] as const;

/**
 * Fills a model's input from a turned, scaled and shifted part of a photo, anti-aliased.
 *
 * @param toPhoto takes a point of the input (in its pixels) to the photo's pixels
 * @param outside the colour value (0-255) of what lies outside of the photo
 * @returns float32, `channels` x height x width
 */
export function sample(image: Image, toPhoto: Affine, input: ModelInput, outside = 0): Float32Array {
  return normalise(sampleRgb(image, toPhoto, input.width, input.height, outside), input);
}

/** The same as sample, as interleaved 8-bit RGB. */
export function sampleImage(image: Image, toPhoto: Affine, width: number, height: number, outside = 0): Image {
  const size = width * height;
  const planes = sampleRgb(image, toPhoto, width, height, outside);
  const data = new Uint8Array(size * 3);
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < 3; c++) data[i * 3 + c] = Math.round(planes[c * size + i] as number);
  }
  return { width, height, channels: 3, data };
}

/**
 * Where many photo pixels fall on one of the output, they are averaged first (box filter by a whole factor), then
 * interpolated bilinearly: the scale left for the interpolation is between 0.75 and 1.5, where it neither blurs nor aliases.
 */
function sampleRgb(image: Image, toPhoto: Affine, width: number, height: number, outside: number): Float32Array {
  const factor = Math.max(1, Math.round(scaleOf(toPhoto)));
  if (factor === 1) return interpolate(image, toPhoto, width, height, outside);
  const region = regionUnder(toPhoto, width, height, image, factor);
  const reduced = reduce(image, region, factor);
  const moved = {
    a: toPhoto.a / factor,
    b: toPhoto.b / factor,
    c: toPhoto.c / factor,
    d: toPhoto.d / factor,
    tx: (toPhoto.tx - region.x) / factor,
    ty: (toPhoto.ty - region.y) / factor,
  };
  return interpolate(reduced, moved, width, height, outside);
}

interface Region {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
}

/** The part of the photo that the output covers, in whole blocks of `factor` pixels. */
function regionUnder(t: Affine, width: number, height: number, image: Image, factor: number): Region {
  const xs = [t.tx, t.a * width + t.tx, t.c * height + t.tx, t.a * width + t.c * height + t.tx];
  const ys = [t.ty, t.b * width + t.ty, t.d * height + t.ty, t.b * width + t.d * height + t.ty];
  const x = Math.min(Math.max(0, Math.floor(Math.min(...xs)) - factor), image.width - 1);
  const y = Math.min(Math.max(0, Math.floor(Math.min(...ys)) - factor), image.height - 1);
  const right = Math.min(image.width, Math.ceil(Math.max(...xs)) + factor);
  const bottom = Math.min(image.height, Math.ceil(Math.max(...ys)) + factor);
  return {
    x,
    y,
    columns: Math.max(1, Math.ceil((right - x) / factor)),
    rows: Math.max(1, Math.ceil((bottom - y) / factor)),
  };
}

/** Averages blocks of factor x factor pixels; blocks at the photo's edge average what there is of them. */
function reduce(image: Image, region: Region, factor: number): Image {
  const { data, channels, width: photoWidth, height: photoHeight } = image;
  const { columns, rows } = region;
  const out = new Uint8Array(columns * rows * 3);
  const sums = new Uint32Array(columns * 3);
  for (let row = 0; row < rows; row++) {
    const top = region.y + row * factor;
    const bottom = Math.min(top + factor, photoHeight);
    sums.fill(0);
    for (let y = top; y < bottom; y++) {
      let from = (y * photoWidth + region.x) * channels;
      for (let column = 0, at = 0; column < columns; column++, at += 3) {
        const inBlock = Math.min(factor, photoWidth - region.x - column * factor);
        let red = 0;
        let green = 0;
        let blue = 0;
        for (let i = 0; i < inBlock; i++, from += channels) {
          red += data[from] as number;
          green += data[from + 1] as number;
          blue += data[from + 2] as number;
        }
        (sums[at] as number) += red;
        (sums[at + 1] as number) += green;
        (sums[at + 2] as number) += blue;
      }
    }
    writeRow(out, row, columns, sums, { factor, rowsInBlock: bottom - top, photoColumns: photoWidth - region.x });
  }
  return { width: columns, height: rows, channels: 3, data: out };
}

function writeRow(
  out: Uint8Array,
  row: number,
  columns: number,
  sums: Uint32Array,
  block: { readonly factor: number; readonly rowsInBlock: number; readonly photoColumns: number },
): void {
  let at = row * columns * 3;
  for (let column = 0, i = 0; column < columns; column++) {
    const pixels = Math.min(block.factor, block.photoColumns - column * block.factor) * block.rowsInBlock;
    const share = 1 / Math.max(pixels, 1);
    for (let c = 0; c < 3; c++) out[at++] = (sums[i++] as number) * share + 0.5;
  }
}

/** Bilinear interpolation to three planes (red, green, blue), 0-255. */
function interpolate(image: Image, t: Affine, width: number, height: number, outside: number): Float32Array {
  const { data, channels, width: w, height: h } = image;
  const size = width * height;
  const out = new Float32Array(size * 3);
  const stride = w * channels;
  let at = 0;
  for (let y = 0; y < height; y++) {
    // Pixel centres lie at .5, array indices at whole numbers.
    let u = t.a * 0.5 + t.c * (y + 0.5) + t.tx - 0.5;
    let v = t.b * 0.5 + t.d * (y + 0.5) + t.ty - 0.5;
    for (let x = 0; x < width; x++, at++, u += t.a, v += t.b) {
      if (u <= -1 || v <= -1 || u >= w || v >= h) {
        out[at] = outside;
        out[at + size] = outside;
        out[at + size * 2] = outside;
        continue;
      }
      const left = Math.floor(u);
      const top = Math.floor(v);
      const dx = u - left;
      const dy = v - top;
      // Half a pixel beyond the edge the edge itself goes on, as everywhere else it is between two pixels.
      const x0 = left < 0 ? 0 : left;
      const y0 = top < 0 ? 0 : top;
      const i00 = y0 * stride + x0 * channels;
      const i01 = left + 1 < w && left >= 0 ? i00 + channels : i00;
      const down = top + 1 < h && top >= 0 ? stride : 0;
      const w11 = dx * dy;
      const w01 = dx - w11;
      const w10 = dy - w11;
      const w00 = 1 - dx - w10;
      const i10 = i00 + down;
      const i11 = i01 + down;
      out[at] =
        (data[i00] as number) * w00 +
        (data[i01] as number) * w01 +
        (data[i10] as number) * w10 +
        (data[i11] as number) * w11;
      out[at + size] =
        (data[i00 + 1] as number) * w00 +
        (data[i01 + 1] as number) * w01 +
        (data[i10 + 1] as number) * w10 +
        (data[i11 + 1] as number) * w11;
      out[at + size * 2] =
        (data[i00 + 2] as number) * w00 +
        (data[i01 + 2] as number) * w01 +
        (data[i10 + 2] as number) * w10 +
        (data[i11 + 2] as number) * w11;
    }
  }
  return out;
}

function normalise(planes: Float32Array, input: ModelInput): Float32Array {
  const size = input.width * input.height;
  const grey = input.channels === "grey";
  const out = new Float32Array(grey ? size : size * 3);
  for (const [channel, mean] of input.mean.entries()) {
    const plane = grey
      ? greyOf(planes, size)
      : planes.subarray(...planeOf(input.channels === "rgb" ? channel : 2 - channel, size));
    const gain = 1 / (input.scale[channel] as number);
    for (let i = 0, to = channel * size; i < size; i++, to++) out[to] = ((plane[i] as number) - mean) * gain;
  }
  return out;
}

const planeOf = (channel: number, size: number) => [channel * size, (channel + 1) * size] as const;

function greyOf(planes: Float32Array, size: number): Float32Array {
  const out = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    out[i] =
      LUMA[0] * (planes[i] as number) +
      LUMA[1] * (planes[i + size] as number) +
      LUMA[2] * (planes[i + size * 2] as number);
  }
  return out;
}
