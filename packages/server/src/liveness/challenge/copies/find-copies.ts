import { agreement, type DetailHash } from "@selfsame/face/assess/hashes/detail-hash";
import { differingBits } from "@selfsame/face/assess/hashes/face-hash";

/** What a frame is found again by. */
export interface FacePrint {
  /** Of light and shape: see face-hash.ts. */
  readonly hash: Uint8Array;
  /** Of finer detail: see detail-hash.ts. */
  readonly detail: DetailHash;
}

/**
 * Copies differ by 0 to 7 bits in four of five cases, frames of one sitting rarely by so few. So a performance of four frames is a
 * copy of an earlier one when two are: see face-hash.ts.
 */
const copyBits = 7;
/**
 * Stretched by 4 %, turned by 6 degrees or lit from a side a frame agrees with itself to more than this. Frames of 18 people who sit or turn
 * before a camera do to less, by the second of four (docs/research/challenge-checks.md).
 */
const copyAgreement = 0.82;

/** As they are read from the store: a space between two frames, a colon between the hashes of one. */
export const separators = { frame: " ", hash: ":" } as const;

/** @param before hashes of earlier frames, in hex @returns of each frame whether it is a copy of one of them */
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

/** Copied: a buffer of Node's may begin anywhere, words may not. */
const wordsIn = (hex: string): Uint32Array => new Uint32Array(Uint8Array.from(Buffer.from(hex, "hex")).buffer);
