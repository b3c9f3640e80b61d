import { checkCovered, uncovered } from "./assess/covered.ts";
import { checkEyes } from "./assess/eyes.ts";
import { checkOverlay } from "./assess/overlay.ts";
import type { FivePoints, Pose, Quality } from "./face.ts";
import { find, type Search } from "./locate/find.ts";
import { type Box, overlap, type Point } from "./plane/geometry.ts";
import type { Image } from "./pixels/image.ts";
import { locateInLevelBox, type Part } from "./locate/landmarks.ts";
import { type Located, locateFace } from "./locate/locate-face.ts";
import type { DetectEntry, LandmarksEntry, Manifest } from "./manifest.ts";
import type { Models } from "./model.ts";
import type { Normalization } from "./compare/normalize.ts";
import { estimatePose, levelPitch } from "./locate/pose.ts";
import { poseFromPoints } from "./locate/pose-from-points.ts";
import { openViews, type Quarter, type Views } from "./locate/views.ts";
import { judge, measure } from "./assess/quality.ts";

/** A face of the photo, in pixels of the image it was found in. */
export interface LocatedFace {
  readonly box: Box;
  /** The detector's score, 0 to 1. */
  readonly score: number;
  readonly landmarks: FivePoints;
  /** 68 landmarks in iBUG order. */
  readonly points: readonly Point[];
}

export interface Pipeline {
  readonly models: Models;
  readonly manifest: Manifest;
  /** Of the embedding model, where its calibration has one. */
  readonly normalisation?: Normalization | undefined;
  /** Of the second. */
  readonly secondNormalisation?: Normalization | undefined;
}

/** Where there is no other face, an unsteady one (behind a mask, half in the dark) counts from this score. */
const unsteadyScore = 0.9;
/** Beside a steady face, one that is only likely counts from this score: below, most are hands. */
const likelyScore = 0.97;
/** Of a crowd the most important are looked at: each costs as much as a whole portrait, and a mosaic of a group photo has hundreds. */
const facesMax = 32;
/**
 * A face that stands upright with its head bowed may be unsteady, and steady by chance on its head. One that lies in the
 * photo has landmarks that stand ten times as still once the photo is turned.
 */
const muchCalmer = 0.5;
/** Landmarks that move less than this stand upright beyond doubt; of faces on their side or head, one in ten seems steady with more. */
const calm = 0.1;
/**
 * Against one that is steady upright, and for one that is only likely because it lies aslant, the landmarks must not move at all: of
 * profiles and of crops without a forehead, they seem half as restless on the head.
 */
const still = 0.05;
/** Of a face that stands upright in a turn of the photo, the photo at half its size shows this much and more; at this much, the turn comes before closer views. */
const clearScore = 0.9;
/** With less than this in a quarter turn no face is looked for in it. */
const hintScore = 0.3;
/** A run of the landmarks' model, in runs of the detector. */
const landmarksCost = 1 / 8;
/** Where no face is sure after so many runs of the detector, the search ends; where one seems to lie in the photo, after three times as many. */
const spentUsual = 12;
/** By quarters, and aslant on the head: the detector sees a face that leans by an eighth, but not every one. */
const otherQuarters = [Math.PI / 2, -Math.PI / 2, Math.PI] as const;
const otherTurns = [...otherQuarters, 0.75 * Math.PI, -0.75 * Math.PI];

/**
 * The faces of a photo, the main one first (`importanceOf` of locate/find.ts), then by size; at most 32.
 * Where no face stands upright beyond doubt, the photo is turned by quarters: the detector also finds faces that
 * stand on their head, but their landmarks are wrong.
 * @param search with `main` the answer holds one face, the same that comes first with `all`
 */
export async function findFaces(image: Image, pipeline: Pipeline, search: Search): Promise<LocatedFace[]> {
  const faces = await findSure(image, pipeline, search);
  return search === "main" ? faces.slice(0, 1) : faces;
}

