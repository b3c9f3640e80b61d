import { type Affine, apply, around, compose, invert } from "../plane/affine.ts";
import type { FivePoints } from "../face.ts";
import { boundsOf, type Box, centreOf, mean, type Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { LandmarksEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/**
 * The 68 landmarks of the face in a box, in pixels of the photo.
 * @param view takes the box's pixels to the photo's; the face stands upright in it
 */
export async function locate(
  image: Image,
  view: Affine,
  box: Box,
  model: Model,
  { input }: LandmarksEntry,
): Promise<Point[]> {
  const { width, height } = input;
  const toView = around({ x: width / 2, y: height / 2 }, centreOf(box), box.width / width, box.height / height);
  const toPhoto = compose(view, toView);
  const values = outputOf(await model.run(sample(image, toPhoto, input)), "points");
  const points: Point[] = [];
  for (let i = 0; i < values.length; i += 2) {
    points.push(apply(toPhoto, { x: (values[i] as number) * width, y: (values[i + 1] as number) * height }));
  }
  return points;
}

/** Eyes as the mean of their six points, the tip of the nose, the corners of the mouth. */
export function fivePointsOf(points: readonly Point[]): FivePoints {
  return [
    mean(points.slice(36, 42)),
    mean(points.slice(42, 48)),
    points[30] as Point,
    points[48] as Point,
    points[54] as Point,
  ];
}

/** The angle of the line through the eyes, radians, clockwise; 0 is level. */
export function rollOf([left, right]: FivePoints): number {
  return Math.atan2(right.y - left.y, right.x - left.x);
}

export interface Part<Entry> {
  readonly model: Model;
  readonly entry: Entry;
}

/** The detector's box as a multiple of the landmarks' own, which ends at the brows: the medians over LFW. */
const levelBox = { above: 0.28, beside: 0.05, width: 1.1, height: 1.33 };
/** A box a twentieth beside gives landmarks a little beside; the mean of five is steadier than one. */
const nudgesAround = [
  [0, 0],
  [0.05, 0],
  [-0.05, 0],
  [0, 0.05],
  [0, -0.05],
] as const;

/**
 * The second pass: the landmarks in the box that the first ones make, with the eyes level.
 * @param nudges how far the box is moved for each of the passes that the answer is the mean of, as shares of its sides
 */
export async function locateLevel(
  image: Image,
  points: readonly Point[],
  { model, entry }: Part<LandmarksEntry>,
  nudges: readonly (readonly [right: number, down: number])[] = nudgesAround,
): Promise<Point[]> {
  const passes = await locateNudged(image, points, { model, entry }, nudges);
  return points.map((_, i) => mean(passes.map((pass) => pass[i] as Point)));
}

/** The same, each pass by itself. How far they lie apart tells how sure the model is of what it sees. */
export async function locateNudged(
  image: Image,
  points: readonly Point[],
  { model, entry }: Part<LandmarksEntry>,
  nudges: readonly (readonly [right: number, down: number])[] = nudgesAround,
): Promise<Point[][]> {
  const five = fivePointsOf(points);
  const view = around({ x: 0, y: 0 }, five[2], 1, 1, rollOf(five));
  const toView = invert(view);
  const bounds = boundsOf(points.map((point) => apply(toView, point)));
  const passes: Point[][] = [];
  for (const [right, down] of nudges) {
    const box = {
      x: bounds.x + bounds.width * (right - levelBox.beside),
      y: bounds.y + bounds.height * (down - levelBox.above),
      width: bounds.width * levelBox.width,
      height: bounds.height * levelBox.height,
    };
    passes.push(await locate(image, view, box, model, entry));
  }
  return passes;
}
