import { DatabaseSync } from "node:sqlite";
import { Kysely, PostgresDialect } from "kysely";
import { databaseFile, openDataFolder } from "./data-folder.ts";
import { silent } from "./log.ts";
import type { Log } from "./log.ts";
import { migrate } from "./migrate.ts";
import type { StoreKind } from "./migrate.ts";
import { createOutageGuard } from "./outage.ts";
import type { PoolBounds } from "./postgres/postgres.ts";
import type { Schema } from "./schema.ts";
import { gatherStatistics } from "./sqlite/gather-statistics.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { reportsDialect } from "./sqlite/reports.ts";

export interface StoreConfig {
  /** Folder of the embedded database, created if missing. With PostgreSQL, usage waits here while the database is away. */
  readonly dataDir: string;
  /** `postgres://...`; default: the embedded database. */
  readonly databaseUrl?: string | undefined;
}

export interface Store {
  readonly db: Kysely<Schema>;
  /** For slow reads, on connections of its own: nothing in `db` waits for them, nor the event loop with SQLite. */
  readonly reports: Kysely<Schema>;
  readonly kind: StoreKind;
  readonly dataDir: string;
  /** Runs work on the database; fails fast while it is away. @throws StoreUnavailable */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens the store and migrates it. @throws if it cannot be reached, or has a newer version's schema */
export async function openStore(config: StoreConfig, log: Log = silent, now: () => number = Date.now): Promise<Store> {
  const { dataDir, databaseUrl } = config;
  await openDataFolder(dataDir, log);
  const opened = databaseUrl === undefined ? await openSqlite(dataDir) : await openOnPostgres(databaseUrl, log);
  const guard = createOutageGuard(log, now);
  return {
    ...opened,
    dataDir,
    run: (work) => guard.run(work),
    close: async () => {
      await opened.reports.destroy();
      await opened.db.destroy();
    },
  };
}

type Opened = Pick<Store, "db" | "reports" | "kind">;

async function openSqlite(dataDir: string): Promise<Opened> {
  const file = databaseFile(dataDir);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file) });
  const migrated = await migrate(db, "sqlite").catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  if (migrated) gatherStatisticsOf(file);
  return { db, reports: new Kysely<Schema>({ dialect: reportsDialect(file) }), kind: "sqlite" };
}

/** Run before anything waits for this thread. */
function gatherStatisticsOf(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  gatherStatistics(database);
  database.close();
}

async function openOnPostgres(url: string, log: Log): Promise<Opened> {
  const { createPools } = await import("./postgres/postgres.ts");
  const { examinePostgres } = await import("./postgres/examine-postgres.ts");
  const pools = createPools(url, log, await examinePostgres(url));
  const open = (bounds?: PoolBounds) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pools.open(bounds) }) });
  // No time limit: an index over millions of rows takes its time, and so does another node's migration.
  const migrating = open({ max: 1, timeoutMs: 0 });
  await migrate(migrating, "postgres").finally(() => migrating.destroy());
  return { db: open(), reports: open({ max: 2, timeoutMs: 20_000 }), kind: "postgres" };
}
