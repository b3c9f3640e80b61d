import { underLock } from "@selfsame/platform/store/migrate";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { describeKey, hashKey, makeKey } from "./format.ts";
import { insertKey, personOf, toKey } from "./keys.ts";
import type { KeyDeps, MadeKey } from "./keys.ts";

const lifeMs = 3600_000;

/**
 * A private key for trying things out from the dashboard, with a short life. An account has one: a new one ends the one before, so that they do
 * not pile up, and usage counts them as one. The dashboard calls the public API, so what is tried there is limited and counted like everything
 * else.
 */
export async function makePlaygroundKey(
  { store, now, changed }: KeyDeps,
  by: Actor,
  accountId: string,
): Promise<MadeKey> {
  const made = await underLock(store.db, store.kind, async (db) => {
    const mine = db.selectFrom("api_keys").select("id").where("account_id", "=", accountId).where("playground", "=", 1);
    const { id } = (await mine.executeTakeFirst()) ?? {};
    const expiresAtMs = now() + lifeMs;
    const person = personOf(by);
    const actsFor = person === null ? [] : [person];
    const made = id
      ? await renew(id, expiresAtMs)
      : await insertKey(
          db,
          accountId,
          { name: "Playground", kind: "private", expiresAtMs, playground: true, createdBy: by.actor, actsFor },
          now(),
        );
    await writeAudit(db, now(), by, "key_created", accountId, made.key.id);
    return made;

    async function renew(id: string, expires_at_ms: number): Promise<MadeKey> {
      const secret = makeKey("private");
      const { lastFour: last_four } = describeKey(secret, "private");
      const row = await db
        .updateTable("api_keys")
        .set({ hash: hashKey(secret), last_four, created_at_ms: now(), expires_at_ms, created_by: by.actor })
        .set({ revoked_at_ms: null, successor_id: null, acts_for: JSON.stringify(actsFor) })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { key: toKey(row, now()), secret };
    }
  });
  changed();
  return made;
}
