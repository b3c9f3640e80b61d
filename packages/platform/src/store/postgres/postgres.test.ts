import assert from "node:assert/strict";
import { test } from "node:test";
import { Kysely, PostgresDialect, sql } from "kysely";
import { startCuttableProxy } from "../../../testing/store/cuttable-proxy.ts";
import { freshConfig, noPostgres } from "../../../testing/store/each-store.ts";
import { silent } from "../log.ts";
import { isOutage } from "../outage.ts";
import { openPostgres } from "./postgres.ts";

test(
  "a connection that has gone silent fails once, and the next question has another",
  { skip: noPostgres },
  async (t) => {
    const { databaseUrl } = await freshConfig(t, "postgres");
    const proxy = await startCuttableProxy(t, databaseUrl);
    const pool = openPostgres(proxy.databaseUrl, silent, { max: 2, timeoutMs: 400 });
    const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
    t.after(() => db.destroy());
    const ask = () => sql`SELECT 1`.execute(db);
    await Promise.all([ask(), ask()]);
    proxy.silence();
    // As after PostgreSQL and its machine were killed and restarted: each of the two old connections fails once.
    const failures: unknown[] = [];
    for (let asked = 0; asked < 3; asked++) await ask().catch((error: unknown) => failures.push(error));
    assert.ok(failures.length <= 2, `${failures.length} of 3`);
    assert.ok(failures.every(isOutage));
    await ask();
  },
);
