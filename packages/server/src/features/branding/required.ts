import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";

/**
 * Whether the account may make live sessions: people must learn who asks, and read that one's privacy policy, before they agree.
 * Accounts that made live sessions before there was this rule are exempt.
 */
export async function isBrandingComplete(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("accounts")
    .leftJoin("brandings", "brandings.account_id", "accounts.id")
    .select(["accounts.branding_optional", "brandings.name", "brandings.privacy_url"])
    .where("accounts.id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined && (row.branding_optional === 1 || (row.name !== null && row.privacy_url !== null));
}
