import type { Kysely, Selectable, Updateable } from "kysely";
import { type Actor, type AuditAction, writeAudit } from "../audit/audit.ts";
import { lockAccount } from "../store/lock-account.ts";
import type { AccountsTable, Schema } from "../store/schema.ts";

/** A setting of a team, in columns of its account. */
export interface Setting<Value, Change = Value> {
  /** @param account without any column if there is no such account */
  readonly valueIn: (account: Partial<Selectable<AccountsTable>>) => Value;
  /** @param account as it is before the change */
  readonly columns: (
    change: Change,
    nowMs: number,
    account: Partial<Selectable<AccountsTable>>,
  ) => Updateable<AccountsTable>;
  /** The action and the target of the audit entry. */
  readonly audit: (change: Change) => readonly [AuditAction, target?: string];
  /** What the change implies for other rows, in the same transaction. */
  readonly alsoChange?: (db: Kysely<Schema>, accountId: string, change: Change) => Promise<void>;
}

/** The columns that all settings are read from. */
export async function settingsRow(db: Kysely<Schema>, accountId: string): Promise<Partial<Selectable<AccountsTable>>> {
  return (await db.selectFrom("accounts").selectAll().where("id", "=", accountId).executeTakeFirst()) ?? {};
}

export const readSetting = async <Value>(
  db: Kysely<Schema>,
  accountId: string,
  setting: Pick<Setting<Value>, "valueIn">,
): Promise<Value> => setting.valueIn(await settingsRow(db, accountId));

/** @param db in a transaction, so that nothing changes without its audit entry */
export async function changeSetting<Change>(
  db: Kysely<Schema>,
  by: Actor,
  accountId: string,
  setting: Pick<Setting<unknown, Change>, "columns" | "audit" | "alsoChange">,
  change: Change,
  nowMs: number,
): Promise<void> {
  await lockAccount(db, accountId);
  const columns = setting.columns(change, nowMs, await settingsRow(db, accountId));
  await db.updateTable("accounts").set(columns).where("id", "=", accountId).execute();
  await setting.alsoChange?.(db, accountId, change);
  const [action, target] = setting.audit(change);
  await writeAudit(db, nowMs, by, action, accountId, target);
}
