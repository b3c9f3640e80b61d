import { type Box, centerOf } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { skinAcross, skinDown } from "./tone.ts";

/** Linear light, 0 to 1: red, green, blue. */
export type Light = readonly [red: number, green: number, blue: number];

/** What the face and what lies behind it send to the camera. */
export interface Reflection {
  readonly skin: Light;
  readonly background: Light;
}

/** What is further from the middle than this, in halves of the box, is not the head, hair and neck included. */
const headAcross = 1.7;
const headDown = 1.8;
/** From this level on a pixel is burnt out, and says nothing about the light. */
const burntOut = 250;
/** With fewer pixels there is no background to compare with. */
const pixelsMin = 100;

/**
 * The mean color of the skin, and that of the background beside and above the head. Clothes are left out: they are as near to the screen as the face.
 * @param box the detector's, in pixels of the image
 * @returns undefined where the face covers the background, or lies outside
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

/** sRGB levels in linear light (IEC 61966-2-1). */
const linear = Array.from({ length: 256 }, (_, level) => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
