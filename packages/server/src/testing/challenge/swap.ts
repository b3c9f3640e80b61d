import sharp from "sharp";
import { apply, fitAffine } from "@selfsame/face/plane/affine";
import { boundsOf, distance, mean, type Point } from "@selfsame/face/plane/geometry";
import { bilinear } from "../photos/warp.ts";
import { grained } from "./grain.ts";

/** A photo with its 68 landmarks, RGB rows. */
export interface Shot {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly points: readonly Point[];
}

export interface Swap {
  /** What is coarser than this is the victim's, distances between the eyes. */
  readonly cutOff: number;
  /** How much of that is the victim's, 0 to 1: the rest is the performer's own. */
  readonly share: number;
  /** Blotches of 12 pixels, so strong, others for each frame; levels. */
  readonly blotches?: number;
  /** Where the fine detail comes from, if not from the frame: another capture, of whomever. */
  readonly detail?: Shot;
}

const eyesOf = (points: readonly Point[]): number => distance(mean(points.slice(36, 42)), mean(points.slice(42, 48)));

/** Pixels between the eyes of what is made: as a camera sends them. */
const eyesPx = 110;

/** @returns the photo, made smaller where its face is larger than a swap needs */
export async function shotOf(jpeg: Buffer, points: readonly Point[]): Promise<Shot> {
  const upright = await sharp(jpeg).autoOrient().toBuffer({ resolveWithObject: true });
  const width = Math.round(upright.info.width * Math.min(1, eyesPx / eyesOf(points)));
  const scale = width / upright.info.width;
  const small = sharp(upright.data).resize(width).removeAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return { data, width, height: info.height, points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })) };
}

/** One photo of the victim on a frame of the performer: its texture bent to the performer's landmarks, its edge given the performer's colors. */
export function swapped(frame: Shot, victim: Shot, swap: Swap, seed: number): Promise<Buffer> {
  const { width, height, points } = frame;
  const sigma = swap.cutOff * eyesOf(points);
  const bent = bentOnto(frame, victim);
  const detail = swap.detail && bentOnto(frame, swap.detail);
  const inside = faceMask(frame);
  // What is inside of the mask's edge and near it tells by how much the colors differ there.
  const soft = blurred(inside, width, 0.08 * eyesOf(points));
  const rim = soft.map((value) => 4 * value * (1 - value));
  const wide = 0.5 * eyesOf(points);
  const rimNear = blurred(rim, width, wide);
  const out = Buffer.from(frame.data);
  for (let channel = 0; channel < 3; channel++) {
    const plane = (data: Buffer) =>
      Float32Array.from({ length: width * height }, (_, i) => data[3 * i + channel] as number);
    const [own, theirs] = [plane(frame.data), plane(bent)];
    const [ownCoarse, theirCoarse] = [blurred(own, width, sigma), blurred(theirs, width, sigma)];
    const real = detail ? plane(detail) : own;
    const realCoarse = detail ? blurred(real, width, sigma) : ownCoarse;
    const apart = blurred(
      rim.map((weight, i) => weight * (at(ownCoarse, i) - at(theirCoarse, i))),
      width,
      wide,
    );
    for (let i = 0; i < own.length; i++) {
      const colored = at(theirCoarse, i) + at(apart, i) / (at(rimNear, i) + 1e-4);
      const coarse = swap.share * colored + (1 - swap.share) * at(ownCoarse, i);
      const made = coarse + at(real, i) - at(realCoarse, i);
      const value = at(own, i) + at(soft, i) * (made - at(own, i));
      out[3 * i + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
  const mottled = swap.blotches ? grained(out, width, seed, [{ cellPx: 12, strongest: swap.blotches }]) : out;
  return sharp(mottled, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

const at = (values: Float32Array, i: number): number => values[i] as number;

/** The victim's face where the performer's is; beyond it whatever is near. */
function bentOnto({ width, height, points }: Shot, victim: Shot): Buffer {
  const out = Buffer.alloc(width * height * 3);
  const { x: left, y: top, width: wide, height: high } = boundsOf(points);
  const unit = eyesOf(points);
  const cell = 8;
  const [from, to] = [
    { x: left - unit / 2, y: top - unit },
    { x: left + wide + unit / 2, y: top + high + unit / 2 },
  ];
  for (let y = Math.max(0, Math.floor(from.y)); y < Math.min(height, to.y); y += cell) {
    for (let x = Math.max(0, Math.floor(from.x)); x < Math.min(width, to.x); x += cell) {
      const middle = { x: x + cell / 2, y: y + cell / 2 };
      const pulls = points.map((point, i) => {
        const weight = Math.exp(-((distance(point, middle) / unit / 0.3) ** 2) / 2) + 1e-3;
        return { from: point, to: victim.points[i] as Point, weight };
      });
      const map = fitAffine(pulls, 1e-4 * unit ** 2);
      for (let v = y; v < Math.min(y + cell, height); v++) {
        for (let u = x; u < Math.min(x + cell, width); u++) {
          const source = apply(map, { x: u, y: v });
          const [sx, sy] = [clamped(source.x, victim.width), clamped(source.y, victim.height)];
          for (let c = 0; c < 3; c++) out[3 * (v * width + u) + c] = bilinear({ ...victim, channels: 3 }, sx, sy, c);
        }
      }
    }
  }
  return out;
}

const clamped = (x: number, size: number): number => Math.max(0, Math.min(size - 1.001, x));

/** 1 on the face down from the brows, a little inside of the jaw. */
function faceMask({ width, height, points }: Shot): Float32Array {
  const middle = mean(points);
  const brows = points.slice(17, 27).map(({ x, y }) => ({ x, y: y - 0.25 * eyesOf(points) }));
  const outline = [...points.slice(0, 17), ...brows.toReversed()].map(({ x, y }) => ({
    x: middle.x + 0.94 * (x - middle.x),
    y: middle.y + 0.94 * (y - middle.y),
  }));
  return Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let inside = 0;
    for (const [n, a] of outline.entries()) {
      const b = outline.at(n - 1) as Point;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = 1 - inside;
    }
    return inside;
  });
}

/** Three means of a square each, near enough to a Gaussian. */
function blurred(plane: Float32Array, width: number, sigma: number): Float32Array {
  const height = plane.length / width;
  const reach = Math.max(1, Math.round((Math.sqrt(4 * sigma ** 2 + 1) - 1) / 2));
  let out = plane;
  for (let pass = 0; pass < 3; pass++) out = meanAcross(meanAcross(out, width, height, reach), height, width, reach);
  return out;
}

/** The mean of what lies to both sides, turned: done twice it lies as before. */
function meanAcross(plane: Float32Array, width: number, height: number, reach: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    const value = (x: number) => at(plane, y * width + Math.max(0, Math.min(width - 1, x)));
    let sum = 0;
    for (let x = -reach; x <= reach; x++) sum += value(x);
    for (let x = 0; x < width; x++) {
      out[x * height + y] = sum / (2 * reach + 1);
      sum += value(x + reach + 1) - value(x - reach);
    }
  }
  return out;
}
