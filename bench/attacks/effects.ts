import sharp from "sharp";
import { grained } from "../../packages/server/testing/challenge/grain.ts";
import { bilinear } from "../../packages/photo/testing/photos/warp.ts";

/** A change to a warped frame, so that it differs from the other frames. @param seed a different one for each frame */
export type Effect = (jpeg: Buffer, seed: number) => Promise<Buffer>;

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const mottling = { cellPx: 2.5, strongest: 5 };

export const effects: Readonly<Record<string, Effect>> = {
  "as it is": async (jpeg) => jpeg,
  "compressed with quality 50": (jpeg) => sharp(jpeg).jpeg({ quality: 50 }).toBuffer(),
  "a light field of its own": async (jpeg, seed) => {
    const pixels = await pixelsOf(jpeg);
    const light = await field(pixels, 160, 25, seed);
    return changed(pixels, (value, i) => value + (light[i] as number));
  },
  "noise of 4 levels": async (jpeg, seed) => {
    const random = randomFrom(seed);
    const pixels = await pixelsOf(jpeg);
    const noise = Float32Array.from({ length: pixels.width * pixels.height }, () => 4 * normal(random));
    return changed(pixels, (value, i) => value + (noise[i] as number));
  },
  // Not from the literature: every point moves by most of a pixel, in cells smaller than those compared.
  "trembling by 0.7 pixels": async (jpeg, seed) => {
    const pixels = await pixelsOf(jpeg);
    const [across, down] = [await field(pixels, 8, 0.7, seed), await field(pixels, 8, 0.7, seed + 1)];
    return encoded({ ...pixels, data: shifted(pixels, across, down) });
  },
  "half as large and back": async (jpeg) => {
    const { width, height } = await sharp(jpeg).metadata();
    const small = await sharp(jpeg)
      .resize(Math.round(width / 2))
      .png()
      .toBuffer();
    return sharp(small).resize(width, height, { kernel: "lanczos3" }).sharpen().jpeg({ quality: 92 }).toBuffer();
  },
  "denoised, then noise of 3 levels": async (jpeg, seed) => {
    const random = randomFrom(seed);
    const pixels = await pixelsOf(await sharp(jpeg).median(3).jpeg({ quality: 98 }).toBuffer());
    const noise = Float32Array.from({ length: pixels.width * pixels.height }, () => 3 * normal(random));
    return changed(pixels, (value, i) => value + (noise[i] as number));
  },
  "noise of 4 levels, then compressed with quality 50": async (jpeg, seed) => {
    const noisy = await (effects["noise of 4 levels"] as Effect)(jpeg, seed);
    return sharp(noisy).jpeg({ quality: 50 }).toBuffer();
  },
  "mottling of 5 levels": async (jpeg, seed) => {
    const pixels = await pixelsOf(jpeg);
    return encoded({ ...pixels, data: grained(pixels.data, pixels.width, seed, [mottling]) });
  },
  // Similar to the project's own tests.
  "mottling of 5 levels and blotches of 10": async (jpeg, seed) => {
    const pixels = await pixelsOf(jpeg);
    return encoded({
      ...pixels,
      data: grained(pixels.data, pixels.width, seed, [mottling, { cellPx: 7, strongest: 10 }]),
    });
  },
};

/** Changes to genuine frames that try to make them count as new. */
export const disguises: Readonly<Record<string, Effect>> = {
  "stretched by 4 %": async (jpeg) => {
    const { width, height } = await pixelsOf(jpeg);
    return sharp(jpeg)
      .autoOrient()
      .resize(Math.round(1.04 * width), height, { fit: "fill" })
      .jpeg({ quality: 90 })
      .toBuffer();
  },
  "rotated by 6 degrees": async (jpeg, seed) => {
    const upright = await sharp(jpeg).autoOrient().toBuffer();
    return sharp(upright)
      .rotate(seed % 2 === 0 ? 6 : -6, { background: "grey" })
      .jpeg({ quality: 90 })
      .toBuffer();
  },
  "lit from a side": async (jpeg) => {
    const pixels = await pixelsOf(jpeg);
    const { width } = pixels;
    return changed(pixels, (value, i) => value * (1 + 0.35 * Math.tanh(8 * ((i % width) / width - 0.5))));
  },
  "a light field of its own": effects["a light field of its own"] as Effect,
};

export async function pixelsOf(jpeg: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(jpeg).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const encoded = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();

export function changed(
  pixels: Pixels,
  value: (before: number, pixel: number, channel: number) => number,
): Promise<Buffer> {
  const data = Buffer.from(
    pixels.data.map((before, i) => Math.max(0, Math.min(255, Math.round(value(before, Math.floor(i / 3), i % 3))))),
  );
  return encoded({ ...pixels, data });
}

/** Smooth normal noise of this strength, with cells of this size. */
async function field({ width, height }: Pixels, cellPx: number, strength: number, seed: number): Promise<Float32Array> {
  const random = randomFrom(seed);
  const size = { width: Math.ceil(width / cellPx) + 2, height: Math.ceil(height / cellPx) + 2 };
  const cells = Buffer.from(
    Array.from({ length: size.width * size.height }, () => Math.max(0, Math.min(255, 128 + 40 * normal(random)))),
  );
  const smooth = sharp(cells, { raw: { ...size, channels: 1 } }).resize(width, height, {
    fit: "fill",
    kernel: "cubic",
  });
  return Float32Array.from(await smooth.extractChannel(0).raw().toBuffer(), (value) => ((value - 128) / 40) * strength);
}

function shifted({ data, width, height }: Pixels, across: Float32Array, down: Float32Array): Buffer {
  const out = Buffer.alloc(data.length);
  const image = { data, width, height, channels: 3 } as const;
  for (let i = 0; i < width * height; i++) {
    const x = Math.max(0, Math.min(width - 1.001, (i % width) + (across[i] as number)));
    const y = Math.max(0, Math.min(height - 1.001, Math.floor(i / width) + (down[i] as number)));
    for (let channel = 0; channel < 3; channel++) out[3 * i + channel] = bilinear(image, x, y, channel);
  }
  return out;
}

/** Numbers from 0 to 1, the same for the same seed (Lehmer's generator, MINSTD). */
export function randomFrom(seed: number): () => number {
  let state = ((seed * 7919) % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A normally distributed number (Box and Muller). */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
