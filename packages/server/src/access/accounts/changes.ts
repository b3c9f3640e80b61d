import type { Kysely } from "kysely";
import { underLock } from "../../store/migrate.ts";
import type { Schema } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { findAccount, findAccountByEmail, normalizeEmail, toAccount } from "./accounts.ts";
import type { Account, Role } from "./accounts.ts";
import { writeAudit } from "../audit.ts";
import type { Actor } from "../audit.ts";
import { newId } from "../ids.ts";
import { endSessions } from "./sessions.ts";

export interface NewAccount {
  readonly email: string;
  readonly role: Role;
  readonly plan: string;
  /** Null until its person opens the link that sets it. */
  readonly passwordHash: string | null;
}

/** Makes an account. @returns undefined when the e-mail is taken */
export function createAccount(
  store: Store,
  by: Actor,
  account: NewAccount,
  nowMs: number,
): Promise<Account | undefined> {
  const email = normalizeEmail(account.email);
  return underLock(store.db, store.kind, async (db) => {
    if (await findAccountByEmail(db, email)) return undefined;
    const row = await db
      .insertInto("accounts")
      .values({
        id: newId("acc"),
        email,
        password_hash: account.passwordHash,
        role: account.role,
        plan: account.plan,
        created_at_ms: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(db, nowMs, by, "account_created", row.id, `${email} ${row.role} ${row.plan}`);
    return toAccount(row);
  });
}

export interface AccountChange {
  readonly role?: Role | undefined;
  readonly plan?: string | undefined;
  readonly closed?: boolean | undefined;
}

export type AccountChanged =
  | { readonly outcome: "changed"; readonly account: Account }
  /** `last_owner`: nobody would be left to undo it. */
  | { readonly outcome: "not_found" | "last_owner" };

export function changeAccount(
  store: Store,
  by: Actor,
  id: string,
  change: AccountChange,
  nowMs: number,
): Promise<AccountChanged> {
  return underLock(store.db, store.kind, async (db) => {
    const before = await findAccount(db, id);
    if (!before) return { outcome: "not_found" };
    const after = { ...before, ...definedOf(change) };
    const stillOwner = after.role === "owner" && !after.closed;
    if (!stillOwner && before.role === "owner" && !(await hasOtherOwner(db, id))) return { outcome: "last_owner" };

    await db
      .updateTable("accounts")
      .set({ role: after.role, plan: after.plan, closed_at_ms: after.closed ? nowMs : null })
      .where("id", "=", id)
      .execute();
    if (after.closed) await endSessions(db, id, null);
    await writeAudit(db, nowMs, by, "account_changed", id, describe(change));
    return { outcome: "changed", account: after };
  });
}

export async function hasOtherOwner(db: Kysely<Schema>, id: string): Promise<boolean> {
  const other = await db
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "owner")
    .where("id", "!=", id)
    .where("email", "is not", null)
    .where("closed_at_ms", "is", null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

function definedOf({ role, plan, closed }: AccountChange) {
  return { ...(role && { role }), ...(plan && { plan }), ...(closed !== undefined && { closed }) };
}

function describe(change: AccountChange): string {
  return Object.entries(definedOf(change))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
