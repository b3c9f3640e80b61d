import type { DetailHash } from "@selfsame/face/assess/hashes/detail-hash";
import { type Kysely, sql } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { createTurns } from "@selfsame/platform/turns";
import { createCopiesThread } from "./copies/compare-on-thread.ts";
import { separators } from "./copies/find-copies.ts";
import { frameRetentionDays } from "./frame-retention.ts";

/** A file's SHA-256 and two hashes of its face. */
export interface FrameHashes {
  /** Hex, like the next. */
  readonly sha256: string;
  /** Hash of light and shape: see face-hash.ts. */
  readonly faceHash: string;
  /** Hash of finer detail: see detail-hash.ts. */
  readonly detail: DetailHash;
}

const dayMs = 24 * 3600_000;
/** How many of an account's latest frames (of the last 30 days) are compared by face: 25,000 challenges. */
const comparedMax = 100_000;
/** Rows read and compared at a time. */
const pageRows = 5000;
const copiesMin = 2;

export interface Sighting {
  /** Whether one of the files was seen before, in any account. */
  readonly known: boolean;
  /** Number of faces that are copies of frames that this account sent before. */
  readonly copies: number;
}

/** Whether a performance, however it was split, repeats an earlier one. */
export const isRepeat = (sightings: readonly Sighting[]): boolean =>
  sightings.some(({ known }) => known) || sightings.reduce((sum, { copies }) => sum + copies, 0) >= copiesMin;

export interface SeenFrames {
  /**
   * How many of the frames are copies of frames that this account sent in the last 30 days.
   * @param own SHA-256 of earlier frames of the same attempt, which are excluded
   */
  countCopies(accountId: string, frames: readonly FrameHashes[], own?: readonly string[]): Promise<number>;
  /**
   * Remembers the frames of an attempt, passed or not. Part of the caller's transaction: otherwise frames that are sent again after a fault would count
   * as repeated. @returns whether one of the files was seen before
   */
  remember(db: Kysely<Schema>, accountId: string, frames: readonly FrameHashes[]): Promise<boolean>;
}

export function createSeenFrames(store: Store, now: () => number): SeenFrames {
  const compare = createCopiesThread();
  const turns = createTurns(1);

  const countCopies: SeenFrames["countCopies"] = async (accountId, frames, own = []) => {
    const prints = frames.map(({ faceHash, detail }) => ({ hash: Buffer.from(faceHash, "hex"), detail }));
    const found = prints.map(() => false);
    const sinceMs = now() - frameRetentionDays * dayMs;
    let untilMs = now();
    for (let compared = 0; compared < comparedMax; compared += pageRows) {
      const { hashes, count, oldestMs } = await store.run(() => readPage(store, accountId, { sinceMs, untilMs, own }));
      if (count === 0) break;
      for (const [i, isCopy] of (await compare(prints, hashes)).entries()) found[i] ||= isCopy;
      if (count < pageRows || found.every(Boolean)) break;
      // Rows of the same millisecond are read again: the page may have ended among them.
      untilMs = oldestMs < untilMs ? oldestMs : untilMs - 1;
    }
    return found.filter(Boolean).length;
  };

  return {
    // One request at a time for each account: an account with many frames delays only itself.
    countCopies: (accountId, frames, own) => turns.take(accountId, () => countCopies(accountId, frames, own)),
    // The primary key decides: of two requests with the same file, only one is the first.
    remember: async (db, accountId, frames) => {
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
      return added.length < frames.length;
    },
  };
}

interface PageOfFrames {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly own: readonly string[];
}

/** The latest rows as one text, which is cheap to pass between threads. */
async function readPage({ reports, kind }: Store, accountId: string, { sinceMs, untilMs, own }: PageOfFrames) {
  const latest = reports
    .selectFrom("challenge_frames")
    .select(["face_hash", "detail_hash", "seen_at_ms"])
    .where("account_id", "=", accountId)
    .where("seen_at_ms", ">=", sinceMs)
    .where("seen_at_ms", "<=", untilMs)
    .$if(own.length > 0, (query) => query.where("sha256", "not in", own))
    .orderBy("seen_at_ms", "desc")
    .limit(pageRows);
  const joined = sql.raw(kind === "sqlite" ? "group_concat" : "string_agg");
  const { rows } = await sql<{ hashes: string | null; count: number; oldest_ms: number | null }>`
    SELECT ${joined}(face_hash || ${sql.lit(separators.hash)} || coalesce(detail_hash, ''), ${sql.lit(separators.frame)}) AS hashes,
      CAST(count(*) AS bigint) AS count, min(seen_at_ms) AS oldest_ms FROM (${latest}) AS latest`.execute(reports);
  const { hashes, count, oldest_ms: oldestMs } = rows[0] ?? { hashes: "", count: 0, oldest_ms: 0 };
  return { hashes: hashes ?? "", count, oldestMs: oldestMs ?? 0 };
}

const hexOf = (words: Uint32Array): string =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString("hex");
