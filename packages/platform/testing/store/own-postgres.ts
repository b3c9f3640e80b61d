import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Client } from "pg";
import { until } from "../until.ts";
import { freePort } from "../../../../testing/free-port.ts";

export interface OwnPostgres {
  readonly url: string;
  /** Kills the server with SIGKILL; transactions in progress are lost. */
  kill(): Promise<void>;
  /** Resolves once it answers again. */
  start(): Promise<void>;
  /** Runs a query and returns its rows. */
  ask<Row extends object>(text: string): Promise<readonly Row[]>;
  /** Promotes a replica to primary. Resolves once it accepts writes. */
  promote(): Promise<void>;
}

interface OwnPostgresOptions {
  /** The server that it replicates, starting as a copy of it. */
  readonly replicaOf?: OwnPostgres;
  /** Settings of the server, such as `{ ssl: "on" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const debianFolder = "/usr/lib/postgresql";

/** The folder with `initdb` and `postgres`. */
function findPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = versions.toSorted((a, b) => Number(b) - Number(a)).map((name) => join(debianFolder, name, "bin"));
  return [...folders, ...(process.env["PATH"] ?? "").split(":")].find((folder) => existsSync(join(folder, "initdb")));
}

const programs = findPrograms();

const program = (name: string): string => join(programs ?? "", name);

/** The reason to skip, or false. */
export const noOwnPostgres: string | false = programs === undefined && "there is no PostgreSQL to start (initdb)";

const idOf = (option: string): number => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));

/** PostgreSQL does not run as root, so root uses the user that its package created. */
function userToBe(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** For tests: a separate PostgreSQL with its own folder and port, which the test may kill. */
export async function startOwnPostgres(t: TestContext, options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-postgres-"));
  const user = userToBe();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const how = { ...user, cwd: folder };
  if (options.replicaOf) {
    const from = ["--dbname", options.replicaOf.url, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
    execFileSync(program("pg_basebackup"), ["-D", data, ...from], how);
  } else {
    // Without a locale in the environment the encoding would be SQL_ASCII, which the service rejects.
    const likeOurs = ["--encoding=UTF8", "--locale=C", "-U", "postgres", "-A", "trust", "--no-sync"];
    execFileSync(program("initdb"), ["-D", data, ...likeOurs], how);
  }
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const answers = async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on("error", () => {});
    const there = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return there;
  };
  const spawnServer = () => {
    const settings = Object.entries({ fsync: "off", ...options.settings }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...settings];
    return spawn(program("postgres"), args, { ...how, stdio: "ignore" });
  };
  const start = () =>
    until(async () => {
      // PostgreSQL does not start before the last process of the previous server has ended.
      if (!server || server.exitCode !== null || server.signalCode !== null) server = spawnServer();
      return answers();
    }).then(() => undefined);
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  };
  const ask = async <Row extends object>(text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<Row>(text).finally(() => client.end());
    return rows;
  };
  const promote = async () => void (await ask("SELECT pg_promote()"));
  t.after(async () => {
    await kill();
    await until(() =>
      rm(folder, { recursive: true, force: true }).then(
        () => true,
        () => false,
      ),
    );
  });
  await start();
  return { url, kill, start, ask, promote };
}
