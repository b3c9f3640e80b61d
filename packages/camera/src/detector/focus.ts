import { fineDetail, patchOf, patchSize } from "@selfsame/face/assess/quality";
import type { FivePoints } from "@selfsame/face/face";
import type { Image } from "@selfsame/face/pixels/image";

/**
 * The share of a face's finest detail that one more slight blur takes away: little where it is blurred already, however much detail the face has
 * (Crete et al., "The blur effect", 2007). Sharpness alone cannot tell a beard out of focus from smooth skin in focus.
 * @returns 0 to 1; 1 where the image has too few pixels of the face for it to be told
 */
export function focusOf(image: Image, landmarks: FivePoints): number {
  const { grey, side } = patchOf(image, landmarks);
  // Enlarged, what is sharp would seem blurred.
  if (side < patchSize) return 1;
  return Math.max(0, 1 - fineDetail(softened(grey)) / Math.max(fineDetail(grey), 0.01));
}

/** Each pixel as the mean of the nine around it. */
function softened(grey: Float32Array): Float32Array {
  return grey.map((_, i) => {
    const [x, y] = [i % patchSize, Math.floor(i / patchSize)];
    let sum = 0;
    for (let down = -1; down <= 1; down++) {
      for (let right = -1; right <= 1; right++) sum += grey[within(y + down) * patchSize + within(x + right)] as number;
    }
    return sum / 9;
  });
}

function within(i: number): number {
  return Math.min(patchSize - 1, Math.max(0, i));
}
