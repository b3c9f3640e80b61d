import { type Affine, leastSquares } from "../plane/affine.ts";
import type { FivePoints } from "../face.ts";

/**
 * Takes pixels of the aligned crop to the photo, so that the template's five points fall on the face's.
 * @param template as published for ArcFace: the first pixel's centre is (0, 0), so half a pixel is added
 */
export function alignTo(template: readonly (readonly [x: number, y: number])[], landmarks: FivePoints): Affine {
  return leastSquares(
    template.map(([x, y]) => ({ x: x + 0.5, y: y + 0.5 })),
    landmarks,
  );
}
