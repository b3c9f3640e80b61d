import { eyesPx, onFace, skinHeight, skinLeft, skinTop, skinWidth } from "@selfsame/face/assess/lay-out";
import type { Skin } from "@selfsame/face/assess/skin";
import { average } from "@selfsame/face/statistics";
import type { Pictured } from "./one-photo.ts";
import { turnedAside } from "./turned-aside.ts";

/** Place of the cheeks, in distances between the eyes from their middle: sideways, and down. */
const cheek = { from: 0.5, to: 0.92, middleTo: 0.35, top: 0.15, bottom: 1.1 } as const;

/**
 * Extra fine detail on the cheek that turned away, relative to the middle of the face and to the selfie: the mean over turned frames, log energy;
 * undefined if none is turned. A real cheek is seen at a flat angle then, and blurs. A photo turned by a depth template squeezes its detail together
 * there.
 */
export function cheekExcess(selfie: Pictured, frames: readonly Pictured[]): number | undefined {
  const excesses = turnedAside(selfie, frames).map(
    ({ frame, away }) => detailAt(frame.skin, away) - detailAt(selfie.skin, away),
  );
  return excesses.length > 0 ? average(excesses) : undefined;
}

/** @param side 1 is the photo's right */
function detailAt({ fine }: Skin, side: number): number {
  const [aside, middle] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  for (let y = 0; y < skinHeight; y++) {
    const down = (y + 0.5) / eyesPx + skinTop;
    if (down < cheek.top || down > cheek.bottom) continue;
    for (let x = 0; x < skinWidth; x++) {
      const across = (x + 0.5) / eyesPx + skinLeft;
      const outwards = across * side;
      const isCheek = outwards > cheek.from && outwards < cheek.to;
      const part = isCheek ? aside : Math.abs(across) < cheek.middleTo ? middle : undefined;
      if (!part || !onFace(x + 0.5, y + 0.5)) continue;
      part.sum += (fine[y * skinWidth + x] as number) ** 2;
      part.count++;
    }
  }
  return Math.log(aside.sum / aside.count + 1) - Math.log(middle.sum / middle.count + 1);
}
