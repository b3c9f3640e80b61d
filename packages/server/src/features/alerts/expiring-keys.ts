import type { Kysely, NotNull } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { WatchDeps } from "./watch-deps.ts";

/** How long before its end a key is reported. */
const soonMs = 7 * 24 * 3600_000;

/** Keys that expire soon, except rotated ones, whose end was chosen with their successor, and those of the playground. */
export const expiringKeys = (db: Kysely<Schema>, nowMs: number) =>
  db
    .selectFrom("api_keys as key")
    .select(["key.id", "key.account_id", "key.name", "key.expires_at_ms"])
    .where("key.expires_at_ms", ">", nowMs)
    .where("key.expires_at_ms", "<=", nowMs + soonMs)
    .where("key.revoked_at_ms", "is", null)
    .where("key.successor_id", "is", null)
    .where("key.playground", "=", 0)
    .$narrowType<{ expires_at_ms: NotNull }>();

/** Once for each end that a key is given. */
export async function alertExpiringKeys({ store, alertOnce, now }: WatchDeps): Promise<void> {
  const keys = await store.run(() =>
    expiringKeys(store.db, now())
      .innerJoin("accounts", "accounts.id", "key.account_id")
      .where("accounts.closed_at_ms", "is", null)
      .execute(),
  );
  for (const { id, account_id: accountId, name, expires_at_ms } of keys) {
    const data = { id, name, expires_at: new Date(expires_at_ms).toISOString() };
    await alertOnce({ accountId, type: "key.expiring", data }, `${id} ${expires_at_ms}`);
  }
}
