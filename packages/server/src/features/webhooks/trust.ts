import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";

/** Posts to an endpoint that has never answered 2xx: it may belong to somebody who never asked for them. */
const postsMax = 10;
/** Afterwards a live endpoint is tried at this interval, to notice when it begins to answer. */
const probeEveryMs = 10 * 60_000;

export interface Trusted {
  readonly endpoint_id: string;
  readonly verified_at_ms: number | null;
  /** Of the event. */
  readonly type: string;
  /** Of this delivery, so far. */
  readonly attempts: number;
}

/** Counts a post to an unverified endpoint before it is made, across nodes and jobs. @returns whether it may be made */
export async function takePost(db: Kysely<Schema>, delivery: Trusted, atMs: number): Promise<boolean> {
  if (delivery.verified_at_ms !== null) return true;
  // Sent on request, once for each request: an answer to it is how an endpoint is verified.
  const isAsked = delivery.type === "ping" && delivery.attempts === 0;
  const { numUpdatedRows } = await db
    .updateTable("webhook_endpoints")
    .set((e) => ({ posts_unverified: e("posts_unverified", "+", 1), posted_at_ms: atMs }))
    .where("id", "=", delivery.endpoint_id)
    .$if(!isAsked, (query) =>
      query.where((e) =>
        e.or([
          e("posts_unverified", "<", postsMax),
          e("verified_at_ms", "is not", null),
          e.and([e("test", "=", 0), e("posted_at_ms", "<=", atMs - probeEveryMs)]),
        ]),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** After its first 2xx, an endpoint gets everything. */
export async function noteVerified(db: Kysely<Schema>, delivery: Trusted, atMs: number): Promise<void> {
  if (delivery.verified_at_ms !== null) return;
  await db
    .updateTable("webhook_endpoints")
    .set({ verified_at_ms: atMs })
    .where("id", "=", delivery.endpoint_id)
    .where("verified_at_ms", "is", null)
    .execute();
}
