import type { Affine } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { eachRow, unitsPerStep } from "./interpolate.ts";
import { slack } from "./loops/loops.ts";
import { loops } from "./loops/memory.ts";
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
  const { width, height, channels } = input;
  const planes = channels === "grey" ? 1 : 3;
  const size = width * height;
  const planeBytes = size * 4 + slack;
  const { toPlanes, toGrey } = loops();
  const gains = input.scale.map((scale) => 1 / (scale * unitsPerStep));
  const offsets = input.mean.map((mean, i) => -mean / (input.scale[i] as number));
  // Which plane red, green and blue go to.
  const order = channels === "bgr" ? [2, 1, 0] : [0, 1, 2];
  const [red, green, blue] = order.map((plane) => plane * planeBytes) as [number, number, number];
  const of = (values: readonly number[]) => order.map((plane) => values[plane] as number) as [number, number, number];
  const [redGain, greenGain, blueGain] = of(gains);
  const [redOffset, greenOffset, blueOffset] = of(offsets);
  const { memory, out } = eachRow(image, toPhoto, input, outside, planes * planeBytes, (row, end, y, out) => {
    const at = out + y * width * 4;
    if (channels === "grey") toGrey(row, end, at, ...lumaWeights, redGain, redOffset);
    else
      toPlanes(
        row,
        end,
        at + red,
        at + green,
        at + blue,
        redGain,
        greenGain,
        blueGain,
        redOffset,
        greenOffset,
        blueOffset,
      );
  });
  const values = new Float32Array(planes * size);
  for (let plane = 0; plane < planes; plane++)
    values.set(new Float32Array(memory, out + plane * planeBytes, size), plane * size);
  return values;
}

/** The same as sample, as interleaved 8-bit RGB. */
export function sampleImage(image: Image, toPhoto: Affine, width: number, height: number, outside = 0): Image {
  const { toBytes } = loops();
  const bytes = width * height * 3;
  const { memory, out } = eachRow(image, toPhoto, { width, height }, outside, bytes, (row, end, y, out) => {
    toBytes(row, end, out + y * width * 3);
  });
  return { width, height, channels: 3, data: new Uint8Array(memory, out, bytes).slice() };
}
