import { checkCovered, uncovered } from "./assess/covered.ts";
import { checkEyes } from "./assess/eyes.ts";
import { checkOverlay } from "./assess/overlay.ts";
import type { FivePoints, Pose, Quality } from "./face.ts";
import { find, type Search } from "./locate/find.ts";
import { type Box, overlap, type Point } from "./plane/geometry.ts";
import type { Image } from "./pixels/image.ts";
import { locateInLevelBox, type Part } from "./locate/landmarks.ts";
import { type Located, locateFace } from "./locate/locate-face.ts";
import type { DetectEntry, LandmarksEntry } from "./manifest.ts";
import type { Pipeline } from "./compare/pipeline.ts";
import { estimatePose, levelPitch } from "./locate/pose.ts";
import { poseFromPoints } from "./locate/pose-from-points.ts";
import { openViews, type Quarter, type Views } from "./locate/views.ts";
import { judge, measure } from "./assess/quality.ts";

/** A located face. Coordinates are pixels of the image that was searched. */
export interface LocatedFace {
  readonly box: Box;
  /** The detector's score, 0 to 1. */
  readonly score: number;
  readonly landmarks: FivePoints;
  /** 68 landmarks in iBUG order. */
  readonly points: readonly Point[];
}

/** An unsteady face (masked, half in the dark) counts from this detector score if the photo shows no other face. */
const unsteadyScore = 0.9;
/** A face that is only `likely` counts from this score beside a steady one. Below it, most are hands. */
const likelyScore = 0.97;
/** In a crowd only the most important faces are analyzed: each costs as much as a portrait, and a mosaic of a group photo has hundreds. */
const facesMax = 32;
/**
 * A turned view must halve the unrest to replace the upright one. A bowed head may be unsteady upright and steady by chance upside down; a face that
 * really lies in the photo becomes ten times calmer when the photo is turned.
 */
const muchCalmer = 0.5;
/** Below this unrest a face stands upright beyond doubt. Above it, one in ten faces that lie on their side or upside down looks steady. */
const calm = 0.1;
/**
 * A stricter limit, for a turned view that competes with a steady upright face, or that is only `likely` because the face leans. Profiles and crops
 * without a forehead appear half as restless upside down.
 */
const still = 0.05;
/** Half-size score from which a turned view shows an upright face. From here on the turn is tried before closer views. */
const clearScore = 0.9;
/** Quarter turns whose half-size score is lower are not searched. */
const hintScore = 0.3;
/** Cost of one run of the landmark model, in runs of the detector. */
const landmarksCost = 1 / 8;
/** The search ends after this many detector runs without a certain face, or after three times as many if a face seems to lie in the photo. */
const spentUsual = 12;
/** Quarter turns. A face that leans by an eighth of a turn is usually, but not always, found in one of them. */
const otherQuarters = [Math.PI / 2, -Math.PI / 2, Math.PI] as const;
const otherTurns = [...otherQuarters, 0.75 * Math.PI, -0.75 * Math.PI];

/**
 * The faces of a photo, the main one first (`importanceOf` of locate/find.ts), then by size; at most 32.
 * The photo is turned by quarters if no face stands upright beyond doubt: the detector also finds faces that are upside down, but their landmarks are
 * wrong.
 * @param search `main` returns one face, the same that comes first with `all`
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
    // A close-up misleads the detector: it reports an eye or a mouth as a face, and does not find it again on the second look.
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

/** For a face whose place is known and whose landmarks do not settle. */
const allTurns: Turns = { angles: otherTurns, spentMax: Infinity };

/** Turns of the photo to search, in this order. */
interface Turns {
  readonly angles: readonly number[];
  /** No further turn is started after this many detector runs if no face was found. */
  readonly spentMax: number;
  /** One of the turns shows a face beyond doubt: search the turns before closer views. */
  readonly isClear?: boolean;
}

/** The calmest faces of the turned views; empty unless they are much calmer than the upright ones. */
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
  // Search every turn: a face that leans looks steady in two of them.
  for (const angle of angles) {
    if (calmest.length === 0 && parts.views.spent >= spentMax) break;
    const turned = await locateAll(parts, search, angle, { at: main?.box });
    // With `main` the search stops at the first steady face: it decides.
    const lead = turned.find(({ certainty }) => certainty === "steady") ?? turned.find(isCalmer);
    if (!lead || !isCalmer(lead)) continue;
    const calmer = turned.filter(isCalmer);
    if (leastUnrest(calmer) < leastUnrest(calmest)) calmest = calmer;
  }
  return calmest;
}

/**
 * Turns in which a face may stand upright, the likeliest first. A face that leans by an eighth of a turn shows up in the quarter turns beside it, or
 * upright as an unsteady face.
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

/** A located face and how certain it is. */
type Candidate = LocatedFace & Located;

/** Shared by the passes over one photo. */
interface Parts {
  readonly views: Views;
  readonly detect: Part<DetectEntry>;
  readonly landmarks: Part<LandmarksEntry>;
}

/** Unrest of the first face, which is also the one that `main` finds. */
const leastUnrest = ([first]: readonly Located[]): number => first?.unrest ?? Infinity;

/** Whether two boxes show one face. A turned face and an upright one have boxes of different shape. */
const isSamePlace = (one: Box, other: Box): boolean => overlap(one, other) > 0.1;

const isSure = ({ certainty }: Pick<Located, "certainty">) => certainty === "steady" || certainty === "likely";

/** @param at only search the place of this face: in a crowd something elsewhere always looks like a face on its side */
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
    // Faces come in order of importance: no later one can be the main face.
    if (search === "main" && located.certainty === "steady") break;
  }
  return faces;
}

/** The points that align a face for its embedding: those of the manifest's alignment model, if it has one. */
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

/** The pose model reports large turns as a little larger than the landmarks do. */
const turnedFurther = 1.13;

/**
 * Quality with the pose from the landmarks: the pose model takes longer than an embedding. On 596 photos (LFW, selfies, edge cases) the score differs by
 * 0.02 on average, and the verdict "turned too far" in one photo of a hundred.
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
