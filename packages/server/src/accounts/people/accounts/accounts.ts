import type { Kysely, Selectable } from "kysely";
import type { AccountsTable, Schema } from "@selfsame/platform/store/schema";

/** Owns keys, usage and a plan. Users are its members: see teams/. */
export interface Account {
  readonly id: string;
  /** Empty until the first account is claimed. */
  readonly name: string;
  readonly plan: string;
  readonly createdAtMs: number;
  readonly closed: boolean;
  /** Whether its members need a second factor. */
  readonly factorRequired: boolean;
}

export const accountNameLengthMax = 80;

export function toAccount(
  row: Pick<Selectable<AccountsTable>, "id" | "name" | "plan" | "created_at_ms" | "closed_at_ms" | "factor_required">,
): Account {
  const { id, name, plan } = row;
  return {
    id,
    name,
    plan,
    createdAtMs: row.created_at_ms,
    closed: row.closed_at_ms !== null,
    factorRequired: row.factor_required === 1,
  };
}

export async function findAccount(db: Kysely<Schema>, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toAccount(row);
}

export interface ListedAccount extends Account {
  /** E-mails of its owners. */
  readonly owners: readonly string[];
  readonly memberCount: number;
}

export async function listAccounts(db: Kysely<Schema>): Promise<ListedAccount[]> {
  const rows = await db.selectFrom("accounts").selectAll().orderBy("created_at_ms").orderBy("id").execute();
  const members = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["members.account_id", "members.role", "users.email"])
    .orderBy("members.created_at_ms")
    .execute();
  const byAccount = Map.groupBy(members, ({ account_id }) => account_id);
  return rows.map((row) => {
    const people = byAccount.get(row.id) ?? [];
    const owners = people.flatMap(({ role, email }) => (role === "owner" && email !== null ? [email] : []));
    return { ...toAccount(row), owners, memberCount: people.length };
  });
}