async function findSure(image: Image, pipeline: Pipeline, search: Search): Promise<LocatedFace[]> {
  const { models, manifest } = pipeline;
  const views = openViews(image, models.detect, manifest.models.detect);
  const parts: Parts = {
    views,
    detect: { model: views.counted(models.detect, 1), entry: manifest.models.detect },
    landmarks: { model: views.counted(models.landmarks, landmarksCost), entry: manifest.models.landmarks },
  };
  let upright = await locateAll(parts, search, 0);
  let turns = allTurns;
  if (!upright.some(isSure)) {
    turns = likelyTurns(await views.quarterScores(), upright);
    const turned = turns.isClear ? await findTurned(parts, search, turns, []) : [];
    if (turned.some(({ unrest, certainty }) => certainty === "steady" && unrest < calm)) return turned;
    // A close-up fools the detector: it takes an eye or a mouth for a face, and does not find that one again on a second look.
    upright = await locateAll(parts, search, 0, { glance: "mistaken" });
  }
  const sure = upright.filter(isSure);
  const steady = sure.filter(({ certainty }) => certainty === "steady");
  const beside = steady.length > 0 ? sure.filter((one) => steady.includes(one) || one.score >= likelyScore) : sure;
  const [main] = steady;
  if (main && main.unrest < calm) return beside;
  const calmest = await findTurned(parts, search, main ? allTurns : turns, sure);
  if (calmest.length > 0) return [...calmest, ...beside.filter((one) => main && !isSamePlace(one.box, main.box))];
  if (beside.length > 0) return beside;
  return upright.filter(({ certainty, score }) => certainty === "unsteady" && score >= unsteadyScore).slice(0, 1);
}

/** Where a face is known to be, and seems not to stand still. */
const allTurns: Turns = { angles: otherTurns, spentMax: Infinity };

/** Turns of the photo in which faces are looked for, in their order. */
interface Turns {
  readonly angles: readonly number[];
  /** Where none has a face, no further turn is begun once so much was spent. */
  readonly spentMax: number;
  /** A face in one of them is beyond doubt: they come before closer views. */
  readonly isClear?: boolean;
}

/** The calmest faces of the photo in some of its turns, none where they are not much calmer than those that are upright. */
async function findTurned(
  parts: Parts,
  search: Search,
  { angles, spentMax }: Turns,
  sure: readonly Candidate[],
): Promise<Candidate[]> {
  const main = sure.find(({ certainty }) => certainty === "steady");
  const least = main?.unrest ?? Math.min(...sure.map(({ unrest }) => unrest));
  const isCalmer = ({ certainty, unrest }: Located) =>
    unrest < least * muchCalmer &&
    (main || certainty !== "steady" ? isSure({ certainty }) && sure.length > 0 && unrest < still : true);
  let calmest: Candidate[] = [];
  // All of them: one that lies aslant in the photo seems steady in two.
  for (const angle of angles) {
    if (calmest.length === 0 && parts.views.spent >= spentMax) break;
    const turned = await locateAll(parts, search, angle, { at: main?.box });
    // With `main`, nobody after the first steady one is looked at: that one decides.
    const lead = turned.find(({ certainty }) => certainty === "steady") ?? turned.find(isCalmer);
    if (!lead || !isCalmer(lead)) continue;
    const calmer = turned.filter(isCalmer);
    if (leastUnrest(calmer) < leastUnrest(calmest)) calmest = calmer;
  }
  return calmest;
}

/**
 * The turns in which a face may stand upright, the likeliest first. One that leans by an eighth is seen in the quarter turns beside it, or
 * upright, as a face that does not stand still.
 */
function likelyTurns(scores: ReadonlyMap<Quarter, number>, upright: readonly LocatedFace[]): Turns {
  const scoreOf = (turn: number) => {
    const beside = otherQuarters.filter((quarter) => Math.abs(Math.cos((quarter - turn) / 2)) > 0.9);
    return Math.max(...beside.map((quarter) => scores.get(quarter) ?? 0));
  };
  const likeliest = otherTurns.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const isClear = otherQuarters.some((quarter) => scoreOf(quarter) >= clearScore);
  const least = upright.some(({ score }) => score >= clearScore) ? 0 : hintScore;
  return {
    angles: likeliest.filter((turn) => scoreOf(turn) >= least),
    spentMax: isClear || least === 0 ? 3 * spentUsual : spentUsual,
    isClear,
  };
}

/** A face, and how sure it is one. */
type Candidate = LocatedFace & Located;

/** What the passes over one photo share. */
interface Parts {
  readonly views: Views;
  readonly detect: Part<DetectEntry>;
  readonly landmarks: Part<LandmarksEntry>;
}

