import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import type { User } from "../accounts/users.ts";
import { roleIn } from "../teams/members.ts";
import { providerFor } from "./provider.ts";

/**
 * Whether somebody has no way in but their team's provider. Owners of that team keep another, for the day on which the provider is away or set up
 * wrongly; and who runs the service cannot be locked out by a team.
 */
export async function mustSignOn(db: Kysely<Schema>, user: User): Promise<boolean> {
  if (user.operator || user.email === null) return false;
  const provider = await providerFor(db, user.email);
  if (!provider?.required) return false;
  return (await roleIn(db, provider.accountId, user.id)) !== "owner";
}
