import type { Kysely } from "kysely";
import type { Actor } from "@selfsame/platform/audit/audit";
import { changeSetting, readSetting, type Setting } from "@selfsame/platform/settings/setting";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Retention } from "./periods.ts";

/** Days by an account's own choice; null: as long as the installation stores them. */
export type OwnRetention = { readonly [Name in keyof Retention]: number | null };

const names = ["sessionsDays", "batchResultsDays", "requestLogDays"] as const;

const said = (days: number | null): number | string => days ?? "default";

/** The next sweep deletes what is older then. */
export const ownRetention: Setting<OwnRetention> = {
  valueIn: ({ sessions_days = null, batch_results_days = null, request_log_days = null }) => ({
    sessionsDays: sessions_days,
    batchResultsDays: batch_results_days,
    requestLogDays: request_log_days,
  }),
  columns: ({ sessionsDays, batchResultsDays, requestLogDays }) => ({
    sessions_days: sessionsDays,
    batch_results_days: batchResultsDays,
    request_log_days: requestLogDays,
  }),
  audit: (own) => [
    "retention_changed",
    `sessions ${said(own.sessionsDays)}, batches ${said(own.batchResultsDays)}, requests ${said(own.requestLogDays)}`,
  ],
};

/** What holds for the account: its own periods, or the installation's where that is shorter. */
export async function retentionOf(db: Kysely<Schema>, accountId: string, installation: Retention): Promise<Retention> {
  return within(await readSetting(db, accountId, ownRetention), installation);
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

/** Changes the periods that are named. */
export function changeRetention(
  db: Kysely<Schema>,
  by: Actor,
  accountId: string,
  change: Change,
  nowMs: number,
): Promise<OwnRetention> {
  return db.transaction().execute(async (transaction) => {
    const changed = { ...(await readSetting(transaction, accountId, ownRetention)), ...defined(change) };
    await changeSetting(transaction, by, accountId, ownRetention, changed, nowMs);
    return changed;
  });
}

const defined = (change: Change): Partial<OwnRetention> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

export async function accountsWithOwnRetention(
  db: Kysely<Schema>,
): Promise<readonly { readonly accountId: string; readonly own: OwnRetention }[]> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "sessions_days", "batch_results_days", "request_log_days"])
    .where((where) =>
      where.or([
        where("sessions_days", "is not", null),
        where("batch_results_days", "is not", null),
        where("request_log_days", "is not", null),
      ]),
    )
    .execute();
  return rows.map(({ id, ...row }) => ({ accountId: id, own: ownRetention.valueIn(row) }));
}
