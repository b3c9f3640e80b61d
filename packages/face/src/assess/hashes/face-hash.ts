import { alignTo } from "../../compare/align.ts";
import type { FivePoints } from "../../face.ts";
import type { Image } from "../../pixels/image.ts";
import { sample } from "../../pixels/sample.ts";
import { bitsIn } from "./bits.ts";

const columns = 17;
const rows = 16;
/** Samples a cell and side: averaging cancels noise and JPEG artifacts. */
const samples = 4;

/**
 * Position of the aligned face in the grid, a little smaller than in the ArcFace template to include hair and chin: left eye, right eye, nose tip, left
 * and right mouth corner, as fractions.
 */
const hashTemplate = [
  [0.374, 0.426],
  [0.625, 0.425],
  [0.5, 0.569],
  [0.397, 0.717],
  [0.605, 0.716],
] as const;

/**
 * A hash shared by copies of one photo, however they were compressed, scaled, shifted or cropped: whether each cell of a grid over the aligned face is
 * darker than its right neighbor ("dHash", Krawetz 2013). 256 bits, as 32 bytes. It recognizes copies, not people: copies differ by 0 to 7 bits (80 %),
 * two photos of one person on different days by 50 and more.
 */
export function faceHash(image: Image, landmarks: FivePoints): Uint8Array {
  const width = columns * samples;
  const height = rows * samples;
  const template = hashTemplate.map(([x, y]) => [x * width - 0.5, y * height - 0.5] as const);
  const input = { name: "", width, height, channels: "grey", mean: [0], scale: [1] } as const;
  const grey = sample(image, alignTo(template, landmarks), input);
  const cell = (row: number, column: number): number => {
    let sum = 0;
    for (let y = row * samples; y < (row + 1) * samples; y++) {
      for (let x = column * samples; x < (column + 1) * samples; x++) sum += grey[y * width + x] as number;
    }
    return sum;
  };
  const hash = new Uint8Array((rows * (columns - 1)) / 8);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const bit = row * (columns - 1) + column;
      if (cell(row, column) < cell(row, column + 1)) hash[bit >> 3] = (hash[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return hash;
}

/** Number of differing bits (Hamming distance). */
export function differingBits(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new RangeError("differingBits: the hashes differ in length");
  let bits = 0;
  for (const [i, byte] of one.entries()) bits += bitsIn(byte ^ (other[i] as number));
  return bits;
}
