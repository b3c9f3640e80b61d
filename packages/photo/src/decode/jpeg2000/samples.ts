import type { Image } from "@selfsame/face/pixels/image";
import { fromLab, type LabRanges } from "./lab.ts";

/** Pixels as the decoder returns them. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  /** Of gray, or of each color. */
  readonly bits: readonly number[];
  readonly lab?: LabRanges;
  /** One byte a sample if the first color has up to 8 bits, two (little-endian) above. */
  readonly bytes: Uint8Array;
}

/** Converts samples to 8-bit RGB. */
export function toRgb({ width, height, bits, lab, bytes }: Samples): Image {
  const isWide = (bits[0] ?? 8) > 8;
  const sample = (index: number): number =>
    isWide ? (bytes[2 * index] ?? 0) + 256 * (bytes[2 * index + 1] ?? 0) : (bytes[index] ?? 0);
  const scales = bits.map((bits) => 255 / (2 ** bits - 1));
  const data = new Uint8ClampedArray(width * height * 3);
  for (let at = 0; at < data.length; at++) {
    const color = bits.length === 1 ? 0 : at % 3;
    const index = bits.length === 1 ? (at / 3) | 0 : at;
    data[at] = (scales[color] as number) * sample(index);
  }
  if (lab && bits.length === 3) {
    for (let at = 0; at < data.length; at += 3) {
      data.set(fromLab([sample(at), sample(at + 1), sample(at + 2)], bits, lab), at);
    }
  }
  return { width, height, channels: 3, data: new Uint8Array(data.buffer) };
}
