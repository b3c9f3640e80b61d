import type { Point } from "@selfsame/face/plane/geometry";
import sharp from "sharp";

export type Cover = "mask" | "sunglasses" | "shadow" | "guilloche";

type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** The color at a point to the right of and below the midpoint of the eyes, in distances between them; undefined for no cover. */
const drawings: Readonly<Record<Cover, (right: number, down: number) => Color | undefined>> = {
  mask(right, down) {
    const half = down < 1.3 ? 0.95 - 0.15 * (down - 0.5) : 0.83 - 1.1 * (down - 1.3);
    if (down < 0.35 + 0.15 * Math.abs(right) || Math.abs(right) > half) return undefined;
    const isPleat = [0.8, 1.05, 1.3].some((at) => Math.abs(down - at) < 0.02);
    return isPleat ? [160, 185, 200, 255] : [188, 211, 226, 255];
  },
  sunglasses(right, down) {
    const isLens = Math.hypot((Math.abs(right) - 0.5) / 0.42, (down - 0.05) / 0.3) < 1;
    const isFrame = Math.abs(down + 0.12) < 0.04 && Math.abs(right) < 0.95;
    return isLens || isFrame ? [26, 26, 30, 255] : undefined;
  },
  guilloche: (right, down) =>
    Math.sin(14 * (down + 0.12 * Math.sin(6 * right))) > 0.4 ? [205, 60, 160, 150] : undefined,
  shadow: (right) => [0, 0, 0, right < -0.05 ? 205 : right < 0.05 ? 100 : 0],
};

/** The photo with a cover drawn over the face that has these eyes, left and right in the photo. */
export async function covered(photo: Buffer, cover: Cover, [left, right]: readonly [Point, Point]): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const [across, along] = [right.x - left.x, right.y - left.y];
  const square = across ** 2 + along ** 2;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - (left.x + right.x) / 2, y - (left.y + right.y) / 2];
      const color = drawings[cover]((dx * across + dy * along) / square, (dy * across - dx * along) / square);
      if (color) data.set(color, (y * width + x) * 4);
    }
  }
  const input = Buffer.from(data.buffer);
  return sharp(photo)
    .composite([{ input, raw: { width, height, channels: 4 } }])
    .png()
    .toBuffer();
}
