import type { Kysely } from "kysely";
import type { StepReport } from "../../../liveness/challenge/judge.ts";
import type { Schema } from "@selfsame/platform/store/schema";

/** The kinds of entries in a session's timeline. */
export const timelineKinds = [
  "created",
  "sent",
  "opened",
  "started",
  "declined",
  "taken_over",
  "link_renewed",
  "repeated",
  "wallet_accepted",
  "wallet_rejected",
  "attempt",
  "challenge_needed",
  "challenge_ended",
  "captured",
  "comparison",
  "needs_review",
  "assigned",
  "note",
  "review_pending",
  "reviewed",
  "verified",
  "failed",
  "expired",
  "cancelled",
  "withdrawn",
] as const;
type TimelineKind = (typeof timelineKinds)[number];

/** Details in coarse words: "phone", "Firefox", reasons, steps; never an IP address, and no measurement of a face. */
export type TimelineData = Readonly<
  Record<string, string | number | boolean | null | readonly string[] | readonly StepReport[]>
>;

export interface TimelineEntry {
  readonly kind: TimelineKind;
  readonly atMs: number;
  readonly data: TimelineData;
}

/** Adds an entry, in the transaction of the change it records. */
export async function note(
  db: Kysely<Schema>,
  sessionId: string,
  kind: TimelineKind,
  atMs: number,
  data: TimelineData = {},
): Promise<void> {
  const row = { session_id: sessionId, kind, data: JSON.stringify(data), at_ms: atMs };
  await db.insertInto("session_timeline").values(row).execute();
}

/** Reads the timeline in order of time. */
export async function readTimeline(db: Kysely<Schema>, sessionId: string): Promise<readonly TimelineEntry[]> {
  const rows = await db
    .selectFrom("session_timeline")
    .select(["kind", "data", "at_ms"])
    .where("session_id", "=", sessionId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind, data, at_ms }) => ({
    kind: kind as TimelineKind,
    atMs: at_ms,
    data: JSON.parse(data) as TimelineData,
  }));
}
