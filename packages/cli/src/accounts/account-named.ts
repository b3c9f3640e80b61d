import type { Kysely } from "kysely";
import { listAccounts } from "@selfsame/server/accounts/people/accounts/accounts";
import { findUserByEmail } from "@selfsame/server/accounts/people/accounts/users";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Schema } from "@selfsame/platform/store/schema";

/**
 * The account that an operator names.
 * @param named its id, or the e-mail of a user who belongs to one account only; without it, the first account
 * @returns its id @throws OperatorError
 */
export async function accountNamed(db: Kysely<Schema>, named: string | undefined): Promise<string> {
  const accounts = await listAccounts(db);
  if (named === undefined) {
    const [first] = accounts;
    if (!first)
      throw new OperatorError(
        "There is no account yet: start the server once, or make one with selfsame accounts create.",
      );
    return first.id;
  }
  if (accounts.some(({ id }) => id === named)) return named;
  if (!named.includes("@"))
    throw new OperatorError("Give the account's id, or the e-mail of somebody who belongs to it.");
  const user = await findUserByEmail(db, named);
  if (!user) throw new OperatorError("No account belongs to this e-mail.");
  const theirs = await db.selectFrom("members").select("account_id").where("user_id", "=", user.id).execute();
  const [only, ...others] = theirs.map(({ account_id }) => account_id);
  if (only === undefined || others.length > 0) {
    throw new OperatorError(`They belong to several accounts: give the id of one. ${[only, ...others].join(" ")}`);
  }
  return only;
}
