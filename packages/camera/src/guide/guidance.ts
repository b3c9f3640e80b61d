import type { Aim } from "./aim.ts";
import type { FaceDetails, Sighting } from "../capture/sighting.ts";

/** The one thing the person should do next. */
export type Hint =
  | "no_face"
  | "several_faces"
  | "too_far"
  | "too_close"
  | "move_left"
  | "move_right"
  | "move_up"
  | "move_down"
  | "turned"
  | "tilted"
  | "mouth_covered"
  | "eyes_covered"
  | "eyes_closed"
  | "too_dark"
  | "too_bright"
  | "half_in_shadow"
  | "blurred"
  | "hold_still";

export interface Guidance {
  readonly hint: Hint;
  /** All is right: the photo may be taken once this has lasted. */
  readonly right: boolean;
}

/** Lengths are in heights of the oval (what is measured against it is said at each), angles in degrees, luma 0 to 255. */
export const limits = {
  /** Height of the detector's box, forehead to chin. A face that fills the oval with its hair comes to about 0.75. */
  nearest: 0.9,
  furthest: 0.5,
  /** Less than this many pixels between the box's sides is too little for a comparison, whatever the camera. */
  narrowestPx: 90,
  /** From the centre of the oval to that of the box. */
  aside: 0.13,
  /** Share of the box that may lie outside of the frame. */
  outside: 0.06,
  yaw: 16,
  pitchUp: 16,
  /** Of 401 level heads none comes to -8; of six that look down by 19 to 32 degrees five come to -17 or less. */
  pitchDown: 10,
  roll: 12,
  eyesOpen: 0.5,
  covered: 0.5,
  /** Of the whole frame, when there is no face in it: nothing can be seen in the dark, or in the glare. */
  nightLuma: 35,
  glareLuma: 238,
  /** Low enough for dark skin in a lit room. */
  darkestLuma: 42,
  brightestLuma: 210,
  /** A frame this bright with a face of less than this share of it: the light is behind the person. Dark skin before a white wall has more. */
  backlightLuma: 120,
  backlitShare: 0.28,
  /** See half-shadow.ts of @selfsame/face. */
  evenness: 0.4,
  /** See quality.ts of @selfsame/face. Webcams are soft: sharp photos have 0.3 to 0.5. */
  leastSharpness: 0.1,
  /** Of 77 selfies with a face of 260 pixels none has less than 0.33, nor than 0.32 blurred by sigma 1. By sigma 3, nine in ten have. */
  leastFocus: 0.315,
  /** Of the nose, from one frame to the next. */
  movement: 0.05,
  /** Another face counts when it is at least this share of the largest one's height: not a passer-by far behind. */
  secondFace: 0.35,
} as const;

/** Once all is right the limits widen by this factor: someone at the edge of one should not see the hint flicker. */
const slackFactor = 1.15;

/** What came before a frame. */
export interface Past {
  /** The largest face of the frame before, to tell movement. */
  readonly before?: FaceDetails | undefined;
  /** What the last guidance said. */
  readonly wasRight?: boolean;
  /** The hint that is shown. While it still holds, it stays: two that hold in turn would confuse. */
  readonly shown?: Hint | undefined;
  /** Hints that have held for so long that the model is taken to be wrong: glasses, lashes, a squint in the sun. */
  readonly doubted?: ReadonlySet<Hint>;
}

/** How long someone takes at most to do what a hint asks for. Taking off a mask takes longer than opening one's eyes. */
export const doubtAfterMs: Readonly<Partial<Record<Hint, number>>> = {
  half_in_shadow: 6000,
  mouth_covered: 6000,
  eyes_covered: 6000,
  eyes_closed: 3000,
};

interface Scene {
  readonly sighting: Sighting;
  readonly face: FaceDetails;
  readonly past: Past;
  readonly aim: Aim;
  /** 1, or slackFactor. */
  readonly slack: number;
}

