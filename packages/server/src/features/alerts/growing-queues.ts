import { isLate } from "@selfsame/platform/ops/jobs-health";
import type { WatchDeps } from "./watch-deps.ts";

const dayMs = 24 * 3600_000;

/** Jobs that were due at once and have waited for five minutes: reported to the teams of operators, once a day for each kind. */
export async function alertGrowingQueues({ store, queue, alertOnce, now }: WatchDeps): Promise<void> {
  const late = (await queue.depths()).filter(isLate);
  const accounts = await store.run(() =>
    store.db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .innerJoin("accounts", "accounts.id", "members.account_id")
      .select("accounts.id")
      .distinct()
      .where("users.operator", "=", 1)
      .where("members.role", "=", "owner")
      .where("accounts.closed_at_ms", "is", null)
      .execute(),
  );
  for (const { id: accountId } of accounts) {
    for (const { name, ready, oldestSeconds } of late) {
      const data = { queue: name, waiting: ready, oldest_s: Math.round(oldestSeconds) };
      await alertOnce({ accountId, type: "queue.growing", data }, `${name} ${Math.floor(now() / dayMs)}`);
    }
  }
}
