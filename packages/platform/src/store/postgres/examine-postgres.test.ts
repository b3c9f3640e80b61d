import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { chown, copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Client } from "pg";
import { freePort } from "../../../../../testing/free-port.ts";
import { makeCertificate } from "../../../../../testing/nginx.ts";
import { jobKinds } from "../../queue/kinds.ts";
import { openQueue } from "../../queue/open-queue.ts";
import { bareConfig, noPostgres, tempDir } from "../../../testing/store/each-store.ts";
import { noOwnPostgres, startOwnPostgres } from "../../../testing/store/own-postgres.ts";
import { until } from "../../../testing/until.ts";
import { checkStore } from "../check-store.ts";
import { openStore, type StoreConfig } from "../store.ts";
import { storeProblem } from "../store-problem.ts";

async function administer(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The message that an operator reads at the start, if there is a problem. */
async function problemOf(config: StoreConfig): Promise<string | undefined> {
  try {
    await (await openStore(config)).close();
    return undefined;
  } catch (error) {
    return storeProblem(error, config)?.message;
  }
}

/** Opens everything that the service opens, and uses it. */
async function use(t: TestContext, config: StoreConfig): Promise<void> {
  const store = await openStore(config);
  t.after(() => store.close());
  const queue = openQueue(store, jobKinds);
  await checkStore(store);
  await store.db.transaction().execute((db) => queue.enqueue(db, [{ name: "mail", data: {} }]));
  assert.equal((await queue.depths()).find(({ name }) => name === "mail")?.ready, 1);
}

const without = (program: string, ...args: string[]) =>
  spawnSync(program, args).error === undefined ? false : `no ${program} here`;

test(
  "PgBouncer in transaction mode, which takes no time limit with a connection",
  { skip: noPostgres || without("/usr/sbin/pgbouncer", "--version") },
  async (t) => {
    const { dataDir, databaseUrl = "" } = await bareConfig(t, "postgres");
    const real = new URL(databaseUrl);
    const port = await freePort();
    const dir = await tempDir(t);
    const settings = {
      listen_addr: "127.0.0.1",
      listen_port: port,
      auth_type: "any",
      pool_mode: "transaction",
      default_pool_size: 5,
      max_client_conn: 200,
      unix_socket_dir: "",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const databases = `* = host=${real.hostname} port=${real.port || 5432} user=${real.username}`;
    const file = join(dir, "pgbouncer.ini");
    await writeFile(file, `[databases]\n${databases}\n[pgbouncer]\n${lines.join("\n")}\n`);
    chmodSync(dir, 0o755);
    const asRoot = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    const pooler = spawn("/usr/sbin/pgbouncer", [...asRoot, "-q", file], { stdio: "ignore" });
    t.after(() => pooler.kill("SIGKILL"));
    const { href } = Object.assign(new URL(real), { hostname: "127.0.0.1", port: String(port) });
    await until(() =>
      administer(href, "SELECT 1").then(
        () => true,
        () => false,
      ),
    );
    await use(t, { dataDir, databaseUrl: href });
  },
);

test("a user who may make tables, and no schemas", { skip: noPostgres }, async (t) => {
  const { dataDir, databaseUrl = "" } = await bareConfig(t, "postgres");
  const role = `field_app_${process.pid}`;
  await administer(
    databaseUrl,
    `CREATE ROLE ${role} LOGIN`,
    `GRANT CREATE, USAGE ON SCHEMA public TO ${role}`,
    `REVOKE CREATE ON DATABASE "${new URL(databaseUrl).pathname.slice(1)}" FROM public`,
  );
  // Runs after the database is dropped, with all that the role owned.
  const elsewhere = Object.assign(new URL(databaseUrl), { pathname: "postgres" }).href;
  t.after(() => administer(elsewhere, `DROP ROLE ${role}`));
  const config = { dataDir, databaseUrl: Object.assign(new URL(databaseUrl), { username: role }).href };
  await use(t, config);
});

test("a database that cannot store every name is rejected at the start", { skip: noPostgres }, async (t) => {
  const { dataDir, databaseUrl = "" } = await bareConfig(t, "postgres");
  for (const encoding of ["LATIN1", "SQL_ASCII"]) {
    const name = `selfsame_encoding_${process.pid}`;
    await administer(
      databaseUrl,
      `CREATE DATABASE ${name} ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    );
    const config = { dataDir, databaseUrl: Object.assign(new URL(databaseUrl), { pathname: name }).href };
    const problem = await problemOf(config);
    await administer(databaseUrl, `DROP DATABASE ${name}`);
    assert.match(problem ?? "", new RegExp(`encoding ${encoding}.* ENCODING 'UTF8'`));
  }
});

test(
  "TLS: each way in which it does not come about has its sentence",
  { skip: noOwnPostgres || without("openssl", "version") },
  async (t) => {
    const dir = await tempDir(t);
    makeCertificate(dir, "localhost");
    chmodSync(dir, 0o755);
    const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    const key = join(dir, "server.key");
    await copyFile(join(dir, "key.pem"), key);
    if (owner.uid === 0) {
      const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
      await chown(key, idOf("-u"), idOf("-g"));
    }
    chmodSync(key, 0o600);
    const ca = join(dir, "cert.pem");
    const settings = { ssl: "on", ssl_cert_file: ca, ssl_key_file: key };
    const [plain, secure] = await Promise.all([startOwnPostgres(t), startOwnPostgres(t, { settings })]);
    const at = (url: string, hostname: string, query: Record<string, string>) => {
      const made = Object.assign(new URL(url), { hostname });
      for (const [name, value] of Object.entries(query)) made.searchParams.set(name, value);
      return made.href;
    };
    const dataDir = await tempDir(t);
    const told = (databaseUrl: string) => problemOf({ dataDir, databaseUrl });
    for (const sslmode of ["verify-full", "verify-ca", "require"]) {
      assert.match(
        (await told(at(secure.url, "localhost", { sslmode }))) ?? "",
        /does not trust: add sslrootcert/,
        sslmode,
      );
      assert.equal(await told(at(secure.url, "localhost", { sslmode, sslrootcert: ca })), undefined, sslmode);
    }
    assert.match(
      (await told(at(secure.url, "127.0.0.1", { sslmode: "verify-full", sslrootcert: ca }))) ?? "",
      /certificate for another name/,
    );
    assert.match((await told(at(plain.url, "localhost", { sslmode: "require" }))) ?? "", /takes no TLS/);
    assert.match(
      (await told(at(secure.url, "localhost", { sslmode: "verify-full", sslrootcert: join(dir, "none.pem") }))) ?? "",
      /cannot be read: .*none\.pem/,
    );
  },
);
