import { type Box, centerOf } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { skinAcross, skinDown } from "./tone.ts";

/** Linear light, 0 to 1: red, green, blue. */
export type Light = readonly [red: number, green: number, blue: number];

/** Light from the face, and from what lies behind it. */
export interface Reflection {
  readonly skin: Light;
  readonly background: Light;
}

/** Pixels further from the middle than this, in halves of the box, are background: neither head, hair nor neck. */
const headAcross = 1.7;
const headDown = 1.8;
/** Saturated pixels say nothing about the light. */
const burntOut = 250;
/** Fewer pixels are no background to compare with. */
const pixelsMin = 100;

/**
 * Mean color of the skin, and of the background beside and above the head. Clothes are excluded: they are as close to the screen as the face.
 * @param box the detector's, in pixels of the image
 * @returns undefined if there is no background, or the face lies outside
 */
export function reflectionOf({ width, height, channels, data }: Image, box: Box): Reflection | undefined {
  const middle = centerOf(box);
  const skin = [0, 0, 0];
  const background = [0, 0, 0];
  let skinPixels = 0;
  let backgroundPixels = 0;
  const bottom = Math.min(height, box.y + box.height);
  for (let y = 0; y < bottom; y++) {
    for (let x = 0; x < width; x++) {
      const right = (x + 0.5 - middle.x) / box.width;
      const down = (y + 0.5 - middle.y) / box.height;
      const at = (y * width + x) * channels;
      if (Math.hypot(right / skinAcross, down / skinDown) <= 1) {
        add(skin, data, at);
        skinPixels++;
      } else if (Math.hypot((2 * right) / headAcross, (2 * down) / headDown) > 1 && !isBurntOut(data, at)) {
        add(background, data, at);
        backgroundPixels++;
      }
    }
  }
  if (skinPixels < pixelsMin || backgroundPixels < pixelsMin) return undefined;
  return { skin: shared(skin, skinPixels), background: shared(background, backgroundPixels) };
}

const shared = ([red = 0, green = 0, blue = 0]: readonly number[], by: number): Light => [
  red / by,
  green / by,
  blue / by,
];

function add(sum: number[], data: Image["data"], at: number): void {
  for (let channel = 0; channel < 3; channel++) {
    sum[channel] = (sum[channel] as number) + (linear[data[at + channel] as number] as number);
  }
}

const isBurntOut = (data: Image["data"], at: number): boolean =>
  Math.max(data[at] as number, data[at + 1] as number, data[at + 2] as number) >= burntOut;

/** sRGB levels as linear light (IEC 61966-2-1). */
const linear = Array.from({ length: 256 }, (_, level) => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
