import { createHash } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { IdempotencyKeysTable, Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

/** An Idempotency-Key as one request holds it. */
export interface HeldKey {
  readonly accountId: string;
  readonly key: string;
  /** By the clock of its node: who takes it over writes another time. */
  readonly sinceMs: number;
}

export type KeyClaim =
  /** Nobody used the key: go on, and keep the answer or give the key back. */
  | { readonly outcome: "new"; readonly held: HeldKey }
  /** It was done before. `answer` is what was kept. */
  | { readonly outcome: "again"; readonly answer: unknown }
  | { readonly outcome: "conflict" | "in_progress" };

/** Another request has taken the key over: this one took too long, or the clocks of two nodes differ by as much. */
export class KeyTakenOver extends Error {
  override readonly name = "KeyTakenOver";
}

/** A request that has kept no answer by then died with its node. Should it not have, it will be told by KeyTakenOver. */
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
  const claimed: KeyClaim = { outcome: "new", held: { accountId, key, sinceMs: nowMs } };
  const inserted = await db
    .insertInto("idempotency_keys")
    .values({ id: idOf(accountId, key), account_id: accountId, fingerprint, created_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return claimed;
  const known = await rowOf(db, accountId, key);
  // Given back in between.
  if (!known) return { outcome: "in_progress" };
  const ageMs = nowMs - known.created_at_ms;
  const dead = known.answer === null ? ageMs > inProgressMs : ageMs > idempotencyLifeMs;
  if (dead) return (await takeOver(db, known, fingerprint, nowMs)) ? claimed : { outcome: "in_progress" };
  if (known.fingerprint !== fingerprint) return { outcome: "conflict" };
  return known.answer === null ? { outcome: "in_progress" } : { outcome: "again", answer: JSON.parse(known.answer) };
}

/** Within it, the same request answers the same. */
export const idempotencyLifeMs = 24 * 3600_000;

function rowOf(db: Kysely<Schema>, accountId: string, key: string) {
  return db.selectFrom("idempotency_keys").selectAll().where("id", "=", idOf(accountId, key)).executeTakeFirst();
}

async function takeOver(
  db: Kysely<Schema>,
  { id, created_at_ms, answer }: Selectable<IdempotencyKeysTable>,
  fingerprint: string,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ fingerprint, answer: null, created_at_ms: nowMs })
    .where("id", "=", id)
    .where("created_at_ms", "=", created_at_ms)
    // It may have kept its answer just now.
    .$if(answer === null, (query) => query.where("answer", "is", null))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * In the transaction that makes what was asked for. @param answer without secrets: it is stored as it is
 * @throws KeyTakenOver
 */
export async function storeAnswer(db: Kysely<Schema>, held: HeldKey, answer: object): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ answer: JSON.stringify(answer) })
    .where("id", "=", idOf(held.accountId, held.key))
    .where("created_at_ms", "=", held.sinceMs)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new KeyTakenOver();
}

/** After a request that made nothing: it may be sent again. */
export async function releaseKey({ db }: Store, { accountId, key, sinceMs }: HeldKey): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("id", "=", idOf(accountId, key))
    .where("created_at_ms", "=", sinceMs)
    .where("answer", "is", null)
    .execute();
}
