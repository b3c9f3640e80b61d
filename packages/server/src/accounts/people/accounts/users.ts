import type { Kysely, Selectable } from "kysely";
import type { Schema, UsersTable } from "@selfsame/platform/store/schema";
import { isProven } from "./is-proven.ts";

/** A user. Their role in a team decides what they may do there: see teams/roles.ts. */
export interface User {
  readonly id: string;
  /** Null until the first account is claimed. */
  readonly email: string | null;
  /** Whether the user runs the service and sees every account, plans, models and health. */
  readonly operator: boolean;
}

export function toUser(row: Pick<Selectable<UsersTable>, "id" | "email" | "operator">): User {
  return { id: row.id, email: row.email, operator: row.operator === 1 };
}

/** The form in which addresses are compared: lower case and Unicode NFKC, so that an address typed in two ways is one user. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

export async function findUser(db: Kysely<Schema>, id: string): Promise<User | undefined> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toUser(row);
}

export type UserWithPassword = User & {
  readonly passwordHash: string | null;
  readonly emailProven: boolean;
};

export async function findUserByEmail(db: Kysely<Schema>, email: string): Promise<UserWithPassword | undefined> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .select(isProven.as("proven"))
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  return row && { ...toUser(row), passwordHash: row.password_hash, emailProven: row.proven === 1 };
}

export async function passwordHashOf(db: Kysely<Schema>, id: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirst();
  return row?.password_hash ?? null;
}

/**
 * Checks that the password hash that matched is still the user's, and locks it for the caller's transaction. A check may take seconds in the queue,
 * and the password may change meanwhile. A concurrent password change waits for this transaction, and then ends the session that begins in it.
 */
export async function lockPassword(db: Kysely<Schema>, id: string, passwordHash: string): Promise<boolean> {
  const held = await db
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  return held.numUpdatedRows > 0n;
}

export interface ListedUser extends User {
  readonly createdAtMs: number;
  /** False until the user has chosen a password by a link. */
  readonly hasPassword: boolean;
  /** Whether a user has proven that the address is theirs. */
  readonly emailProven: boolean;
  readonly teams: readonly { readonly id: string; readonly name: string; readonly role: string }[];
}

export async function listUsers(db: Kysely<Schema>): Promise<ListedUser[]> {
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .select(isProven.as("proven"))
    .orderBy("created_at_ms")
    .orderBy("id")
    .execute();
  const members = await db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["members.user_id", "members.role", "accounts.id", "accounts.name"])
    .orderBy("members.created_at_ms")
    .execute();
  const byUser = Map.groupBy(members, ({ user_id }) => user_id);
  return rows.map((row) => ({
    ...toUser(row),
    createdAtMs: row.created_at_ms,
    hasPassword: row.password_hash !== null,
    emailProven: row.proven === 1,
    teams: (byUser.get(row.id) ?? []).map(({ id, name, role }) => ({ id, name, role })),
  }));
}

/** Whether the first account is claimed: a user has an e-mail. */
export async function isClaimed(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom("users").select("id").where("email", "is not", null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Stores the user's language, for mails that are not sent in response to a request of theirs. */
export async function storeLanguage(db: Kysely<Schema>, userId: string, language: string): Promise<void> {
  await db.updateTable("users").set({ language }).where("id", "=", userId).execute();
}
