import type { Kysely } from "kysely";
import { purposeOf } from "../../branding/branding.ts";
import type { Schema } from "../../../platform/store/schema.ts";

/** Who requests the session, also for the holder of an expired link: a logo, a color and a name, public to every holder of a link. */
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
