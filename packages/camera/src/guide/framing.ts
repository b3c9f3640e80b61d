import type { Box } from "@selfsame/face/plane/geometry";
import type { Size } from "../capture/sighting.ts";

/**
 * How many times the face the photo shows. The server's spoof check looks at 2.7 times the detector's box, and it finds its own
 * box in the photo, which may come out a little larger.
 */
const surroundings = 2.7 * 1.1;

const longestSideMaxPx = 1280;

/** Which part of the frame becomes the photo, and how large the photo is. Whole pixels. */
export interface Framing {
  readonly region: Box;
  readonly size: Size;
}

/** @param face the detector's box in the frame; without one the photo is the whole frame */
export function frameFor(frame: Size, face?: Box, longestSidePx = longestSideMaxPx): Framing {
  const region = face ? around(face, frame) : { x: 0, y: 0, ...frame };
  const scale = Math.min(1, longestSidePx / Math.max(region.width, region.height));
  return { region, size: { width: Math.round(region.width * scale), height: Math.round(region.height * scale) } };
}

/** A square around the face's centre; where it would leave the frame it is shifted, and where it does not fit, cut. */
function around(face: Box, frame: Size): Box {
  const side = 2 * Math.ceil((Math.max(face.width, face.height) * surroundings) / 2);
  const width = Math.min(side, frame.width);
  const height = Math.min(side, frame.height);
  return {
    x: within(face.x + face.width / 2 - width / 2, frame.width - width),
    y: within(face.y + face.height / 2 - height / 2, frame.height - height),
    width,
    height,
  };
}

function within(value: number, most: number): number {
  return Math.round(Math.max(0, Math.min(value, most)));
}
