import { deserialize, serialize } from "node:v8";
import type { FrameDetails } from "@selfsame/photo/engine/engine";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Frame } from "../judge.ts";
import type { MeasuredLight } from "../light/judge-light.ts";
import type { MeasuredBurst } from "../burst/burst.ts";
import type { Sighting } from "../seen-frames.ts";

/** What the judge needs of a frame when the selfie arrives: numbers, no photo. */
export interface StoredFrame extends Sighting {
  readonly measured: Frame & FrameDetails;
  /** Present if the challenge asks for bursts. */
  readonly burst?: MeasuredBurst | undefined;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** The same for the pictures of a color. */
export interface StoredLight {
  /** Undefined if they could not be measured. */
  readonly light: MeasuredLight | "spared" | undefined;
  readonly sha256: string;
}

type Stored = StoredFrame | StoredLight;
export const isFrame = (stored: Stored): stored is StoredFrame => "measured" in stored;

/** Binds the sealed data to this frame of this challenge. */
const purposeOf = (challengeId: string, position: number): string => `challenge frame ${challengeId} ${position}`;

export const sealFrame = (seal: Seal, challengeId: string, position: number, frame: Stored): string =>
  seal.close(purposeOf(challengeId, position), serialize(frame));

/** @returns undefined if sealed with another key, or for another challenge */
export function openFrame(seal: Seal, challengeId: string, position: number, sealed: string): Stored | undefined {
  const opened = seal.open(purposeOf(challengeId, position), sealed);
  return opened && (deserialize(opened) as Stored);
}
