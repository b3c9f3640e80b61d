import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { User } from "../accounts/users.ts";
import { roleIn } from "../teams/members.ts";
import { providerFor } from "./provider.ts";

/**
 * Whether a user can sign in only by their team's provider. Owners of that team keep another way, in case the provider is unavailable or
 * misconfigured. A team cannot lock out the service's operators.
 */
export async function mustSignOn(db: Kysely<Schema>, user: User): Promise<boolean> {
  if (user.operator || user.email === null) return false;
  const provider = await providerFor(db, user.email);
  if (!provider?.required) return false;
  return (await roleIn(db, provider.accountId, user.id)) !== "owner";
}
