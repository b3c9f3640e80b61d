import type { Covered } from "./covered.ts";
import type { Eyes } from "./eyes.ts";
import type { FivePoints, Pose, Quality, QualityIssue } from "../face.ts";
import { areaOf, type Box, clip, distance } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { evenness } from "./half-shadow.ts";
import { rollOf } from "../locate/landmarks.ts";
import { sample } from "../pixels/sample.ts";
import { squareOf } from "./square.ts";
import { average, deviation } from "../statistics.ts";

/** Measurements of a face in a photo. */
export interface Measurements {
  /** In pixels of the photo at its full size. */
  readonly eyeDistance: number;
  /** Mean luma of the face, 0 to 255. */
  readonly brightness: number;
  /** Standard deviation of the Laplacian relative to that of the luma: fine detail, independent of the light. */
  readonly sharpness: number;
  /** Share of the face that is overexposed: a lamp's reflection in a lamination or in glasses. */
  readonly glare: number;
  /** Luma of the darker cheek relative to the brighter one, 0 to 1. */
  readonly evenness: number;
  /** A level head has pitch 0. */
  readonly pose: Pose;
  /** Angle of the line through the eyes, degrees. */
  readonly rollDegrees: number;
  readonly eyes: Eyes;
  readonly covered: Covered;
  /** How much of a pattern seems to lie over the face, 0 to 1; overlaid from 0.5 on. */
  readonly overlay: number;
  /** The share of the face's box that lies in the photo. */
  readonly visible: number;
}

/**
 * Limits of each measure as [unusable, good]: the score falls from 1 to 0 between them, and an issue is reported below 0.5. Source:
 * docs/research/verification.md.
 */
const limits = {
  eyeDistance: [12, 48],
  dark: [20, 90],
  bright: [250, 190],
  sharpness: [0.03, 0.17],
  glare: [0.16, 0.04],
  /** Evenly lit faces have 0.7 to 1. */
  evenness: [0.25, 0.55],
  yaw: [60, 10],
  pitch: [55, 12],
  roll: [60, 10],
  eyesOpen: [0, 0.2],
  covered: [0.75, 0.25],
  visible: [0.6, 1],
} as const;

export function judge(m: Measurements): Quality {
  const turned = ramp(Math.abs(m.pose.yaw), limits.yaw);
  // A head that is turned away hides a cheek, an eye and half of the mouth: no issue of its own.
  const facing = (score: number) => (turned < 0.5 ? 1 : score);
  const size = ramp(m.eyeDistance, limits.eyeDistance);
  const sharp = ramp(m.sharpness, limits.sharpness);
  const eyesCovered = facing(ramp(m.covered.eyes, limits.covered));
  // Closed lids are only reported on large, sharp faces with visible eyes: elsewhere most of them are in fact open.
  const showsLids = Math.min(size, sharp, eyesCovered) >= 0.5;
  const scores: readonly (readonly [QualityIssue, number])[] = [
    ["too_small", size],
    ["blurred", sharp],
    ["too_dark", ramp(m.brightness, limits.dark)],
    ["too_bright", ramp(m.brightness, limits.bright)],
    ["glare", ramp(m.glare, limits.glare)],
    ["half_in_shadow", facing(ramp(m.evenness, limits.evenness))],
    ["turned", turned],
    ["tilted", Math.min(ramp(Math.abs(m.pose.pitch), limits.pitch), ramp(Math.abs(m.rollDegrees), limits.roll))],
    ["eyes_closed", showsLids ? facing(ramp(Math.max(m.eyes.left, m.eyes.right), limits.eyesOpen)) : 1],
    ["mouth_covered", facing(ramp(m.covered.mouth, limits.covered))],
    ["eyes_covered", eyesCovered],
    ["overlay", ramp(m.overlay, limits.covered)],
    ["cut_off", ramp(m.visible, limits.visible)],
  ];
  const score = scores.reduce((product, [, one]) => product * (0.25 + 0.75 * one), 1);
  const issues = scores.filter(([, one]) => one < 0.5).map(([issue]) => issue);
  return { score: Math.round(score * 1000) / 1000, issues };
}

/** Linear from 0 at the first limit to 1 at the second, whichever is larger. */
function ramp(value: number, [zero, one]: readonly [number, number]): number {
  return Math.min(1, Math.max(0, (value - zero) / (one - zero)));
}

/**
 * @param scale pixels of the photo at its full size over pixels of the image
 */
export function measure(
  image: Image,
  scale: number,
  face: { readonly box: Box; readonly landmarks: FivePoints },
  pose: Pose,
  eyes: Eyes,
  covered: Covered,
  overlay = 0,
): Measurements {
  const [left, right] = face.landmarks;
  return {
    eyeDistance: distance(left, right) * scale,
    ...light(image, face.landmarks),
    evenness: evenness(image, face.landmarks),
    pose,
    rollDegrees: (rollOf(face.landmarks) * 180) / Math.PI,
    eyes,
    covered,
    overlay,
    visible: areaOf(clip(face.box, image)) / areaOf(face.box),
  };
}

/** The square from brow to mouth in gray, at a fixed size, so that measures do not depend on the photo's. */
export interface Patch {
  /** 64 by 64, luma 0 to 255. */
  readonly grey: Float32Array;
  /** Side of the square, in pixels of the photo. */
  readonly side: number;
}

export const patchSize = 64;

export function patchOf(image: Image, landmarks: FivePoints): Patch {
  const { side, toPhoto } = squareOf(landmarks, 2, patchSize);
  const input = { name: "", width: patchSize, height: patchSize, channels: "grey", mean: [0], scale: [1] } as const;
  return { grey: sample(image, toPhoto, input), side };
}

/** Standard deviation of a patch's Laplacian. */
export function fineDetail(grey: Float32Array): number {
  const at = (x: number, y: number) => grey[y * patchSize + x] as number;
  const edges: number[] = [];
  for (let y = 1; y < patchSize - 1; y++) {
    for (let x = 1; x < patchSize - 1; x++) {
      edges.push(4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1));
    }
  }
  return deviation(edges);
}

/** Luma from which a camera or scanner is saturated. */
const blownOut = 250;

function light(image: Image, landmarks: FivePoints): Pick<Measurements, "brightness" | "sharpness" | "glare"> {
  const { grey } = patchOf(image, landmarks);
  const glare = average(grey.map((luma) => (luma >= blownOut ? 1 : 0)));
  return { brightness: average(grey), glare, sharpness: fineDetail(grey) / Math.max(deviation(grey), 1) };
}
