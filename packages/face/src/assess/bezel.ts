import { around } from "../plane/affine.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";

/** The photo is analyzed with so many pixels along its longer side: of a bezel often no more than a hundredth of it is seen. */
const sideLength = 320;
/** Steps of grey: what is darker is dark, and what is beyond a bezel is brighter than it by so much. */
const dark = 60;
const stepMin = 14;
/** What a program fills up with is blacker than anything a camera sees: photos turned or fitted by software are not framed. */
const paddingMax = 5;
/** Of the photo's width: whatever is dark for longer is no bezel but a background. */
const depthMax = 0.3;
/** The bezel ends along a line that leans by up to a fifth, to each side in so many steps. */
const steepest = 0.2;
const leanings = 16;
const slopes = Array.from({ length: 2 * leanings + 1 }, (_, i) => (steepest * (i - leanings)) / leanings);
/** Pixels that the bezel may end beside the line. */
const offMax = 1;
/** A line counts where it is this far inside the photo; a bezel seen along less than this share of the side says nothing. */
const insideMin = 0.7;
const seenMin = 0.3;
/** Along less than this share a line is as long as this: otherwise a short one would be a clear one. */
const lengthMin = 0.6;
/** From which share of the line on a side counts, and from which it counts as one. */
const [faint, clear] = [0.45, 0.8];

/**
 * How much of a screen's bezel the photo shows at its border: dark from the very edge of the photo to a straight line, maybe aslant,
 * beyond which it is bright. Somebody who holds a camera close to a screen so that its frame is just out of the photo seldom gets all sides
 * right. Of genuine selfies hardly one has such a side; backgrounds and clothes are dark too, but do not end along a line.
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

/** A picture seen from one of its borders: steps from value to value, and how many there are. */
interface Side {
  readonly at: number;
  readonly inward: number;
  readonly along: number;
  readonly depth: number;
  readonly length: number;
}

/** The largest share of a straight line along which the dark at the border ends. */
function shareOfLine(values: Float32Array, side: Side): number {
  const depths = darkDepths(values, side);
  const { length } = side;
  const seen = depths.reduce((count, depth) => count + (depth > 0 ? 1 : 0), 0);
  if (seen < seenMin * lengthMin * length) return 0;
  return Math.max(...slopes.map((slope) => shareAt(depths, slope)));
}

/** For each place along the border how far it is dark from there; 0 where it is not, or where no bezel ends so. */
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

/** Of the line of this slope on which most of the depths lie. */
function shareAt(depths: Int32Array, slope: number): number {
  const { length } = depths;
  const lean = (i: number) => slope * (i - length / 2);
  // Counted by half pixels.
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

/** The middle of the five neighbours that hold most. */
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
