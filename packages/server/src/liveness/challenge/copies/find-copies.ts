import { agreement, type DetailHash } from "@selfsame/face/assess/hashes/detail-hash";
import { differingBits } from "@selfsame/face/assess/hashes/face-hash";

/** Hashes that recognize a frame again. */
export interface FacePrint {
  /** Hash of light and shape: see face-hash.ts. */
  readonly hash: Uint8Array;
  /** Hash of finer detail: see detail-hash.ts. */
  readonly detail: DetailHash;
}

/**
 * Copies differ by 0 to 7 bits in four of five cases, frames of one sitting rarely by so few. A performance of four frames therefore counts as a copy if
 * two of them are: see face-hash.ts.
 */
const copyBits = 7;
/**
 * A frame stretched by 4 %, rotated by 6 degrees or lit from a side agrees with the original by more than this. Frames of 18 people who sit or turn
 * before a camera agree by less, taking the second of four (docs/research/challenge-checks.md).
 */
const copyAgreement = 0.82;

/** Separators as read from the store: between frames, and between the hashes of one frame. */
export const separators = { frame: " ", hash: ":" } as const;

/** @param before hashes of earlier frames, in hex @returns for each frame whether it is a copy of one of them */
export function findCopies(frames: readonly FacePrint[], before: string): boolean[] {
  const found = frames.map(() => false);
  for (const one of before === "" ? [] : before.split(separators.frame)) {
    const [face = "", detail = ""] = one.split(separators.hash);
    const hash = Buffer.from(face, "hex");
    // Frames of an earlier version have none.
    const words = detail === "" ? undefined : wordsIn(detail);
    for (const [i, frame] of frames.entries()) found[i] ||= isCopy(frame, hash, words);
  }
  return found;
}

const isCopy = ({ hash, detail }: FacePrint, before: Uint8Array, words: Uint32Array | undefined): boolean =>
  differingBits(hash, before) <= copyBits ||
  (words?.length === detail.words.length && agreement(words, detail) >= copyAgreement);

/** Copied: a Node buffer may begin at any address, words must be aligned. */
const wordsIn = (hex: string): Uint32Array => new Uint32Array(Uint8Array.from(Buffer.from(hex, "hex")).buffer);
