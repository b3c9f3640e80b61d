import type { Sighting } from "./sighting.ts";

/** How many of the last frames are kept to choose from: at 20 a second, the end of the 600 ms that all was right. */
export const candidateFrames = 5;

/** The best of the frames, which are all right already: sharp counts most, then open eyes, then a straight look. */
export function best<T extends { readonly sighting: Sighting }>(frames: readonly T[]): T | undefined {
  const sharpest = Math.max(...frames.map(({ sighting }) => sighting.face?.sharpness ?? 0), Number.MIN_VALUE);
  return frames.toSorted((a, b) => merit(b.sighting, sharpest) - merit(a.sighting, sharpest))[0];
}

function merit({ face }: Sighting, sharpest: number): number {
  if (!face) return -1;
  const straight = 1 - Math.min(1, Math.hypot(face.yaw, face.pitch, face.roll) / 30);
  return face.sharpness / sharpest + 0.5 * face.eyesOpen + 0.5 * straight;
}
