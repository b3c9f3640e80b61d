import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, SqliteDialect } from "kysely";
import { makeFolder } from "./data-folder.ts";
import { silent } from "./log.ts";
import type { Log } from "./log.ts";
import { migrate } from "./migrate.ts";
import type { StoreKind } from "./migrate.ts";
import { createOutageGuard } from "./outage.ts";
import { openPostgres } from "./postgres.ts";
import type { Schema } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";

export interface StoreConfig {
  /** The embedded database lives here; made when it is not there. With PostgreSQL, usage waits here while that is away. */
  readonly dataDir: string;
  /** `postgres://...`; without it the embedded database is used. */
  readonly databaseUrl?: string | undefined;
}

export interface Store {
  readonly db: Kysely<Schema>;
  readonly kind: StoreKind;
  readonly dataDir: string;
  /** Runs work on the database; while it is away, fails fast. @throws StoreUnavailable */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens the store and brings it up to date. @throws when it cannot be reached, or was made by a newer version */
export async function openStore(config: StoreConfig, log: Log = silent, now: () => number = Date.now): Promise<Store> {
  const { dataDir, databaseUrl } = config;
  // Only for its owner: it holds e-mail addresses and password hashes.
  await makeFolder(dataDir, "SELFSAME_DATA_DIR");
  const { mode } = await stat(dataDir);
  if (process.platform !== "win32" && (mode & 0o022) !== 0) {
    log.warn({ dataDir }, "others may write to the data folder, and so put a database of theirs there: chmod go-w");
  }
  const kind = databaseUrl ? "postgres" : "sqlite";
  const db = new Kysely<Schema>({
    dialect: databaseUrl
      ? new PostgresDialect({ pool: openPostgres(databaseUrl, log) })
      : new SqliteDialect({ database: openSqlite(join(dataDir, "selfsame.db")) }),
  });
  const close = () => db.destroy();
  try {
    await migrate(db, kind);
  } catch (error) {
    await close();
    throw error;
  }
  const guard = createOutageGuard(log, now);
  return { db, kind, dataDir, run: (work) => guard.run(work), close };
}
