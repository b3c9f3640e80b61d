import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

export type KeyClaim =
  /** Nobody used the key: go on, and keep the answer or give the key back. */
  | { readonly outcome: "new" }
  /** It was done before. `answer` is what was kept. */
  | { readonly outcome: "again"; readonly answer: unknown }
  | { readonly outcome: "conflict" | "in_progress" };

/** A request that has kept no answer by then died with its node. */
const inProgressMs = 120_000;

/** @param asked everything that makes one request differ from another */
export function fingerprintOf(...asked: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of asked) {
    hash.update(`${typeof part === "string" ? Buffer.byteLength(part) : part.length}:`).update(part);
  }
  return hash.digest("hex");
}

const idOf = (accountId: string, key: string): string => `${accountId} ${key}`;

/** Takes an Idempotency-Key for a request. Of several at once, one gets it. */
export async function claimKey(
  { db }: Store,
  accountId: string,
  key: string,
  fingerprint: string,
  nowMs: number,
): Promise<KeyClaim> {
  const inserted = await db
    .insertInto("idempotency_keys")
    .values({ id: idOf(accountId, key), account_id: accountId, fingerprint, created_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return { outcome: "new" };
  const known = await rowOf(db, accountId, key);
  // Given back in between.
  if (!known) return { outcome: "in_progress" };
  const ageMs = nowMs - known.created_at_ms;
  const dead = known.answer === null ? ageMs > inProgressMs : ageMs > keptMs;
  if (dead) return takeOver(db, accountId, key, fingerprint, known.created_at_ms, nowMs);
  if (known.fingerprint !== fingerprint) return { outcome: "conflict" };
  return known.answer === null ? { outcome: "in_progress" } : { outcome: "again", answer: JSON.parse(known.answer) };
}

/** Within it, the same request answers the same. */
export const keptMs = 24 * 3600_000;

function rowOf(db: Kysely<Schema>, accountId: string, key: string) {
  return db.selectFrom("idempotency_keys").selectAll().where("id", "=", idOf(accountId, key)).executeTakeFirst();
}

async function takeOver(
  db: Kysely<Schema>,
  accountId: string,
  key: string,
  fingerprint: string,
  seenMs: number,
  nowMs: number,
): Promise<KeyClaim> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ fingerprint, answer: null, created_at_ms: nowMs })
    .where("id", "=", idOf(accountId, key))
    .where("created_at_ms", "=", seenMs)
    .executeTakeFirst();
  return { outcome: numUpdatedRows === 1n ? "new" : "in_progress" };
}

/** In the transaction that makes what was asked for. @param answer without secrets: it is stored as it is */
export async function keepAnswer(db: Kysely<Schema>, accountId: string, key: string, answer: object): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ answer: JSON.stringify(answer) })
    .where("id", "=", idOf(accountId, key))
    .execute();
}

/** After a request that made nothing: it may be sent again. */
export async function giveKeyBack({ db }: Store, accountId: string, key: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("id", "=", idOf(accountId, key)).where("answer", "is", null).execute();
}
