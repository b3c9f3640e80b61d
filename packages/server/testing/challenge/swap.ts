import sharp from "sharp";
import { boundsOf, distance, mean, type Point } from "@selfsame/face/plane/geometry";
import { bilinear } from "@selfsame/photo/testing/photos/warp";
import { grained, type Mottling } from "./grain.ts";
import { mapTriangles, type Triangle, triangulated } from "./piecewise-affine.ts";
import { free, harmonic, known } from "./poisson.ts";

/** A photo with its 68 landmarks, RGB rows. */
export interface Shot {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly points: readonly Point[];
}

export interface Swap {
  /** Detail coarser than this is the victim's, in distances between the eyes. */
  readonly cutOff: number;
  /** The victim's share of the coarse detail, 0 to 1; the rest is the performer's. */
  readonly share: number;
  /** Mottles added to the result, different for each frame; sizes are for a face with 96 pixels between the eyes. */
  readonly mottlings?: readonly Mottling[];
  /** Share of the other capture's fine detail in a column of the frame; all of it if absent. */
  readonly detailAt?: (x: number) => number;
}

const eyesOf = (points: readonly Point[]): number => distance(mean(points.slice(36, 42)), mean(points.slice(42, 48)));

/** The most pixels between the eyes: no check needs more. */
const eyesPx = 150;
/** The coarsest cut-off in use. */
const coarsest = 0.05;

/** @returns the photo, scaled down if its face is larger than a swap needs */
export async function shotOf(jpeg: Buffer, points: readonly Point[]): Promise<Shot> {
  const upright = await sharp(jpeg).autoOrient().toBuffer({ resolveWithObject: true });
  const width = Math.round(upright.info.width * Math.min(1, eyesPx / eyesOf(points)));
  const scale = width / upright.info.width;
  const small = sharp(upright.data).resize(width).removeAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return { data, width, height: info.height, points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })) };
}

/**
 * Swaps one photo of the victim onto a frame of the performer: warps it to the performer's landmarks piece by piece, blends it by Poisson's equation,
 * and takes only the coarse part of the result.
 * @param detail source of the fine detail if not the frame: another capture, of any person
 */
export function swapped(frame: Shot, victim: Shot, swap: Swap, seed: number, detail?: Shot): Promise<Buffer> {
  return swaps(frame, victim, detail)(swap, seed);
}

/** The same for several swaps of one frame: the face is warped and blended once. */
export function swaps(frame: Shot, victim: Shot, detail?: Shot): (swap: Swap, seed: number) => Promise<Buffer> {
  const { width, height } = frame;
  const eyes = eyesOf(frame.points);
  const margin = Math.ceil(4 * coarsest * eyes);
  const face = partOf(frame, boundsOf(anchorsOf(frame.points)), margin);
  const theirs = warpedTo(face, victim);
  const third = detail && warpedTo(face, detail);
  const kinds = insideOf(theirs.covered, face.width);
  const channels = [0, 1, 2].map((channel) => {
    const plane = (data: Buffer) =>
      Float32Array.from({ length: data.length / 3 }, (_, i) => data[3 * i + channel] as number);
    const own = plane(face.data);
    const apart = plane(theirs.data).map((value, i) => (theirs.covered[i] ? value - at(own, i) : 0));
    const edge = harmonic(apart, kinds, face.width);
    const change = apart.map((value, i) => (kinds[i] === free ? value - at(edge, i) : 0));
    const other = third && plane(third.data).map((value, i) => (kinds[i] === free ? value - at(own, i) : 0));
    return { own, change, other };
  });
  return ({ cutOff, share, mottlings, detailAt = () => 1 }, seed) => {
    const sigma = cutOff * eyes;
    const out = Buffer.from(frame.data);
    for (const [channel, { own, change, other }] of channels.entries()) {
      const coarse = gaussian(change, face.width, sigma);
      const otherCoarse = other && gaussian(other, face.width, sigma);
      for (let i = 0; i < own.length; i++) {
        const fine = other && otherCoarse ? at(other, i) - at(otherCoarse, i) : 0;
        const [x, y] = [face.left + (i % face.width), face.top + Math.floor(i / face.width)];
        const value = Math.round(at(own, i) + share * at(coarse, i) + detailAt(x) * fine);
        out[3 * (y * width + x) + channel] = Math.max(0, Math.min(255, value));
      }
    }
    const scaled = mottlings?.map(({ cellPx, strongest }) => ({ cellPx: (cellPx * eyes) / 96, strongest }));
    return sharp(scaled ? grained(out, width, seed, scaled) : out, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 92 })
      .toBuffer();
  };
}

