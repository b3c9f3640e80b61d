import { checkEyes } from "./eyes.ts";
import type { FivePoints, Pose, Quality } from "./face.ts";
import { find, type Search } from "./find.ts";
import type { Box, Point } from "./geometry.ts";
import type { Image } from "./image.ts";
import { locateFace } from "./landmarks.ts";
import type { Manifest } from "./manifest.ts";
import type { Models } from "./model.ts";
import type { Normalisation } from "./normalise.ts";
import { estimatePose } from "./pose.ts";
import { judge, measure } from "./quality.ts";

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
  readonly normalisation?: Normalisation | undefined;
}

/** Where there is no other face, an unsteady one (behind a mask, half in the dark) counts from this score. */
const UNSTEADY_SCORE = 0.9;
/** Beside a steady face, one that is only likely counts from this score: below, most are hands. */
const LIKELY_SCORE = 0.97;
const OTHER_TURNS = [Math.PI / 2, -Math.PI / 2, Math.PI];

/**
 * The faces of a photo, the main one first (the largest; of equally large ones the most central), then by size.
 * Where no face stands upright beyond doubt, the photo is turned by quarters: the detector also finds faces that
 * stand on their head, but their landmarks are wrong.
 * @param search with `main` the answer holds one face, the same that would come first with `beside`
 */
export async function findFaces(image: Image, pipeline: Pipeline, search: Search): Promise<LocatedFace[]> {
  const faces = await findSure(image, pipeline, search);
  return search === "main" ? faces.slice(0, 1) : faces;
}

async function findSure(image: Image, pipeline: Pipeline, search: Search): Promise<LocatedFace[]> {
  const upright = await locateAll(image, pipeline, search, 0);
  const sure = upright.filter(({ certainty }) => certainty === "steady" || certainty === "likely");
  if (sure.some(({ certainty }) => certainty === "steady")) {
    return sure.filter(({ certainty, score }) => certainty === "steady" || score >= LIKELY_SCORE);
  }
  for (const angle of OTHER_TURNS) {
    const turned = await locateAll(image, pipeline, search === "main" ? "main" : "beside", angle);
    const steady = turned.filter(({ certainty }) => certainty === "steady");
    if (steady.length > 0) return steady;
  }
  if (sure.length > 0) return sure;
  return upright.filter(({ certainty, score }) => certainty === "unsteady" && score >= UNSTEADY_SCORE).slice(0, 1);
}

async function locateAll(image: Image, { models, manifest }: Pipeline, search: Search, angle: number) {
  const detect = { model: models.detect, entry: manifest.models.detect };
  const landmarks = { model: models.landmarks, entry: manifest.models.landmarks };
  const faces = [];
  for (const found of await find(image, detect.model, detect.entry, search, angle)) {
    const located = await locateFace(image, found, detect, landmarks);
    faces.push({ ...located, box: found.inPhoto, score: found.score });
    // Found in the order of importance: none of those that follow can be the main face now.
    if (search === "main" && located.certainty === "steady") break;
  }
  return faces;
}

/** Pose and quality of one face. `scale`: pixels of the photo at its full size over pixels of the image. */
export async function assess(
  image: Image,
  scale: number,
  face: LocatedFace,
  { models, manifest }: Pipeline,
): Promise<{ readonly pose: Pose; readonly quality: Quality }> {
  const pose = await estimatePose(image, face.box, models.pose, manifest.models.pose);
  const eyes = await checkEyes(image, face.points, models.eyes, manifest.models.eyes);
  return { pose, quality: judge(measure(image, scale, face, pose, eyes)) };
}
