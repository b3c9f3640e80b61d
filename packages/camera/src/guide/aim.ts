import type { Box, Point } from "@selfsame/face/plane/geometry";
import type { Size } from "../capture/sighting.ts";

/** Where in the frame the face should be: the oval of the view, in pixels of the frame. */
export interface Aim {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
}

/** Height of the oval over its width: that of a face with its hair, and a calm shape. */
const ovalRatio = 1.32;

/**
 * The oval in a view, in CSS pixels: as large as leaves room for the hint above and the button below, and for the
 * surroundings of the face that the spoof check looks at.
 * @param free the part of the view that hint and buttons leave
 */
export function ovalIn(view: Size, free: Box): Box {
  const width = Math.min(view.width * 0.66, view.height * 0.42, (free.height * 0.94) / ovalRatio);
  const height = width * ovalRatio;
  return { x: (view.width - width) / 2, y: free.y + (free.height - height) / 2, width, height };
}

/**
 * The oval in the frame. The video covers the view (CSS object-fit: cover): the frame is scaled until it fills the view,
 * and what is left over is cut off evenly on both sides. The oval is in the middle from left to right, so mirroring changes nothing.
 */
export function aimOf(view: Size, oval: Box, frame: Size): Aim {
  const scale = Math.max(view.width / frame.width, view.height / frame.height);
  const belowCentre = (oval.y + oval.height / 2 - view.height / 2) / scale;
  return {
    centre: { x: frame.width / 2, y: frame.height / 2 + belowCentre },
    width: oval.width / scale,
    height: oval.height / scale,
  };
}
