import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { Client } from "pg";
import { startCuttableProxy } from "../../testing/store/cuttable-proxy.ts";
import { freshConfig, noPostgres } from "../../testing/store/each-store.ts";
import { checkStore } from "./check-store.ts";
import { silent } from "./log.ts";
import { openStore } from "./store.ts";

/** More than the connections of a pool. */
const atOnce = 12;

async function administer(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("SET default_transaction_read_only = off");
  await client.query(statement);
  await client.end();
}

test(
  "once a write fails for want of a writer, no connection of that time is used again, in any pool",
  { skip: noPostgres },
  async (t) => {
    const { dataDir, databaseUrl = "" } = await freshConfig(t, "postgres");
    const proxy = await startCuttableProxy(t, databaseUrl);
    let aheadMs = 0;
    const store = await openStore({ dataDir, databaseUrl: proxy.databaseUrl }, silent, () => Date.now() + aheadMs);
    t.after(() => store.close());
    const name = new URL(databaseUrl).pathname.slice(1);
    const writer = (is: "lost" | "back") =>
      administer(
        databaseUrl,
        `ALTER DATABASE "${name}" ${is === "lost" ? "SET default_transaction_read_only = on" : "RESET default_transaction_read_only"}`,
      );

    // The writer becomes a replica: connections break, and new ones are read-only for as long as they live.
    await writer("lost");
    t.after(() => writer("back"));
    await proxy.cut();
    await proxy.mend();
    const reads = () => Array.from({ length: atOnce }, () => sql`SELECT pg_sleep(0.05)`.execute(store.db));
    await Promise.allSettled(reads());
    await Promise.all(reads());
    await Promise.allSettled([1, 2, 3].map(() => sql`SELECT pg_sleep(0.05)`.execute(store.reports)));
    await assert.rejects(checkStore(store), { name: "StoreUnavailable" });

    await Promise.all(reads());
    await Promise.all([1, 2].map(() => sql`SELECT pg_sleep(0.05)`.execute(store.reports)));
    await writer("back");
    aheadMs += 2000;
    await assert.rejects(checkStore(store), { name: "StoreUnavailable" }, "the one failure that is allowed");
    aheadMs += 2000;
    await checkStore(store);
    const write = (id: string) => store.db.insertInto("usage_batches").values({ id, written_at_ms: 1 }).execute();
    await Promise.all(Array.from({ length: atOnce }, (_, i) => write(`batch ${i}`)));
    await Promise.all([1, 2].map(() => sql`UPDATE accounts SET id = id WHERE false`.execute(store.reports)));
  },
);