const at = (values: Float32Array, i: number): number => values[i] as number;

interface Part extends Shot {
  readonly left: number;
  readonly top: number;
}

function partOf({ data, width, height, points }: Shot, box: ReturnType<typeof boundsOf>, margin: number): Part {
  const [left, top] = [Math.max(0, Math.floor(box.x) - margin), Math.max(0, Math.floor(box.y) - margin)];
  const right = Math.min(width, Math.ceil(box.x + box.width) + margin);
  const bottom = Math.min(height, Math.ceil(box.y + box.height) + margin);
  const rows = Array.from({ length: bottom - top }, (_, y) =>
    data.subarray(3 * ((top + y) * width + left), 3 * ((top + y) * width + right)),
  );
  return {
    left,
    top,
    data: Buffer.concat(rows),
    width: right - left,
    height: bottom - top,
    points: points.map(({ x, y }) => ({ x: x - left, y: y - top })),
  };
}

/** The landmarks, with the jaw moved slightly inside its edge, and points on the forehead, which has no landmarks. */
function anchorsOf(points: readonly Point[]): readonly Point[] {
  const [middle, eyes, mouth] = [mean(points), mean(points.slice(36, 48)), mean(points.slice(48, 68))];
  return [
    ...points.map(({ x, y }, i) =>
      i < 17 ? { x: middle.x + 0.94 * (x - middle.x), y: middle.y + 0.94 * (y - middle.y) } : { x, y },
    ),
    ...points.slice(17, 27).map(({ x, y }) => ({ x: x + 0.45 * (eyes.x - mouth.x), y: y + 0.45 * (eyes.y - mouth.y) })),
  ];
}

const triangles = new WeakMap<Shot, readonly Triangle[]>();

/** The other photo's pixels warped to the frame's face, and the area that they cover. */
function warpedTo(
  { width, height, points }: Shot,
  other: Shot,
): { readonly data: Buffer; readonly covered: Uint8Array } {
  const data = Buffer.alloc(3 * width * height);
  const covered = new Uint8Array(width * height);
  const image = { ...other, channels: 3 } as const;
  const from = anchorsOf(other.points);
  const found = triangles.get(other) ?? triangulated(from);
  triangles.set(other, found);
  mapTriangles(found, from, anchorsOf(points), { width, height }, (x, y, source) => {
    const u = Math.max(0, Math.min(other.width - 1.001, source.x - 0.5));
    const v = Math.max(0, Math.min(other.height - 1.001, source.y - 0.5));
    covered[y * width + x] = 1;
    for (let channel = 0; channel < 3; channel++) data[3 * (y * width + x) + channel] = bilinear(image, u, v, channel);
  });
  return { data, covered };
}

/** Free if all neighbors are covered, known on the edge. */
function insideOf(covered: Uint8Array, width: number): Uint8Array {
  return covered.map((one, i) => {
    const isInside = i % width > 0 && (i + 1) % width > 0;
    const neighbors = [i - 1, i + 1, i - width, i + width];
    return isInside && one && neighbors.every((n) => covered[n]) ? free : known * one;
  });
}

/** Gaussian blur, over rows and then columns. */
function gaussian(plane: Float32Array, width: number, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const bell = Float32Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-(((i - reach) / sigma) ** 2) / 2));
  const sum = bell.reduce((all, one) => all + one, 0);
  const weights = bell.map((one) => one / sum);
  return weightedAcross(weightedAcross(plane, width, weights), plane.length / width, weights);
}

/** Blurs along the rows and transposes: after two calls the orientation is as before. */
function weightedAcross(plane: Float32Array, width: number, weights: Float32Array): Float32Array {
  const [height, reach] = [plane.length / width, (weights.length - 1) / 2];
  const out = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      const [first, last] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
      for (let u = first; u <= last; u++) sum += at(weights, u - x + reach) * at(plane, y * width + u);
      out[x * height + y] = sum;
    }
  }
  return out;
}
