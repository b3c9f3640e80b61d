import type { FivePoints } from "../face.ts";
import { rollOf } from "../locate/landmarks.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { around } from "../plane/affine.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import { average } from "../statistics.ts";

/** Side of a cheek's square, in pixels of the sample. */
const size = 8;
/** The same as a share of the distance between the eyes. */
const share = 0.4;
/** The squares lie this share further out than midway from the eye to the corner of the mouth: away from the nose and its shadow. */
const outward = 0.08;
/** Added to both means, of 255: on a very dark face, noise is no difference. */
const noise = 2;

/** Mean luma of the darker cheek relative to the brighter one, 0 to 1. ISO/IEC 19794-5 requires at least 0.5 for portraits and measures the same zones. */
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
