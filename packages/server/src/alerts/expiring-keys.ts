import type { WatchDeps } from "./watch-deps.ts";

/** Before its end, when a key is worth a word. */
export const soonMs = 7 * 24 * 3600_000;

/** Once for each end that a key is given. Not of keys that were rotated: their end was chosen with their successor, nor of those of the playground. */
export async function alertExpiringKeys({ store, alertOnce, now }: WatchDeps): Promise<void> {
  const keys = await store.run(() =>
    store.db
      .selectFrom("api_keys as key")
      .innerJoin("accounts", "accounts.id", "key.account_id")
      .select(["key.id", "key.account_id", "key.name", "key.expires_at_ms"])
      .where("key.expires_at_ms", ">", now())
      .where("key.expires_at_ms", "<=", now() + soonMs)
      .where("key.revoked_at_ms", "is", null)
      .where("key.successor_id", "is", null)
      .where("key.playground", "=", 0)
      .where("accounts.closed_at_ms", "is", null)
      .execute(),
  );
  for (const { id, account_id: accountId, name, expires_at_ms } of keys) {
    const data = { id, name, expires_at: new Date(expires_at_ms ?? 0).toISOString() };
    await alertOnce({ accountId, type: "key.expiring", data }, `${id} ${expires_at_ms}`);
  }
}
