import type { Kysely, Selectable } from "kysely";
import type { AccountsTable, Schema } from "../../store/schema.ts";

export type Role = "owner" | "member";

export interface Account {
  readonly id: string;
  /** Null until the first account is claimed. */
  readonly email: string | null;
  readonly role: Role;
  readonly plan: string;
  readonly createdAtMs: number;
  readonly closed: boolean;
}

export function toAccount(row: Selectable<AccountsTable>): Account {
  const { id, email, role, plan } = row;
  return { id, email, role, plan, createdAtMs: row.created_at_ms, closed: row.closed_at_ms !== null };
}

/** Addresses are compared in lower case and the usual Unicode form: what a person types twice should be the same account. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

export async function findAccount(db: Kysely<Schema>, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountByEmail(
  db: Kysely<Schema>,
  email: string,
): Promise<(Account & { readonly passwordHash: string | null }) | undefined> {
  const row = await db.selectFrom("accounts").selectAll().where("email", "=", normalizeEmail(email)).executeTakeFirst();
  return row && { ...toAccount(row), passwordHash: row.password_hash };
}

export async function listAccounts(db: Kysely<Schema>): Promise<Account[]> {
  const rows = await db.selectFrom("accounts").selectAll().orderBy("created_at_ms").orderBy("id").execute();
  return rows.map(toAccount);
}

/** Whether somebody has given the first account an e-mail and a password. */
export async function isClaimed(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom("accounts").select("id").where("email", "is not", null).limit(1).executeTakeFirst();
  return row !== undefined;
}