/** Of the first, which is the one that `main` finds, too. */
const leastUnrest = ([first]: readonly Located[]): number => first?.unrest ?? Infinity;

/** Whether both are boxes of one face; turned and upright, they differ in shape. */
const isSamePlace = (one: Box, other: Box): boolean => overlap(one, other) > 0.1;

const isSure = ({ certainty }: Pick<Located, "certainty">) => certainty === "steady" || certainty === "likely";

/** @param at only what is at the place of this face: in a crowd, something elsewhere always looks like a face on its side */
async function locateAll(
  { views, detect, landmarks }: Parts,
  search: Search,
  angle: number,
  { glance, at }: { readonly glance?: "mistaken"; readonly at?: Box | undefined } = {},
) {
  const faces: Candidate[] = [];
  const found = await find(views, search, angle, glance, at);
  const candidates = at ? found.filter(({ inPhoto }) => isSamePlace(inPhoto, at)) : found;
  const before = views.spent;
  for (const candidate of candidates.slice(0, facesMax)) {
    if (views.spent - before >= spentUsual && !faces.some(isSure)) break;
    const located = await locateFace(views.image, candidate, detect, landmarks, at ? "beside" : "alone");
    faces.push({ ...located, box: candidate.inPhoto, score: candidate.score });
    // Found in the order of importance: none of those that follow can be the main face now.
    if (search === "main" && located.certainty === "steady") break;
  }
  return faces;
}

/** The points that a face is aligned by for its embedding: those of the manifest's own model for it, where it has one. */
export async function alignmentOf(
  image: Image,
  { landmarks, points }: LocatedFace,
  { models, manifest }: Pick<Pipeline, "models" | "manifest">,
): Promise<FivePoints> {
  const { align: entry } = manifest.models;
  if (!entry) return landmarks;
  if (!models.align) throw new Error(`the model ${entry.id} is not loaded`);
  const [left, right, nose, leftMouth, rightMouth, ...more] = await locateInLevelBox(image, points, {
    model: models.align,
    entry,
  });
  if (!left || !right || !nose || !leftMouth || !rightMouth || more.length > 0)
    throw new Error(`the model ${entry.id} does not give five points`);
  return [left, right, nose, leftMouth, rightMouth];
}

/**
 * Pose and quality of one face, by the pose model.
 * @param scale pixels of the photo at its full size over pixels of the image
 */
export async function assess(
  image: Image,
  scale: number,
  face: LocatedFace,
  pipeline: Pipeline,
): Promise<{ readonly pose: Pose; readonly quality: Quality }> {
  const pose = await estimatePose(image, face.box, pipeline.models.pose, pipeline.manifest.models.pose);
  return { pose, quality: await qualityOf(image, scale, face, pipeline, { ...pose, pitch: pose.pitch - levelPitch }) };
}

/** The pose model sees heads that are turned far a little further turned than the landmarks show. */
const turnedFurther = 1.13;

/**
 * The quality alone, with the pose that the landmarks show: the pose model takes longer than an embedding. On 596 photos (LFW, selfies, edge
 * cases) the score differs by 0.02 on average, and whether the head is turned too far in one photo of a hundred.
 */
export async function assessQuality(
  image: Image,
  scale: number,
  face: LocatedFace,
  pipeline: Pipeline,
): Promise<Quality> {
  const pose = poseFromPoints(face.points);
  return qualityOf(image, scale, face, pipeline, { ...pose, yaw: pose.yaw * turnedFurther });
}

async function qualityOf(
  image: Image,
  scale: number,
  face: LocatedFace,
  { models, manifest }: Pipeline,
  pose: Pose,
): Promise<Quality> {
  const eyes = await checkEyes(image, face.points, models.eyes, manifest.models.eyes);
  const { covered: entry } = manifest.models;
  const covered =
    entry && models.covered ? await checkCovered(image, face.landmarks, models.covered, entry) : uncovered;
  const { overlay: patternEntry } = manifest.models;
  const overlay =
    patternEntry && models.overlay ? await checkOverlay(image, face.landmarks, models.overlay, patternEntry) : 0;
  return judge(measure(image, scale, face, pose, eyes, covered, overlay));
}
