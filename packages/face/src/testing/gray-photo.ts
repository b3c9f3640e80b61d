import type { Image } from "../pixels/image.ts";

/** For tests: a grey picture, drawn by what grey each of its pixels has, 0 to 255. */
export function grayPhoto(width: number, height: number, greyAt: (x: number, y: number) => number): Image {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / 3);
    data[i] = greyAt(pixel % width, Math.floor(pixel / width));
  }
  return { width, height, channels: 3, data };
}
