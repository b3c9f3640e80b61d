import type { FivePoints } from "../face.ts";
import { rollOf } from "../locate/landmarks.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { around } from "../plane/affine.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import { average } from "../statistics.ts";

/** Of a cheek's square, in pixels of the sample. */
const size = 8;
/** And as a share of the distance between the eyes. */
const share = 0.4;
/** Further out than midway from the eye to the corner of the mouth, by this share: neither the nose nor its shadow. */
const outward = 0.08;
/** Of 255: on a face that is dark all over, noise is no difference. */
const noise = 2;

/**
 * The mean luma of the darker cheek over that of the brighter one, 0 to 1. ISO/IEC 19794-5 wants at least 0.5 of a portrait, and measures on the
 * same zones.
 */
export function evenness(image: Image, landmarks: FivePoints): number {
  const [left, right, , leftMouth, rightMouth] = landmarks;
  const apart = distance(left, right);
  const roll = rollOf(landmarks);
  const input = { name: "", width: size, height: size, channels: "grey", mean: [0], scale: [1] } as const;
  const scale = (share * apart) / size;
  const lumaAt = (eye: Point, corner: Point, side: 1 | -1) => {
    const { x, y } = mean([eye, corner]);
    const out = side * outward * apart;
    const centre = { x: x + out * Math.cos(roll), y: y + out * Math.sin(roll) };
    const toPhoto = around({ x: size / 2, y: size / 2 }, centre, scale, scale, roll);
    return average(sample(image, toPhoto, input)) + noise;
  };
  const cheeks = [lumaAt(left, leftMouth, -1), lumaAt(right, rightMouth, 1)];
  return Math.min(...cheeks) / Math.max(...cheeks);
}
