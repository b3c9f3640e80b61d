import { agreement, type DetailHash } from "@selfsame/face/assess/hashes/detail-hash";
import { differingBits } from "@selfsame/face/assess/hashes/face-hash";
import type { Store } from "../store/store.ts";

/** A file's SHA-256 and two hashes of the face in it. */
export interface FrameHashes {
  /** Hex, as the next. */
  readonly sha256: string;
  /** Of light and shape: see face-hash.ts. */
  readonly faceHash: string;
  /** Of finer detail: see detail-hash.ts. */
  readonly detail: DetailHash;
}

/** Of an account's own frames, how many of the latest are compared by their faces: some thousand challenges back. */
const comparedMax = 4000;
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
const copiesMin = 2;

export interface Sighting {
  /** Whether one of the files was there before, in whatever account. */
  readonly known: boolean;
  /** How many of the faces are copies of ones that this account sent before. */
  readonly copies: number;
}

/** Whether a performance, in whatever portions it arrived, repeats an earlier one. */
export const isRepeat = (sightings: readonly Sighting[]): boolean =>
  sightings.some(({ known }) => known) || sightings.reduce((sum, { copies }) => sum + copies, 0) >= copiesMin;

export interface SeenFrames {
  /**
   * Remembers frames of an attempt, passed or not.
   * @param own the SHA-256 of those frames of the same attempt that came before: nothing is a copy of them
   */
  add(accountId: string, frames: readonly FrameHashes[], own?: readonly string[]): Promise<Sighting>;
}

export function createSeenFrames(store: Store, now: () => number): SeenFrames {
  const { db } = store;

  const latest = (accountId: string, own: readonly string[]) =>
    db
      .selectFrom("challenge_frames")
      .select(["face_hash", "detail_hash"])
      .where("account_id", "=", accountId)
      .$if(own.length > 0, (query) => query.where("sha256", "not in", own))
      .orderBy("seen_at_ms", "desc")
      .limit(comparedMax)
      .execute();

  return {
    add: (accountId, frames, own = []) =>
      store.run(async () => {
        const before = (await latest(accountId, own)).map((row) => ({
          hash: Buffer.from(row.face_hash, "hex"),
          // Frames of an earlier version have none.
          words: row.detail_hash === null ? undefined : wordsIn(row.detail_hash),
        }));
        // The primary key decides: two requests with the same file at once cannot both be the first.
        const added = await db
          .insertInto("challenge_frames")
          .values(
            frames.map(({ sha256, faceHash, detail }) => ({
              sha256,
              account_id: accountId,
              face_hash: faceHash,
              detail_hash: hexOf(detail.words),
              seen_at_ms: now(),
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning("sha256")
          .execute();
        const isCopy = ({ faceHash, detail }: FrameHashes) => {
          const own = Buffer.from(faceHash, "hex");
          return before.some(
            ({ hash, words }) =>
              differingBits(own, hash) <= copyBits ||
              (words?.length === detail.words.length && agreement(words, detail) >= copyAgreement),
          );
        };
        return { known: added.length < frames.length, copies: frames.filter(isCopy).length };
      }),
  };
}

const hexOf = (words: Uint32Array): string =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString("hex");

/** Copied: a buffer of Node's may begin anywhere, words may not. */
const wordsIn = (hex: string): Uint32Array => new Uint32Array(Uint8Array.from(Buffer.from(hex, "hex")).buffer);
