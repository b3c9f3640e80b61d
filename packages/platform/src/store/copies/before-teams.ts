import type { Row, Table } from "./export.ts";

export interface Line {
  readonly table: Table;
  readonly row: Row;
}

/**
 * Converts a row of an export from before accounts had members, as migration 012 does: an account was one person, who becomes its owner. Later rows are
 * unchanged.
 */
export function afterTeams({ table, row }: Line): readonly Line[] {
  if (table === "accounts" && "role" in row) {
    const { email = null, password_hash = null, role, ...account } = row;
    const { id = null, created_at_ms = null } = account;
    const person = { id: personOf(id), email, password_hash, operator: role === "owner" ? 1 : 0, last_account_id: id };
    const member = { account_id: id, user_id: person.id, role: "owner", created_at_ms };
    return [
      { table, row: { ...account, name: email ?? "" } },
      { table: "users", row: { ...person, created_at_ms } },
      { table: "members", row: member },
    ];
  }
  if (table === "sessions" && !("user_id" in row)) {
    return [{ table, row: { ...row, user_id: personOf(row["account_id"]) } }];
  }
  if ((table === "devices" || table === "links") && "account_id" in row) {
    const { account_id, ...rest } = row;
    return [{ table, row: { ...rest, user_id: personOf(account_id) } }];
  }
  if (table === "audit" && String(row["actor"]).startsWith("acc_")) {
    return [{ table, row: { ...row, actor: personOf(row["actor"]) } }];
  }
  return [{ table, row }];
}

const personOf = (accountId: Row[string] | undefined): string => `usr_${String(accountId).slice("acc_".length)}`;
