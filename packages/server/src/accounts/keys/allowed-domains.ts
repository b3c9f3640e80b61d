import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import type { KeyDeps } from "./keys.ts";

export const domainsMax = 100;

/** Hosts that this account's photos may be loaded from, in addition to the global ones. */
export async function listDomains(db: Kysely<Schema>, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("allowed_domains")
    .select("domain")
    .where("account_id", "=", accountId)
    .orderBy("domain")
    .execute();
  return rows.map(({ domain }) => domain);
}

/** @param domain normalized @returns false if the account has too many */
export async function addDomain(deps: KeyDeps, by: Actor, accountId: string, domain: string): Promise<boolean> {
  const { store, now, changed } = deps;
  const added = await underLock(store.db, store.kind, async (db) => {
    const before = await listDomains(db, accountId);
    if (before.includes(domain)) return true;
    if (before.length >= domainsMax) return false;
    await db.insertInto("allowed_domains").values({ account_id: accountId, domain, created_at_ms: now() }).execute();
    await writeAudit(db, now(), by, "domain_added", accountId, domain);
    return true;
  });
  changed();
  return added;
}

/** @returns whether it existed */
export async function removeDomain(deps: KeyDeps, by: Actor, accountId: string, domain: string): Promise<boolean> {
  const { store, now, changed } = deps;
  const removed = await underLock(store.db, store.kind, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("allowed_domains")
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await writeAudit(db, now(), by, "domain_removed", accountId, domain);
    return true;
  });
  changed();
  return removed;
}
