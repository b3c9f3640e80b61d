import { sql } from "kysely";
import { deleteInChunks } from "@selfsame/platform/store/queries/delete-in-chunks";
import { underLock } from "@selfsame/platform/store/migrate";
import { forgetTargets } from "@selfsame/platform/queue/targets";
import type { Store } from "@selfsame/platform/store/store";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { findAccount } from "../../accounts/people/accounts/accounts.ts";
import { operatorIsLeft } from "../../accounts/people/accounts/operators.ts";
import { endSignInsOf } from "../../accounts/people/accounts/sign-in-sessions.ts";
import { deleteTeamless } from "../../accounts/people/teams/changes.ts";
import { homeOf, listMembers } from "../../accounts/people/teams/members.ts";
import type { KeyDeps } from "../../accounts/keys/keys.ts";
import { monthStartMs } from "../../accounts/limits/month-counter.ts";

/**
 * Deleted data is searched for again as long as a node that was cut off may still write usage of it (`usageBatchesStoredMs` of retention.ts), and
 * a month's limit counts it.
 */
const searchedForMs = 31 * 24 * 3600_000;

/**
 * Deletes a key, its usage and what is logged of its requests. The usage of this month (of a private key) stays without a name until the month is over: it counts against the account's
 * plan, and deleting keys must not be a way around that.
 *
 * @returns whether the account had the key
 */
export async function eraseKey(deps: KeyDeps, by: Actor, accountId: string, id: string): Promise<boolean> {
  const { store, now } = deps;
  const erased = await underLock(store.db, store.kind, async (db) => {
    const deleted = await db
      .deleteFrom("api_keys")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .returning(["kind", "test"])
      .executeTakeFirst();
    if (!deleted) return undefined;
    await db.insertInto("erasures").values({ id, kind: "key", erased_at_ms: now() }).execute();
    await writeAudit(db, now(), by, "key_deleted", accountId, id);
    return deleted;
  });
  deps.changed();
  if (!erased) return false;
  await deleteInChunks(store, "requests", "id", sql`account_id = ${accountId} AND key_id = ${id}`);
  // Requests of public and test keys count against no month: without a key to identify them, they would.
  const counts = erased.kind === "private" && erased.test === 0;
  if (counts) await eraseKeyUsage(store, id, now());
  else await deleteInChunks(store, "usage", rowOf[store.kind], sql`key_id = ${id}`);
  return true;
}

export type AccountErased = "erased" | "not_found" | "last_operator";

/**
 * Deletes an account, its keys, its usage, its request log and its audit log, and those of its users who belong to no other account. From the first
 * moment on, no user can see the account and no key of it works.
 */
export async function eraseAccount(deps: KeyDeps, by: Actor, id: string): Promise<AccountErased> {
  const { store, now } = deps;
  const closed = await underLock(store.db, store.kind, async (db): Promise<AccountErased> => {
    const account = await findAccount(db, id);
    if (!account) return "not_found";
    if (!(await operatorIsLeft(db, { account: id }))) return "last_operator";
    await db.updateTable("accounts").set({ closed_at_ms: now() }).where("id", "=", id).execute();
    await endSignInsOf(db, id);
    return "erased";
  });
  deps.changed();
  if (closed !== "erased") return closed;

  // There can be many of these: not in one transaction. If we die meanwhile, the account is closed and can be deleted again.
  await deleteInChunks(store, "challenge_frames", "sha256", sql`account_id = ${id}`);
  await deleteInChunks(store, "challenges", "id", sql`account_id = ${id}`);
  await deleteInChunks(store, "evidence", "id", sql`account_id = ${id}`);
  await deleteInChunks(store, "verification_sessions", "id", sql`account_id = ${id}`);
  const ofBatches = sql`batch_id IN (SELECT id FROM batches WHERE account_id = ${id})`;
  await deleteInChunks(store, "batch_items", rowOf[store.kind], ofBatches);
  // With their deliveries.
  for (const table of ["events", "batches", "idempotency_keys"] as const) {
    await deleteInChunks(store, table, "id", sql`account_id = ${id}`);
  }
  await underLock(store.db, store.kind, async (db) => {
    const people = (await listMembers(db, id)).map((member) => member.id);
    for (const table of [
      "challenge_frames",
      "challenges",
      "api_keys",
      "allowed_domains",
      "sessions",
      "members",
      "invitations",
    ] as const) {
      await db.deleteFrom(table).where("account_id", "=", id).execute();
    }
    const { numDeletedRows } = await db.deleteFrom("accounts").where("id", "=", id).executeTakeFirst();
    if (numDeletedRows === 0n) return; // another erasure finished it
    await db.insertInto("erasures").values({ id, kind: "account", erased_at_ms: now() }).execute();
    await deleteTeamless(db, people);
    const ofActor = by.actor === null ? null : await homeOf(db, by.actor);
    await writeAudit(db, now(), by, "account_deleted", ofActor, id);
  });
  await eraseAccountRows(store, id);
  return "erased";
}

/** Finishes erasures that began, and searches again for late usage. */
export async function sweepErasures(store: Store, nowMs: number, signal?: AbortSignal): Promise<void> {
  const { db } = store;
  for (const { id, kind, erased_at_ms } of await db.selectFrom("erasures").selectAll().execute()) {
    if (kind === "key") await eraseKeyUsage(store, id, nowMs, signal);
    else await eraseAccountRows(store, id, signal);
    if (signal?.aborted) return;
    if (erased_at_ms < nowMs - searchedForMs) await db.deleteFrom("erasures").where("id", "=", id).execute();
  }
}

/** Rows of usage have a key of four columns; SQLite and PostgreSQL each have a name of their own for "this row". */
const rowOf = { sqlite: "rowid", postgres: "ctid" } as const;

async function eraseKeyUsage(store: Store, id: string, nowMs: number, signal?: AbortSignal): Promise<void> {
  const ofPastMonths = sql`key_id = ${id} AND hour_ms < ${monthStartMs(nowMs)}`;
  await deleteInChunks(store, "usage", rowOf[store.kind], ofPastMonths, signal);
}

async function eraseAccountRows(store: Store, id: string, signal?: AbortSignal): Promise<void> {
  await deleteInChunks(store, "usage", rowOf[store.kind], sql`account_id = ${id}`, signal);
  await deleteInChunks(store, "audit", "id", sql`account_id = ${id}`, signal);
  await deleteInChunks(store, "requests", "id", sql`account_id = ${id}`, signal);
  await forgetTargets(store.db, id);
  // What was overwritten in the database may still be in its write-ahead log.
  if (store.kind === "sqlite") await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(store.db);
}
