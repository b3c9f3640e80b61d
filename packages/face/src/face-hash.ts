import { alignTo } from "./align.ts";
import type { FivePoints } from "./face.ts";
import type { Image } from "./image.ts";
import { sample } from "./sample.ts";

const COLUMNS = 17;
const ROWS = 16;
/** Samples a cell and side: a cell is their mean, so that noise and JPEG artefacts cancel out. */
const SAMPLES = 4;

/**
 * The aligned face in the grid, a little smaller than in the ArcFace template so that hair and chin are in it: left eye, right
 * eye, nose tip, left and right mouth corner, as fractions.
 */
const TEMPLATE = [
  [0.374, 0.426],
  [0.625, 0.425],
  [0.5, 0.569],
  [0.397, 0.717],
  [0.605, 0.716],
] as const;

/**
 * A hash that two copies of one photo share however they were compressed, scaled, shifted or cut: whether each cell of a grid over
 * the aligned face is darker than its right neighbour ("dHash", Krawetz 2013). 256 bits, as 32 bytes. It tells copies, not people:
 * measured, copies differ by 0 to 7 bits (80 %), two photos of one person on different days by 50 and more.
 */
export function faceHash(image: Image, landmarks: FivePoints): Uint8Array {
  const width = COLUMNS * SAMPLES;
  const height = ROWS * SAMPLES;
  const template = TEMPLATE.map(([x, y]) => [x * width - 0.5, y * height - 0.5] as const);
  const input = { name: "", width, height, channels: "grey", mean: [0], scale: [1] } as const;
  const grey = sample(image, alignTo(template, landmarks), input);
  const cell = (row: number, column: number): number => {
    let sum = 0;
    for (let y = row * SAMPLES; y < (row + 1) * SAMPLES; y++) {
      for (let x = column * SAMPLES; x < (column + 1) * SAMPLES; x++) sum += grey[y * width + x] as number;
    }
    return sum;
  };
  const hash = new Uint8Array((ROWS * (COLUMNS - 1)) / 8);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS - 1; column++) {
      const bit = row * (COLUMNS - 1) + column;
      if (cell(row, column) < cell(row, column + 1)) hash[bit >> 3] = (hash[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return hash;
}

/** How many bits of two hashes differ. */
export function differingBits(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new RangeError("differingBits: the hashes differ in length");
  let bits = 0;
  for (const [i, byte] of one.entries()) {
    for (let rest = byte ^ (other[i] as number); rest !== 0; rest &= rest - 1) bits++;
  }
  return bits;
}
