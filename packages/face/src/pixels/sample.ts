import type { Affine } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { rowsOf, unitsPerStep } from "./interpolate.ts";
import { scalingBytes, slack } from "./loops/loops.ts";
import { aligned, loops } from "./loops/memory.ts";
import type { ModelInput } from "../manifest.ts";

/** Luma weights of ITU-R BT.601, as every common grey conversion uses them. */
const lumaWeights = [0.299, 0.587, 0.114] as const;

/**
 * Samples a rotated, scaled and shifted part of a photo into a model's input, anti-aliased.
 * @param toPhoto maps input pixels to photo pixels
 * @param outside color value (0-255) beyond the photo
 * @returns float32, `channels` x height x width
 */
export function sample(image: Image, toPhoto: Affine, input: ModelInput, outside = 0): Float32Array {
  const { width, height, channels } = input;
  const planes = channels === "grey" ? 1 : 3;
  const size = width * height;
  const planeBytes = aligned(size * 4 + slack);
  const rows = rowsOf(image, toPhoto, width, outside, aligned(scalingBytes) + planes * planeBytes);
  const { memory, row, end, free: scaling } = rows;
  const out = aligned(scaling + scalingBytes);
  // Plane index of red, green and blue.
  const order = channels === "bgr" ? [2, 1, 0] : [0, 1, 2];
  const gains = order.map((plane) => 1 / ((input.scale[plane] ?? 1) * unitsPerStep));
  const offsets = order.map((plane) => -(input.mean[plane] ?? 0) / (input.scale[plane] ?? 1));
  new Float64Array(memory, scaling, scalingBytes / 8).set([...gains, ...offsets, ...lumaWeights]);
  const [reds, greens, blues] = order.map((plane) => out + plane * planeBytes) as [number, number, number];
  const { toPlanes, toGrey } = loops();
  for (let y = 0; y < height; y++) {
    const at = y * width * 4;
    rows.interpolate(y);
    if (channels === "grey") toGrey(row, end, scaling, out + at);
    else toPlanes(row, end, scaling, reds + at, greens + at, blues + at);
  }
  const values = new Float32Array(planes * size);
  for (let plane = 0; plane < planes; plane++)
    values.set(new Float32Array(memory, out + plane * planeBytes, size), plane * size);
  return values;
}

/** The same as sample, as interleaved 8-bit RGB. */
export function sampleImage(image: Image, toPhoto: Affine, width: number, height: number, outside = 0): Image {
  const bytes = width * height * 3;
  const { memory, row, end, free: out, interpolate } = rowsOf(image, toPhoto, width, outside, bytes);
  const { toBytes } = loops();
  for (let y = 0; y < height; y++) {
    interpolate(y);
    toBytes(row, end, out + y * width * 3);
  }
  return { width, height, channels: 3, data: new Uint8Array(memory, out, bytes).slice() };
}
