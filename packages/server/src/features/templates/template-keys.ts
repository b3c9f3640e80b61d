import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { newId } from "@selfsame/platform/ids/ids";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

/** Owner of templates: an account; those of test keys are separate. */
export interface TemplateOwner {
  readonly accountId: string;
  readonly test: boolean;
}

export interface TemplateKey {
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Buffer;
}

const purposeOf = (id: string): string => `template key ${id}`;

const keysOf = (db: Kysely<Schema>, { accountId, test }: TemplateOwner) =>
  db.selectFrom("template_keys").where("account_id", "=", accountId).where("test", "=", Number(test));

/** The key that seals now. Created with the first template, and again after a deletion, or after the service's secret key has changed. */
export async function currentTemplateKey(
  db: Kysely<Schema>,
  seal: Seal,
  owner: TemplateOwner,
  nowMs: number,
): Promise<TemplateKey> {
  const row = await keysOf(db, owner)
    .select(["id", "secret"])
    .where("secret", "is not", null)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const opened = row?.secret && seal.open(purposeOf(row.id), row.secret);
  if (row && opened) return { id: row.id, secret: opened };
  const [id, secret] = [newId("tpk"), randomBytes(32)];
  const { accountId: account_id, test } = owner;
  const made = { id, account_id, test: Number(test), secret: seal.close(purposeOf(id), secret), created_at_ms: nowMs };
  await db.insertInto("template_keys").values(made).execute();
  return { id, secret };
}

/** @returns `unknown` for a key that this owner never had, `deleted` for a deleted one */
export async function findTemplateKey(
  db: Kysely<Schema>,
  seal: Seal,
  owner: TemplateOwner,
  id: string,
): Promise<TemplateKey | "unknown" | "deleted"> {
  const row = await keysOf(db, owner).select(["id", "secret"]).where("id", "=", id).executeTakeFirst();
  if (!row) return "unknown";
  const secret = row.secret === null ? undefined : seal.open(purposeOf(id), row.secret);
  return secret ? { id, secret } : "deleted";
}

/**
 * Deletes the keys that open an account's templates: from then on the templates are useless to everybody, including this service. The ids stay, so that
 * a template can be reported as deleted.
 * @returns the number of deleted keys
 */
export function deleteTemplateKeys(
  store: Store,
  by: Actor,
  { accountId, test }: TemplateOwner,
  nowMs: number,
): Promise<number> {
  return store.db.transaction().execute(async (db) => {
    const deleted = await db
      .updateTable("template_keys")
      .set({ secret: null, deleted_at_ms: nowMs })
      .where("account_id", "=", accountId)
      .where("test", "=", Number(test))
      .where("secret", "is not", null)
      .returning("id")
      .execute();
    for (const { id } of deleted) await writeAudit(db, nowMs, by, "template_keys_deleted", accountId, id);
    return deleted.length;
  });
}
