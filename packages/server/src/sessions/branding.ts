import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

/** Who asks, as the page shows it. */
export interface Purpose {
  /** Empty where the account has none: the page says "a site" then. */
  readonly name: string;
  readonly logo_url: string | null;
  readonly accent: string | null;
}

/** Names an account where everybody may look. */
const accountHash = (accountId: string): string => createHash("sha256").update(accountId).digest("hex").slice(0, 22);

export async function purposeOf(db: Kysely<Schema>, accountId: string, returnUrl: string | null): Promise<Purpose> {
  const branding = await db
    .selectFrom("brandings")
    .select(["name", "accent", "logo_type", "changed_at_ms"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return {
    name: branding?.name ?? (returnUrl === null ? "" : new URL(returnUrl).hostname),
    logo_url: branding?.logo_type ? `/verify/logo/${accountHash(accountId)}?v=${branding.changed_at_ms}` : null,
    accent: branding?.accent ?? null,
  };
}
