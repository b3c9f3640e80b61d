import type { TestContext } from "node:test";
import { Kysely, PostgresDialect, sql } from "kysely";
import { databaseFile } from "../../src/store/data-folder.ts";
import { silent } from "../../src/store/log.ts";
import { migrate } from "../../src/store/migrate.ts";
import type { StoreKind } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations.ts";
import { openPostgres } from "../../src/store/postgres/postgres.ts";
import type { Schema } from "../../src/store/schema.ts";
import { sqliteDialect } from "../../src/store/sqlite/dialect.ts";
import { bareConfig } from "./each-store.ts";

/** For tests: a database in the state before a migration, and a function that migrates it. */
export async function beforeMigration(t: TestContext, kind: StoreKind, migration: (typeof migrations)[number]) {
  const config = await bareConfig(t, kind);
  const dialect = config.databaseUrl
    ? new PostgresDialect({ pool: openPostgres(config.databaseUrl, silent) })
    : sqliteDialect(databaseFile(config.dataDir));
  const db = new Kysely<Schema>({ dialect });
  t.after(() => db.destroy());
  await migrate(db, kind, migrations.slice(0, migrations.indexOf(migration)));
  const write = (text: string) => sql.raw(text).execute(db);
  return { db, write, upgrade: () => migrate(db, kind) };
}
