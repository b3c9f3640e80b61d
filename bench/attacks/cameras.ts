import sharp from "sharp";
import { changed, type Effect, normal, pixelsOf, randomFrom } from "./effects.ts";

/** Cameras, light and pipelines of genuine users, simulated on recorded frames. All frames of a person use the same one. */
export const cameras: Readonly<Record<string, Effect>> = {
  "as recorded": async (jpeg) => jpeg,
  "soft webcam": async (jpeg) => {
    const { width, height } = await pixelsOf(jpeg);
    const small = await sharp(jpeg)
      .autoOrient()
      .resize(Math.round(0.55 * width))
      .png()
      .toBuffer();
    return sharp(small).resize(width, height, { fit: "fill" }).blur(0.8).jpeg({ quality: 75 }).toBuffer();
  },
  "smoothed skin": async (jpeg) => {
    const { width, height } = await pixelsOf(jpeg);
    const smooth = await sharp(jpeg).autoOrient().median(7).blur(1).ensureAlpha(0.7).png().toBuffer();
    const over = await sharp(jpeg)
      .autoOrient()
      .composite([{ input: smooth }])
      .removeAlpha()
      .png()
      .toBuffer();
    return sharp(over).resize(width, height).sharpen({ sigma: 0.8 }).jpeg({ quality: 88 }).toBuffer();
  },
  HDR: async (jpeg) => {
    const { width, height } = await pixelsOf(jpeg);
    const cell = { width: Math.round(width / 4), height: Math.round(height / 4), maxSlope: 3 };
    return sharp(jpeg).autoOrient().clahe(cell).jpeg({ quality: 90 }).toBuffer();
  },
  "15 frames a second": async (jpeg, seed) => {
    const length = 1 + 2 * Math.floor(4 * randomFrom(seed)());
    if (length < 3) return jpeg;
    const kernel = Array.from({ length: length * length }, (_, i) =>
      Math.floor(i / length) === (length - 1) / 2 ? 1 : 0,
    );
    return sharp(jpeg)
      .autoOrient()
      .convolve({ width: length, height: length, kernel })
      .jpeg({ quality: 85 })
      .toBuffer();
  },
  "360 lines": async (jpeg) => {
    const { width, height } = await pixelsOf(jpeg);
    const scale = Math.min(1, 360 / Math.min(width, height));
    return sharp(jpeg)
      .autoOrient()
      .resize(Math.round(scale * width))
      .jpeg({ quality: 80 })
      .toBuffer();
  },
  "side light": async (jpeg) => {
    const pixels = await pixelsOf(jpeg);
    const { width } = pixels;
    return changed(pixels, (value, i) => 0.9 * value * (1 + 0.45 * Math.tanh(6 * ((i % width) / width - 0.5))));
  },
  "JPEG of a phone": async (jpeg) => sharp(jpeg).autoOrient().sharpen({ sigma: 1 }).jpeg({ quality: 60 }).toBuffer(),
  "exposure that drifts": async (jpeg, seed) => {
    const random = randomFrom(seed);
    const gain = 0.88 + 0.24 * random();
    const tints = [0.97 + 0.06 * random(), 1, 0.97 + 0.06 * random()];
    const pixels = await pixelsOf(jpeg);
    return changed(pixels, (value, _, channel) => value * gain * (tints[channel] as number));
  },
  "dim room": async (jpeg, seed) => {
    const random = randomFrom(seed);
    const pixels = await pixelsOf(jpeg);
    const noise = Float32Array.from({ length: pixels.width * pixels.height }, () => 5 * normal(random));
    const dark = await changed(pixels, (value, i) => 0.7 * value + (noise[i] as number));
    return sharp(dark).median(3).jpeg({ quality: 80 }).toBuffer();
  },
};
