import { stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Client } from "pg";
import type { Config } from "@selfsame/server/config";
import { connectOnce, examinePostgres } from "@selfsame/platform/store/postgres/examine-postgres";
import { migrations } from "@selfsame/platform/store/migrations";
import { storeProblem } from "@selfsame/platform/store/store-problem";
import { clockFinding } from "./clock.ts";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { databaseFile } from "@selfsame/platform/store/data-folder";

/** Checks the database without writing: the next start of the service creates what is missing. */
export async function checkDatabase(config: Config): Promise<Finding> {
  try {
    return await (config.databaseUrl === undefined ? sqlite(config.dataDir) : postgres(config.databaseUrl));
  } catch (error) {
    throw storeProblem(error, config) ?? error;
  }
}

async function sqlite(dataDir: string): Promise<Finding> {
  const file = databaseFile(dataDir);
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return ok(`none yet: the first start makes ${file}`);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const [result] = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {});
    if (result !== "ok") return problem(`${file} is damaged (${String(result)}): restore a backup`);
    const names = database.prepare("SELECT name FROM migrations").all();
    return migrated(
      `SQLite, ${(size / 1e6).toFixed(1)} MB, whole`,
      names.map(({ name }) => String(name)),
    );
  } finally {
    database.close();
  }
}

async function postgres(databaseUrl: string): Promise<Finding> {
  const { takesTimeLimits } = await examinePostgres(databaseUrl);
  const client = await connectOnce(databaseUrl);
  try {
    const asked = await client.query<{ version: string; clock: number; known: string | null; writable: boolean }>(
      `SELECT current_setting('transaction_read_only') = 'off' AS writable, current_setting('server_version_num') AS version, to_regclass('migrations') AS known,
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock`,
    );
    const { version = "", clock = 0, known = null, writable = false } = asked.rows[0] ?? {};
    if (!writable) return problem("PostgreSQL can only be read: it is a replica, or its user may not write");
    const major = Math.floor(Number(version) / 10_000);
    if (major < 14) return problem(`PostgreSQL ${major}: 14 or newer is needed`);
    const apart = clockFinding(clock, Date.now(), "PostgreSQL");
    if (apart.state !== "ok") return apart;
    const missing = await missingGrant(client);
    if (missing !== undefined)
      return known === null ? problem(missing) : warning(`${missing}; the next upgrade may need it`);
    if (known === null) return ok(`PostgreSQL ${major}, empty: the first start makes the tables; ${apart.says}`);
    const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
    return migrated(
      `PostgreSQL ${major}${takesTimeLimits ? "" : " behind a pooler"}, ${apart.says}`,
      rows.map(({ name }) => name),
    );
  } finally {
    await client.end();
  }
}

/** The grant that the service needs to create tables at an upgrade, if it is missing. */
async function missingGrant(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ user: string; schema: string; granted: boolean }>(
    `SELECT current_user AS user, coalesce(current_schema(), 'public') AS schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS granted`,
  );
  const [found] = rows;
  if (found === undefined || found.granted) return undefined;
  const { user, schema } = found;
  return `the user "${user}" may not create tables: GRANT CREATE ON SCHEMA "${schema}" TO "${user}"`;
}

function migrated(says: string, done: readonly string[]): Finding {
  const newer = done.filter((name) => !migrations.some((migration) => migration.name === name));
  if (newer.length > 0) return problem(`${says}; changed by a newer version: ${newer.join(", ")}`);
  const left = migrations.filter(({ name }) => !done.includes(name)).length;
  return left > 0 ? warning(`${says}; the next start applies ${left} migrations`) : ok(`${says}, up to date`);
}
