import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { toKey } from "./keys.ts";
import { makersInLog } from "./origin.ts";
import type { ApiKey } from "./keys.ts";

/** Usable keys of the account that the user created or rotated, and so has seen, and those that came of such a key. */
export async function keysOfPerson(
  db: Kysely<Schema>,
  accountId: string,
  userId: string,
  nowMs: number,
): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("revoked_at_ms", "is", null)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
  const noted = await makersInLog(db, accountId, rows);
  return rows
    .filter((row) =>
      row.acts_for === null
        ? (row.created_by ?? noted.get(row.id)) === userId
        : (JSON.parse(row.acts_for) as string[]).includes(userId),
    )
    .map((row) => toKey(row, nowMs))
    .filter(({ status }) => status === "active");
}

/** Within the caller's transaction. @returns those that ended by it; other ids are left alone */
export async function revokeKeysOfPerson(
  db: Kysely<Schema>,
  by: Actor,
  { accountId, userId, ids }: { readonly accountId: string; readonly userId: string; readonly ids: readonly string[] },
  nowMs: number,
): Promise<ApiKey[]> {
  const theirs = (await keysOfPerson(db, accountId, userId, nowMs)).filter(({ id }) => ids.includes(id));
  for (const { id } of theirs) {
    await db.updateTable("api_keys").set({ revoked_at_ms: nowMs }).where("id", "=", id).execute();
    await writeAudit(db, nowMs, by, "key_revoked", accountId, id);
  }
  return theirs;
}
