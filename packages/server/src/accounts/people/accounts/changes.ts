import { underLock } from "@selfsame/platform/store/migrate";
import type { Store } from "@selfsame/platform/store/store";
import { findAccount, toAccount } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { newId } from "@selfsame/platform/ids/ids";
import { addMember } from "../teams/members.ts";
import { operatorIsLeft } from "./operators.ts";
import { endSignInsOf } from "./sign-in-sessions.ts";
import { findUserByEmail, normalizeEmail, toUser } from "./users.ts";
import type { User } from "./users.ts";

export interface NewAccount {
  /** The owner's e-mail. An existing user gets another team; a new user chooses a password by a link. */
  readonly email: string;
  /** Defaults to the owner's e-mail. */
  readonly name?: string | undefined;
  readonly plan: string;
  /** Whether the owner also becomes an operator of the service. */
  readonly operator?: boolean | undefined;
  /** Set when the operator knows who signs in with the e-mail, though that user has not proven the address. */
  readonly acceptUnproven?: boolean | undefined;
}

export type MadeAccount =
  | NewlyMade
  /** An existing user signs in with the e-mail, has not proven the address, and would own the account. */
  | { readonly outcome: "address_not_proven" };

interface NewlyMade {
  readonly outcome: "made";
  readonly account: Account;
  readonly owner: User;
  /** Whether the owner still has to choose a password. */
  readonly isNew: boolean;
}

export function createAccount(store: Store, by: Actor, given: NewAccount, nowMs: number): Promise<MadeAccount> {
  const email = normalizeEmail(given.email);
  return underLock(store.db, store.kind, async (db): Promise<MadeAccount> => {
    const known = await findUserByEmail(db, email);
    // A user without a password has not signed in yet and gets the account only by a link.
    const isUnsure = known !== undefined && !known.emailProven && known.passwordHash !== null;
    if (isUnsure && given.acceptUnproven !== true) return { outcome: "address_not_proven" };
    const row = await db
      .insertInto("accounts")
      .values({
        id: newId("acc"),
        name: given.name ?? email,
        plan: given.plan,
        created_at_ms: nowMs,
        challenge_mode: "stepwise",
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const user = known
      ? { id: known.id, email, operator: known.operator || given.operator === true }
      : { id: newId("usr"), email, operator: given.operator === true };
    const operator = Number(user.operator);
    if (known) await db.updateTable("users").set({ operator }).where("id", "=", user.id).execute();
    else {
      const fresh = { id: user.id, email, password_hash: null, operator, last_account_id: row.id };
      await db
        .insertInto("users")
        .values({ ...fresh, created_at_ms: nowMs })
        .execute();
    }
    await addMember(db, row.id, user.id, "owner", nowMs);
    await writeAudit(db, nowMs, by, "account_created", row.id, `${email} ${row.plan}`);
    if (user.operator && !known?.operator) await writeAudit(db, nowMs, by, "operator_added", row.id, email);
    const owner = toUser({ ...user, operator });
    return { outcome: "made", account: toAccount(row), owner, isNew: !known?.passwordHash };
  });
}

export interface AccountChange {
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly closed?: boolean | undefined;
}

export type AccountChanged =
  | { readonly outcome: "changed"; readonly account: Account }
  /** `last_operator`: no operator would be left to undo it. */
  | { readonly outcome: "not_found" | "last_operator" };

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
    if (after.closed && !before.closed && !(await operatorIsLeft(db, { account: id }))) {
      return { outcome: "last_operator" };
    }
    await db
      .updateTable("accounts")
      .set({ name: after.name, plan: after.plan, closed_at_ms: after.closed ? nowMs : null })
      .where("id", "=", id)
      .execute();
    if (after.closed) await endSignInsOf(db, id);
    await writeAudit(db, nowMs, by, "account_changed", id, describe(change));
    return { outcome: "changed", account: after };
  });
}

function definedOf({ name, plan, closed }: AccountChange) {
  return { ...(name && { name }), ...(plan && { plan }), ...(closed !== undefined && { closed }) };
}

function describe(change: AccountChange): string {
  return Object.entries(definedOf(change))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
