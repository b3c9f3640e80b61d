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

/** What a photo shows of a face, measured. */
export interface Measurements {
  /** Between the eyes, in pixels of the photo at its full size. */
  readonly eyeDistance: number;
  /** Mean luma of the face, 0 to 255. */
  readonly brightness: number;
  /** Standard deviation of the Laplacian over that of the luma: how much fine detail there is, whatever the light. */
  readonly sharpness: number;
  /** The share of the face that is so bright that nothing is seen there: a lamp in a card's lamination or in glasses. */
  readonly glare: number;
  /** The luma of the darker cheek over that of the brighter one, 0 to 1. */
  readonly evenness: number;
  /** A level head has pitch 0. */
  readonly pose: Pose;
  /** Angle of the line through the eyes, degrees. */
  readonly rollDegrees: number;
  readonly eyes: Eyes;
  readonly covered: Covered;
  /** How much a pattern seems to lie over the face, 0 to 1; from a half on, it counts as one. */
  readonly overlay: number;
  /** The share of the face's box that lies in the photo. */
  readonly visible: number;
}

/**
 * Each measure as [unusable, good]: the score falls from 1 to 0 between them, and the issue is named below half.
 * Where the numbers come from: docs/research/verification.md.
 */
const limits = {
  eyeDistance: [12, 48],
  dark: [20, 90],
  bright: [250, 190],
  sharpness: [0.03, 0.17],
  glare: [0.16, 0.04],
  /** An even face has 0.7 to 1. */
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
  // A head that turned away hides a cheek, an eye and half of the mouth by itself.
  const facing = (score: number) => (turned < 0.5 ? 1 : score);
  const size = ramp(m.eyeDistance, limits.eyeDistance);
  const sharp = ramp(m.sharpness, limits.sharpness);
  const eyesCovered = facing(ramp(m.covered.eyes, limits.covered));
  // Lids are seen only where eyes are, and large and sharp enough: elsewhere most of those that seem closed are open.
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

/** 0 at the first limit, 1 at the second, whichever is larger. */
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

/** The square from brow to mouth in grey, at a fixed size, so that numbers of it do not depend on the photo's. */
export interface Patch {
  /** 64 by 64, luma 0 to 255. */
  readonly grey: Float32Array;
  /** Of the square, in pixels of the photo. */
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

/** Luma from which on a camera or a scanner has nothing more to tell. */
const blownOut = 250;

function light(image: Image, landmarks: FivePoints): Pick<Measurements, "brightness" | "sharpness" | "glare"> {
  const { grey } = patchOf(image, landmarks);
  const glare = average(grey.map((luma) => (luma >= blownOut ? 1 : 0)));
  return { brightness: average(grey), glare, sharpness: fineDetail(grey) / Math.max(deviation(grey), 1) };
}
