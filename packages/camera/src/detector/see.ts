import { boxInPhoto, type Detection, detectThrough, viewOf } from "@selfsame/face/locate/detect";
import { checkEyes } from "@selfsame/face/assess/eyes";
import { bySize, type Found } from "@selfsame/face/locate/find";
import { boxAround, centreOf, scaleBox, scalePoint } from "@selfsame/face/plane/geometry";
import { gestureOf, mouthWidthOf } from "@selfsame/face/assess/gestures";
import type { Image } from "@selfsame/face/pixels/image";
import { fivePointsOf, locate, locateLevel } from "@selfsame/face/locate/landmarks";
import type { DetectEntry, EyesEntry, LandmarksEntry } from "@selfsame/face/manifest";
import type { Models } from "@selfsame/face/model";
import { poseFromPoints } from "@selfsame/face/locate/pose-from-points";
import { measure } from "@selfsame/face/assess/quality";
import type { FaceDetails, Sighting, Size } from "../capture/sighting.ts";

/** What the light path needs of models and manifest. */
export interface Sight {
  readonly models: Pick<Models, "detect" | "landmarks" | "eyes">;
  readonly detect: DetectEntry;
  readonly landmarks: LandmarksEntry;
  readonly eyes: EyesEntry;
  /** Whether the mouth is looked at twice. */
  readonly smiles: boolean;
}

/**
 * The light path, for many frames a second: no search for tiny faces, a second look at most at the mouth, pose from the landmarks.
 * @param image the frame, smaller than it was taken
 * @param size of the frame as it was taken; boxes and points of the answer are in its pixels
 */
export async function see(image: Image, size: Size, frame: number, sight: Sight): Promise<Sighting> {
  const found = await findFaces(image, sight);
  const scale = size.width / image.width;
  const boxes = found.map(({ inPhoto }) => scaleBox(inPhoto, scale));
  const sighting = { frame, size, brightness: brightnessOf(image), boxes };
  const [main] = found;
  return main ? { ...sighting, face: await detailsOf(image, scale, main, sight) } : sighting;
}

/** A face that fills the frame is too large for the detector: with none found, it looks again from further away. */
async function findFaces(image: Image, { models, detect }: Sight): Promise<Found[]> {
  const frame = { x: 0, y: 0, width: image.width, height: image.height };
  for (const part of [frame, boxAround(centreOf(frame), 2 * image.width, 2 * image.height)]) {
    const found = await detectThrough(image, viewOf(part, 0, detect), models.detect, detect);
    if (found.length > 0) {
      return bySize(found.map(inPhoto), image);
    }
  }
  return [];
}

function inPhoto(one: Detection): Found {
  return { box: one.box, view: one.view, score: one.score, inPhoto: boxInPhoto(one) };
}

async function detailsOf(image: Image, scale: number, main: Found, sight: Sight): Promise<FaceDetails> {
  const part = { model: sight.models.landmarks, entry: sight.landmarks };
  const points = await locate(image, main.view, main.box, part.model, part.entry);
  // Of a smile the first pass shows about half of what the second does, and the second is what the server looks at.
  const mouth = sight.smiles ? await locateLevel(image, points, part, [[0, 0]]) : points;
  const eyes = await checkEyes(image, points, sight.models.eyes, sight.eyes);
  const pose = poseFromPoints(points);
  const landmarks = fivePointsOf(points);
  const { brightness, sharpness } = measure(image, scale, { box: main.inPhoto, landmarks }, pose, eyes);
  const [, , nose] = landmarks;
  return {
    box: scaleBox(main.inPhoto, scale),
    ...pose,
    eyesOpen: Math.max(eyes.left, eyes.right),
    brightness,
    sharpness,
    nose: scalePoint(nose, scale),
    gesture: { ...gestureOf(points, eyes, image), mouthWidth: mouthWidthOf(mouth) },
  };
}

/** One pixel in this many says enough about the light. */
const sampleStep = 61;

function brightnessOf({ data, channels }: Image): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i + 2 < data.length; i += sampleStep * channels, count++) {
    sum += 0.299 * (data[i] as number) + 0.587 * (data[i + 1] as number) + 0.114 * (data[i + 2] as number);
  }
  return sum / count;
}
