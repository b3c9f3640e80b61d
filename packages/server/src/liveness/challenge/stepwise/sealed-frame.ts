import { deserialize, serialize } from "node:v8";
import type { FrameDetails } from "../../../photo/engine/engine.ts";
import type { Seal } from "../../../platform/secrets/seal.ts";
import type { Frame } from "../judge.ts";
import type { MeasuredLight } from "../light/judge-light.ts";
import type { MeasuredBurst } from "../burst/burst.ts";
import type { Sighting } from "../seen-frames.ts";

/** What the judge needs of a frame once the selfie has come: numbers, and no photo. */
export interface StoredFrame extends Sighting {
  readonly measured: Frame & FrameDetails;
  /** Where the challenge asks for bursts. */
  readonly burst?: MeasuredBurst | undefined;
  /** Of the file, hex. */
  readonly sha256: string;
}

/** The same of the pictures of a color. */
export interface StoredLight {
  /** undefined where they could not be measured. */
  readonly light: MeasuredLight | "spared" | undefined;
  readonly sha256: string;
}

type Stored = StoredFrame | StoredLight;
export const isFrame = (stored: Stored): stored is StoredFrame => "measured" in stored;

/** It opens as this frame of this challenge only. */
const purposeOf = (challengeId: string, position: number): string => `challenge frame ${challengeId} ${position}`;

export const sealFrame = (seal: Seal, challengeId: string, position: number, frame: Stored): string =>
  seal.close(purposeOf(challengeId, position), serialize(frame));

/** @returns undefined where it was sealed with another key, or is of another challenge */
export function openFrame(seal: Seal, challengeId: string, position: number, sealed: string): Stored | undefined {
  const opened = seal.open(purposeOf(challengeId, position), sealed);
  return opened && (deserialize(opened) as Stored);
}
