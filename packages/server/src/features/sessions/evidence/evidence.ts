import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { SessionRow } from "../session.ts";
import type { SealedPhoto } from "./seal-photo.ts";
import { settingsOf } from "./settings.ts";

const dayMs = 24 * 3600_000;

/** Limits in bytes of sealed photos as stored, a third more than the photos. */
export interface EvidenceLimits {
  readonly sessionBytes: number;
  readonly accountBytes: number;
}

const evidenceLimits: EvidenceLimits = { sessionBytes: 16 * 1024 ** 2, accountBytes: 2 * 1024 ** 3 };

/**
 * Stores sealed photos of a session that seals them. Photos over the limit are left out and the session records that, so a verdict never waits for
 * storage. A session whose person withdrew their consent stores none.
 * @returns the session's evidence state; undefined if there was nothing to store
 */
export async function addEvidence(
  db: Kysely<Schema>,
  { id, account_id }: Pick<SessionRow, "id" | "account_id">,
  photos: readonly SealedPhoto[],
  nowMs: number,
  limits: EvidenceLimits = evidenceLimits,
): Promise<SessionRow["evidence"] | undefined> {
  if (photos.length === 0) return undefined;
  // The update locks the row: a withdrawal comes first, or waits and deletes what is stored here.
  const session = await db
    .updateTable("verification_sessions")
    .set((e) => ({ evidence: e.fn.coalesce("evidence", e.val("sealed" as const)) }))
    .where("id", "=", id)
    .where("withdrawn_at_ms", "is", null)
    .where("evidence_key", "is not", null)
    .returning(["evidence_key", "evidence_days", "evidence"])
    .executeTakeFirst();
  const settings = session && settingsOf(session);
  if (!settings) return undefined;
  let ofSession = await storedBytes(db, "session_id", id);
  let ofAccount = await storedBytes(db, "account_id", account_id);
  const expires_at_ms = nowMs + settings.days * dayMs;
  for (const { part, attempt, jwe } of photos) {
    const size_bytes = jwe.length;
    if (ofSession + size_bytes > limits.sessionBytes || ofAccount + size_bytes > limits.accountBytes) {
      await db.updateTable("verification_sessions").set({ evidence: "over_limit" }).where("id", "=", id).execute();
      return "over_limit";
    }
    ofSession += size_bytes;
    ofAccount += size_bytes;
    const row = { session_id: id, account_id, part, attempt, jwe, size_bytes };
    await db
      .insertInto("evidence")
      .values({ ...row, created_at_ms: nowMs, expires_at_ms })
      .execute();
  }
  return session.evidence;
}

async function storedBytes(db: Kysely<Schema>, of: "session_id" | "account_id", id: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("evidence")
    .select((e) => e.fn.sum<number | string | null>("size_bytes").as("bytes"))
    .where(of, "=", id)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Deletes the frames of an attempt that was never finished, since another replaces it. */
export async function deleteUnfinished(
  db: Kysely<Schema>,
  { id, attempts }: Pick<SessionRow, "id" | "attempts">,
): Promise<void> {
  await db.deleteFrom("evidence").where("session_id", "=", id).where("attempt", ">", attempts).execute();
}

/** Lists sealed photos without their content, in order of arrival. Expired ones are omitted even before they are deleted. */
export function listEvidence(db: Kysely<Schema>, sessionId: string, nowMs: number) {
  return db
    .selectFrom("evidence")
    .select(["id", "part", "attempt", "created_at_ms", "expires_at_ms"])
    .where("session_id", "=", sessionId)
    .where("expires_at_ms", ">", nowMs)
    .orderBy("id")
    .execute();
}

/**
 * Reads one sealed photo: all photos of a session are large, and the embedded database reads on the event loop. @returns undefined if it was deleted
 */
export async function readSealed(db: Kysely<Schema>, id: number): Promise<string | undefined> {
  return (await db.selectFrom("evidence").select("jwe").where("id", "=", id).executeTakeFirst())?.jwe;
}

/** @returns whether the session had any */
export async function deleteEvidence(db: Kysely<Schema>, sessionId: string): Promise<boolean> {
  await db.updateTable("verification_sessions").set({ evidence: null }).where("id", "=", sessionId).execute();
  const { numDeletedRows } = await db.deleteFrom("evidence").where("session_id", "=", sessionId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the evidence at the account's request. @returns whether the session had any */
export function deleteEvidenceOf(
  { db }: Pick<Store, "db">,
  by: Actor,
  { id, account_id }: Pick<SessionRow, "id" | "account_id">,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await deleteEvidence(transaction, id);
    if (deleted) await writeAudit(transaction, nowMs, by, "evidence_deleted", account_id, id);
    return deleted;
  });
}
