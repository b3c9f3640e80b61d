import type { Kysely } from "kysely";
import { purposeOf } from "../../branding/branding.ts";
import type { Schema } from "@selfsame/platform/store/schema";

/** Branding of the account that created the session: a logo, a color and a name, public to every holder of a link, even an expired one. */
export async function brandOfSession(db: Kysely<Schema>, id: string) {
  const session = await db
    .selectFrom("verification_sessions")
    .select(["account_id", "return_url"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!session) return undefined;
  const { name, logo_url, accent } = await purposeOf(db, session.account_id, session.return_url);
  return { name, logo_url, accent };
}
