import { type Affine, apply, around, compose, invert } from "../plane/affine.ts";
import type { FivePoints } from "../face.ts";
import { boundsOf, type Box, centerOf, mean, type Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { LandmarksEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/** Runs of iBUG landmarks that a mirror image numbers from the other end: two partners add up to `sum`. */
const mirrorRuns = [
  { first: 0, last: 16, sum: 16 },
  { first: 17, last: 26, sum: 43 },
  { first: 27, last: 30, sum: undefined },
  { first: 31, last: 35, sum: 66 },
  { first: 36, last: 39, sum: 81 },
  { first: 40, last: 41, sum: 87 },
  { first: 42, last: 45, sum: 81 },
  { first: 46, last: 47, sum: 87 },
  { first: 48, last: 54, sum: 102 },
  { first: 55, last: 59, sum: 114 },
  { first: 60, last: 64, sum: 124 },
  { first: 65, last: 67, sum: 132 },
] as const;
/** For each landmark of the face, its number in the mirror image. */
const inMirror = mirrorRuns.flatMap(({ first, last, sum }) =>
  Array.from({ length: last - first + 1 }, (_, i) => (sum === undefined ? first + i : sum - first - i)),
);

/** `mirrored`: the model is given the mirror image. The points returned are those of the face in both cases. */
type Seen = "direct" | "mirrored";

/**
 * The 68 landmarks of the face in a box, in pixels of the photo.
 * @param view takes the box's pixels to the photo's; the face stands upright in it
 */
export async function locate(
  image: Image,
  view: Affine,
  box: Box,
  model: Model,
  { input }: Pick<LandmarksEntry, "input">,
  seen: Seen = "direct",
): Promise<Point[]> {
  const { width, height } = input;
  const scaleX = (box.width / width) * (seen === "mirrored" ? -1 : 1);
  const toView = around({ x: width / 2, y: height / 2 }, centerOf(box), scaleX, box.height / height);
  const toPhoto = compose(view, toView);
  const values = outputOf(await model.run(sample(image, toPhoto, input)), "points");
  const points: Point[] = [];
  for (let i = 0; i < values.length; i += 2) {
    points.push(apply(toPhoto, { x: (values[i] as number) * width, y: (values[i + 1] as number) * height }));
  }
  return seen === "mirrored" ? inMirror.map((i) => points[i] as Point) : points;
}

/** Centers of the six points of each eye, the tip of the nose, the corners of the mouth. */
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

/** The detector's box as a multiple of the landmarks' box, which ends at the brows: medians over LFW. */
const levelBox = { above: 0.28, beside: 0.05, width: 1.1, height: 1.33 };

/** Shift of the box for one pass, as shares of its sides. `mirrored`: the model is given the mirror image. */
export type Nudge = readonly [right: number, down: number, seen?: Seen];

/**
 * Boxes for the second pass. A box shifted by a twentieth gives slightly different landmarks, and the mean of five is steadier than one. The model is
 * not symmetric; two passes over the mirror image compensate for part of that.
 */
export const nudgesAround: readonly Nudge[] = [
  [0, 0],
  [0.05, 0],
  [-0.05, 0, "mirrored"],
  [0, 0.05],
  [0, -0.05, "mirrored"],
];

/**
 * The second pass: landmarks in the box that the first ones make, with the eyes level.
 * @param nudges of the passes that are averaged
 */
export async function locateLevel(
  image: Image,
  points: readonly Point[],
  { model, entry }: Part<LandmarksEntry>,
  nudges: readonly Nudge[] = nudgesAround,
): Promise<Point[]> {
  return meanOf(await locateNudged(image, points, { model, entry }, nudges));
}

/** Mean of each landmark over the passes. */
export function meanOf(passes: readonly (readonly Point[])[]): Point[] {
  return (passes[0] ?? []).map((_, i) => mean(passes.map((pass) => pass[i] as Point)));
}

/** The same without averaging. The spread of the passes shows how sure the model is. */
export async function locateNudged(
  image: Image,
  points: readonly Point[],
  { model, entry }: Part<LandmarksEntry>,
  nudges: readonly Nudge[] = nudgesAround,
): Promise<Point[][]> {
  const { view, boxAt } = levelBoxOf(points);
  const passes: Point[][] = [];
  for (const nudge of nudges) passes.push(await locate(image, view, boxAt(nudge), model, entry, nudge[2]));
  return passes;
}

/** The same for the mirror image, without a shift. A real face gives the same points. */
export async function locateMirrored(
  image: Image,
  points: readonly Point[],
  { model, entry }: Part<LandmarksEntry>,
): Promise<Point[]> {
  const { view, boxAt } = levelBoxOf(points);
  return locate(image, view, boxAt([0, 0]), model, entry, "mirrored");
}

/** The points of another model in the level box of the 68 landmarks. */
export async function locateInLevelBox(
  image: Image,
  points: readonly Point[],
  { model, entry }: Part<Pick<LandmarksEntry, "input">>,
): Promise<Point[]> {
  const { view, boxAt } = levelBoxOf(points);
  return locate(image, view, boxAt([0, 0]), model, entry);
}

function levelBoxOf(points: readonly Point[]) {
  const five = fivePointsOf(points);
  const view = around({ x: 0, y: 0 }, five[2], 1, 1, rollOf(five));
  const toView = invert(view);
  const bounds = boundsOf(points.map((point) => apply(toView, point)));
  const boxAt = ([right, down]: Nudge): Box => ({
    x: bounds.x + bounds.width * (right - levelBox.beside),
    y: bounds.y + bounds.height * (down - levelBox.above),
    width: bounds.width * levelBox.width,
    height: bounds.height * levelBox.height,
  });
  return { view, boxAt };
}
