import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { appSince } from "./authenticator-app.ts";

/** Whether the user has any second factor. */
export async function hasFactor(db: Kysely<Schema>, userId: string): Promise<boolean> {
  return (await appSince(db, userId)) !== null || (await passkeyCount(db, userId)) > 0;
}

export async function passkeyCount(db: Kysely<Schema>, userId: string): Promise<number> {
  const rows = await db.selectFrom("passkeys").select("id").where("user_id", "=", userId).execute();
  return rows.length;
}
