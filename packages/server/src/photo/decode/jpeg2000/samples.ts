import type { Image } from "@selfsame/face/pixels/image";
import type { Jpeg2000Color } from "./header.ts";

/** Pixels as the decoder returns them. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  readonly bitsPerSample: number;
  /** One byte a sample up to 8 bits, two (little-endian) above. */
  readonly bytes: Uint8Array;
}

/** Brings samples to 8 bits of red, green and blue. */
export function toRgb({ width, height, components, bitsPerSample, bytes }: Samples, color: Jpeg2000Color): Image {
  const isWide = bitsPerSample > 8;
  const scale = 255 / (2 ** bitsPerSample - 1);
  const sample = (index: number): number =>
    scale * (isWide ? (bytes[2 * index] ?? 0) + 256 * (bytes[2 * index + 1] ?? 0) : (bytes[index] ?? 0));
  const data = new Uint8ClampedArray(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * components;
    const first = sample(from);
    const three = components === 1 ? [first, first, first] : [first, sample(from + 1), sample(from + 2)];
    data.set(color === "sycc" ? fromYcc(three) : three, pixel * 3);
  }
  return { width, height, channels: 3, data: new Uint8Array(data.buffer) };
}

/** IEC 61966-2-1, annex F. */
function fromYcc([y = 0, blue = 0, red = 0]: readonly number[]): number[] {
  const [cb, cr] = [blue - 128, red - 128];
  return [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb];
}
