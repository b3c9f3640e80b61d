import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe } from "node:test";
import type { TestContext } from "node:test";
import { Client } from "pg";
import type { StoreKind } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/store.ts";
import type { Store, StoreConfig } from "../../src/store/store.ts";
import { createTestDatabases } from "./postgres-databases.ts";
import { databaseFile } from "../../src/store/data-folder.ts";

/**
 * For tests only: the PostgreSQL server in which databases are created. Required in CI; elsewhere its tests are reported as skipped if it is missing.
 */
const postgresUrl = process.env["SELFSAME_TEST_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test";
export const redisUrl = process.env["SELFSAME_TEST_REDIS"] ?? "redis://127.0.0.1:6379";

/** Long enough for a busy server; a missing one rejects connections at once. */
const patienceMs = 10_000;

const databases = createTestDatabases(postgresUrl);
after(() => databases.dropAll());

const required = Boolean(process.env["CI"]);
const notAsked = "not in this run: npm test";

/** The reason to skip, or false. */
export const noPostgres: string | false =
  postgresUrl === "" ? notAsked : required || (await postgresIsThere()) ? false : "there is no PostgreSQL to test on";
export const noRedis: string | false =
  redisUrl === "" ? notAsked : required || (await redisIsThere()) ? false : "there is no Redis to test on";

async function postgresIsThere(): Promise<boolean> {
  const client = new Client({ connectionString: postgresUrl, connectionTimeoutMillis: patienceMs });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function redisIsThere(): Promise<boolean> {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A temporary data folder, deleted after the test. */
export async function tempDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A fresh data folder, with an empty database that is up to date: the embedded one, or on PostgreSQL. */
export async function freshConfig(t: TestContext, kind: StoreKind): Promise<StoreConfig> {
  const dataDir = await tempDir(t);
  if (kind === "sqlite") {
    await writeFile(databaseFile(dataDir), await emptyDatabase(), { mode: 0o600 });
    return { dataDir };
  }
  const database = await databases.take(dataDir);
  t.after(() => databases.release(database));
  return { dataDir, databaseUrl: database.url };
}

let empty: Promise<Buffer> | undefined;

/** The embedded database, migrated once and then copied. */
function emptyDatabase(): Promise<Buffer> {
  empty ??= makeEmptyDatabase();
  return empty;
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), "selfsame-"));
  await (await openStore({ dataDir })).close();
  const file = await readFile(databaseFile(dataDir));
  await rm(dataDir, { recursive: true });
  return file;
}

/** A fresh data folder, and on PostgreSQL a database without tables, which is dropped after the test. */
export async function bareConfig(t: TestContext, kind: StoreKind): Promise<StoreConfig> {
  const dataDir = await tempDir(t);
  if (kind === "sqlite") return { dataDir };
  const database = await databases.make();
  t.after(() => databases.drop(database));
  return { dataDir, databaseUrl: database.url };
}

export async function freshStore(t: TestContext, kind: StoreKind): Promise<Store> {
  const config = await freshConfig(t, kind);
  const store = await openStore(config);
  t.after(() => store.close());
  return store;
}

/** Runs the tests on the embedded database and on PostgreSQL. */
export function onEachStore(name: string, tests: (kind: StoreKind) => void): void {
  for (const kind of ["sqlite", "postgres"] as const) {
    void describe(`${name} (${kind})`, { skip: kind === "postgres" && noPostgres }, () => tests(kind));
  }
}