/** The first rule that holds gives the hint: what must be put right before the rest can be judged comes first. */
const rules: readonly (readonly [(scene: Scene) => boolean, Hint | ((scene: Scene) => Hint)])[] = [
  [({ sighting, face }) => hasSecondFace(sighting, face), "several_faces"],
  [
    ({ face, aim, slack }) =>
      face.box.height < (limits.furthest / slack) * aim.height || face.box.width < limits.narrowestPx / slack,
    "too_far",
  ],
  [({ face, aim, slack }) => face.box.height > limits.nearest * slack * aim.height, "too_close"],
  [
    (scene) =>
      Math.max(...offsets(scene).map(Math.abs)) > limits.aside * scene.slack ||
      outside(scene) > limits.outside * scene.slack,
    whichWay,
  ],
  [({ sighting, face, slack }) => isBacklit(sighting, face, slack), "too_bright"],
  [({ face, slack }) => face.brightness < limits.darkestLuma / slack, "too_dark"],
  [({ face, slack }) => face.brightness > limits.brightestLuma * Math.sqrt(slack), "too_bright"],
  // A head upside down leans; that it also seems turned is not what it should hear first.
  [({ face }) => Math.abs(face.roll) > 90, "tilted"],
  [
    ({ face: { yaw, pitch }, slack }) =>
      Math.abs(yaw) > limits.yaw * slack || pitch > limits.pitchUp * slack || pitch < -limits.pitchDown * slack,
    "turned",
  ],
  [({ face, slack }) => Math.abs(face.roll) > limits.roll * slack, "tilted"],
  [({ face, slack }) => face.evenness < limits.evenness / slack, "half_in_shadow"],
  [
    ({ face, slack }) => face.sharpness < limits.leastSharpness / slack || face.focus < limits.leastFocus / slack,
    "blurred",
  ],
  [({ face, slack }) => face.covered.mouth > limits.covered * slack, "mouth_covered"],
  [({ face, slack }) => face.covered.eyes > limits.covered * slack, "eyes_covered"],
  [({ face, slack }) => face.eyesOpen < limits.eyesOpen / slack, "eyes_closed"],
  [({ face, past, aim, slack }) => moved(face, past.before) > limits.movement * slack * aim.height, "hold_still"],
];

/** What to tell the person who is seen like this. */
export function guide(sighting: Sighting, aim: Aim, past: Past = {}): Guidance {
  const { face } = sighting;
  if (!face) return { hint: whyNoFace(sighting.brightness), right: false };
  const scene = { sighting, face, past, aim, slack: past.wasRight ? slackFactor : 1 };
  const hints = rules
    .filter(([applies]) => applies(scene))
    .map(([, hint]) => (typeof hint === "function" ? hint(scene) : hint))
    .filter((hint) => !past.doubted?.has(hint));
  const [first] = hints;
  if (first === undefined) return { hint: "hold_still", right: true };
  const stays = past.shown !== undefined && first !== "several_faces" && hints.includes(past.shown);
  return { hint: stays ? past.shown : first, right: false };
}

function whyNoFace(brightness: number): Hint {
  if (brightness < limits.nightLuma) return "too_dark";
  return brightness > limits.glareLuma ? "too_bright" : "no_face";
}

/** @param face the largest one of the frame */
export function hasSecondFace(sighting: Sighting, face: FaceDetails): boolean {
  return sighting.boxes.slice(1).some((box) => box.height >= limits.secondFace * face.box.height);
}

/** The largest share of the box, along one side, that the frame cuts off. */
function outside({ sighting: { size }, face: { box } }: Scene): number {
  const across = Math.max(-box.x, box.x + box.width - size.width) / box.width;
  return Math.max(across, Math.max(-box.y, box.y + box.height - size.height) / box.height);
}

function isBacklit({ brightness }: Sighting, face: FaceDetails, slack: number): boolean {
  return brightness > limits.backlightLuma * slack && face.brightness * slack < limits.backlitShare * brightness;
}

/** How far the face is right of and below the oval's centre, in the frame, in heights of the oval. */
function offsets({ face, aim }: Scene): readonly [number, number] {
  const x = face.box.x + face.box.width / 2;
  const y = face.box.y + face.box.height / 2;
  return [(x - aim.centre.x) / aim.height, (y - aim.centre.y) / aim.height];
}

/**
 * Someone in the right half of the frame, which is not mirrored, is too far to their own left and moves to the right, which in
 * a mirrored preview is to the right as well. With a camera that faces away from who holds it, the camera moves to the right.
 */
function whichWay(scene: Scene): Hint {
  const [right, down] = offsets(scene);
  if (Math.abs(down) > Math.abs(right)) return down > 0 ? "move_up" : "move_down";
  return right > 0 ? "move_right" : "move_left";
}

function moved(face: FaceDetails, before: FaceDetails | undefined): number {
  return before ? Math.hypot(face.nose.x - before.nose.x, face.nose.y - before.nose.y) : 0;
}
