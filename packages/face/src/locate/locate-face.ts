import { apply, around, compose, invert, scaleOf } from "../plane/affine.ts";
import { type Detection, detectThrough } from "./detect.ts";
import type { FivePoints } from "../face.ts";
import { type Box, boxAround, centerOf, distance, mean, type Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import {
  fivePointsOf,
  locate,
  locateMirrored,
  locateNudged,
  meanOf,
  nudgesAround,
  type Part,
  rollOf,
} from "./landmarks.ts";
import type { DetectEntry, LandmarksEntry } from "../manifest.ts";

export interface Located {
  readonly points: readonly Point[];
  readonly landmarks: FivePoints;
  /**
   * How unreliable the landmarks are: how far they move between passes, spread within one, and lie from the eyes' usual height in the detector's box.
   * Most faces have 0.05, one in a hundred more than 0.15.
   */
  readonly unrest: number;
  /**
   * Whether this is a face that stands upright in its view. `steady`: the landmarks stay in place on a second look. `likely`: only on a closer look.
   * `unsteady`: they move, but the detector finds a face again. `lost`: it does not, as with hands and patterns.
   */
  readonly certainty: "steady" | "likely" | "unsteady" | "lost";
}

/** Largest movement of the five points between two passes, as a share of the distance between the eyes and the mouth. */
const steady = 0.12;
const steadyCloser = 0.25;
const convincingScore = 0.8;
/** Score from which a face is beyond doubt. A bottle scored 0.87, with steady landmarks. */
const beyondDoubtScore = 0.9;
const looksMax = 3;
/** Unrest from which other boxes around the detector's are tried. */
const restless = 0.12;
/** The same for the mirror image's disagreement. On LFW one face in a hundred has 0.05; an ear or a hand has 0.1. */
const lopsided = 0.08;
/** Unrest from which the mirror image is checked; it costs a fortieth of a small photo. Of 6,510 photos 30 were lopsided, all of them above this. */
const uneasy = 0.05;
/** How many of the six other boxes are followed up after a first look. Of 7,332 photos, one face would get other points with all six; three did with three. */
const followedMax = 4;

/**
 * Landmarks of a found face, in two passes: on the detector's box, then on the level box of the first landmarks. This is as accurate as running the
 * detector again, and cheaper (measured on LFW). The detector runs again, closer and with the eyes level, only if the passes disagree.
 * @param standing `beside`: the face is steady in another view, so this one counts only if its landmarks are steady at once
 */
export async function locateFace(
  image: Image,
  found: Detection,
  detect: Part<DetectEntry>,
  landmarks: Part<LandmarksEntry>,
  standing: "alone" | "beside" = "alone",
): Promise<Located> {
  const settle = async (detection: Detection, pass: Pass) =>
    standing === "beside" ? pass : calmest(image, detection, pass, landmarks);
  const first = await twoPasses(image, found, landmarks);
  if (found.score >= beyondDoubtScore && first.moved < steady) {
    return { ...(await settle(found, first)), certainty: "steady" };
  }
  let last: Pass = first;
  for (let look = 0; look < looksMax; look++) {
    const closer = await lookCloser(image, found, last.landmarks, detect);
    if (!closer || closer.score < convincingScore) return { ...last, certainty: "lost" };
    const next = await twoPasses(image, closer, landmarks);
    const moved = movement(last.points, next.points);
    last = next;
    if (moved < steadyCloser) {
      return { ...(await settle(closer, next)), certainty: "likely" };
    }
  }
  return { ...last, certainty: "unsteady" };
}

interface Pass {
  readonly points: readonly Point[];
  readonly landmarks: FivePoints;
  /** Movement between the first pass and the second. */
  readonly moved: number;
  readonly unrest: number;
  /** Disagreement between the face and its mirror image; 0 if not checked. Two passes may agree on points that are no eyes, where the mirror image differs. */
  readonly asymmetry: number;
}

async function twoPasses(image: Image, detection: Detection, landmarks: Part<LandmarksEntry>): Promise<Pass> {
  const first = await locate(image, detection.view, detection.box, landmarks.model, landmarks.entry);
  const passes = await locateNudged(image, first, landmarks);
  const pass = passOf(first, passes, detection);
  if (pass.unrest < uneasy) return pass;
  return { ...pass, asymmetry: movement(passes[0] as Point[], await locateMirrored(image, first, landmarks)) };
}

/** Before the mirror image is checked. Steadiness is judged on the unmirrored photo. */
function passOf(first: readonly Point[], passes: readonly Point[][], detection: Detection): Pass {
  const points = meanOf(passes);
  const direct = passes.filter((_, i) => nudgesAround[i]?.[2] !== "mirrored");
  const middle = meanOf(direct);
  const moved = movement(first, middle);
  const spread = Math.max(...direct.map((pass) => movement(pass, middle)));
  const unrest = moved + spread + misplacement(points, detection);
  return { points, landmarks: fivePointsOf(points), moved, unrest, asymmetry: 0 };
}

/** Height of the eyes from the top of the detector's box: the median over LFW, and the usual deviation. */
const eyeLimits = { height: 0.41, within: 0.12 };

/**
 * Landmarks on a fringe, a cap or a scarf are steady, too, but too high in the detector's box.
 * @returns how far the eyes are from their usual range, as a share of the box's height
 */
function misplacement(points: readonly Point[], { view, box }: Detection): number {
  const [left, right] = fivePointsOf(points);
  const eyes = apply(invert(view), mean([left, right]));
  return Math.max(0, Math.abs((eyes.y - box.y) / box.height - eyeLimits.height) - eyeLimits.within);
}

/** Other boxes to try: shifted by a share of the detector's box, scaled, and rotated (radians). */
const besideShare = [
  { down: 0.12, scale: 1, lean: 0 },
  { down: 0, scale: 1.2, lean: 0 },
  { down: 0.05, scale: 0.85, lean: 0 },
  { down: -0.12, scale: 1, lean: 0 },
  { down: 0, scale: 1, lean: 0.35 },
  { down: 0, scale: 1, lean: -0.35 },
] as const;

/** Combined measure of how far off the landmarks may be. */
const doubt = ({ unrest, asymmetry }: Pick<Pass, "unrest" | "asymmetry">) => unrest + asymmetry;

/** For doubtful landmarks: the steadiest result, mirror image included, over the boxes around the detector's. */
async function calmest(image: Image, detection: Detection, pass: Pass, landmarks: Part<LandmarksEntry>): Promise<Pass> {
  if (pass.unrest < restless && pass.asymmetry < lopsided) return pass;
  const glances: Glance[] = [];
  for (const share of besideShare) glances.push(await glance(image, detection, share, landmarks));
  let best = pass;
  for (const one of glances.toSorted((a, b) => doubt(a) - doubt(b)).slice(0, followedMax)) {
    if (doubt(one) >= doubt(best)) break;
    const next = await follow(image, detection, one, landmarks);
    if (doubt(next) < doubt(best)) best = next;
  }
  return best;
}

/** Result of the first three of seven passes in one of the other boxes. */
interface Glance {
  readonly first: readonly Point[];
  /** Passes of the second stage; one of them without a shift. */
  readonly passes: readonly Point[][];
  /** Lower bound of a whole pass's unrest: points move at most from the first pass to the mean and from there to a shifted pass. */
  readonly unrest: number;
  readonly asymmetry: number;
}

async function glance(
  image: Image,
  { view, box }: Detection,
  { down, scale, lean }: (typeof besideShare)[number],
  landmarks: Part<LandmarksEntry>,
): Promise<Glance> {
  const { x, y } = centerOf(box);
  const beside: Box = boxAround({ x, y: y + down * box.height }, box.width * scale, box.height * scale);
  const leaning = compose(view, around({ x, y }, { x, y }, 1, 1, lean));
  const first = await locate(image, leaning, beside, landmarks.model, landmarks.entry);
  const passes = await locateNudged(image, first, landmarks, nudgesAround.slice(0, 1));
  const middle = passes[0] as Point[];
  const asymmetry = movement(middle, await locateMirrored(image, first, landmarks));
  return { first, passes, unrest: movement(first, middle), asymmetry };
}

async function follow(
  image: Image,
  detection: Detection,
  { first, passes, asymmetry }: Glance,
  landmarks: Part<LandmarksEntry>,
): Promise<Pass> {
  const nudged = await locateNudged(image, first, landmarks, nudgesAround.slice(1));
  const pass = passOf(first, [...passes, ...nudged], detection);
  return pass.unrest < uneasy ? pass : { ...pass, asymmetry };
}

/** The closer look: the face in the middle, at the size that the detector handles best. */
const closerBy = 2.6;
/** As a share of the detector's input: a face found further from the middle is another one. */
const offCentre = 0.2;

async function lookCloser(
  image: Image,
  { box, view }: Detection,
  landmarks: FivePoints,
  { model, entry }: Part<DetectEntry>,
): Promise<Detection | undefined> {
  const middle = { x: entry.input.width / 2, y: entry.input.height / 2 };
  const scale = (Math.max(box.width, box.height) * scaleOf(view) * closerBy) / entry.input.height;
  const [left, right, , leftMouth, rightMouth] = landmarks;
  const centre = mean([left, right, leftMouth, rightMouth]);
  const closer = around(middle, centre, scale, scale, rollOf(landmarks));
  const seen = await detectThrough(image, closer, model, entry);
  return seen.find((one) => distance(centerOf(one.box), middle) < offCentre * entry.input.height);
}

/** Root mean square movement of the five points, relative to the distance between the eyes and the mouth. */
function movement(before: readonly Point[], after: readonly Point[]): number {
  const from = fivePointsOf(before);
  const to = fivePointsOf(after);
  const square = from.reduce((sum, point, i) => sum + distance(point, to[i] as Point) ** 2, 0) / from.length;
  const unit = distance(mean([to[0], to[1]]), mean([to[3], to[4]]));
  return Math.sqrt(square) / Math.max(unit, 1e-6);
}
