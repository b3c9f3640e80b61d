import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../platform/audit/audit.ts";
import type { Schema } from "../../platform/store/schema.ts";
import type { Retention } from "./periods.ts";

/** Days by an account's own choice; null: as long as the installation stores them. */
export type OwnRetention = { readonly [Name in keyof Retention]: number | null };

const columns = [
  "sessions_days as sessionsDays",
  "batch_results_days as batchResultsDays",
  "request_log_days as requestLogDays",
] as const;
const none: OwnRetention = { sessionsDays: null, batchResultsDays: null, requestLogDays: null };

const names = ["sessionsDays", "batchResultsDays", "requestLogDays"] as const;

export async function readOwnRetention(db: Kysely<Schema>, accountId: string): Promise<OwnRetention> {
  return (await db.selectFrom("accounts").select(columns).where("id", "=", accountId).executeTakeFirst()) ?? none;
}

/** What holds for the account: its own periods, or the installation's where that is shorter. */
export async function retentionOf(db: Kysely<Schema>, accountId: string, installation: Retention): Promise<Retention> {
  return within(await readOwnRetention(db, accountId), installation);
}

export function within(own: OwnRetention, installation: Retention): Retention {
  const shorter = (name: keyof Retention) => Math.min(own[name] ?? Infinity, installation[name]);
  return {
    sessionsDays: shorter("sessionsDays"),
    batchResultsDays: shorter("batchResultsDays"),
    requestLogDays: shorter("requestLogDays"),
  };
}

/** Only what is named changes. */
type Change = { readonly [Name in keyof Retention]?: number | null | undefined };

/** @returns the first period that is longer than the installation's, which no account may have */
export const tooLong = (own: Change, installation: Retention): keyof Retention | undefined =>
  names.find((name) => (own[name] ?? 0) > installation[name]);

/** The next sweep deletes what is older then. */
export function changeRetention(
  db: Kysely<Schema>,
  by: Actor,
  accountId: string,
  change: Change,
  nowMs: number,
): Promise<OwnRetention> {
  return db.transaction().execute(async (transaction) => {
    const changed = { ...(await readOwnRetention(transaction, accountId)), ...defined(change) };
    const { sessionsDays, batchResultsDays, requestLogDays } = changed;
    await transaction
      .updateTable("accounts")
      .set({
        sessions_days: sessionsDays,
        batch_results_days: batchResultsDays,
        request_log_days: requestLogDays,
      })
      .where("id", "=", accountId)
      .execute();
    const target = `sessions ${said(sessionsDays)}, batches ${said(batchResultsDays)}, requests ${said(requestLogDays)}`;
    await writeAudit(transaction, nowMs, by, "retention_changed", accountId, target);
    return changed;
  });
}

const said = (days: number | null): number | string => days ?? "default";

const defined = (change: Change): Partial<OwnRetention> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

export async function accountsWithOwnRetention(
  db: Kysely<Schema>,
): Promise<readonly { readonly accountId: string; readonly own: OwnRetention }[]> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", ...columns])
    .where((where) =>
      where.or([
        where("sessions_days", "is not", null),
        where("batch_results_days", "is not", null),
        where("request_log_days", "is not", null),
      ]),
    )
    .execute();
  return rows.map(({ id, ...own }) => ({ accountId: id, own }));
}
