import { type Affine, leastSquares } from "../plane/affine.ts";
import type { FivePoints } from "../face.ts";

/**
 * Maps pixels of the aligned crop to the photo, so that the template's five points meet the face's.
 * @param template as published for ArcFace: there the first pixel's center is (0, 0), so half a pixel is added
 */
export function alignTo(template: readonly (readonly [x: number, y: number])[], landmarks: FivePoints): Affine {
  return leastSquares(
    template.map(([x, y]) => ({ x: x + 0.5, y: y + 0.5 })),
    landmarks,
  );
}
