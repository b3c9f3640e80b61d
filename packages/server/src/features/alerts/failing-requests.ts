import { sql } from "kysely";
import type { WatchDeps } from "./watch-deps.ts";

const windowMs = 15 * 60_000;
const dayMs = 24 * 3600_000;
/** Fewer requests are not significant. */
const leastRequests = 50;

/**
 * Accounts half of whose requests of the last quarter of an hour ended in an error, whatever its cause; once a day. Test keys are excluded: they are for
 * trying errors. Read from the request log; without it, there are no alerts. Not under the store's guard: a slow query does not mean that the database
 * is unavailable.
 */
export async function alertFailingRequests({ store, alertOnce, now }: WatchDeps): Promise<void> {
  const sinceMs = now() - windowMs;
  const db = store.reports;
  const failing = await db
    .selectFrom("requests")
    .innerJoin("accounts", "accounts.id", "requests.account_id")
    .select((eb) => [
      "requests.account_id",
      eb.cast<number>(eb.fn.countAll(), "bigint").as("count"),
      eb.cast<number>(eb.fn.count("requests.code"), "bigint").as("failed"),
    ])
    .where("requests.created_at_ms", ">=", sinceMs)
    .where("requests.test", "=", 0)
    .where("accounts.closed_at_ms", "is", null)
    .groupBy("requests.account_id")
    .having(sql<boolean>`count(*) >= ${sql.lit(leastRequests)} AND 2 * count(requests.code) >= count(*)`)
    .execute();
  for (const { account_id: accountId, count, failed } of failing) {
    const data = {
      requests: count,
      failed,
      code: await mostFrequent(accountId),
      since: new Date(sinceMs).toISOString(),
    };
    await alertOnce({ accountId, type: "requests.failing", data }, String(Math.floor(now() / dayMs)));
  }

  async function mostFrequent(accountId: string): Promise<string | null> {
    const found = await db
      .selectFrom("requests")
      .select("code")
      .where("account_id", "=", accountId)
      .where("created_at_ms", ">=", sinceMs)
      .where("test", "=", 0)
      .where("code", "is not", null)
      .groupBy("code")
      .orderBy(sql`count(*)`, "desc")
      .orderBy("code")
      .limit(1)
      .executeTakeFirst();
    return found?.code ?? null;
  }
}
