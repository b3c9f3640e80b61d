import { around } from "../plane/affine.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { EyesEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";
import { softmax } from "../softmax.ts";
import { average, deviation } from "../statistics.ts";

/** Index of an eye's first point in iBUG order: one corner; the other is three further on. */
const leftEye = 36;
const rightEye = 42;
/** Side of the crop, as a multiple of the distance between the eye's corners: 1.2 separated open from closed best. */
const crop = 1.2;
/**
 * Mean and standard deviation that every crop's luma is normalized to. Without it the model calls open eyes closed more often the darker the skin: on
 * frontal photos, 19 % of 115 South Asian and 1 % of 85 White people's; with it 5 % and 3 %.
 */
const light = { mean: 115, deviation: 51 };

/** Probability that each eye is open, 0 to 1; left and right as seen in the photo. */
export interface Eyes {
  readonly left: number;
  readonly right: number;
}

export async function checkEyes(image: Image, points: readonly Point[], model: Model, entry: EyesEntry): Promise<Eyes> {
  const open = async (first: number) => {
    const eye = points.slice(first, first + 6);
    const [corner, other] = [eye[0] as Point, eye[3] as Point];
    const scale = (distance(corner, other) * crop) / entry.input.width;
    const roll = Math.atan2(other.y - corner.y, other.x - corner.x);
    const middle = { x: entry.input.width / 2, y: entry.input.height / 2 };
    const luma = sample(image, around(middle, mean(eye), scale, scale, roll), {
      ...entry.input,
      mean: [0],
      scale: [1],
    });
    const output = await model.run(toInput(luma, entry.input));
    return softmax(outputOf(output, "logits"))[entry.openClass] ?? 0;
  };
  return { left: await open(leftEye), right: await open(rightEye) };
}

/** Luma normalized for light and skin, as the model expects it. */
function toInput(luma: Float32Array, { mean: [offset = 0], scale: [divisor = 1] }: EyesEntry["input"]): Float32Array {
  const middle = average(luma);
  const gain = light.deviation / Math.max(deviation(luma), 1);
  return luma.map((value) => {
    const lit = Math.min(255, Math.max(0, light.mean + (value - middle) * gain));
    return (lit - offset) / divisor;
  });
}
