import { StoreUnavailable } from "../store/outage.ts";
import type { Log, Store } from "../store/store.ts";
import { sessionEnds } from "./sessions.ts";

const dayMs = 24 * 3600_000;
/** Longer than any node keeps usage it could not write. */
const batchesKeptMs = 30 * dayMs;
/** A year and a month: audits look back a year. */
const auditKeptMs = 396 * dayMs;
/** After this, a frame of a live challenge counts as new again. */
const framesKeptMs = 30 * dayMs;

/** Removes what has no use any more, now and once a day. @returns what ends it */
export function cleanDaily(store: Store, log: Log, now: () => number): () => Promise<void> {
  const clean = () =>
    store
      .run(() => cleanStore(store, now()))
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) log.warn({ err: error }, "old rows could not be removed");
      });
  let cleaning = clean();
  const timer = setInterval(() => (cleaning = clean()), dayMs).unref();
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}

/** Expired links and sessions, ids of usage batches nobody will send again, the oldest of the audit log, challenges that are over and what was seen in them. Usage stays. */
export async function cleanStore({ db }: Store, nowMs: number): Promise<void> {
  await db.deleteFrom("links").where("expires_at_ms", "<=", nowMs).execute();
  const { createdByMs, seenByMs } = sessionEnds(nowMs);
  await db
    .deleteFrom("sessions")
    .where((where) => where.or([where("created_at_ms", "<=", createdByMs), where("last_seen_at_ms", "<=", seenByMs)]))
    .execute();
  await db
    .deleteFrom("usage_batches")
    .where("written_at_ms", "<", nowMs - batchesKeptMs)
    .execute();
  await db
    .deleteFrom("audit")
    .where("at_ms", "<", nowMs - auditKeptMs)
    .execute();
  // An hour more, so that a late answer is "expired" and not "unknown".
  await db
    .deleteFrom("challenges")
    .where("expires_at_ms", "<", nowMs - 3600_000)
    .execute();
  await db
    .deleteFrom("challenge_frames")
    .where("seen_at_ms", "<", nowMs - framesKeptMs)
    .execute();
}
