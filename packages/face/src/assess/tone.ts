import type { Image } from "../pixels/image.ts";
import { type Box, centerOf } from "../plane/geometry.ts";

/** Color of a face in a photo, as skin, light and camera make it: natural logarithms of red and of blue over green, independent of brightness. */
export interface Tone {
  readonly red: number;
  readonly blue: number;
}

/** Ellipse of skin, as shares of the box: contains hardly any hair. */
export const skinAcross = 0.38;
export const skinDown = 0.4;
/** Sampled places to each side of the middle. */
const reach = 24;
/** Levels added to each channel: nearly black has no color. */
const dark = 4;

/** Median of each channel over the face. @param box the detector's, in pixels of the image */
export function toneOf(image: Image, box: Box): Tone {
  const middle = centerOf(box);
  const channels: [number[], number[], number[]] = [[], [], []];
  for (let v = -reach; v <= reach; v++) {
    for (let u = -reach; u <= reach; u++) {
      if (Math.hypot(u, v) > reach) continue;
      const x = Math.floor(middle.x + (u / reach) * skinAcross * box.width);
      const y = Math.floor(middle.y + (v / reach) * skinDown * box.height);
      if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
      const at = (y * image.width + x) * image.channels;
      for (const [i, values] of channels.entries()) values.push(image.data[at + i] as number);
    }
  }
  const [red, green, blue] = channels.map((values) => Math.log(median(values) + dark)) as [number, number, number];
  return { red: red - green, blue: blue - green };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export const toneApart = (one: Tone, other: Tone): number => Math.hypot(one.red - other.red, one.blue - other.blue);
