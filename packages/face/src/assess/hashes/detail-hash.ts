import type { Point } from "../../plane/geometry.ts";
import { bitsIn } from "./bits.ts";

/** Side of a region, in pixels of a face with 96 pixels between its eyes. */
const regionPx = 32;
/** How far the landmarks may be off after stretching or rotation. */
const reachPx = 3;
/** Each region samples one point in each cell of an 8 x 4 grid: 32 signs, one word. */
const [columns, rows] = [8, 4] as const;
const cell = { width: regionPx / columns, height: regionPx / rows } as const;
const bits = columns * rows;
const shiftsAcross = 2 * reachPx + 1;
const shifts = shiftsAcross ** 2;

/**
 * Detail of a face at a size of some pixels, as signs at a few places: too few for a picture, and without light, which is coarser. Copies of one photo
 * share most of them, however they were stretched, rotated, lit or compressed; two photos of a person do not.
 */
export interface DetailHash {
  /** Stored: one word for each region. */
  readonly words: Uint32Array;
  /** Compared with stored ones: the words of each region at each shift, region by region. */
  readonly shifted: Uint32Array;
}

interface Signed {
  readonly data: Int8Array;
  readonly width: number;
  readonly height: number;
}

/** Sampling points: fixed pseudo-random places, one in each cell (R2 sequence, Roberts 2018), so that no row of pixels dominates. */
const places: readonly Point[] = Array.from({ length: bits }, (_, i) => ({
  x: ((i % columns) + ((0.7548776662 * (i + 1)) % 1)) * cell.width,
  y: (Math.floor(i / columns) + ((0.5698402909 * (i + 1)) % 1)) * cell.height,
})).map(({ x, y }) => ({ x: Math.floor(x), y: Math.floor(y) }));

/**
 * @param plane the warped face without coarse detail
 * @param isOnFace whether a pixel is on the face: regions lie wholly on it
 */
export function detailHash(plane: Signed, isOnFace: (x: number, y: number) => boolean): DetailHash {
  const regions = regionsOf(plane, isOnFace);
  const words = new Uint32Array(regions.length);
  const shifted = new Uint32Array(regions.length * shifts);
  for (const [i, region] of regions.entries()) {
    words[i] = wordAt(plane, region);
    for (let shift = 0; shift < shifts; shift++) {
      const x = region.x + (shift % shiftsAcross) - reachPx;
      const y = region.y + Math.floor(shift / shiftsAcross) - reachPx;
      shifted[i * shifts + shift] = wordAt(plane, { x, y });
    }
  }
  return { words, shifted };
}

/** Corners of the squares that lie on the face, with room for shifts. */
function regionsOf({ width, height }: Signed, isOnFace: (x: number, y: number) => boolean): Point[] {
  const [across, down] = [width, height].map((size) => Math.floor((size - 2 * reachPx) / regionPx)) as [number, number];
  const [left, top] = [(width - across * regionPx) / 2, (height - down * regionPx) / 2].map(Math.floor) as [
    number,
    number,
  ];
  return Array.from({ length: across * down }, (_, i) => ({
    x: left + (i % across) * regionPx,
    y: top + Math.floor(i / across) * regionPx,
  })).filter(({ x, y }) =>
    [0, regionPx].every((right) => [0, regionPx].every((below) => isOnFace(x + right, y + below))),
  );
}

function wordAt({ data, width }: Signed, { x, y }: Point): number {
  let word = 0;
  for (const [bit, place] of places.entries()) {
    if ((data[(y + place.y) * width + x + place.x] as number) >= 0) word |= 1 << bit;
  }
  return word >>> 0;
}

/** Regions compared first: another photo agrees so little there that the rest can be skipped. */
const first = 5;
const firstMin = 0.6;

/**
 * Agreement of a photo with a stored one, -1 to 1: mean over the regions of the best shift. Unrelated photos have 0.4, since the best of many shifts
 * counts.
 */
export function agreement(kept: Uint32Array, { shifted }: Pick<DetailHash, "shifted">): number {
  if (shifted.length !== kept.length * shifts) throw new RangeError("agreement: the hashes differ in length");
  let sum = 0;
  for (let region = 0; region < kept.length; region++) {
    const word = kept[region] as number;
    let least = bits;
    for (let i = region * shifts, end = i + shifts; i < end; i++) {
      const differing = bitsIn(word ^ (shifted[i] as number));
      if (differing < least) least = differing;
    }
    sum += 1 - (2 * least) / bits;
    if (region + 1 === first && sum < firstMin * first) return sum / first;
  }
  return sum / kept.length;
}
