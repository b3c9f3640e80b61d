import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";

/**
 * Whether some public key may be used from this origin. A browser asks before it sends a request with a key (a preflight has no
 * Authorization header), so the key itself is checked when the request comes.
 */
export async function isAllowedOrigin(db: Kysely<Schema>, origin: string): Promise<boolean> {
  const rows = await db
    .selectFrom("api_keys")
    .select("allowed_origins")
    .where("kind", "=", "public")
    .where("revoked_at_ms", "is", null)
    // "_" is a wildcard here, so matches are checked again.
    .where("allowed_origins", "like", `%${JSON.stringify(origin)}%`)
    .execute();
  return rows.some((row) => (JSON.parse(row.allowed_origins) as string[]).includes(origin));
}
