import { sql } from "kysely";
import type { Store } from "./store.ts";

/**
 * Checks that the store answers and accepts writes, without changing anything.
 * @throws StoreUnavailable if it does not: a PostgreSQL that has become a replica still answers every read
 */
export async function checkStore({ db, kind, run }: Pick<Store, "db" | "kind" | "run">): Promise<void> {
  const ask =
    kind === "postgres"
      ? () => sql`UPDATE accounts SET id = id WHERE false`.execute(db)
      : () => db.selectFrom("accounts").select("id").limit(1).execute();
  await run<unknown>(ask);
}
