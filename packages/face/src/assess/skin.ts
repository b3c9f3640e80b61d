import type { Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { type CheekGrain, grainOf } from "./cheek-grain.ts";
import { type DetailHash, detailHash } from "./hashes/detail-hash.ts";
import { cellPx, cells, eyeDistance, layOut, onFace, skinHeight, skinWidth } from "./lay-out.ts";

/** Reduction of the coarse and the broad picture, each way. */
export const coarseBy = 4;
/** Reduction of the middle picture. */
export const middleBy = 2;

/**
 * Detail of a face independent of pose: warped to the mean face, so that each point has a fixed place, and split by size. `fine` holds noise, pores and
 * compression. `middle`, reduced by middleBy, holds wrinkles, lips, lids and shading, which noise and compression do not hide. `coarse`, reduced by
 * coarseBy, serves to find a place again. `broad`, equally reduced, holds the detail that identifies a face: 6 to 12 pixels at full size. All are
 * signed, rows from the top. `light` is the brightness of each cell on the face.
 */
export interface Skin {
  /** Distance between the eyes in the photo, pixels. With few there is no detail. */
  readonly eyesPx: number;
  readonly fine: Int8Array;
  readonly middle: Int8Array;
  readonly coarse: Int8Array;
  readonly broad: Int8Array;
  readonly light: Float32Array;
  /** Direction and strength of detail on cheeks and middle. Absent in frames that an earlier version measured. */
  readonly grain?: CheekGrain;
  /** Recognizes a frame that is sent again: see detail-hash.ts. */
  readonly detail: DetailHash;
}

/** @param points 68 landmarks in iBUG order, in pixels of the image */
export function skinOf(image: Image, points: readonly Point[]): Skin {
  const flat = { data: layOut(image, points), width: skinWidth, height: skinHeight };
  const half = shrunk(flat, middleBy);
  const quarter = shrunk(flat, coarseBy);
  return {
    eyesPx: eyeDistance(points),
    fine: band(flat, 0.6, 1.5, 10),
    middle: band(half, 1.5, 3, 4),
    coarse: band(quarter, 0.5, 2, 3),
    broad: band(quarter, 1.5, 3, 4),
    grain: [grainOf(difference(flat, 1, 2), 1), grainOf(difference(half, 1, 2), middleBy)],
    light: shrunk(flat, cellPx).data.filter((_, i) => cellIsOnFace(i)),
    detail: detailHash({ data: band(flat, 1.2, 2.6, 8), width: skinWidth, height: skinHeight }, onFace),
  };
}

const cellIsOnFace = (i: number): boolean =>
  onFace(((i % cells.across) + 0.5) * cellPx, (Math.floor(i / cells.across) + 0.5) * cellPx);

interface Plane {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Band-pass filter: the difference of two Gaussians. */
function difference(plane: Plane, least: number, most: number): Float32Array {
  const [one, other] = [blurred(plane, least), blurred(plane, most)];
  return one.map((value, i) => value - (other[i] as number));
}

/** The same times `gain`, signed bytes. */
const band = (plane: Plane, least: number, most: number, gain: number): Int8Array =>
  Int8Array.from(difference(plane, least, most), (value) => Math.max(-127, Math.min(127, Math.round(gain * value))));

function blurred(plane: Plane, sigma: number): Float32Array {
  const most = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: 2 * most + 1 }, (_, i) => Math.exp(-((i - most) ** 2) / (2 * sigma ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kernel = Float32Array.from(weights, (weight) => weight / total);
  // Filters rows and transposes, twice: the result has the original orientation.
  return acrossAndTurned({ data: acrossAndTurned(plane, kernel), width: plane.height, height: plane.width }, kernel);
}

function acrossAndTurned({ data, width, height }: Plane, kernel: Float32Array): Float32Array {
  const most = (kernel.length - 1) / 2;
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const to = Math.min(most, width - 1 - x);
      let sum = 0;
      for (let k = Math.max(-most, -x); k <= to; k++)
        sum += (kernel[k + most] as number) * (data[row + x + k] as number);
      out[x * height + y] = sum;
    }
  }
  return out;
}

/** Mean of each n x n square. */
function shrunk({ data, width, height }: Plane, n: number): Plane {
  const columns = width / n;
  const out = new Float32Array(columns * (height / n));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = Math.floor(y / n) * columns + Math.floor(x / n);
      out[at] = (out[at] as number) + (data[y * width + x] as number) / (n * n);
    }
  }
  return { data: out, width: columns, height: height / n };
}
