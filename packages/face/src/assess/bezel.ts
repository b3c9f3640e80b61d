import { around } from "../plane/affine.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";

/** Longer side of the analyzed copy, pixels: often no more than a hundredth of the photo shows the bezel. */
const sideLength = 320;
/** Gray levels: darker is dark; beyond a bezel the photo is brighter by at least `stepMin`. */
const dark = 60;
const stepMin = 14;
/** Software pads with a darker gray than any camera records: padded photos are not framed. */
const paddingMax = 5;
/** As a share of the photo's width: dark areas that reach further are background. */
const depthMax = 0.3;
/** The bezel's edge may slope by up to a fifth to each side, tried in this many steps. */
const steepest = 0.2;
const leanings = 16;
const slopes = Array.from({ length: 2 * leanings + 1 }, (_, i) => (steepest * (i - leanings)) / leanings);
/** Largest distance of the bezel's edge from the line, pixels. */
const offMax = 1;
/** Share of the line that must lie inside the photo. A bezel along less of a side proves nothing. */
const insideMin = 0.7;
const seenMin = 0.3;
/** Shorter lines are rated as if they had this length, or a short line would count as a clear one. */
const lengthMin = 0.6;
/** Shares of the line from which a side starts to count, and from which it counts fully. */
const [faint, clear] = [0.45, 0.8];

/**
 * How much of a screen's bezel is visible along the photo's border: dark from the very edge to a straight, possibly sloping line, and bright beyond it.
 * Somebody who holds a camera so close to a screen that its frame is just outside seldom gets all sides right. Hardly any genuine selfie has such a
 * side: dark backgrounds and clothes do not end in a line.
 * @returns 0 to 2: the two clearest sides, each 0 to 1
 */
export function bezelAround(image: Image): number {
  const scale = Math.min(1, sideLength / Math.max(image.width, image.height));
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const toPhoto = around({ x: 0, y: 0 }, { x: 0, y: 0 }, image.width / width, image.height / height);
  const values = sample(image, toPhoto, { name: "", width, height, channels: "grey", mean: [0], scale: [1] });
  const last = values.length - 1;
  const sides: Side[] = [
    { at: 0, inward: 1, along: width, depth: width, length: height },
    { at: last, inward: -1, along: -width, depth: width, length: height },
    { at: 0, inward: width, along: 1, depth: height, length: width },
    { at: last, inward: -width, along: -1, depth: height, length: width },
  ];
  const clarity = sides.map((side) => Math.min(Math.max((shareOfLine(values, side) - faint) / (clear - faint), 0), 1));
  const [first = 0, second = 0] = clarity.toSorted((a, b) => b - a);
  return first + second;
}

/** A picture seen from one of its borders: index steps and counts in each direction. */
interface Side {
  readonly at: number;
  readonly inward: number;
  readonly along: number;
  readonly depth: number;
  readonly length: number;
}

/** Largest share of a straight line along which the dark border ends. */
function shareOfLine(values: Float32Array, side: Side): number {
  const depths = darkDepths(values, side);
  const { length } = side;
  const seen = depths.reduce((count, depth) => count + (depth > 0 ? 1 : 0), 0);
  if (seen < seenMin * lengthMin * length) return 0;
  return Math.max(...slopes.map((slope) => shareAt(depths, slope)));
}

/** Depth of the dark area at each place along the border; 0 where there is none, or none that ends as a bezel does. */
function darkDepths(values: Float32Array, { at, inward, along, depth, length }: Side): Int32Array {
  const most = Math.min(Math.max(4, Math.trunc(depth * depthMax)), depth - 3);
  const depths = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const start = at + i * along;
    let [run, sum] = [0, 0];
    while (run <= most && (values[start + run * inward] as number) < dark)
      sum += values[start + run++ * inward] as number;
    if (run === 0 || run > most) continue;
    const beyond = values[start + (run + 2) * inward] as number;
    const grey = sum / run;
    if (grey >= paddingMax && beyond - grey > stepMin) depths[i] = run;
  }
  return depths;
}

/** For a line of this slope, the share of depths that lie on it. */
function shareAt(depths: Int32Array, slope: number): number {
  const { length } = depths;
  const lean = (i: number) => slope * (i - length / 2);
  // Counted in half pixels.
  const lowest = -Math.ceil(steepest * length);
  const counts = new Int32Array(2 * (length + 2 * Math.ceil(steepest * length)) + 2);
  for (let i = 0; i < length; i++) {
    const depth = depths[i] as number;
    if (depth > 0) {
      const bin = Math.min(Math.max(Math.round(2 * (depth - lean(i) - lowest)), 0), counts.length - 1);
      counts[bin] = (counts[bin] as number) + 1;
    }
  }
  const middle = fullest(counts) / 2 + lowest;
  let [visible, near] = [0, 0];
  for (let i = 0; i < length; i++) {
    const line = middle + lean(i);
    if (line <= insideMin) continue;
    visible++;
    const depth = depths[i] as number;
    if (depth > 0 && Math.abs(depth - line) <= offMax) near++;
  }
  return visible < seenMin * length ? 0 : near / Math.max(visible, lengthMin * length);
}

/** Index of the fullest five neighboring bins, in the middle. */
function fullest(counts: Int32Array): number {
  let [sum, most, at] = [0, 0, 0];
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i] as number;
    if (i >= 5) sum -= counts[i - 5] as number;
    if (sum > most) {
      most = sum;
      at = i - 2;
    }
  }
  return at;
}
