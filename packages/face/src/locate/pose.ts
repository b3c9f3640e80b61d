import { around } from "../plane/affine.ts";
import type { Pose } from "../face.ts";
import { type Box, centerOf } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { PoseEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";
import { softmax } from "../softmax.ts";

/** The pose model's pitch for a level head: the median over frontal selfies. */
export const levelPitch = -8;

/** Head pose by the pose model. Its input is the square around the detector's box; a larger one was less accurate. */
export async function estimatePose(image: Image, box: Box, model: Model, { input, bins }: PoseEntry): Promise<Pose> {
  const side = Math.max(box.width, box.height);
  const toPhoto = around(
    { x: input.width / 2, y: input.height / 2 },
    centerOf(box),
    side / input.width,
    side / input.height,
  );
  const outputs = await model.run(sample(image, toPhoto, input, 127));
  const degrees = (name: string) => {
    const expected = softmax(outputOf(outputs, name)).reduce((sum, probability, bin) => sum + probability * bin, 0);
    return expected * bins.stepDegrees + bins.offsetDegrees;
  };
  // The model counts yaw towards the photo's left.
  return { yaw: -degrees("yaw"), pitch: degrees("pitch"), roll: degrees("roll") };
}
