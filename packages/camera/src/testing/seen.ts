import type { Box } from "@selfsame/face/plane/geometry";
import type { Aim } from "../guide/aim.ts";
import type { FaceDetails, Sighting } from "../capture/sighting.ts";

/** Where the face of `seen` is right. */
export const aim: Aim = { centre: { x: 640, y: 360 }, width: 300, height: 400 };

const box: Box = { x: 530, y: 220, width: 220, height: 280 };

const face: FaceDetails = {
  box,
  yaw: 0,
  pitch: 0,
  roll: 0,
  eyesOpen: 0.95,
  covered: { mouth: 0.01, eyes: 0.01 },
  brightness: 130,
  evenness: 0.85,
  sharpness: 0.3,
  focus: 0.45,
  nose: { x: 640, y: 370 },
  gesture: { yaw: 0, pitch: 0, eyesOpen: 0.95, mouthWidth: 0.8, size: 0.08 },
};

/** A face that is right for `aim`, but for what is given. With `boxes` empty there is no face. */
export function seen(changes: Partial<FaceDetails> = {}, boxes?: readonly Box[]): Sighting {
  const changed = { ...face, ...changes };
  const found = boxes ?? [changed.box];
  const scene = { frame: 0, size: { width: 1280, height: 720 }, brightness: 120, color: 30, boxes: found };
  return found.length === 0 ? scene : { ...scene, face: changed };
}

/** The box of `seen`, moved and scaled around its centre. */
export function boxAt(right: number, down: number, scale = 1): Box {
  const width = box.width * scale;
  const height = box.height * scale;
  return { x: 640 + right - width / 2, y: 360 + down - height / 2, width, height };
}
