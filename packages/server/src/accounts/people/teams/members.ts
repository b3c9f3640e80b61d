import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { isProven } from "../accounts/is-proven.ts";
import { isAtLeast, type Role } from "./roles.ts";

export interface Member {
  /** The user's id. */
  readonly id: string;
  /** Null until the first account is claimed. */
  readonly email: string | null;
  /** Whether a user has proven that the address is theirs. */
  readonly emailProven: boolean;
  readonly role: Role;
  readonly createdAtMs: number;
}

/** One of a user's teams. */
export interface Team {
  /** The account's id. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export async function listMembers(db: Kysely<Schema>, accountId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.email", "members.role", "members.created_at_ms as createdAtMs"])
    .select(isProven.as("proven"))
    .where("members.account_id", "=", accountId)
    .orderBy("members.created_at_ms")
    .orderBy("users.id")
    .execute();
  return rows.map(({ proven, ...member }) => ({ ...member, emailProven: proven === 1 }));
}

/** @returns undefined when the user is not a member of the account */
export async function roleIn(db: Kysely<Schema>, accountId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom("members")
    .select("role")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
}

/** @returns whether the user may decide sessions of the account now */
export async function isReviewer(db: Kysely<Schema>, accountId: string, userId: string): Promise<boolean> {
  const role = await roleIn(db, accountId, userId);
  return role !== undefined && isAtLeast(role, "reviewer");
}

/** The user's open teams, sorted by name. */
export function teamsOf(db: Kysely<Schema>, userId: string): Promise<Team[]> {
  return db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["accounts.id", "accounts.name", "members.role"])
    .where("members.user_id", "=", userId)
    .where("accounts.closed_at_ms", "is", null)
    .orderBy("accounts.name")
    .orderBy("accounts.id")
    .execute();
}

/** The team in which the user's next session begins: the last one, or the one they joined first. @returns null when none is open */
export async function homeOf(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const open = await db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["accounts.id", "users.last_account_id"])
    .where("members.user_id", "=", userId)
    .where("accounts.closed_at_ms", "is", null)
    .orderBy("members.created_at_ms")
    .orderBy("accounts.id")
    .execute();
  return (open.find(({ id, last_account_id }) => id === last_account_id) ?? open[0])?.id ?? null;
}

export async function addMember(
  db: Kysely<Schema>,
  accountId: string,
  userId: string,
  role: Role,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto("members")
    .values({ account_id: accountId, user_id: userId, role, created_at_ms: nowMs })
    .execute();
}

export async function memberIds(db: Kysely<Schema>, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("members").select("user_id").where("account_id", "=", accountId).execute();
  return new Set(rows.map((row) => row.user_id));
}
