import type { Affine } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { eachRow, unitsPerStep } from "./interpolate.ts";
import type { ModelInput } from "../manifest.ts";

/** Luma weights of ITU-R BT.601, as every common grey conversion uses them. */
const lumaWeights = [0.299, 0.587, 0.114] as const;

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
  const gains = input.scale.map((scale) => 1 / (scale * unitsPerStep));
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
    const luma =
      lumaWeights[0] * (row[i] as number) +
      lumaWeights[1] * (row[i + 1] as number) +
      lumaWeights[2] * (row[i + 2] as number);
    out[at] = luma * gain + offset;
  }
}

/** The same as sample, as interleaved 8-bit RGB. */
export function sampleImage(image: Image, toPhoto: Affine, width: number, height: number, outside = 0): Image {
  const data = new Uint8Array(width * height * 3);
  eachRow(image, toPhoto, width, height, outside, (row, y) => {
    for (let i = 0, at = y * row.length; i < row.length; i++, at++)
      data[at] = ((row[i] as number) + unitsPerStep / 2) >> 16;
  });
  return { width, height, channels: 3, data };
}
