import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Locks the account's row until the transaction ends: of two changes at once the second waits here, and builds on the first. */
export async function lockAccount(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set((e) => ({ name: e.ref("name") }))
    .where("id", "=", accountId)
    .execute();
}
