import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { openStore } from "../../src/store/store.ts";

interface TestDatabase {
  readonly name: string;
  readonly url: string;
}

/** A database with a connection that stays open: reading and emptying all tables takes PostgreSQL seven times as long on a new connection. */
interface PooledDatabase extends TestDatabase {
  readonly client: Client;
}

export interface TestDatabases {
  /** Creates an empty database without tables. */
  make(): Promise<TestDatabase>;
  drop(database: TestDatabase): Promise<void>;
  /**
   * A database that is up to date, without rows. Creating one takes half a second of processor time, and dropping it takes several flushes to disk,
   * so released databases are emptied and reused, unless a test changed their tables.
   * @param dataDir of the store that is opened once to migrate the database
   */
  take(dataDir: string): Promise<PooledDatabase>;
  release(database: PooledDatabase): void;
  dropAll(): Promise<void>;
}

/** The applied migrations and the columns. */
const shapeOf = `SELECT (SELECT string_agg(name, ',' ORDER BY name) FROM migrations) || ' ' || string_agg(
    concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default), ',' ORDER BY table_name, column_name) AS shape
  FROM information_schema.columns WHERE table_schema = 'public'`;

/** Same as DROP DATABASE WITH (FORCE): a connection that a test left open must not write into the next test's rows. */
const disconnectOthers = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/**
 * Uses DELETE, not TRUNCATE: there are few rows, and TRUNCATE creates new files for each table and index. All in one statement, since references are
 * checked at its end. A table whose file is empty never had a row.
 */
const emptyTables = `DO $$
  DECLARE deletions text; sequence record;
  BEGIN
    SELECT string_agg(format('emptied_%s AS (DELETE FROM %s)', c.oid, c.oid::regclass), ', ') INTO deletions
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND pg_relation_size(c.oid) > 0 AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        AND (n.nspname, c.relname) <> ('public', 'migrations');
    IF deletions IS NOT NULL THEN EXECUTE 'WITH ' || deletions || ' SELECT'; END IF;
    FOR sequence IN SELECT format('%I.%I', schemaname, sequencename)::regclass AS oid, start_value FROM pg_sequences
      WHERE last_value IS NOT NULL
    LOOP
      PERFORM setval(sequence.oid, sequence.start_value, false);
    END LOOP;
  END $$`;

/** @param adminUrl of the database from which others are created */
export function createTestDatabases(adminUrl: string): TestDatabases {
  const free: PooledDatabase[] = [];
  const pooled = new Set<PooledDatabase>();
  let shape: string | undefined;

  const make = async (): Promise<TestDatabase> => {
    const name = `selfsame_test_${randomUUID().replaceAll("-", "")}`;
    await withClient(adminUrl, async (client) => {
      await client.query(`CREATE DATABASE ${name}`);
      // Commits need not wait for the disk, since nothing is read after a crash of the machine.
      await client.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
    });
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    return { name, url: url.href };
  };
  const drop = async ({ name }: TestDatabase): Promise<void> => {
    await withClient(adminUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  };
  const makeUpToDate = async (dataDir: string): Promise<PooledDatabase> => {
    const made = await make();
    const database = { ...made, client: await connect(made.url) };
    pooled.add(database);
    await (await openStore({ dataDir, databaseUrl: database.url })).close();
    shape ??= await readShape(database.client);
    return database;
  };
  const dropPooled = async (database: PooledDatabase): Promise<void> => {
    pooled.delete(database);
    await database.client.end();
    await drop(database);
  };
  const take = async (dataDir: string): Promise<PooledDatabase> => {
    const database = free.pop();
    if (database === undefined) return makeUpToDate(dataDir);
    await database.client.query(disconnectOthers);
    if ((await readShape(database.client)) === shape) {
      await database.client.query(emptyTables);
      return database;
    }
    await dropPooled(database);
    return take(dataDir);
  };
  return {
    make,
    drop,
    take,
    release: (database) => void free.push(database),
    dropAll: async () => {
      for (const database of pooled) await dropPooled(database);
    },
  };
}

async function readShape(client: Client): Promise<string> {
  const { rows } = await client.query<{ readonly shape: string }>(shapeOf);
  return rows[0]?.shape ?? "";
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(connectionString);
  return work(client).finally(() => client.end());
}
